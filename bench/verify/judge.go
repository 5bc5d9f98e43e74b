package verify

import (
	"math"
	"math/big"

	"github.com/optgap/optgap/bench/record"
)

// ULPs is the largest difference of a stored float from the exact value, in units in the
// last place. A quotient of stored averages is rounded a few times, each time by at most
// one unit.
const ULPs = 8

// epsilon is one unit in the last place of 1.
const epsilon = 0x1p-52

// judge checks one result.
type judge struct {
	*record.Result
	ledger
	facts   *facts
	options Options

	enumerated bool // enumeration confirms the bound of the grid
	weakGrid   bool // the bound of the grid is below that of each job by itself

	class     class    // whose schedule the result has
	objective *big.Int // of the schedule; nil: there is no schedule
	best      string   // the best policy
	bestValue int64    // the objective of the best policy
}

// all makes all checks. Later ones need what earlier ones find.
func (j *judge) all() {
	j.identity()
	j.arguments()
	j.measured()
	j.outcome()
	j.policies()
	j.schedule()
	j.bounds()
	j.proofs()
	j.grid()
	j.others()
	j.comparison()
}

// equalBig compares a stored integer with an exact one of any size.
func (j *judge) equalBig(field string, found int64, expected *big.Int, why string) {
	j.hold(integer(found).Cmp(expected) == 0, field, found, "%d, %s", expected, why)
}

// ratio compares a stored float with an exact ratio. A nil found or expected means that
// there is none. Where the value is a difference, unit is the size of the two numbers, as
// their rounding errors stay when they cancel; 0: the value is no difference.
func (j *judge) ratio(field string, found *float64, expected *big.Rat, unit float64, why string) {
	switch {
	case expected == nil && found == nil:
		j.checks++
	case expected == nil:
		j.hold(false, field, *found, "none, as there is no %s", why)
	default:
		want, _ := expected.Float64()
		if found == nil {
			j.hold(false, field, "none", "%v, %s", want, why)
			return
		}
		tolerance := ULPs * epsilon * math.Max(math.Abs(want), unit)
		j.hold(math.Abs(*found-want) <= tolerance, field, *found, "%v, %s", want, why)
	}
}

// optional returns a pointer to a float that is absent where it is 0; nil: absent.
func optional(v float64) *float64 {
	if v == 0 {
		return nil
	}
	return &v
}

// quotient returns a / b; nil: a or b is unknown, or b is 0.
func quotient(a, b *big.Int) *big.Rat {
	if a == nil || b == nil || b.Sign() == 0 {
		return nil
	}
	return new(big.Rat).SetFrac(a, b)
}

// seconds returns a measured time exactly; nil: it is absent or not one.
func seconds(v float64) *big.Rat {
	if !(v > 0) || math.IsInf(v, 1) {
		return nil
	}
	return new(big.Rat).SetFloat64(v)
}
