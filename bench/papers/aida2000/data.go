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

// replays are those of an experiment at a load.
type replays func(model, scheduler string) Run

// A number is computed from the replays of an experiment at a load.
type number func(replays) float64

// values returns the mean of a number over some loads for each experiment that has the replays.
func (d Data) values(n number, loads ...float64) (all []float64) {
	for known := len(loads) > 0; ; {
		sum := 0.0
		for _, load := range loads {
			sum += n(func(model, scheduler string) (r Run) {
				runs := d.runs[key{model, scheduler, load}]
				if known = known && len(all) < len(runs); known {
					r = runs[len(all)]
				}
				return r
			}) / float64(len(loads))
		}
		if !known {
			return all
		}
		all = append(all, sum)
	}
}

// average returns the mean of a number over some loads and the experiments.
func (d Data) average(n number, loads ...float64) statement.Estimate {
	return statement.Mean(d.values(n, loads...))
}

// difference is a share under a model and a scheduler less that under others, in percentage points.
func difference(model, scheduler, otherModel, otherScheduler string, share func(Run) float64) number {
	return func(of replays) float64 {
		return 100 * (share(of(model, scheduler)) - share(of(otherModel, otherScheduler)))
	}
}

// gainOver returns by how much the utilisation under a scheduler is above that under another one at a
// load, in percent of that under FCFS.
func (d Data) gainOver(model, scheduler, other string, load float64) statement.Estimate {
	more := d.values(difference(model, scheduler, model, other, utilisation), load)
	base := d.values(func(of replays) float64 { return of(model, fcfs).Utilisation }, load)
	if len(base) < len(more) {
		return statement.Estimate{}
	}
	return statement.Ratio(more, base[:len(more)])
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

// A measure is a number of the data, with its interval.
type measure func(Data) statement.Estimate

// each and every return rules that hold where each of some measures is within a limit, see
// [statement.Each] and [statement.Every].
func each(limit statement.Limit, digits int, unit string, of ...measure) func(Data) statement.Finding {
	return func(d Data) statement.Finding { return statement.Each(d.estimates(of), limit, digits, unit) }
}

func every(limit statement.Limit, digits int, unit string, of ...measure) func(Data) statement.Finding {
	return func(d Data) statement.Finding { return statement.Every(d.estimates(of), limit, digits, unit) }
}

func (d Data) estimates(of []measure) (all []statement.Estimate) {
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
func mean(model, scheduler string, load float64, value func(Run) float64) measure {
	return func(d Data) statement.Estimate {
		return d.average(func(of replays) float64 { return value(of(model, scheduler)) }, load)
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
		e := d.average(func(of replays) float64 {
			return math.Log(of(model, scheduler).SlowdownRatio / of(otherModel, otherScheduler).SlowdownRatio)
		}, d.loads...)
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
