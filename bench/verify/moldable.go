package verify

import (
	"fmt"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableOptions choose the checks of moldable results. The zero value is fit for use.
type MoldableOptions struct {
	Algorithms []string // names of algorithms that results may have; nil: any
	// Expected are the algorithms of which each instance has to have a result, beside those of which
	// any instance has one.
	Expected []string
}

// MoldableFiles checks a file of moldable results against the file of their instances.
// Names tell instances apart. Errors are as for [Files].
func MoldableFiles(results, instances Input, o MoldableOptions) (Report, error) {
	return runMoldable(lines(results, record.ReadMoldableResults), lines(instances, record.ReadMoldable), o)
}

// MoldableResults is [MoldableFiles] for results and instances that are in no file, as
// [Results] is Files.
func MoldableResults(results iter.Seq2[record.MoldableResult, error],
	instances iter.Seq2[*moldable.Instance, error], o MoldableOptions) (Report, error) {
	return runMoldable(number(results, "results"), number(instances, "instances"), o)
}

func runMoldable(results sequence[record.MoldableResult], instances sequence[*moldable.Instance],
	o MoldableOptions) (Report, error) {
	return inspect(&moldableChecker{options: o, known: make(map[string]*moldableFacts)}, instances, results)
}

// moldableChecker checks moldable results one by one.
type moldableChecker struct {
	options    MoldableOptions
	known      map[string]*moldableFacts // by the names of the instances
	order      []*moldableFacts
	algorithms []string // of the results, in the order of the first result of each
	report     Report
}

// problem adds an instance, whose name has to be new.
func (c *moldableChecker) problem(in numbered[*moldable.Instance]) error {
	name := in.value.Name
	if first, ok := c.known[name]; ok {
		return fmt.Errorf("name: found %q a second time, expected it once: it is on line %d already", name, first.line)
	}
	f := &moldableFacts{line: in.line, index: len(c.order), in: in.value, answers: make(map[string]int),
		proven: make(map[moldable.BoundName]evaluated), refuted: make(map[int64]bool)}
	c.known[name] = f
	c.order = append(c.order, f)
	return nil
}

// result checks a result.
func (c *moldableChecker) result(r numbered[record.MoldableResult]) error {
	f, ok := c.known[r.value.Name]
	if !ok {
		return fmt.Errorf("name: found %q, expected that of one of the %d instances", r.value.Name, len(c.order))
	}
	about := f.about(r.line, r.value.Algorithm)
	j := &moldableJudge{MoldableResult: &r.value, ledger: c.report.ledger(about), facts: f, options: c.options}
	j.all()
	if !slices.Contains(c.algorithms, r.value.Algorithm) {
		c.algorithms = append(c.algorithms, r.value.Algorithm)
	}
	if len(j.MinsumBounds) > 0 {
		j.largest()
	}
	return nil
}

// Report returns the report of all checks so far.
func (c *moldableChecker) Report() Report {
	r := c.report
	r.Steps = len(c.order)
	algorithms := slices.Clone(c.algorithms)
	for _, name := range c.options.Expected {
		if !slices.Contains(algorithms, name) {
			algorithms = append(algorithms, name)
		}
	}
	for _, f := range c.order {
		if len(f.answers) == 0 {
			r.Unanswered++
		}
		for _, name := range algorithms {
			if f.answers[name] == 0 {
				const expected = "one, as other instances have one by this algorithm"
				r.Missing = append(r.Missing, f.about(0, name).missing("result", expected))
			}
		}
	}
	return r
}

// moldableFacts holds an instance, and the numbers that follow from the instance and from
// its results.
type moldableFacts struct {
	line, index int // place in the file of instances
	in          *moldable.Instance
	answers     map[string]int // line of the result of each algorithm
	proven      map[moldable.BoundName]evaluated
	refuted     map[int64]bool // by makespan, in ticks: no schedule has it, nor a shorter one

	enumerated bool             // optimum is set
	optimum    *moldableOptimum // nil: too many schedules

	minsum, makespan rivals
}

// about returns a fault without values. line is 0 for a result that is missing.
func (f *moldableFacts) about(line int, algorithm string) Fault {
	return Fault{Line: line, Trace: f.in.Name, Index: f.index, Method: algorithm, moldable: true}
}

// moldableJudge checks one result.
type moldableJudge struct {
	*record.MoldableResult
	ledger
	facts   *moldableFacts
	options MoldableOptions
	planned bool // there is a schedule
}

func (j *moldableJudge) all() {
	j.identity()
	j.outcome()
	j.schedule()
	j.bounds()
	minsum := contest{&j.facts.minsum, "minsum", "minsum_bounds", nil, largestOf(j.MinsumBounds)}
	makespan := contest{&j.facts.makespan, "makespan", "makespan_bounds", nil, largestOf(j.MakespanBounds)}
	if j.planned {
		minsum.value, makespan.value = &j.Minsum, &j.Makespan
	}
	j.against(minsum, makespan)
}

// identity checks the algorithm, of which an instance has one result at most.
func (j *moldableJudge) identity() {
	known := j.options.Algorithms
	j.hold(j.Algorithm != "" && (known == nil || slices.Contains(known, j.Algorithm)),
		"algorithm", j.Algorithm, "the name of an algorithm")
	once(&j.ledger, j.facts.answers, j.Algorithm, "algorithm", j.Algorithm+" for this instance a second time", "it")
	numbers := *j.MoldableResult
	numbers.Starts, numbers.Certificates = nil, nil // which are checked by themselves
	j.measured(leaves(numbers))
}
