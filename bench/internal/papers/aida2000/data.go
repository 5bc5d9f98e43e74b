package aida2000

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// A pair is a model and a scheduler.
type pair struct{ model, scheduler string }

type key struct {
	model, scheduler string
	load             float64
}

// An experiment holds the replays of a seed. An interrupted one lacks some.
type experiment map[key]Run

// A Data holds the numbers by which the ledger is judged: those of a study, or those that the paper
// prints.
type Data struct {
	experiments []experiment // of a study
	loads       []float64    // of the study, among those of [Default], rising
	schedulers  []string

	gains  map[pair]float64 // printed gains in percent; nil: of a study
	narrow map[int]statement.Estimate
	// offline is the packing of LJF under Power2 where all jobs come at once. nil: it was not simulated.
	offline *Packing
}

// Data returns the numbers of samples.
func (s Study) Data(samples []Sample) Data {
	d := Data{schedulers: s.Schedulers, narrow: make(map[int]statement.Estimate)}
	d.loads = slices.DeleteFunc(Default().Loads, func(load float64) bool { return !slices.Contains(s.Loads, load) })
	for _, same := range frame.GroupBy(samples, func(sample Sample) int { return sample.Experiment }) {
		x := experiment{}
		for _, sample := range same {
			for _, r := range sample.Runs {
				x[key{sample.Model, r.Scheduler, r.Load}] = r
			}
		}
		d.experiments = append(d.experiments, x)
	}
	drawn := slices.DeleteFunc(slices.Clone(samples), func(sample Sample) bool { return sample.Model != "harmonic" })
	d.narrow[2] = statement.Mean(frame.Each(drawn, func(x Sample) float64 { return 100 * x.share(x.UpTo2) }))
	d.narrow[16] = statement.Mean(frame.Each(drawn, func(x Sample) float64 { return 100 * x.share(x.UpTo16) }))
	return d
}

// runs returns the replays of all experiments at a place.
func (d Data) runs(at key) (runs []Run) {
	for _, x := range d.experiments {
		if r, ok := x[at]; ok {
			runs = append(runs, r)
		}
	}
	return runs
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

// A number is computed from the replays of an experiment at a load; NaN: it lacks one of them.
type number func(x experiment, load float64) float64

// its is a measurement of the replay under a model and a scheduler.
func its(model, scheduler string, of func(Run) float64) number {
	return func(x experiment, load float64) float64 {
		if r, ok := x[key{model, scheduler, load}]; ok {
			return of(r)
		}
		return math.NaN()
	}
}

// difference is a share under a model and a scheduler less that under others, in percentage points.
func difference(model, scheduler, otherModel, otherScheduler string, share func(Run) float64) number {
	here, there := its(model, scheduler, share), its(otherModel, otherScheduler, share)
	return func(x experiment, load float64) float64 { return 100 * (here(x, load) - there(x, load)) }
}

// values returns the mean of a number over some loads for each experiment that has it.
func (d Data) values(n number, loads ...float64) []float64 {
	all := frame.Each(d.experiments, func(x experiment) float64 {
		return stat.Mean(frame.Each(loads, func(load float64) float64 { return n(x, load) }), nil)
	})
	return slices.DeleteFunc(all, math.IsNaN)
}

// average returns the mean of a number over some loads and the experiments.
func (d Data) average(n number, loads ...float64) statement.Estimate {
	return statement.Mean(d.values(n, loads...))
}

// gainOver returns by how much the utilisation under a scheduler is above that under another one at a
// load, in percent of that under FCFS.
func (d Data) gainOver(model, scheduler, other string, load float64) statement.Estimate {
	more := d.values(difference(model, scheduler, model, other, utilisation), load)
	return statement.Ratio(more, d.values(its(model, fcfs, utilisation), load))
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
	if len(d.loads) == 0 {
		return e, 0
	}
	e, at := statement.Largest(frame.Each(d.loads, func(load float64) statement.Estimate {
		return d.gainOver(model, scheduler, fcfs, load)
	}))
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

// A measure is a number of the data, with its interval.
type measure = statement.Measure[Data]

// gain measures the largest gain of utilisation over FCFS, in percent.
func gain(model, scheduler string) measure {
	return func(d Data) statement.Estimate {
		e, _ := d.gain(model, scheduler)
		return e
	}
}

// leads measure the largest gain of a scheduler less those of others.
func leads(model, scheduler string, others ...string) []measure {
	return frame.Each(others, func(other string) measure {
		return func(d Data) statement.Estimate { return d.lead(model, scheduler, other) }
	})
}

// mean measures a value at a load.
func mean(model, scheduler string, load float64, value func(Run) float64) measure {
	return func(d Data) statement.Estimate {
		return d.average(its(model, scheduler, value), load)
	}
}

// percent measures a share from 0 to 1 at a load, in percent.
func percent(model, scheduler string, load float64, of func(Run) float64) measure {
	return mean(model, scheduler, load, func(r Run) float64 { return 100 * of(r) })
}

// slower measures the slowdown ratio under a model and a scheduler over that under others, as the geometric
// mean over the loads and the experiments.
func slower(model, scheduler, otherModel, otherScheduler string) measure {
	here, there := its(model, scheduler, slowdown), its(otherModel, otherScheduler, slowdown)
	return func(d Data) statement.Estimate {
		e := d.average(func(x experiment, load float64) float64 {
			return math.Log(here(x, load) / there(x, load))
		}, d.loads...)
		if !e.Known() {
			return e
		}
		return statement.Between(math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High))
	}
}

// slowdowns measure the slowdown ratios of schedulers over that of another one, under a model.
func slowdowns(model, other string, schedulers ...string) []measure {
	return frame.Each(schedulers, func(s string) measure { return slower(model, s, model, other) })
}

// distance measures the mean difference of the utilisations under two models in percentage points, over
// all schedulers and loads.
func distance(model, other string) measure {
	return func(d Data) statement.Estimate {
		sum, n := statement.Between(0, 0, 0), 0.0
		for _, scheduler := range d.schedulers {
			for _, load := range d.loads {
				e := d.average(difference(model, scheduler, other, scheduler, utilisation), load)
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
