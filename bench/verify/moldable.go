package verify

import (
	"iter"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableFiles checks a file of moldable results against the file of their instances.
// Names tell instances apart. Errors are as for [Files].
func MoldableFiles(results, instances Input, o Options) (Report, error) {
	return runMoldable(
		lines(results, record.ParseMoldableResult),
		lines(instances, record.ParseMoldable),
		o,
	)
}

// MoldableResults is [MoldableFiles] for results and instances that are in no file, as
// [Results] is Files.
func MoldableResults(results iter.Seq2[record.MoldableResult, error],
	instances iter.Seq2[*moldable.Instance, error], o Options) (Report, error) {
	return runMoldable(numbered(results, "results"), numbered(instances, "instances"), o)
}

func runMoldable(results source[record.MoldableResult], instances source[*moldable.Instance],
	o Options) (Report, error) {
	all := problems[*moldableFacts]{
		name:     "name",
		methods:  "algorithm",
		field:    "result",
		lacking:  "one, as other instances have one by this algorithm",
		required: o.Expected,
		underWay: o.UnderWay,
	}
	problem := func(line int, in *moldable.Instance) error {
		f := &moldableFacts{
			in:      in,
			proven:  make(map[string]*big.Int),
			refuted: make(map[int64]bool),
		}
		f.optimum, f.shortest = enumerate(in)
		about := Fault{
			Trace:   in.Name,
			Index:   len(all.order),
			subject: "instance " + in.Name + ", algorithm",
		}
		return all.add(in.Name, line, about, f)
	}
	key := func(r record.MoldableResult) (string, answer) { return r.Name, answer{method: r.Algorithm} }
	check := func(l ledger, r record.MoldableResult, of *moldableFacts) {
		j := &moldableJudge{MoldableResult: &r, ledger: l, facts: of, options: o}
		j.all()
	}
	return inspect(&all, instances, problem, results, key, check)
}

// moldableFacts holds an instance, and the numbers that follow from the instance and from
// its results.
type moldableFacts struct {
	in      *moldable.Instance
	proven  map[string]*big.Int // by certificates, which the results repeat
	refuted map[int64]bool      // by makespan, in ticks: no schedule has it, nor a shorter one

	optimum, shortest *int64 // the least minsum and the least makespan, nil if there are too many schedules

	minsum, makespan rivals
}

// moldableJudge checks one result.
type moldableJudge struct {
	*record.MoldableResult
	ledger
	facts   *moldableFacts
	options Options
	planned bool // there is a schedule
}

func (j *moldableJudge) all() {
	known := j.options.Methods
	j.hold(j.Algorithm != "" && (known == nil || slices.Contains(known, j.Algorithm)),
		"algorithm", j.Algorithm, "the name of an algorithm")
	found := *j.MoldableResult
	found.Starts = nil
	found.Certificates = nil // which are checked by themselves
	want := found
	if sum, end, ok := j.schedule(); ok {
		want.Minsum = sum
		want.Makespan = end
	}
	j.again(found, want, 0, "that of the schedule",
		"error", "printed_minsum", "solve_seconds", "bounds_seconds", "seed", "warnings")
	j.bounds()
	minsum := contest{
		name:      "minsum",
		boundName: "minsum_bounds",
		bounds:    statedIn("minsum_bounds.", j.MinsumBounds),
		optimal:   j.Status == optgap.StatusOptimal,
		rivals:    &j.facts.minsum,
		optimum:   j.facts.optimum,
	}
	makespan := contest{
		name:      "makespan",
		boundName: "makespan_bounds",
		bounds:    statedIn("makespan_bounds.", j.MakespanBounds),
		rivals:    &j.facts.makespan,
		optimum:   j.facts.shortest,
	}
	if j.planned {
		minsum.value, makespan.value = &j.Minsum, &j.Makespan
	}
	j.contend(minsum, makespan)
	if len(j.MinsumBounds) > 0 {
		j.largest()
	}
}
