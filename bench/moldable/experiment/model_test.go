package experiment

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

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
	if x, most := stat.ChiSquare(found, want), (distuv.ChiSquared{K: 9}).Quantile(0.999); x > most {
		t.Errorf("chi-squared %g, expected at most %g: %v", x, most, found)
	}
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
