package statement

// Format is the version of the JSON form of a [Statement].
const Format = "optgap-statement/1"

// A Verdict reports whether a statement holds.
type Verdict string

// The verdicts.
const (
	Holds         Verdict = "holds"
	Differs       Verdict = "differs"
	Undecided     Verdict = "undecided"     // there are too few data, or the limit lies within the interval
	Contradiction Verdict = "contradiction" // the paper's own numbers fail the claim
	NotJudged     Verdict = "not judged"    // nothing was measured, or nothing can be
)

// NotMeasured is the text in the place of a measurement that does not exist.
const NotMeasured = "not measured"

// A Statement is a claim or number of a paper beside a measurement.
type Statement struct {
	Format string `json:"format"`
	ID     string `json:"id"`              // its section first, such as `4.1-2`
	Paper  string `json:"paper"`           // as in the command
	Trace  string `json:"trace,omitempty"` // on which it is judged, or the reading of the text
	Stated
	Finding
}

// Stated is a claim in words.
type Stated struct {
	// where it stands, and what it states, in few words
	Where string `json:"where"`
	Text  string `json:"statement" yaml:"text"`
	// when it holds; what that allows beyond the text
	Rule      string `json:"rule,omitempty"`
	Tolerance string `json:"tolerance,omitempty"`
	Printed   string `json:"printed"` // number or word in the paper
}

// A Finding is the outcome of a rule on some data.
type Finding struct {
	// with an interval of 99 % in brackets; or `not measured`
	Measured string `json:"measured"`
	// `holds`, `differs`, `undecided`, `contradiction` or `not judged`
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // why it neither holds nor differs
}
