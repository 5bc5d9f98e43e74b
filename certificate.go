package optgap

// Certificate holds prices that prove a lower bound without a solver. Prices are at
// least 0, and integers in units of 2^-Bits of the objective. By duality any prices
// prove a bound, which package bench/verify computes.
//
// A price holds for a piece of time. All pieces are Bucket seconds long, from second 0
// on. Where Bucket is absent, piece k lasts until second Ends[k]. Prices that a list
// lacks at its end are 0.
type Certificate struct {
	Bound int64 `json:"bound"` // [processor-s] what the prices prove
	Bits  uint  `json:"bits"`  // prices are integers in units of 2^-bits
	// [s] length of all pieces of time, from second 0 on; or `ends`
	Bucket int64   `json:"bucket,omitempty"`
	Ends   []int64 `json:"ends,omitempty"` // [s] piece k lasts until this second; or `bucket`
	// [processor-s] schedules above it are left out of the proof
	Cutoff int64 `json:"cutoff,omitempty"`
	// of `minsum`: jobs pay the larger of the interval's first second and their earliest end;
	// absent if false
	Tight bool `json:"tight,omitempty"`
	// [processors] by which widths and free processors may be divided in sets of jobs that fit
	Divisor int64 `json:"divisor,omitempty"`
	// of a processor in a second of each piece; of `minsum`: of a processor-second in each
	// interval. Missing prices at the end are 0. Or `groups`
	Price []int64 `json:"price,omitempty"`
	// Groups replace Price where prices depend on the job. A job of no group pays nothing.
	Groups []GroupPrices `json:"groups,omitempty"`
	// Forest lists jobs whose least priced costs are found together; with `groups`
	Forest []ForestJob `json:"forest,omitempty"`
	// Chain says which jobs of `forest` run one after another; absent: none
	Chain *Chain `json:"chain,omitempty"`
}

// GroupPrices are the prices of one job of a group, in a second of each piece. A group
// is all jobs of equal width, estimate and weight.
type GroupPrices struct {
	Width    int64   `json:"width"`            // [processors] of its jobs
	Estimate int64   `json:"estimate"`         // [s] of its jobs
	Weight   int64   `json:"weight,omitempty"` // of its jobs; absent: the width
	Price    []int64 `json:"price,omitempty"`  // of one of its jobs in a second of each piece
}

// ForestJob is a job of a step that cannot run together with another one, its parent: in each
// second from From to before Until less is free than the widths of both.
type ForestJob struct {
	Job    int   `json:"job"`              // its place among the jobs of the step, from 0 on
	Parent int   `json:"parent,omitempty"` // its parent's place in `forest`, before it, from 1 on; absent: none
	From   int64 `json:"from,omitempty"`   // [s] they cannot run together from this second on
	Until  int64 `json:"until,omitempty"`  // [s] up to this one; absent: for good
}

// Chain says that of the first jobs of a forest, which have no parents, no two can run together: in
// each second from From to before Until less is free than the widths of any two. Some certificates
// of the library of steps have one; Solve makes none.
type Chain struct {
	Jobs  int   `json:"jobs"`            // so many of the first in `forest`, 2 to 10
	From  int64 `json:"from,omitempty"`  // [s] no two can run together from this second on
	Until int64 `json:"until,omitempty"` // [s] up to this one; absent: for good
}
