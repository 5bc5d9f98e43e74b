package experiment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
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
		Format:   "optgap-moldable-run/1",
		Info:     "moldable.json",
		Problems: "instances.jsonl",
		Results:  "results.jsonl",
		Summary:  "summary.csv",
	},
	ReadProblems: readInstances, ReadResults: record.ReadMoldableResults,
	ProblemKey: func(in record.Moldable) Key { return Key{Name: in.Name} },
	ResultKey:  KeyOf, Compare: Key.Compare, Rows: Rows,
	Unordered: true,
}

// EachInstance calls visit with each instance of a run, and with those of the results, which are in
// order, that are about the instance.
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

// KeyOf returns the key of a result.
func KeyOf(r record.MoldableResult) Key { return Key{r.Name, r.Algorithm} }

// readInstances reads instances in the form in which they are stored.
func readInstances(r io.Reader, file string) iter.Seq2[record.Moldable, error] {
	return harness.Map(
		record.ReadMoldable(r, file),
		func(in *moldable.Instance) (record.Moldable, error) {
			return record.MoldableOf(in), nil
		},
	)
}

// Task is the work of an algorithm on an instance.
type Task = harness.Task[*Problem, record.MoldableResult]

// Runs is a run of algorithms over instances.
type Runs = harness.Run[Task, record.MoldableResult]

// NewRuns returns a run without Result. The folder keeps each result under the name of its instance
// and the algorithm. P are the problems of the folder, which is nil where nothing is kept.
func NewRuns[P any](workers int, f *folder.Folder[P, record.MoldableResult, Key]) Runs {
	return Runs{
		Workers: workers,
		Work: func(ctx context.Context, t Task) (record.MoldableResult, error) {
			key := Key{t.Problem.in.Name, t.Solver.Name}
			return f.Once(ctx, key, t.Work)
		},
	}
}

// Together returns a callback for [Runs] that calls hand with all results of a problem at once.
// size is the number of these results. Where some of them do not come, hand is not called.
func Together(
	size int, hand func(*Problem, []record.MoldableResult) error,
) func(Task, record.MoldableResult) error {
	var last *Problem
	var results []record.MoldableResult
	return func(t Task, r record.MoldableResult) error {
		p := t.Problem
		if p != last {
			last = p
			results = nil
		}
		results = append(results, r)
		if len(results) < size {
			return nil
		}
		return hand(p, results)
	}
}

// Problems yields the problems to schedule the instances with the options.
func Problems(
	instances iter.Seq2[*moldable.Instance, error],
	o Options,
) iter.Seq2[*Problem, error] {
	return harness.Map(
		instances,
		func(in *moldable.Instance) (*Problem, error) { return NewProblem(in, o), nil },
	)
}

// Named yields the instances of a file. Each must have a name of its own, which identifies it in a
// folder. An *optgap.FieldError refuses any other name.
func Named(
	file string,
	instances iter.Seq2[*moldable.Instance, error],
) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		seen := map[string]bool{}
		harness.Map(instances, func(in *moldable.Instance) (*moldable.Instance, error) {
			if in.Name == "" || seen[in.Name] {
				return in, optgap.BadField(
					file+": name",
					fmt.Sprintf("%q for another instance or none", in.Name),
					"a name of its own for each, as --out needs",
				)
			}
			seen[in.Name] = true
			return in, nil
		})(yield)
	}
}

// Share returns the instances that the shard gets, in their order. An instance with more jobs is
// predicted to cost more.
func Share(
	instances iter.Seq2[*moldable.Instance, error],
	s harness.Shard,
) ([]*moldable.Instance, error) {
	all, err := record.Collect(instances)
	if err != nil {
		return nil, err
	}
	jobs := lists.Each(all, func(in *moldable.Instance) int { return len(in.Jobs) })
	return lists.Each(s.Take(jobs), func(i int) *moldable.Instance { return all[i] }), nil
}

// Table shows the results of an instance in seconds. Ratios are to the largest bound. Bounds that
// no result has are left out.
func Table(in *moldable.Instance, results []record.MoldableResult) table.Table {
	var shown []table.Column[*record.MoldableResult]
	rows := lists.Pointers(results)
	for _, of := range []string{"algorithm", "minsum", "makespan", "solve_seconds"} {
		for _, c := range Columns() {
			if c.Show.Head == "" || !strings.HasPrefix(c.Key, of) {
				continue
			}
			if c.Unit == ticks {
				c.Show.Factor, c.Show.Digits = in.Tick, decimals(in.Tick)
			}
			shown = append(shown, c)
		}
	}
	t := table.Table{Title: fmt.Sprintf("%s: %s on %s", cmp.Or(in.Name, "Instance without a name"),
		format.Count(len(in.Jobs), "job"), format.Count(in.Machine, "processor"))}
	for _, r := range rows {
		var cells []table.Cell
		for _, c := range shown {
			cell := c.Cell(r)
			cell.Name = c.Show.Head
			cell.Extra = c.Show.Time
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t.Where(func(i int) bool {
		return !strings.Contains(shown[i].Key, "bounds") || t.HasText(i)
	})
}

// Printed says which minsum the relaxed program has in the form that the paper prints; "": it was
// not solved.
func Printed(in *moldable.Instance, results []record.MoldableResult) string {
	if len(results) == 0 || results[0].PrintedMinsum == nil {
		return ""
	}
	printed := format.Decimal(*results[0].PrintedMinsum*in.Tick, decimals(in.Tick))
	return fmt.Sprintf("relaxed as printed, which is no bound: %s s", printed)
}

// decimals returns how many digits a tick has after the point, at most 2.
func decimals(tick float64) int { return min(2, max(0, int(math.Ceil(-math.Log10(tick))))) }

// Rows returns a row for each result, with unrounded values, for summary.csv.
func Rows(results []record.MoldableResult) table.Table {
	return table.Rows(Columns(), lists.Pointers(results))
}

const ticks = "ticks"

// Columns returns all columns of results, in the order of summary.csv.
func Columns() []table.Column[*record.MoldableResult] {
	type result = record.MoldableResult
	type bounds = map[moldable.BoundName]int64
	field := table.Field[result]
	minsums := func(r *result) bounds { return r.MinsumBounds }
	makespans := func(r *result) bounds { return r.MakespanBounds }
	bound := func(on string, of func(*result) bounds, name moldable.BoundName) table.Column[*result] {
		return table.Integers(on+"_bounds."+string(name), ticks, fmt.Sprintf("lower bound %s on the %s", name, on),
			func(r *result) int64 { return of(r)[name] }).
			Shown(table.Show{Head: "bound\n" + string(name)})
	}
	ratio := func(on string, of func(*result) float64) table.Column[*result] {
		return table.Floats(on+"_ratio", "", on+" / the largest bound on it", of).
			Shown(table.Show{Head: "ratio", Digits: 4})
	}
	return []table.Column[*result]{
		field("name", "", "name of the instance"),
		field("algorithm", "", "what scheduled the instance").Headed("algorithm"),
		field("status", "", "how the run ended"),
		field("ended_by", "", "why the run ended"),
		field("minsum", ticks, "sum of weight times end").Headed("minsum [s]"),
		field("makespan", ticks, "latest end").Headed("makespan [s]"),
		table.Integers("minsum_bound", ticks, "the largest bound on the minsum",
			func(r *result) int64 { return record.LargestBound(r.MinsumBounds) }),
		bound("minsum", minsums, moldable.BoundRelaxed),
		bound("makespan", makespans, moldable.BoundDual),
		ratio("minsum", (*result).MinsumRatio),
		ratio("makespan", (*result).MakespanRatio),
		field("printed_minsum", ticks, "value of the relaxed program as it is printed; no bound"),
		field(
			"solve_seconds",
			"s",
			"wall time of the algorithm",
		).Shown(table.Show{Head: "time", Time: true}),
		field("bounds_seconds", "s", "wall time of the bounds on the minsum"),
	}
}
