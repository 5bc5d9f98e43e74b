package exact

// Certificate proves Solution.Root: prices in units of 2^-Bits of the objective,
// constant over buckets of Bucket seconds from second 0 on and 0 after the last.
type Certificate struct {
	Bits   uint
	Bucket int64
	Groups []GroupPrices
}

// GroupPrices are the prices of one job of a group, which is all jobs of equal
// width and estimate, in a second of each bucket.
type GroupPrices struct {
	Width, Estimate int64
	Price           []int64
}
