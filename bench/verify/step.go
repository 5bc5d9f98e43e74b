package verify

import (
	"fmt"
	"math/big"

	"github.com/optgap/optgap"
)

// sane returns an error that names the first field of a step that is out of its range. A
// sane step has a schedule. No sum over a schedule that starts each job as early as
// possible exceeds int64.
func sane(s *optgap.Step) error {
	bad := func(field string, found any, expected string, args ...any) error {
		return fmt.Errorf("%s: found %v, expected %s", field, found, fmt.Sprintf(expected, args...))
	}
	if s.Machine < 1 {
		return bad("machine", s.Machine, "at least 1")
	}
	if len(s.History) == 0 || s.History[0].Time != 0 {
		return bad("history", s.History, "a first change at time 0")
	}
	for i, c := range s.History {
		if i > 0 && c.Time <= s.History[i-1].Time {
			return bad(fmt.Sprintf("history[%d].time", i), c.Time, "more than %d", s.History[i-1].Time)
		}
		if c.Free < 0 || c.Free > s.Machine {
			return bad(fmt.Sprintf("history[%d].free", i), c.Free, "0 to %d, the machine", s.Machine)
		}
	}
	free := s.History[len(s.History)-1].Free
	ids := make(map[int64]bool, len(s.Jobs))
	for i, j := range s.Jobs {
		name := fmt.Sprintf("jobs[%d]", i)
		switch {
		case ids[j.ID]:
			return bad(name+".id", j.ID, "an id that occurs once")
		case j.Width < 1 || j.Width > free:
			return bad(name+".width", j.Width, "1 to %d, the processors free in the end", free)
		case j.Estimate < 1:
			return bad(name+".estimate", j.Estimate, "at least 1")
		case j.Submit > 0:
			return bad(name+".submit", j.Submit, "at most 0")
		case j.Weight < 0:
			return bad(name+".weight", j.Weight, "at least 1")
		}
		ids[j.ID] = true
	}
	if w := worst(s, 1); !w.IsInt64() {
		return bad("jobs", "objectives up to "+w.String(), "none above the range of int64")
	}
	return weighed(s)
}

// worst returns an upper bound on the objective, and on the sum of width times response time, of a
// schedule that starts every job as early as possible in slots of scale seconds. Such a schedule has ended by the last
// change of the history plus the sum of the estimates, all of them rounded up to slots.
func worst(s *optgap.Step, scale int64) *big.Int {
	end := integer(s.History[len(s.History)-1].Time)
	for _, j := range s.Jobs {
		end.Add(end, integer(j.Estimate))
	}
	end.Add(end, product(int64(len(s.Jobs)+1), scale-1))
	sum := new(big.Int)
	for _, j := range s.Jobs {
		response := new(big.Int).Sub(end, integer(j.Submit))
		sum.Add(sum, response.Mul(response, integer(max(j.Width, weight(j)))))
	}
	return sum
}

// integer returns a new big integer.
func integer(v int64) *big.Int { return big.NewInt(v) }

// product returns a times b.
func product(a, b int64) *big.Int { return new(big.Int).Mul(integer(a), integer(b)) }

// weight returns the weight of a job in the objective.
func weight(j optgap.Job) int64 {
	if j.Weight == 0 {
		return j.Width
	}
	return j.Weight
}

// value returns the objective of the starts of all jobs of a step: the sum of weight times
// (start - submit + estimate).
func value(s *optgap.Step, starts []int64) *big.Int { return weightedSum(s, starts, weight) }

// weightedSum returns the sum of (start - submit + estimate), each times the weight that a function gives
// the job.
func weightedSum(s *optgap.Step, starts []int64, weight func(optgap.Job) int64) *big.Int {
	sum := new(big.Int)
	for i, j := range s.Jobs {
		response := integer(starts[i])
		response.Sub(response, integer(j.Submit))
		response.Add(response, integer(j.Estimate))
		sum.Add(sum, response.Mul(response, integer(weight(j))))
	}
	return sum
}
