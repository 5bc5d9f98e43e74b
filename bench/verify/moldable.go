package verify

import (
	"math/big"
	"slices"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableFiles checks a file of moldable results against the file of their instances.
// Names tell instances apart. Errors are as for [Files].
func MoldableFiles(results, instances Input, o Options) (Report, error) {
	return MoldableResults(results, instances, record.ReadMoldable, o)
}

// MoldableResults is [MoldableFiles] for a file of problems of which read makes instances.
func MoldableResults(
	results, of Input,
	read record.Lines[*moldable.Instance],
	o Options,
) (Report, error) {
	all := problems[*moldableFacts]{
		name:     "name",
		methods:  "algorithm",
		field:    "result",
		lacking:  "one, as other instances have one by this algorithm",
		required: o.Expected,
		underWay: o.UnderWay,
	}
	problem := func(line int, in *moldable.Instance) error {
		f := &moldableFacts{in: in, proven: make(map[string]*big.Int)}
		f.dual = sync.OnceValue(func() int64 { return moldable.Dual(in).Bound })
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
	instances := numbered(read(of.Reader, of.Name), of.Name)
	return inspect(&all, instances, problem, lines(results, record.ParseMoldableResult), key, check)
}

// moldableFacts holds an instance, and the numbers that follow from the instance and from
// its results.
type moldableFacts struct {
	in     *moldable.Instance
	proven map[string]*big.Int // by certificates, which the results repeat
	dual   func() int64        // bound on the makespan, in ticks; found at the first call

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
