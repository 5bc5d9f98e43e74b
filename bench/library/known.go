package library

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
)

// KnownFormat names the version of the JSON form of a Known.
const KnownFormat = "optgap-best/1"

// Known is what is known of a step under an objective, one per line. The index is that of the step
// in the library.
type Known struct {
	Format    string          `json:"format"`
	Index     int             `json:"index"`
	Objective int64           `json:"objective"` // of the best known schedule
	Starts    optgap.Schedule `json:"starts"`    // [s] its starts, in the order of the step's jobs
	// Bounds are lower bounds, ascending. The last is the largest. One before it is there where it is
	// the largest that needs no search and no solver.
	Bounds []Bound `json:"bounds"`
	// objectives of the usual schedulers that respect the history
	Policies map[string]int64 `json:"policies"`
	// where schedule and largest bound come from, as far as known
	ScheduleFrom Source `json:"schedule_from,omitzero"`
	BoundFrom    Source `json:"bound_from,omitzero"`
	Claim        *Claim `json:"claim,omitempty"`
}

// Claim is a bound at the word of its giver.
type Claim struct {
	// a larger bound that somebody states and nothing proves here. It counts for nothing
	Name  optgap.BoundName `json:"name"`
	Value int64            `json:"bound"`
	From  Source           `json:"from,omitzero"`
}

// Bound is a lower bound with its proof.
type Bound struct {
	// lower bounds, ascending; proofs as in results. One without a search stands before the last where that needs
	// one
	Name  optgap.BoundName `json:"name"`
	Value int64            `json:"bound"`
	Proof record.Proof     `json:"proof"`
	// proves the bound; in a set of archives sizes are 0, and groups stand in the order of their first jobs
	Certificate *optgap.Certificate `json:"certificate,omitempty"`
}

// alone reports whether the bound can be checked without a search and a solver.
func (b Bound) alone() bool {
	return b.Proof == record.ProofRecomputed || b.Proof == record.ProofCertificate
}

// Source says who has found a value, and how hard it was. A value that is not known is zero.
type Source struct {
	By      string  `json:"by,omitempty"`      // who, or which program
	Method  string  `json:"method,omitempty"`  // such as `exact`
	Machine string  `json:"machine,omitempty"` // on which it was found
	Date    string  `json:"date,omitempty"`    // on which it was added, such as 2026-11-28; absent: before dates were kept
	Seconds float64 `json:"solve_seconds,omitempty"`
	Nodes   *int64  `json:"nodes,omitempty"` // of all searches
}

// Bound returns the largest bound; the zero value: there is none.
func (k *Known) Bound() Bound {
	if len(k.Bounds) == 0 {
		return Bound{}
	}
	return k.Bounds[len(k.Bounds)-1]
}

// Proven reports whether the schedule is proven optimal.
func (k *Known) Proven() bool { return k.Bound().Value == k.Objective }

// Gap is (objective - bound) / objective.
func (k *Known) Gap() float64 {
	return float64(k.Objective-k.Bound().Value) / float64(k.Objective)
}

// Loss is 1 - quality: the share of the objective of the best usual scheduler that the best schedule
// saves. It is 0 where no scheduler has a plan.
func (k *Known) Loss() float64 {
	least := int64(0)
	for _, objective := range k.Policies {
		if least == 0 || objective < least {
			least = objective
		}
	}
	if least == 0 {
		return 0
	}
	return 1 - float64(k.Objective)/float64(least)
}

// readKnown yields the lines of a file, each with its format and index checked.
var readKnown = record.Reader(func(k *Known) error {
	if err := field.CheckFormat(k.Format, KnownFormat); err != nil {
		return err
	}
	if k.Index < 0 {
		return optgap.BadField("index", k.Index, "at least 0")
	}
	return nil
})

// CheckFor refuses a Known with another number of starts than that of the step's jobs.
func (k *Known) CheckFor(jobs int) error {
	if len(k.Starts) != jobs {
		return optgap.BadField("starts", len(k.Starts), fmt.Sprintf("%d, one for each job", jobs))
	}
	return nil
}

// keep adds a bound where it is the largest, or the largest that needs no search.
func (k *Known) keep(b Bound) (better bool) {
	better = b.Value > k.Bound().Value
	all := append(slices.Clone(k.Bounds), b)
	slices.SortStableFunc(all, func(a, b Bound) int {
		switch {
		case a.Value != b.Value:
			return int(min(1, max(-1, a.Value-b.Value)))
		case a.alone() == b.alone():
			return 0
		case a.alone(): // of equal ones, the one that can be checked is the last
			return 1
		}
		return -1
	})
	last := len(all) - 1
	k.Bounds = all[last:]
	for i := last - 1; i >= 0 && !all[last].alone(); i-- {
		if all[i].alone() {
			k.Bounds = []Bound{all[i], all[last]}
			break
		}
	}
	return better
}
