package experiment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/run/host"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Key identifies a result of a run, by the name of the instance and the algorithm.
type Key struct{ Name, Algorithm string }

// Compare orders keys by the name of the instance, then by algorithm as All does.
func (k Key) Compare(other Key) int {
	return cmp.Or(
		cmp.Compare(k.Name, other.Name), cmp.Compare(rank(k.Algorithm), rank(other.Algorithm)),
		cmp.Compare(k.Algorithm, other.Algorithm),
	)
}

// rank returns the index of an algorithm among All. An unknown one comes last.
func rank(name string) int {
	if i := slices.Index(Names(All()), name); i >= 0 {
		return i
	}
	return len(All())
}

// Folder is the folder of a run that is under way. Its problems are instances.
type Folder = folder.Folder[record.Moldable, record.MoldableResult, Key]

// Layout is that of a run's folder.
var Layout = folder.Layout[record.Moldable, record.MoldableResult, Key]{
	Files: folder.Files{
		Format: "optgap-moldable-run/1",
		Info:   "moldable.json", Problems: "instances.jsonl", Results: "results.jsonl", Summary: "summary.csv",
	},
	ReadProblems: readInstances, ReadResults: record.ReadMoldableResults,
	ProblemKey: func(in record.Moldable) Key { return Key{Name: in.Name} },
	ResultKey:  KeyOf, Compare: Key.Compare, Rows: Rows, MeasuredBy: host.MeasuredBy,
	Limits: Limits(), Unfinished: record.MoldableResult.Unfinished, Unordered: true,
}

// EachInstance calls visit with each instance of a run, and with those of the results, which are in order,
// that are about the instance.
func EachInstance(
	c folder.Content[record.Moldable, record.MoldableResult],
	visit func(*moldable.Instance, []record.MoldableResult) error,
) error {
	of := make(map[string][]record.MoldableResult)
	for _, r := range c.Results {
		of[r.Name] = append(of[r.Name], r)
	}
	for _, stored := range c.Problems {
		in, err := stored.Instance()
		if err == nil {
			err = visit(in, of[in.Name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Limits returns the names of the arguments that limit an algorithm. A run that seeks unfinished
// results again may have other values of these arguments alone.
func Limits() []string { return []string{"time-limit", "memory", "nodes"} }

// KeyOf returns the key of a result.
func KeyOf(r record.MoldableResult) Key { return Key{r.Name, r.Algorithm} }

// readInstances reads instances in the form in which they are stored.
func readInstances(r io.Reader, file string) iter.Seq2[record.Moldable, error] {
	return harness.Map(record.ReadMoldable(r, file), func(in *moldable.Instance) (record.Moldable, error) {
		return record.MoldableOf(in), nil
	})
}

// Task is the work of an algorithm on an instance.
type Task = harness.Task[*Problem, record.MoldableResult]

// Runs is a run of algorithms over instances.
type Runs = harness.Run[Task, record.MoldableResult]

// NewRuns returns a run without Result. The folder keeps each result under the name of its instance and
// the algorithm. P are the problems of the folder, which is nil where nothing is kept.
func NewRuns[P any](workers int, f *folder.Folder[P, record.MoldableResult, Key]) Runs {
	return Runs{Workers: workers, Work: func(ctx context.Context, t Task) (record.MoldableResult, error) {
		key := Key{t.Problem.in.Name, t.Solver.Name}
		return f.Once(ctx, key, func() (record.MoldableResult, error) { return t.Work(ctx) }, nil)
	}}
}

// Together returns a callback for [Runs] that calls hand with all results of a problem at once.
// size returns the number of these results. Where some of them do not come, hand is not called.
func Together(
	size func(*Problem) int, hand func(*Problem, []record.MoldableResult) error,
) func(Task, record.MoldableResult) error {
	var last *Problem
	var results []record.MoldableResult
	return func(t Task, r record.MoldableResult) error {
		p := t.Problem
		if p != last {
			last, results = p, nil
		}
		if results = append(results, r); len(results) < size(p) {
			return nil
		}
		return hand(p, results)
	}
}

// Problems yields the problems to schedule the instances with the options.
func Problems(instances iter.Seq2[*moldable.Instance, error], o Options) iter.Seq2[*Problem, error] {
	return harness.Map(instances, func(in *moldable.Instance) (*Problem, error) { return NewProblem(in, o), nil })
}

// Named yields the instances of a file. Each must have a name of its own, which identifies it in a
// folder. An *optgap.FieldError refuses any other name.
func Named(file string, instances iter.Seq2[*moldable.Instance, error]) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		seen := map[string]bool{}
		harness.Map(instances, func(in *moldable.Instance) (*moldable.Instance, error) {
			if in.Name == "" || seen[in.Name] {
				return in, optgap.BadField(file+": name", fmt.Sprintf("%q for another instance or none", in.Name),
					"a name of its own for each, as --out needs")
			}
			seen[in.Name] = true
			return in, nil
		})(yield)
	}
}

// Share returns the instances that the shard gets, in their order. An instance with more jobs is
// predicted to cost more.
func Share(instances iter.Seq2[*moldable.Instance, error], s harness.Shard) ([]*moldable.Instance, error) {
	var all, own []*moldable.Instance
	var jobs []int
	for in, err := range instances {
		if err != nil {
			return nil, err
		}
		all, jobs = append(all, in), append(jobs, len(in.Jobs))
	}
	for _, i := range s.Take(jobs) {
		own = append(own, all[i])
	}
	return own, nil
}
