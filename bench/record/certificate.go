package record

// Proof says how a bound can be checked again.
type Proof string

const (
	ProofRecomputed  Proof = "recomputed"  // from the step alone
	ProofCertificate Proof = "certificate" // from the step and the result's certificate
	ProofSearch      Proof = "search"      // by the search of method exact, run again
	ProofSolver      Proof = "solver"      // by HiGHS, run again
	ProofClaimed     Proof = "claimed"     // not at all: the word of a method or a bound that a program has registered
)

// Certificate is what it takes to compute a lower bound again without a solver:
// prices >= 0, as integers in units of 2^-Bits of the objective. By duality any
// prices prove a bound; package verify says which.
//
// Prices are piecewise constant. Bucket says that all pieces are so many seconds
// long, from second 0 on; where it is absent, piece k lasts until second Ends[k].
// Prices that a list lacks at its end are 0.
type Certificate struct {
	Bound  int64         `json:"bound"` // that the prices prove; no schedule is below it
	Bits   uint          `json:"bits"`
	Bucket int64         `json:"bucket,omitempty"`
	Ends   []int64       `json:"ends,omitempty"`
	Cutoff int64         `json:"cutoff,omitempty"` // schedules above it are left out of the proof; 0: none
	Tight  bool          `json:"tight,omitempty"`  // of minsum: jobs pay the larger of the interval's first second and their earliest end
	Price  []int64       `json:"price,omitempty"`  // of a processor in a second of each piece; of minsum: of a processor-second in each interval
	Groups []GroupPrices `json:"groups,omitempty"` // in place of Price, where prices depend on the job; other jobs pay nothing
}

// GroupPrices are the prices of one job of a group, which is all jobs of equal
// width and estimate, in a second of each piece.
type GroupPrices struct {
	Width    int64   `json:"width"`
	Estimate int64   `json:"estimate"`
	Price    []int64 `json:"price"`
}
