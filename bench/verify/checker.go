package verify

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// DefaultOptimumJobs is the OptimumJobs of the zero [Options]: 6! = 720 orders of jobs
// take less than a millisecond.
const DefaultOptimumJobs = 6

// MaxOptimumJobs is the largest OptimumJobs. It keeps the enumeration within seconds:
// 9! = 362880 orders of jobs.
const MaxOptimumJobs = 9

// Options choose the checks of results. The zero value is fit for use.
type Options struct {
	// OptimumJobs is the largest number of jobs of a step that is solved by
	// enumeration. 0 means DefaultOptimumJobs, -1 means none, 9 is the most.
	OptimumJobs int
	// Methods are the names of methods that results may have; nil: any.
	Methods []string
	// Expected are the methods of which each step has to have a result, beside those of which any
	// step has one.
	Expected []string
	// Arguments are those of the run whose results are checked, by name; nil: they are not known.
	Arguments map[string]string
}

func (o Options) validate() error {
	if o.OptimumJobs < -1 || o.OptimumJobs > MaxOptimumJobs {
		return fmt.Errorf("verify: OptimumJobs: found %d, expected -1 to %d", o.OptimumJobs, MaxOptimumJobs)
	}
	return nil
}

// key tells steps apart.
type key struct {
	trace string
	index int
}

func (k key) String() string {
	if k.trace == "" {
		return fmt.Sprintf("step %d", k.index)
	}
	return fmt.Sprintf("step %d of trace %s", k.index, k.trace)
}

// checker checks results one by one. It holds all steps.
type checker struct {
	options  Options
	steps    map[key]*facts
	order    []*facts // as they were read
	kinds    []kind   // of the results, as they were first met
	answered int      // number of steps to which a result belongs
	report   Report
}

// newChecker returns a checker without steps.
func newChecker(o Options) (*checker, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.OptimumJobs == 0 {
		o.OptimumJobs = DefaultOptimumJobs
	}
	return &checker{options: o, steps: make(map[key]*facts)}, nil
}

// problem adds a step, which has to be sane and new.
func (c *checker) problem(s numbered[optgap.Step]) error {
	k := key{s.value.Trace, s.value.Index}
	if first, ok := c.steps[k]; ok {
		return fmt.Errorf("index: found %v a second time, expected it once: it is on line %d already", k, first.line)
	}
	if err := sane(&s.value); err != nil {
		return err
	}
	c.steps[k] = &facts{line: s.line, step: s.value, answers: make(map[answer]int)}
	c.order = append(c.order, c.steps[k])
	return nil
}

// result checks a result. An error says that its step is unknown. The time is quadratic in the number of
// jobs: about 10 ms for 1000 jobs.
func (c *checker) result(line numbered[record.Result]) error {
	r := &line.value
	k := key{r.Trace, r.Index}
	f, ok := c.steps[k]
	if !ok {
		return fmt.Errorf("index: found %v, expected one of the %d steps", k, len(c.steps))
	}
	if !f.known {
		c.answered++
		f.learn(c.options)
	}
	about := Fault{Line: line.line, Trace: r.Trace, Index: r.Index, Method: r.Method}
	j := &judge{Result: r, ledger: c.report.ledger(about), facts: f, options: c.options, plans: map[string]*schedule{}}
	c.enter(j)
	j.all()
	if j.sound() {
		c.report.Claims = append(c.report.Claims, j.claims()...)
	}
	if r.GridBound > 0 {
		c.report.Grids.add(j.gridRests())
		if j.weakGrid {
			c.report.Grids.Weaker++
		}
	}
	if len(r.Bounds) > 0 {
		j.largest()
	}
	return nil
}

// enter notes the kind of a result, and checks that the result is the first of its step,
// method and time scale.
func (c *checker) enter(j *judge) {
	a := answer{j.Method, j.TimeScale}
	once(&j.ledger, j.facts.answers, a, "method", j.Method+" for this step and time scale a second time", "it")
	k := a.kind()
	if k.any = j.TimeScale == 0 && j.Status != optgap.StatusOptimal && j.Status != optgap.StatusFeasible; k.any {
		j.facts.failed = append(j.facts.failed, j.Method)
	}
	if !slices.Contains(c.kinds, k) {
		c.kinds = append(c.kinds, k)
	}
}

// claims returns the bounds of the result that rest on a search or a solver alone. One is
// the largest at one second, the other that of the grid. A grid of one second with the
// safe horizon is the problem at one second, and has no claim of its own.
func (j *judge) claims() (claims []Claim) {
	claim := Claim{Line: j.about.Line, Step: &j.facts.step, Method: j.Method, Seed: j.Seed}
	trusted := func(p record.Proof) bool { return rank(p) < rank(record.ProofRecomputed) }
	if j.Bound > 0 && trusted(j.rests) && j.objective != nil {
		claim.Proof, claim.Bound, claim.Objective = j.rests, j.Bound, j.Objective
		claims = append(claims, claim)
	}
	in, ok := j.slots()
	second := in == (slotted{scale: 1})
	if ok && !second && j.GridBound > 0 && trusted(j.gridRests()) && j.GridObjective > 0 {
		claim.TimeScale, claim.Horizon = j.TimeScale, j.Horizon
		claim.Proof, claim.Bound, claim.Objective = j.gridRests(), j.GridBound, j.GridObjective
		claims = append(claims, claim)
	}
	return claims
}

// certain tells whether any result of the method says whether the method was on a grid.
func (c *checker) certain(method string) bool {
	return slices.Contains(c.kinds, kind{method: method}) || slices.Contains(c.kinds, kind{method: method, onGrid: true})
}

// missing returns a fault for every step and kind of results where the step has no result
// of the kind. The faults are in the order of the steps. The kinds are those of all
// results.
func (c *checker) missing() []Fault {
	var faults []Fault
	kinds := slices.Clone(c.kinds)
	for _, name := range c.options.Expected {
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.method == name }) {
			kinds = append(kinds, kind{method: name})
		}
	}
	for _, f := range c.order {
		for _, k := range kinds {
			if k.any && c.certain(k.method) || f.answered(k) {
				continue
			}
			by := "by this method"
			if slices.Contains(c.kinds, kind{method: k.method, onGrid: !k.onGrid}) {
				by += map[bool]string{false: " at one second", true: " on a grid"}[k.onGrid]
			}
			about := Fault{Trace: f.step.Trace, Index: f.step.Index, Method: k.method}
			faults = append(faults, about.missing("result", "one, as other steps have one "+by))
		}
	}
	return faults
}

// Report returns the report of all checks so far.
func (c *checker) Report() Report {
	r := c.report
	r.Steps, r.Unanswered, r.Missing = len(c.steps), len(c.steps)-c.answered, c.missing()
	return r
}
