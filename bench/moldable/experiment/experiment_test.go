package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/bound"
)

func instance(name string, jobs int, machine int64, seed uint64) *moldable.Instance {
	return must.Get(must.Get(ModelByName(name)).Generate(jobs, machine, seed))
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
	must.Hold(t, none[0].MinsumBounds == nil && none[0].MakespanBounds == nil && none[0].PrintedMinsum == nil,
		"without bounds", none[0])
	wrong := Options{Relaxed: bound.Options{Ratio: 1}}
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
	// One job, which ends at 5 and weighs 2.
	jobs := []moldable.Job{{ID: 1, Weight: 2, Times: []int64{5}}}
	p := NewProblem(&moldable.Instance{Machine: 1, Tick: 1, Jobs: jobs}, Options{})
	for field, f := range map[string]*record.MoldableResult{
		"minsum_bounds.relaxed: found 11, expected at most 10, the minsum of the schedule": {
			MinsumBounds: map[moldable.BoundName]int64{moldable.BoundRelaxed: 11},
		},
		"makespan_bounds.dual: found 6, expected at most 5, the makespan of the schedule": {
			MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 6},
		},
		"": {MinsumBounds: map[moldable.BoundName]int64{moldable.BoundRelaxed: 10}},
	} {
		p.proven = f
		r := must.Get(p.Solve(t.Context(), Gang))
		if failed := r.Status == optgap.StatusError; r.Error != field || failed != (field != "") || failed && r.Minsum != 0 {
			t.Errorf("found %+v, expected the error %q", r, field)
		}
	}
}

func generate(m Model, n int, machine int64, seed uint64) *moldable.Instance {
	return must.Get(m.Generate(n, machine, seed))
}

func model(name string) Model {
	return must.Get(ModelByName(name))
}

// All models make valid, monotone instances. The same seed gives the same jobs, and another one others.
func TestGenerate(t *testing.T) {
	for _, m := range Models() {
		in := generate(m, 50, 200, 1)
		must.Equal(t, in.Monotone(), nil, m)
		if want := m.Name + "-50-1"; in.Name != want || in.Tick != 1e-6 || len(in.Jobs[3].Times) != 200 {
			t.Errorf("%+v: name %s, tick %g, %d times", m, in.Name, in.Tick, len(in.Jobs[3].Times))
		}
		must.DeepEqual(t, in, generate(m, 50, 200, 1), m, "the same seed gives other jobs")
		must.DeepEqual(t, in.Jobs[:20], generate(m, 20, 200, 1).Jobs, m,
			"fewer jobs are not the first ones")
		must.Hold(t, !reflect.DeepEqual(in.Jobs, generate(m, 50, 200, 2).Jobs),
			m, "another seed gives the same jobs")
	}
}

// On 200 processors, the recurrence gives speed-ups of 1.55 at X = 0.9 and 62 at X = 0.1.
// At X = 0 its product telescopes to (200 + 1) / 2, at X = 1 it is 1.
func TestRecurrence(t *testing.T) {
	for x, want := range map[float64]float64{0: 100.5, 0.1: 62, 0.9: 1.55, 1: 1} {
		times := recurrence(10, 200, x)
		found := float64(times[0]) / float64(times[199])
		must.Hold(t, math.Abs(found/want-1) <= 0.005, "X =", x, "speed-up", found, "expected", want)
	}
}

// parallelismOf returns X of each job, as p(2) = p(1) (X + 2) / 3.
func parallelismOf(in *moldable.Instance) (xs []float64) {
	for _, j := range in.Jobs {
		xs = append(xs, 3*float64(j.Times[1])/float64(j.Times[0])-2)
	}
	return xs
}

// cut is the distribution function of a Gaussian cut to an interval.
func cut(mean, deviation, least, most float64) func(x float64) float64 {
	d := distuv.Normal{Mu: mean, Sigma: deviation}
	below, above := d.CDF(least), d.CDF(most)
	return func(x float64) float64 { return (d.CDF(min(max(x, least), most)) - below) / (above - below) }
}

// distance returns the largest difference between the shares of the values up to x and a
// distribution function (Kolmogorov and Smirnov).
func distance(values []float64, of func(x float64) float64) float64 {
	values = slices.Sorted(slices.Values(values))
	largest := 0.0
	for i, v := range values {
		at, n := of(v), float64(len(values))
		largest = max(largest, at-float64(i)/n, float64(i+1)/n-at)
	}
	return largest
}

const many = 4000

// critical is the distance that 1 in 1000 samples of so many values exceeds.
var critical = 1.95 / math.Sqrt(many)

// X has its distribution.
func TestParallelism(t *testing.T) {
	for name, mean := range map[string]float64{"weak": 0.9, "high": 0.1} {
		xs := parallelismOf(generate(model(name), many, 2, 7))
		if d := distance(xs, cut(mean, 0.2, 0, 1)); d > critical {
			t.Errorf("%s: distance %g from the distribution with mean %g", name, d, mean)
		}
		if d := distance(xs, cut(1-mean, 0.2, 0, 1)); d < 0.5 {
			t.Errorf("%s: distance %g from the opposite distribution", name, d)
		}
	}
}

func sequentialOf(in *moldable.Instance) (seconds []float64) {
	for _, j := range in.Jobs {
		seconds = append(seconds, float64(j.Times[0])*in.Tick)
	}
	return seconds
}

// Times on one processor have their distributions.
func TestSequential(t *testing.T) {
	uniform := func(x float64) float64 { return (x - 1) / 9 }
	small, large := cut(1, 0.5, 0, math.Inf(1)), cut(10, 5, 0, math.Inf(1))
	for name, of := range map[string]func(x float64) float64{
		"weak": uniform, "cirne": uniform,
		"mixed": func(x float64) float64 { return 0.7*small(x) + 0.3*large(x) },
	} {
		d := distance(sequentialOf(generate(model(name), many, 1, 7)), of)
		must.Hold(t, d <= critical, name, "distance", d)
	}
}

// In mixed workloads the jobs of more than 4 s are large but for one in a billion, and so
// highly parallel. Jobs of less than 1 s are small but for 2 %.
func TestMixedParallelism(t *testing.T) {
	in := generate(model("mixed"), many, 2, 7)
	xs := parallelismOf(in)
	var short, long []float64
	for i, s := range sequentialOf(in) {
		if s > 4 {
			long = append(long, xs[i])
		} else if s < 1 {
			short = append(short, xs[i])
		}
	}
	if d := distance(long, cut(0.1, 0.2, 0, 1)); d > 1.95/math.Sqrt(float64(len(long))) {
		t.Errorf("large jobs: distance %g", d)
	}
	if d := distance(short, cut(0.9, 0.2, 0, 1)); d > 0.03+1.95/math.Sqrt(float64(len(short))) {
		t.Errorf("small jobs: distance %g", d)
	}
}

// Weights are 1 to 10, each as often. The chi-squared statistic has 9 degrees of freedom.
func TestWeights(t *testing.T) {
	found, want := make([]float64, 10), make([]float64, 10)
	for _, j := range generate(model("weak"), many, 1, 7).Jobs {
		found[j.Weight-1]++
	}
	for i := range want {
		want[i] = many / 10
	}
	x, most := stat.ChiSquare(found, want), (distuv.ChiSquared{K: 9}).Quantile(0.999)
	must.Hold(t, x <= most, "chi-squared", x, "expected at most", most, found)
}

func TestUnknownModels(t *testing.T) {
	must.AboutField(t, must.Err(ModelByName("strong")), "model")
	must.AboutField(t, must.Err(model("weak").Generate(0, 1, 1)), "jobs")
}

// The speed-up of the first jobs on the whole machine.
func ExampleModel_Generate() {
	m := must.Get(ModelByName("high"))
	in := must.Get(m.Generate(3, 200, 1))
	for _, j := range in.Jobs {
		fmt.Printf("%.2f s, speed-up %.1f\n", float64(j.Times[0])*in.Tick, float64(j.Times[0])/float64(j.Times[199]))
	}
	// Output:
	// 7.12 s, speed-up 64.0
	// 8.00 s, speed-up 82.9
	// 8.51 s, speed-up 70.8
}
