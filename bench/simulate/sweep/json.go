package sweep

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/dynp"
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
		optional("overfull", r.Overfull),
		optional("reservations", answersOf(r.Reservations)),
		sitesMember(r.Sites),
		optional("policies", policiesOf(r.Stats)),
	))
}

// optional is a member that is left out where the value is zero.
func optional[T comparable](key string, value T) record.Object {
	var zero T
	if value == zero {
		return nil
	}
	return record.Object{{Key: key, Value: value}}
}

func sitesMember(sites []Site) record.Object {
	if len(sites) == 0 {
		return nil
	}
	return record.Object{{Key: "sites", Value: sites}}
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

// policies counts the decisions of a planning scheduler.
type policies struct {
	StartedWith map[string]int    `json:"started_with,omitempty"` // jobs, by policy
	Tries       int               `json:"tries"`                  // decisions
	SwitchesTo  map[string]int    `json:"switches_to,omitempty"`  // by policy
	Same        int               `json:"same"`                   // decisions that kept the policy
	Cases       map[dynp.Case]int `json:"cases,omitempty"`        // of Streit's Table 1
	Backlog     float64           `json:"backlog,omitempty"`      // mean number of jobs that wait at a decision
}

// policiesOf returns the counts in their JSON form; nil: there are none.
func policiesOf(s *dynp.Stats) *policies {
	if s == nil {
		return nil
	}
	p := &policies{StartedWith: s.StartedWith, Tries: s.Tries, SwitchesTo: s.SwitchesTo, Same: s.Same, Cases: s.Cases}
	if s.Tries > 0 {
		p.Backlog = s.Backlog()
	}
	return p
}
