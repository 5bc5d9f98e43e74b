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
	schedulers []string

	gains  map[pair]float64 // printed gains in percent; nil: of a study
	narrow map[int]statement.Estimate
	// offline is the packing of LJF under Power2 where all jobs come at once. nil: it was not simulated.
	offline *Packing
}

// Data returns the numbers of samples. Experiments that some models lack are left out.
func (s Study) Data(samples []Sample) Data {
	d := Data{runs: make(map[key][]Run), narrow: make(map[int]statement.Estimate), schedulers: s.Schedulers}
	for _, load := range Default().Loads {
		if slices.Contains(s.Loads, load) {
			d.loads = append(d.loads, load)
		}
	}
	shares := map[int][]float64{}
	for _, sample := range samples {
		for _, r := range sample.Runs {
			at := key{sample.Model, r.Scheduler, r.Load}
			d.runs[at] = append(d.runs[at], r)
		}
		if sample.Model == "harmonic" {
			shares[2] = append(shares[2], 100*float64(sample.UpTo2)/float64(sample.Jobs))
			shares[16] = append(shares[16], 100*float64(sample.UpTo16)/float64(sample.Jobs))
		}
	}
	for most, all := range shares {
		d.narrow[most] = statement.Mean(all)
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

// Measurements of a run.
func utilisation(r Run) float64 { return r.Utilisation }
func slowdown(r Run) float64    { return r.SlowdownRatio }
func lost(r Run) float64        { return r.Lost }
func multiple(r Run) float64    { return valueOf(r.Multiple) }
func filled(r Run) float64      { return valueOf(r.Filled) }

// valueOf returns the value at p. There is none at a load without waiting jobs, which no rule has.
func valueOf(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// over returns values of two replays of each experiment, and whether there are any.
func (d Data) over(a, b key, of func(Run) float64) (x, y []float64, ok bool) {
	n := min(len(d.runs[a]), len(d.runs[b]))
	for i := range n {
		x, y = append(x, of(d.runs[a][i])), append(y, of(d.runs[b][i]))
	}
	return x, y, n > 0
}

// difference returns the mean of a share at one place less that at another, in percentage points.
func (d Data) difference(a, b key, of func(Run) float64) statement.Estimate {
	x, y, _ := d.over(a, b, of)
	for i := range x {
		x[i] = 100 * (x[i] - y[i])
	}
	return statement.Mean(x)
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
	e, at := statement.Largest(all)
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

// higher returns the utilisation of a less that of b in percentage points, as a mean over the loads.
func (d Data) higher(a, b pair) statement.Estimate {
	return d.perExperiment(a, b, func(a, b Run) float64 { return 100 * (a.Utilisation - b.Utilisation) })
}

// A measure is a number of the data, with its interval.
type measure func(Data) statement.Estimate

// each and every return rules that hold where each of some measures is within a limit, see
// [statement.Each] and [statement.Every].
func each(limit statement.Limit, digits int, unit string, of ...measure) func(Data) statement.Finding {
	return func(d Data) statement.Finding { return statement.Each(d.values(of), limit, digits, unit) }
}

func every(limit statement.Limit, digits int, unit string, of ...measure) func(Data) statement.Finding {
	return func(d Data) statement.Finding { return statement.Every(d.values(of), limit, digits, unit) }
}

func (d Data) values(of []measure) (all []statement.Estimate) {
	for _, m := range of {
		all = append(all, m(d))
	}
	return all
}

// gain measures the largest gain of utilisation over FCFS, in percent.
func gain(model, scheduler string) measure {
	return func(d Data) statement.Estimate {
		e, _ := d.gain(model, scheduler)
		return e
	}
}

// leads measure the largest gain of a scheduler less those of others.
func leads(model, scheduler string, others ...string) (all []measure) {
	for _, other := range others {
		all = append(all, func(d Data) statement.Estimate { return d.lead(model, scheduler, other) })
	}
	return all
}

// mean measures a value at a load.
func mean(model, scheduler string, load float64, of func(Run) float64) measure {
	return func(d Data) statement.Estimate {
		at := key{model, scheduler, load}
		values, _, _ := d.over(at, at, of)
		return statement.Mean(values)
	}
}

// percent measures a share from 0 to 1 at a load, in percent.
func percent(model, scheduler string, load float64, of func(Run) float64) measure {
	return mean(model, scheduler, load, func(r Run) float64 { return 100 * of(r) })
}

// slower measures the slowdown ratio under a model and a scheduler over that under others, as the geometric
// mean over the loads and the experiments.
func slower(model, scheduler, otherModel, otherScheduler string) measure {
	return func(d Data) statement.Estimate {
		e := d.perExperiment(pair{model, scheduler}, pair{otherModel, otherScheduler},
			func(a, b Run) float64 { return math.Log(a.SlowdownRatio / b.SlowdownRatio) })
		if !e.Known() {
			return e
		}
		return statement.Between(math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High))
	}
}

// slowdowns measure the slowdown ratios of schedulers over that of another one, under a model.
func slowdowns(model, other string, schedulers ...string) (all []measure) {
	for _, s := range schedulers {
		all = append(all, slower(model, s, model, other))
	}
	return all
}

// distance measures the mean difference of the utilisations under two models in percentage points, over
// all schedulers and loads.
func distance(model, other string) measure {
	return func(d Data) statement.Estimate {
		sum, n := statement.Between(0, 0, 0), 0.0
		for _, scheduler := range d.schedulers {
			for _, load := range d.loads {
				e := d.difference(key{model, scheduler, load}, key{other, scheduler, load}, utilisation)
				if !e.Known() {
					return e
				}
				low, high := max(0, e.Low, -e.High), max(math.Abs(e.Low), math.Abs(e.High)) // of the absolute value
				sum, n = statement.Between(sum.Value+math.Abs(e.Value), sum.Low+low, sum.High+high), n+1
			}
		}
		if n == 0 {
			return statement.Estimate{}
		}
		return sum.Scaled(1 / n)
	}
}
