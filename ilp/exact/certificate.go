package exact

// Certificate proves Solution.Root by prices. A price is constant from second 0 to before
// the first of Ends, and from each of Ends to before the next. From the last of Ends on it
// is 0.
type Certificate struct {
	Bits   uint    // prices are in units of 2^-Bits of the objective
	Ends   []int64 // in seconds
	Groups []GroupPrices
	// Divisor is a number of processors. What jobs pay in a second is the most that a set of jobs
	// pays that fits, with widths and free processors rounded down to multiples of it; 0: not rounded.
	Divisor int64
}

// GroupPrices holds the prices of a group: all jobs of equal width, estimate and weight. A job of
// the group pays Price[k] for each second in which it runs before Ends[k] and not before
// Ends[k-1].
type GroupPrices struct {
	Width, Estimate, Weight int64
	Price                   []int64
}
