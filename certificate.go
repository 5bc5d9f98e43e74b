package optgap

// Certificate holds prices that prove a lower bound without a solver. Prices are at
// least 0, and integers in units of 2^-Bits of the objective. By duality any prices
// prove a bound, which package bench/verify computes.
//
// A price holds for a piece of time. All pieces are Bucket seconds long, from second 0
// on. Where Bucket is absent, piece k lasts until second Ends[k]. Prices that a list
// lacks at its end are 0.
type Certificate struct {
	Bound  int64   `json:"bound"` // that the prices prove; no schedule is below it
	Bits   uint    `json:"bits"`  // binary digits behind the point of a price
	Bucket int64   `json:"bucket,omitempty"`
	Ends   []int64 `json:"ends,omitempty"`
	Cutoff int64   `json:"cutoff,omitempty"` // schedules above it are left out of the proof; 0: none
	// Tight is for the bound minsum. A job pays the larger of its earliest end and of the
	// first second of the interval in which it ends.
	Tight bool `json:"tight,omitempty"`
	// Divisor is a number of processors. Where it is given, prices prove the bound with widths and free
	// processors rounded down to its multiples, when sets of jobs are formed that fit.
	Divisor int64 `json:"divisor,omitempty"`
	// Price is that of a processor in a second of each piece. For the bound minsum it is
	// that of a processor-second in each interval.
	Price []int64 `json:"price,omitempty"`
	// Groups replace Price where prices depend on the job. A job of no group pays nothing.
	Groups []GroupPrices `json:"groups,omitempty"`
}

// GroupPrices are the prices of one job of a group, in a second of each piece. A group
// is all jobs of equal width, estimate and weight.
type GroupPrices struct {
	Width    int64   `json:"width"`
	Estimate int64   `json:"estimate"`
	Weight   int64   `json:"weight,omitempty"` // 0: the width
	Price    []int64 `json:"price"`
}
