package sweep

import (
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// RunFormat names the version of a run's JSON form.
const RunFormat = "optgap-run/1"

// runHead is what the JSON form of a run has before the metrics.
type runHead struct {
	Format  string `json:"format"`
	Trace   string `json:"trace,omitempty"`
	Machine int64  `json:"machine"`
	Setting
	Lower float64 `json:"lower,omitempty"` // bounds of basic dynP, seconds
	Upper float64 `json:"upper,omitempty"`
}

// runTail is what the JSON form of a run has behind the metrics.
type runTail struct {
	Against      string                            `json:"against,omitempty"`
	Difference   map[string]performance.Difference `json:"difference,omitempty"`
	Overfull     *performance.Overfull             `json:"overfull,omitempty"`
	Possible     *Possible                         `json:"best_possible,omitempty"`
	Reservations *answers                          `json:"reservations,omitempty"`
	Sites        []Site                            `json:"sites,omitempty"`
	Policies     *dynp.Stats                       `json:"policies,omitempty"`
}

// MarshalJSON writes one object with the setting, the performance metrics under their keys, the
// classes, the answers to requests for reservations, the sites of a grid, and the counts of a
// planning scheduler's policies.
func (r Run) MarshalJSON() ([]byte, error) {
	basic := r.Bounds()
	head := runHead{RunFormat, r.Trace, r.Machine, r.Setting, basic.Lower, basic.Upper}
	head.Factor = r.ShrinkingFactor()
	tail := runTail{r.Against, r.Difference, r.Overfull, r.Possible, answersOf(r.Reservations), r.Sites, r.Stats}
	return record.Join(head, r.Metrics.Object(), tail)
}

// answers counts the answers to requests for reservations.
type answers struct {
	Admitted int            `json:"admitted"`
	Refused  map[string]int `json:"refused,omitempty"` // by reason
}

// answersOf returns the counts in their JSON form; nil: there are none.
func answersOf(c *reservation.Counts) *answers {
	if c == nil {
		return nil
	}
	a := &answers{c.Admitted, map[string]int{}}
	for why, n := range c.Refused {
		a.Refused[reasonKey(why)] = n
	}
	return a
}

// reasonKey is the key of a reason in JSON and CSV.
func reasonKey(why reservation.Reason) string { return strings.ReplaceAll(string(why), " ", "_") }
