package optgap

// Derivation is a proof that no schedule of a step has an objective below Bound. It lists what a search has left out,
// each time with the reason. Package bench/verify/derivation checks it without a search.
type Derivation struct {
	Bound int64 `json:"bound"` // what it proves: no schedule has an objective below
	// SHA-256 of the step, the bound, the tree and the numbers, in hexadecimal digits
	Digest  string `json:"digest"`
	Tree    string `json:"tree"`              // letters, depth first: DEFLATE, in base64
	Numbers string `json:"numbers,omitempty"` // that the letters ask for, as varints: DEFLATE, in base64
}
