package exact

// Certificate proves Solution.Root: prices in units of 2^-Bits of the objective,
// constant from second 0 to the first of Ends, from there to the next, and 0 after the last.
type Certificate struct {
	Bits   uint
	Ends   []int64
	Groups []GroupPrices
}

// GroupPrices are the prices of one job of a group, which is all jobs of equal
// width and estimate, in each second up to each end.
type GroupPrices struct {
	Width, Estimate int64
	Price           []int64
}
