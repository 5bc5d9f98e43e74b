package verify

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// planned is what re-planned policies are worth.
type planned struct{ objective, makespan int64 }

// facts is what is known of a step.
type facts struct {
	line    int // of the steps file
	step    optgap.Step
	answers map[answer]int // line of the results file, of the first of each
	failed  []string       // methods with a result that has neither a schedule nor a grid

	known       bool // the rest has been computed
	width, area *big.Int
	runTime     int64
	plans       map[string]planned
	optimum     *int64             // nil: not enumerated
	optima      map[slotted]*int64 // by the slots
	policies    map[int64]planned  // on the grid of a scale, the least objective and the latest end in slots

	groups []group  // nil: not known yet
	fluid  *big.Int // bound; nil: not known yet

	atSecond rivals // what results without a fault say
	onGrid   map[slotted]*rivals
}

// rivalsOn returns what results say of the step in slots.
func (f *facts) rivalsOn(in slotted) *rivals {
	if f.onGrid[in] == nil {
		f.onGrid[in] = &rivals{}
	}
	return f.onGrid[in]
}

// answer is what tells the results of a step apart.
type answer struct {
	method    string
	timeScale int64
}

// kind returns the kind of results that the answer is one of.
func (a answer) kind() kind { return kind{method: a.method, onGrid: a.timeScale > 0} }

// kind is a method, on grids or not. Eq. 6 gives each step a grid of its own.
type kind struct {
	method string
	onGrid bool
	any    bool // a run that failed need not tell of its grid
}

// answered tells whether there is a result of a kind.
func (f *facts) answered(k kind) bool {
	if slices.Contains(f.failed, k.method) {
		return true
	}
	for a := range f.answers {
		if a.kind() == k {
			return true
		}
	}
	return false
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
	f.optima = make(map[slotted]*int64)
	f.onGrid = make(map[slotted]*rivals)
	f.policies = make(map[int64]planned)
	f.optimum = f.optimumIn(slotted{scale: 1}, o)
}

// policiesOn returns what the policies' plans on the grid of a scale are worth.
func (f *facts) policiesOn(scale int64) planned {
	p, known := f.policies[scale]
	if !known {
		p.objective, p.makespan = policiesOnGrid(&f.step, scale)
		f.policies[scale] = p
	}
	return p
}

// optimumIn returns the optimum in slots, nil where the step is too large.
func (f *facts) optimumIn(in slotted, o Options) *int64 {
	if n := len(f.step.Jobs); n == 0 || n > o.OptimumJobs {
		return nil
	}
	best, known := f.optima[in]
	if !known {
		if v, ok := optimum(&f.step, in); ok {
			best = &v
		}
		f.optima[in] = best
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
