package sweep

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/reservation"
)

// RunFormat names the version of a run's JSON form.
const RunFormat = "optgap-run/1"

// MarshalJSON writes one object with the setting, the performance metrics under their keys, the
// classes, the answers to requests for reservations, the sites of a grid, and the counts of a
// planning scheduler's policies.
func (r Run) MarshalJSON() ([]byte, error) {
	basic := r.Bounds()
	return json.Marshal(slices.Concat(
		record.Object{{Key: "format", Value: RunFormat}},
		optional("trace", r.Trace),
		record.Object{{Key: "machine", Value: r.Machine}},
		optional("name", r.Name),
		record.Object{{Key: "scheduler", Value: r.Scheduler}, {Key: "factor", Value: r.ShrinkingFactor()}},
		optional("estimates", r.Estimates),
		optional("lower", basic.Lower), // seconds
		optional("upper", basic.Upper),
		r.Metrics.Object(),
		optional("against", r.Against),
		optional("difference", r.Difference),
		optional("overfull", r.Overfull),
		optional("best_possible", r.Possible),
		optional("reservations", answersOf(r.Reservations)),
		optional("sites", r.Sites),
		optional("policies", r.Stats),
	))
}

// optional is a member that is left out where the value is zero.
func optional(key string, value any) record.Object {
	if reflect.ValueOf(value).IsZero() {
		return nil
	}
	return record.Object{{Key: key, Value: value}}
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
