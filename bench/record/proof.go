package record

// Proof is a way in which a bound can be checked again.
type Proof string

const (
	ProofRecomputed  Proof = "recomputed"  // from the step alone
	ProofCertificate Proof = "certificate" // from the step and the result's certificate
	ProofSearch      Proof = "search"      // by the search of method exact, run again
	ProofSolver      Proof = "solver"      // by HiGHS, run again
	ProofClaimed     Proof = "claimed"     // not at all: a program has registered the method or the bound
)
