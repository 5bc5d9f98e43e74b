package optgap

// Derivation is a proof that no schedule of a step has an objective below Bound. It lists what a
// search has left out, each time with the reason. Package bench/verify checks it without a search.
type Derivation struct {
	Bound   int64  `json:"bound"`             // [processor-s] no schedule has an objective below
	Digest  string `json:"digest"`            // of step, bound, tree and numbers
	Tree    string `json:"tree"`              // letters, depth first, by DEFLATE (RFC 1951) in base64
	Numbers string `json:"numbers,omitempty"` // that the letters ask for
}
