package verify

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableOptions change what is checked of moldable results.
type MoldableOptions struct {
	Algorithms []string // names that results may have; nil: any
}

// MoldableFiles checks a file of moldable results against the file of their instances.
// Errors are as for Files. Names tell instances apart.
func MoldableFiles(results, instances Input, o MoldableOptions) (Report, error) {
	return runMoldable(lines(results, record.ReadMoldableResults), lines(instances, record.ReadMoldable), o)
}

// MoldableResults is MoldableFiles for instances, or results and instances, that are in
// no file; see Results.
func MoldableResults(results iter.Seq2[record.MoldableResult, error], instances iter.Seq2[*moldable.Instance, error], o MoldableOptions) (Report, error) {
	return runMoldable(number(results, "results"), number(instances, "instances"), o)
}

func runMoldable(results iter.Seq2[numbered[record.MoldableResult], error], instances iter.Seq2[numbered[*moldable.Instance], error], o MoldableOptions) (Report, error) {
	c := &moldableChecker{options: o, known: make(map[string]*moldableFacts)}
	for in, err := range instances {
		if err == nil {
			err = c.instance(in)
		}
		if err != nil {
			return c.end(), err
		}
	}
	for r, err := range results {
		if err == nil {
			err = c.check(r)
		}
		if err != nil {
			return c.end(), err
		}
	}
	return c.end(), nil
}

// moldableChecker checks moldable results one by one.
type moldableChecker struct {
	options    MoldableOptions
	known      map[string]*moldableFacts
	order      []*moldableFacts
	algorithms []string // of the results, as they were first met
	report     Report
}

// instance adds one instance, whose name has to be new.
func (c *moldableChecker) instance(in numbered[*moldable.Instance]) error {
	name := in.value.Name
	if first, ok := c.known[name]; ok {
		return &record.LineError{File: in.file, Line: in.line, Err: fmt.Errorf("name: found %q a second time, expected it once: it is on line %d already", name, first.line)}
	}
	f := &moldableFacts{line: in.line, index: len(c.order), in: in.value, answers: make(map[string]int), proven: make(map[moldable.BoundName]evaluated), refuted: make(map[int64]bool)}
	c.known[name] = f
	c.order = append(c.order, f)
	return nil
}

// check checks one result.
func (c *moldableChecker) check(r numbered[record.MoldableResult]) error {
	f, ok := c.known[r.value.Name]
	if !ok {
		return &record.LineError{File: r.file, Line: r.line, Err: fmt.Errorf("name: found %q, expected that of one of the %d instances", r.value.Name, len(c.order))}
	}
	j := &moldableJudge{MoldableResult: &r.value, facts: f, line: r.line, options: c.options}
	j.all()
	if !slices.Contains(c.algorithms, r.value.Algorithm) {
		c.algorithms = append(c.algorithms, r.value.Algorithm)
	}
	c.report.Results++
	c.report.Checks += j.checks
	c.report.Bounds.merge(j.tally)
	if len(r.value.MinsumBounds) > 0 {
		c.report.Largest.add(j.rests)
	}
	c.report.Prices += j.prices
	c.report.Faults = append(c.report.Faults, j.faults...)
	return nil
}

// end returns what has been checked.
func (c *moldableChecker) end() Report {
	r := c.report
	r.Steps = len(c.order)
	for _, f := range c.order {
		if len(f.answers) == 0 {
			r.Unanswered++
		}
		for _, name := range c.algorithms {
			if f.answers[name] == 0 {
				r.Missing = append(r.Missing, Fault{Trace: f.in.Name, Index: f.index, Method: name, moldable: true,
					Field: "result", Found: "none", Expected: "one, as other instances have one by this algorithm"})
			}
		}
	}
	return r
}

// moldableFacts is what is known of an instance.
type moldableFacts struct {
	line, index int
	in          *moldable.Instance
	answers     map[string]int // line of the result of each algorithm
	proven      map[moldable.BoundName]evaluated
	refuted     map[int64]bool // lengths of which it is known whether a schedule may have them

	enumerated bool
	optimum    *moldableOptimum // nil: not enumerated

	minsum, makespan           claim // the least of results without a fault
	minsumBound, makespanBound claim // the largest of those
}

// improve keeps the claim of a result. better tells whether a value is better than another.
func (c *claim) improve(line int, value int64, better func(a, b int64) bool) {
	if c.line == 0 || better(value, c.value) {
		*c = claim{line, value}
	}
}

// moldableJudge checks one result.
type moldableJudge struct {
	*record.MoldableResult
	facts   *moldableFacts
	options MoldableOptions
	line    int
	faults  []Fault
	checks  int
	tally   Tally
	prices  int
	rests   record.Proof // of the largest bound on the minsum
	planned bool         // there is a schedule
}

func (j *moldableJudge) all() {
	j.identity()
	j.outcome()
	j.schedule()
	j.bounds()
	j.others()
	if len(j.faults) == 0 {
		j.remember()
	}
}

// hold counts a check and, where it does not hold, notes a fault.
func (j *moldableJudge) hold(ok bool, field string, found any, expected string, args ...any) bool {
	j.checks++
	if !ok {
		j.faults = append(j.faults, Fault{
			Line: j.line, Trace: j.Name, Index: j.facts.index, Method: j.Algorithm, moldable: true,
			Field: field, Found: cmp.Or(fmt.Sprint(found), "none"), Expected: fmt.Sprintf(expected, args...),
		})
	}
	return ok
}

// identity checks the algorithm, of which an instance has one result at most.
func (j *moldableJudge) identity() {
	known := j.options.Algorithms
	j.hold(j.Algorithm != "" && (known == nil || slices.Contains(known, j.Algorithm)), "algorithm", j.Algorithm, "the name of an algorithm")
	first, repeated := j.facts.answers[j.Algorithm]
	if j.hold(!repeated, "algorithm", j.Algorithm+" for this instance a second time", "it once: it is on line %d already", first) {
		j.facts.answers[j.Algorithm] = j.line
	}
	j.hold(j.SolveSeconds >= 0, "solve_seconds", j.SolveSeconds, "at least 0")
	j.hold(j.BoundsSeconds >= 0, "bounds_seconds", j.BoundsSeconds, "at least 0")
	if j.PrintedMinsum != nil {
		j.hold(*j.PrintedMinsum >= 0, "printed_minsum", *j.PrintedMinsum, "at least 0")
	}
}

// others holds the result against the others of its instance.
func (j *moldableJudge) others() {
	f := j.facts
	if j.planned {
		j.hold(f.minsumBound.line == 0 || j.Minsum >= f.minsumBound.value, "minsum", j.Minsum, "at least %d, the bound on line %d", f.minsumBound.value, f.minsumBound.line)
		j.hold(f.makespanBound.line == 0 || j.Makespan >= f.makespanBound.value, "makespan", j.Makespan, "at least %d, the bound on line %d", f.makespanBound.value, f.makespanBound.line)
	}
	j.within("minsum_bounds", j.MinsumBounds, f.minsum)
	j.within("makespan_bounds", j.MakespanBounds, f.makespan)
}

// within holds bounds against the least value of the results before.
func (j *moldableJudge) within(field string, bounds map[moldable.BoundName]int64, least claim) {
	for _, name := range sortedNames(bounds) {
		j.hold(least.line == 0 || bounds[name] <= least.value, field+"."+string(name), bounds[name], "at most %d, the value on line %d", least.value, least.line)
	}
}

// remember keeps what a result without a fault says of the instance.
func (j *moldableJudge) remember() {
	f := j.facts
	less := func(a, b int64) bool { return a < b }
	more := func(a, b int64) bool { return a > b }
	if j.planned {
		f.minsum.improve(j.line, j.Minsum, less)
		f.makespan.improve(j.line, j.Makespan, less)
	}
	for _, b := range j.MinsumBounds {
		f.minsumBound.improve(j.line, b, more)
	}
	for _, b := range j.MakespanBounds {
		f.makespanBound.improve(j.line, b, more)
	}
}

// sortedNames returns the names of bounds in order.
func sortedNames[V any](bounds map[moldable.BoundName]V) []moldable.BoundName {
	var names []moldable.BoundName
	for name := range bounds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
