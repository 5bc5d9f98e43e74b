package verify

import (
	"fmt"
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// DefaultOptimumJobs is up to how many jobs a step is solved by enumeration
// unless asked otherwise: 6! = 720 orders take less than a millisecond.
const DefaultOptimumJobs = 6

// maxOptimumJobs keeps the enumeration within seconds: 9! = 362880 orders.
const maxOptimumJobs = 9

// Options change what is checked. The zero value is fit for use.
type Options struct {
	// OptimumJobs is up to how many jobs a step is solved by enumeration: 0
	// means DefaultOptimumJobs, -1 none, 9 is the most.
	OptimumJobs int
	// Methods are the names of methods that results may have; nil: any.
	Methods []string
}

func (o Options) validate() error {
	if o.OptimumJobs < -1 || o.OptimumJobs > maxOptimumJobs {
		return fmt.Errorf("verify: OptimumJobs: found %d, expected -1 to %d", o.OptimumJobs, maxOptimumJobs)
	}
	return nil
}

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

// Checker checks results one by one. It holds all steps, and what it has found
// out about those that a result belongs to. It is not safe for concurrent use.
type Checker struct {
	options  Options
	steps    map[key]*facts
	order    []*facts // as they were read
	methods  []string // of the results, as they were first met
	answered int
	report   Report
}

// New returns a Checker for results of these steps. Errors are as for Results.
func New(steps iter.Seq2[optgap.Step, error], o Options) (*Checker, error) {
	return newChecker(number(steps, "steps"), o)
}

func newChecker(steps iter.Seq2[numbered[optgap.Step], error], o Options) (*Checker, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.OptimumJobs == 0 {
		o.OptimumJobs = DefaultOptimumJobs
	}
	c := &Checker{options: o, steps: make(map[key]*facts)}
	for s, err := range steps {
		if err != nil {
			return nil, err
		}
		if err := c.step(s); err != nil {
			return nil, &record.LineError{File: s.file, Line: s.line, Err: err}
		}
	}
	return c, nil
}

// step adds one step, which has to be sane and new.
func (c *Checker) step(s numbered[optgap.Step]) error {
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

// Check returns the faults of a result, and an error where its step is unknown.
// line is what the faults are to carry. The time is quadratic in the number of jobs: about
// 10 ms for 1000.
func (c *Checker) Check(line int, r *record.Result) ([]Fault, error) {
	k := key{r.Trace, r.Index}
	f, ok := c.steps[k]
	if !ok {
		return nil, fmt.Errorf("index: found %v, expected one of the %d steps", k, len(c.steps))
	}
	if !f.known {
		c.answered++
		f.learn(c.options)
	}
	j := &judge{line: line, Result: r, facts: f, options: c.options}
	c.once(j)
	j.all()
	if len(j.faults) == 0 {
		f.remember(line, j.objective, r.Bound)
	}
	if claimed := rank(j.rests) < rank(record.ProofRecomputed); claimed && r.Bound > 0 && len(j.faults) == 0 && j.objective != nil {
		c.report.Claims = append(c.report.Claims, Claim{line, &f.step, r.Method, j.rests, r.Seed, r.Bound, r.Objective})
	}
	if len(r.Bounds) > 0 {
		c.report.Largest.add(j.rests)
	}
	c.report.Bounds.merge(j.tally)
	c.report.Prices += j.prices
	c.report.Results++
	c.report.Checks += j.checks
	c.report.Faults = append(c.report.Faults, j.faults...)
	return j.faults, nil
}

// once holds a result to be the first of its step, method and time scale.
func (c *Checker) once(j *judge) {
	a := answer{j.Method, j.TimeScale}
	first, repeated := j.facts.answers[a]
	j.hold(!repeated, "method", j.Method+" for this step and time scale a second time", "it once: it is on line %d already", first)
	if !repeated {
		j.facts.answers[a] = j.line
	}
	if !slices.Contains(c.methods, j.Method) {
		c.methods = append(c.methods, j.Method)
	}
}

// missing returns a fault for every step and method without a result, in the order
// of the steps. The methods are those of all results.
func (c *Checker) missing() []Fault {
	var faults []Fault
	for _, f := range c.order {
		for _, method := range c.methods {
			if !f.answeredBy(method) {
				faults = append(faults, Fault{Trace: f.step.Trace, Index: f.step.Index, Method: method,
					Field: "result", Found: "none", Expected: "one, as other steps have one by this method"})
			}
		}
	}
	return faults
}

// Report returns what has been checked so far.
func (c *Checker) Report() Report {
	r := c.report
	r.Steps, r.Unanswered, r.Missing = len(c.steps), len(c.steps)-c.answered, c.missing()
	return r
}
