package verify

import (
	"math/big"

	"github.com/optgap/optgap"
)

// planned is what a re-planned policy is worth.
type planned struct{ objective, makespan int64 }

// facts is what is known of a step.
type facts struct {
	line    int // of the steps file
	step    optgap.Step
	answers map[answer]int // line of the results file, of the first of each

	known       bool // the rest has been computed
	width, area *big.Int
	runTime     int64
	plans       map[string]planned
	optimum     *int64           // nil: not enumerated
	grid        map[int64]*int64 // optimum by seconds per slot

	groups []group  // nil: not known yet
	fluid  *big.Int // bound; nil: not known yet

	schedule, bound claim // the least objective and the largest bound of results without a fault
}

// answer is what tells the results of a step apart.
type answer struct {
	method    string
	timeScale int64
}

// answeredBy tells whether a method has a result.
func (f *facts) answeredBy(method string) bool {
	for a := range f.answers {
		if a.method == method {
			return true
		}
	}
	return false
}

// claim is a number that a line of the results stands for; its line is 0 where
// there is none.
type claim struct {
	line  int
	value int64
}

// remember keeps what a result without a fault says of the step.
func (f *facts) remember(line int, objective *big.Int, bound int64) {
	if objective != nil && objective.IsInt64() && (f.schedule.line == 0 || objective.Int64() < f.schedule.value) {
		f.schedule = claim{line, objective.Int64()}
	}
	if bound > f.bound.value {
		f.bound = claim{line, bound}
	}
}

func (f *facts) learn(o Options) {
	f.known = true
	f.width, f.area = new(big.Int), new(big.Int)
	for _, j := range f.step.Jobs {
		f.width.Add(f.width, integer(j.Width))
		f.area.Add(f.area, product(j.Width, j.Estimate))
		f.runTime += j.Estimate
	}
	f.plans = make(map[string]planned, len(policies))
	for _, p := range policies {
		starts := plan(&f.step, p.compare)
		end := int64(0)
		for i, j := range f.step.Jobs {
			end = max(end, starts[i]+j.Estimate)
		}
		f.plans[p.name] = planned{value(&f.step, starts).Int64(), end}
	}
	f.grid = make(map[int64]*int64)
	f.optimum = f.optimumAt(1, o)
}

// optimumAt returns the optimum on a grid, nil where the step is too large.
func (f *facts) optimumAt(scale int64, o Options) *int64 {
	if n := len(f.step.Jobs); n == 0 || n > o.OptimumJobs {
		return nil
	}
	best, known := f.grid[scale]
	if !known {
		if v, ok := optimum(&f.step, scale); ok {
			best = &v
		}
		f.grid[scale] = best
	}
	return best
}

// least returns a number that no objective is below: that of starts at 0.
func (f *facts) least() *big.Int {
	return value(&f.step, make([]int64, len(f.step.Jobs)))
}

// longest returns the largest estimate.
func (f *facts) longest() int64 {
	d := int64(0)
	for _, j := range f.step.Jobs {
		d = max(d, j.Estimate)
	}
	return d
}

// grouped returns the groups of the step's jobs.
func (f *facts) grouped() []group {
	if f.groups == nil {
		f.groups = groupsOf(&f.step)
	}
	return f.groups
}

// fluidBound returns the fluid bound of the step.
func (f *facts) fluidBound() *big.Int {
	if f.fluid == nil {
		f.fluid = fluid(&f.step, f.grouped())
	}
	return f.fluid
}
