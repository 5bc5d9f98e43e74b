package statement

// Format is the version of the JSON form of a [Statement].
const Format = "optgap-statement/1"

// A Verdict tells whether a statement holds.
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
	Format    string  `json:"format"`
	ID        string  `json:"id"`                  // within the paper, such as 4.1-2
	Paper     string  `json:"paper"`               // such as grothklags2004
	Trace     string  `json:"trace,omitempty"`     // trace or reading of the measurement
	Where     string  `json:"where"`               // section, table or figure of the paper
	Text      string  `json:"statement"`           // the claim in few words
	Rule      string  `json:"rule,omitempty"`      // when it holds, in words; "": it cannot be judged
	Tolerance string  `json:"tolerance,omitempty"` // allowed by the rule beyond the text; "": nothing
	Printed   string  `json:"printed"`             // value of the paper
	Measured  string  `json:"measured"`            // [NotMeasured]: there is none
	Verdict   Verdict `json:"verdict"`
	Reason    string  `json:"reason,omitempty"` // of a verdict other than holds and differs
}
