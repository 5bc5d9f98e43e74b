package verify

import (
	"math"
	"math/big"

	"github.com/optgap/optgap/bench/record"
)

// judge checks one result.
type judge struct {
	*record.Result
	ledger
	facts   *facts
	options Options

	enumerated bool // enumeration confirms the bound of the grid
	weakGrid   bool // the bound of the grid is below that of each job by itself

	class     class   // whose schedule the result has
	starts    []int64 // in the order of the step; nil: there is no whole schedule
	objective *int64  // of the starts, or else as it is stored; nil: there is no schedule

	unplanned bool                 // the result failed before the policies planned
	plans     map[string]*schedule // of the policies, made again or as they are stored
	names     []string             // policies that have schedules: the listed ones in order, then the others by name
	best      string               // the best policy
	bestValue int64                // the objective of the best policy
}

// all makes all checks. Later ones need what earlier ones find.
func (j *judge) all() {
	j.identity()
	j.proof()
	j.outcome()
	j.policies()
	j.schedule()
	j.bounds()
	j.proofs()
	j.grid()
	j.derivations()
	j.others()
}

// seconds returns a measured time exactly; nil: it is absent or not one.
func seconds(v float64) *big.Rat {
	if !(v > 0) || math.IsInf(v, 1) {
		return nil
	}
	return new(big.Rat).SetFloat64(v)
}
