package exact

// Certificate proves Solution.Root by prices in units of 2^-Bits of the objective. A
// price is constant from second 0 to before the first of Ends, from there to before
// the next, and 0 after the last.
type Certificate struct {
	Bits   uint
	Ends   []int64
	Groups []GroupPrices
}

// GroupPrices are the prices that one job of a group pays for each second up to each
// end. A group is all jobs of equal width and estimate.
type GroupPrices struct {
	Width, Estimate int64
	Price           []int64
}
