package aida2000

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A pair is a model and a scheduler.
type pair struct{ model, scheduler string }

type key struct {
	model, scheduler string
	load             float64
}

// A Data holds the numbers by which the ledger is judged: those of a study, or those that the paper
// prints.
type Data struct {
	runs       map[key][]Run // of a study, by experiment. Equal places have the same random numbers.
	loads      []float64     // of the study, among those of [Default], rising
	models     []string
	schedulers []string
	doubt      string // why the study says less than the paper's; "": it does not

	gains  map[pair]float64 // printed gains in percent; nil: of a study
	narrow map[int]statement.Estimate
	// offline is the packing of LJF under Power2 where all jobs come at once. nil: it was not simulated.
	offline *Packing
}

// Data returns the numbers of samples. Experiments that some models lack are left out.
func (s Study) Data(samples []Sample) Data {
	d := Data{runs: make(map[key][]Run), narrow: make(map[int]statement.Estimate), doubt: s.doubt()}
	for _, load := range Default().Loads {
		if slices.Contains(s.Loads, load) {
			d.loads = append(d.loads, load)
		}
	}
	for _, name := range s.Models {
		n := 0
		for _, sample := range samples {
			if sample.Model == name {
				n++
				for _, r := range sample.Runs {
					at := key{name, r.Scheduler, r.Load}
					d.runs[at] = append(d.runs[at], r)
				}
			}
		}
		if n > 0 {
			d.models = append(d.models, name)
		}
	}
	d.schedulers = s.Schedulers
	for most, count := range map[int]func(Sample) int{
		2: func(s Sample) int { return s.UpTo2 }, 16: func(s Sample) int { return s.UpTo16 },
	} {
		var shares []float64
		for _, sample := range samples {
			if sample.Model == "harmonic" {
				shares = append(shares, 100*float64(count(sample))/float64(sample.Jobs))
			}
		}
		d.narrow[most] = statement.Mean(shares)
	}
	return d
}

// doubt says in which point the study is less than the paper's; "": in none.
func (s Study) doubt() string {
	whole := Default()
	if s.Jobs < whole.Jobs {
		return fmt.Sprintf("%s in an experiment, the paper has %s", format.Count(int64(s.Jobs), "job"),
			format.Integer(int64(whole.Jobs)))
	}
	for _, load := range whole.Loads {
		if !slices.Contains(s.Loads, load) {
			return fmt.Sprintf("no load %g", load)
		}
	}
	return ""
}

// over returns values of two replays of each experiment, and whether there are any.
func (d Data) over(a, b key, of func(Run) float64) (x, y []float64, ok bool) {
	n := min(len(d.runs[a]), len(d.runs[b]))
	for i := range n {
		x, y = append(x, of(d.runs[a][i])), append(y, of(d.runs[b][i]))
	}
	return x, y, n > 0
}

func utilisation(r Run) float64 { return r.Utilisation }
func slowdown(r Run) float64    { return r.SlowdownRatio }

// largestOf returns the largest of estimates, with the largest of each end: one that is not largest
// may still be so in truth. at is its place.
func largestOf(all []statement.Estimate) (e statement.Estimate, at int) {
	for i, one := range all {
		if !one.Known() {
			return statement.Estimate{}, 0
		}
		if i == 0 || one.Value > e.Value {
			at = i
		}
		if i == 0 {
			e = one
		}
		e = statement.Between(max(e.Value, one.Value), max(e.Low, one.Low), max(e.High, one.High))
	}
	return e, at
}

// gainOver returns by how much the utilisation under a scheduler is above that under another one at a
// load, in percent of that under FCFS.
func (d Data) gainOver(model, scheduler, other string, load float64) statement.Estimate {
	a, b, ok := d.over(key{model, scheduler, load}, key{model, other, load}, utilisation)
	_, base, known := d.over(key{model, other, load}, key{model, fcfs, load}, utilisation)
	if !ok || !known || len(base) < len(a) {
		return statement.Estimate{}
	}
	for i := range a {
		a[i] = 100 * (a[i] - b[i])
	}
	return statement.Ratio(a, base[:len(a)])
}

// gain returns the largest gain of utilisation over FCFS over the loads, in percent (footnote 5), and
// its load.
func (d Data) gain(model, scheduler string) (e statement.Estimate, load float64) {
	if d.gains != nil {
		v, ok := d.gains[pair{model, scheduler}]
		if !ok {
			return e, 0
		}
		return statement.Exact(v), 0
	}
	var all []statement.Estimate
	for _, load := range d.loads {
		all = append(all, d.gainOver(model, scheduler, fcfs, load))
	}
	if len(all) == 0 {
		return e, 0
	}
	e, at := largestOf(all)
	return e, d.loads[at]
}

// lead returns the largest gain of a scheduler less that of another one under the same model. It is
// paired where both have the same load.
func (d Data) lead(model, scheduler, other string) statement.Estimate {
	a, load := d.gain(model, scheduler)
	b, at := d.gain(model, other)
	if d.gains == nil && load == at {
		return d.gainOver(model, scheduler, other, load)
	}
	return a.Minus(b)
}

// perExperiment returns a mean over the loads for each experiment, averaged: of what two replays give.
func (d Data) perExperiment(a, b pair, of func(a, b Run) float64) statement.Estimate {
	var sums []float64
	for i, load := range d.loads {
		x, y := d.runs[key{a.model, a.scheduler, load}], d.runs[key{b.model, b.scheduler, load}]
		n := min(len(x), len(y))
		if i == 0 {
			sums = make([]float64, n)
		}
		if n == 0 || n != len(sums) {
			return statement.Estimate{}
		}
		for e := range sums {
			sums[e] += of(x[e], y[e]) / float64(len(d.loads))
		}
	}
	return statement.Mean(sums)
}

// slower returns the slowdown ratio of a over that of b, as the geometric mean over the loads and the
// experiments.
func (d Data) slower(a, b pair) statement.Estimate {
	e := d.perExperiment(a, b, func(a, b Run) float64 { return math.Log(a.SlowdownRatio / b.SlowdownRatio) })
	if !e.Known() {
		return e
	}
	return statement.Between(math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High))
}

// higher returns the utilisation of a less that of b in percentage points, as a mean over the loads.
func (d Data) higher(a, b pair) statement.Estimate {
	return d.perExperiment(a, b, func(a, b Run) float64 { return 100 * (a.Utilisation - b.Utilisation) })
}

// at returns the mean of a value at a load.
func (d Data) at(p pair, load float64, of func(Run) float64) statement.Estimate {
	values, _, _ := d.over(key{p.model, p.scheduler, load}, key{p.model, p.scheduler, load}, of)
	return statement.Mean(values)
}

// distance returns the mean difference of the utilisations under two models in percentage points, over
// all schedulers and loads.
func (d Data) distance(model, other string) statement.Estimate {
	sum, n := statement.Between(0, 0, 0), 0.0
	for _, scheduler := range d.schedulers {
		for _, load := range d.loads {
			a, b, ok := d.over(key{model, scheduler, load}, key{other, scheduler, load}, utilisation)
			if !ok {
				return statement.Estimate{}
			}
			for i := range a {
				a[i] -= b[i]
			}
			e := absolute(statement.Mean(a).Scaled(100))
			sum, n = statement.Between(sum.Value+e.Value, sum.Low+e.Low, sum.High+e.High), n+1
		}
	}
	if n == 0 {
		return statement.Estimate{}
	}
	return sum.Scaled(1 / n)
}

// absolute returns the estimate of the absolute value.
func absolute(e statement.Estimate) statement.Estimate {
	low := max(0, e.Low, -e.High)
	return statement.Between(math.Abs(e.Value), low, max(math.Abs(e.Low), math.Abs(e.High)))
}
