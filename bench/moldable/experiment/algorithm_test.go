package experiment

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	relaxed "github.com/optgap/optgap/ilp/moldable"
)

func instance(name string, jobs int, machine int64, seed uint64) *moldable.Instance {
	m := must.Get(ModelByName(name))
	return must.Get(m.Generate(jobs, machine, seed))
}

// solved returns the results of algorithms for an instance.
func solved(in *moldable.Instance, algorithms []Algorithm, o Options) (all []record.MoldableResult) {
	p := NewProblem(in, o)
	for _, a := range algorithms {
		all = append(all, must.Get(p.Solve(context.Background(), a)))
	}
	return all
}

// Every algorithm has a feasible schedule, whose minsum and makespan the result states, at
// or above every bound. No two algorithms share a name.
func TestSolve(t *testing.T) {
	for _, model := range []string{"weak", "high", "mixed", "cirne"} {
		in := instance(model, 12, 16, 3)
		algorithms := All()
		results := solved(in, algorithms, Options{})
		seen := map[string]bool{}
		for i := range results {
			r := &results[i]
			s := Schedule(r)
			must.Equal(t, s.Check(in), nil, in.Name, r.Algorithm)
			if r.Minsum != s.Minsum(in) || r.Makespan != s.Makespan(in) || r.Status == optgap.StatusError {
				t.Errorf("%s, %s: found %+v", in.Name, r.Algorithm, r)
			}
			for name, b := range r.MinsumBounds {
				must.Hold(t, b <= r.Minsum && b >= 1,
					in.Name, r.Algorithm, "bound", name, "is", b, "the minsum", r.Minsum)
			}
			if b := r.MakespanBounds[moldable.BoundDual]; b > r.Makespan || b < 1 {
				t.Errorf("%s, %s: bound dual is %d, the makespan %d", in.Name, r.Algorithm, b, r.Makespan)
			}
			must.Hold(t, !seen[r.Algorithm], r.Algorithm, "stands twice")
			seen[r.Algorithm] = true
		}
		if len(results) != len(algorithms) || results[0].PrintedMinsum == nil || len(results[0].Certificates) != 1 {
			t.Errorf("%s: %d results, first %+v", in.Name, len(results), results[0])
		}
	}
}

// Bounds do not depend on which algorithms are asked for, and the flags leave them out.
func TestSolveOptions(t *testing.T) {
	in := instance("mixed", 8, 8, 1)
	all := solved(in, OfPaper(), Options{})
	one := solved(in, []Algorithm{Gang}, Options{})
	bounds, certificates := all[1].MinsumBounds, all[1].Certificates
	must.DeepEqual(t, bounds, one[0].MinsumBounds)
	must.DeepEqual(t, certificates, one[0].Certificates)
	bare := solved(in, []Algorithm{Gang}, Options{NoCertificates: true})
	must.Hold(t, bare[0].Certificates == nil && bare[0].MinsumBounds != nil,
		"without certificates", bare[0])
	none := solved(in, []Algorithm{Gang}, Options{NoBounds: true})
	if none[0].MinsumBounds != nil || none[0].MakespanBounds != nil || none[0].PrintedMinsum != nil {
		t.Errorf("without bounds: %+v", none[0])
	}
	wrong := Options{Relaxed: relaxed.RelaxedOptions{Ratio: 1}}
	err := wrong.Validate()
	must.Equal(t, must.Field(err), "minsum-ratio", err)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	must.Is(t, must.Err(NewProblem(in, Options{NoBounds: true}).Solve(ended, Gang)), context.Canceled)
}

func TestByNames(t *testing.T) {
	chosen, err := ByNames([]string{"list-saf", "bicriteria"})
	must.Hold(t, err == nil && slices.Equal(Names(chosen), []string{"bicriteria", "list-saf"}),
		"found", Names(chosen), err)
	for _, names := range [][]string{{"saf"}, {}} {
		must.AboutField(t, must.Err(ByNames(names)), "", names)
	}
}

// worked runs algorithms over instances into a folder, and returns the instances and the algorithms that
// are not known.
func worked(t *testing.T, dir string, in []*moldable.Instance, algorithms ...Algorithm) (ran []string) {
	t.Helper()
	f := must.Get(folder.Open(dir, Layout, folder.Start{Identity: folder.Identity{Trace: "i.jsonl"}}))
	var mu sync.Mutex
	var solvers []Solver
	for _, a := range algorithms {
		solve := func(ctx context.Context, p *Problem) (record.MoldableResult, error) {
			mu.Lock()
			ran = append(ran, p.Instance().Name+" "+a.Name)
			mu.Unlock()
			return p.Solve(ctx, a)
		}
		solvers = append(solvers, Solver{Name: a.Name, Solve: solve})
	}
	runs := NewRuns(2, f)
	handed := 0
	runs.Result = Together(len(algorithms), func(_ *Problem, results []record.MoldableResult) error {
		if handed++; len(results) != len(algorithms) {
			t.Errorf("found %d results", len(results))
		}
		return nil
	})
	keep := func(p *Problem) error { return f.Problem(record.MoldableOf(p.Instance())) }
	err := runs.Do(t.Context(), harness.Tasks(Problems(harness.Each(in), Options{NoBounds: true}), solvers, keep))
	must.Do(errors.Join(err, f.Close(true)))
	must.Equal(t, handed, len(in), "results handed on")
	slices.Sort(ran)
	return ran
}

// A run goes on where it was left. An algorithm that has a result is not run again.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	two := []*moldable.Instance{instance("weak", 3, 4, 2), instance("weak", 3, 4, 1)}
	ran := worked(t, dir, two, Gang, ListSAF)
	must.Equal(t, len(ran), 4, "first ran", ran)
	if ran := worked(t, dir, two, Gang, Sequential); len(ran) != 2 || !strings.HasSuffix(ran[0], " sequential") {
		t.Errorf("then: ran %q, expected what was not run", ran)
	}
}

// Shares hold each instance once, and a name that is there twice is refused.
func TestShare(t *testing.T) {
	var all []*moldable.Instance
	for i := range 7 {
		all = append(all, instance("weak", 2+i, 4, uint64(i)))
	}
	seen := map[string]bool{}
	for number := 1; number <= 3; number++ {
		own, err := Share(harness.Each(all), harness.Shard{Number: number, Of: 3})
		must.Need(t, err == nil && len(own) >= 2, "found", len(own), "instances", err)
		for _, in := range own {
			must.Hold(t, !seen[in.Name], in.Name, "is in two shares")
			seen[in.Name] = true
		}
	}
	must.Equal(t, len(seen), len(all), "instances in all")
	var last error
	for _, last = range Named("file", harness.Each([]*moldable.Instance{all[0], all[0]})) {
	}
	must.Hold(t, must.Field(last) != "", "a name is there twice: found", last)
}

func TestKeyCompare(t *testing.T) {
	keys := []Key{{"b", "gang"}, {"a", "other"}, {"a", "gang"}, {"a", "bicriteria"}}
	slices.SortFunc(keys, Key.Compare)
	must.EqualSlices(t, keys, []Key{{"a", "bicriteria"}, {"a", "gang"}, {"a", "other"}, {"b", "gang"}})
}

// The table is in seconds: 4000 ticks of 0.5 ms are 2 s. The ratio is 12000 / 8000. Values that do not exist are blank.
func TestTable(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 0.0005, Jobs: []moldable.Job{{ID: 1, Weight: 3, Times: []int64{4000}}}}
	results := []record.MoldableResult{
		{
			Name: "x", Algorithm: "gang", Minsum: 12000, Makespan: 4000, PrintedMinsum: new(9000.0),
			MinsumBounds:   map[moldable.BoundName]int64{"relaxed": 8000},
			MakespanBounds: map[moldable.BoundName]int64{"dual": 4000},
		},
		{Name: "x", Algorithm: "list-saf", Status: optgap.StatusError},
	}
	var text bytes.Buffer
	must.Do(Table(in, results).Write(&text, table.Wide))
	for _, part := range []string{
		"Instance without a name: 1 job on 2 processors",
		"6.00     4.00  1.5000          2.00   2.00  1.0000",
	} {
		must.Contain(t, text.String(), part)
	}
	must.Equal(t, Printed(in, results), "relaxed as printed, which is no bound: 4.50 s")
	rows := Rows(results)
	const first = "x,gang,,,12000,4000,8000,8000,4000,1.5,1,9000"
	row := strings.Join(rows.Rows[0], ",")
	must.Hold(t, strings.HasPrefix(row, first), "found", row)
	must.Equal(t, strings.Join(rows.Rows[1], ","),
		"x,list-saf,error"+strings.Repeat(",", len(rows.Columns)-3))
}

// A bound above a value of the schedule is an error: of the schedule and the bound one is wrong.
func TestContradiction(t *testing.T) {
	for field, f := range map[string]*proof{
		"minsum_bounds.relaxed: found 11, expected at most 10, the minsum of the schedule": {
			minsum: map[moldable.BoundName]int64{moldable.BoundRelaxed: 11},
		},
		"makespan_bounds.dual: found 6, expected at most 5, the makespan of the schedule": {
			makespan: map[moldable.BoundName]int64{moldable.BoundDual: 6},
		},
		"": {minsum: map[moldable.BoundName]int64{moldable.BoundRelaxed: 10}},
	} {
		r := record.MoldableResult{
			Status: optgap.StatusFeasible, Minsum: 10, Makespan: 5, Starts: []record.MoldableStart{{ID: 1, Width: 1}},
		}
		f.put(&r)
		if failed := r.Status == optgap.StatusError; r.Error != field || failed != (field != "") || failed && r.Minsum != 0 {
			t.Errorf("found %+v, expected the error %q", r, field)
		}
	}
}
