package simulated

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A pair is a model, and a scheduler by its name in the paper.
type pair struct{ model, scheduler string }

type key struct {
	pair
	load float64
}

// An experiment holds the replays of a seed. An interrupted one lacks some.
type experiment map[key]Run

// A Data holds the numbers by which the ledger is judged: those of a study, or those that the paper
// prints.
type Data struct {
	paper       *Paper
	experiments []experiment // of a study
	loads       []float64    // of the study, among those of the paper, rising
	schedulers  []string

	gains  map[pair]float64 // printed gains in percent, nil if they are of a study
	narrow map[string]statement.Estimate
}

// Data returns the numbers of samples.
func (s Study) Data(samples []Sample) Data {
	d := Data{paper: s.Paper, schedulers: s.called()}
	d.loads = slices.Clone(s.Paper.Loads)
	d.loads = slices.DeleteFunc(d.loads, func(load float64) bool { return !slices.Contains(s.Loads, load) })
	var upTo2, upTo16 []float64
	for _, same := range table.GroupBy(samples, func(sample Sample) int { return sample.Experiment }) {
		x := experiment{}
		for _, sample := range same {
			for _, r := range sample.Runs {
				x[key{pair{sample.Model, s.Paper.scheduler(r.Scheduler).Title}, r.Load}] = r
			}
			if percent := 100 / float64(sample.Jobs); sample.Model == "harmonic" {
				upTo2, upTo16 = append(upTo2, percent*float64(sample.UpTo2)), append(upTo16, percent*float64(sample.UpTo16))
			}
		}
		d.experiments = append(d.experiments, x)
	}
	d.narrow = map[string]statement.Estimate{"2": statement.Mean(upTo2), "16": statement.Mean(upTo16)}
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
	whole := s.Paper
	if s.Jobs < whole.Jobs {
		return fmt.Sprintf("%s in an experiment, the whole evaluation has %s", format.Count(int64(s.Jobs), "job"),
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

// measurements are measurements by their names in the ledger.
var measurements = map[string]func(Run) float64{
	"utilisation": utilisation, "slowdown": slowdown, "lost": func(r Run) float64 { return 100 * r.Lost },
	"multiple": func(r Run) float64 { return valueOf(r.Multiple) },
	"filled":   func(r Run) float64 { return valueOf(r.Filled) },
}

// valueOf returns the value at p in percent. There is none at a load without waiting jobs, which no rule has.
func valueOf(p *float64) float64 {
	if p == nil {
		return 0
	}
	return 100 * *p
}

// values returns a number of the replays at two places, as the mean over some loads, for each experiment that has them.
func (d Data) values(a, b pair, number func(a, b Run) float64, loads ...float64) (all []float64) {
	for _, x := range d.experiments {
		mean := stat.Mean(table.Each(loads, func(load float64) float64 {
			here, ok := x[key{a, load}]
			there, both := x[key{b, load}]
			if !ok || !both {
				return math.NaN()
			}
			return number(here, there)
		}), nil)
		if !math.IsNaN(mean) {
			all = append(all, mean)
		}
	}
	return all
}

// average returns the mean of a measurement at a load over the experiments.
func (d Data) average(at pair, of func(Run) float64, load float64) statement.Estimate {
	return statement.Mean(d.values(at, at, func(r, _ Run) float64 { return of(r) }, load))
}

// moreUsed returns by how many percentage points the utilisation is higher at a place than at another one.
func (d Data) moreUsed(a, b pair, loads ...float64) []float64 {
	return d.values(a, b, func(a, b Run) float64 { return 100 * (a.Utilisation - b.Utilisation) }, loads...)
}

// gainOver returns by how much the utilisation under a scheduler is above that under another one at a
// load, in percent of that under FCFS.
func (d Data) gainOver(model, scheduler, other string, load float64) statement.Estimate {
	base := pair{model, "FCFS"}
	whole := d.values(base, base, func(r, _ Run) float64 { return r.Utilisation }, load)
	return statement.Ratio(d.moreUsed(pair{model, scheduler}, pair{model, other}, load), whole)
}

// gain returns the largest gain of utilisation over FCFS over the loads, in percent (footnote 5), and
// its load.
func (d Data) gain(model, scheduler string) (e statement.Estimate, load float64) {
	if v, ok := d.gains[pair{model, scheduler}]; ok {
		return statement.Exact(v), 0
	}
	all := table.Each(d.loads, func(load float64) statement.Estimate {
		return d.gainOver(model, scheduler, "FCFS", load)
	})
	if e = statement.Extreme(all, math.Max); e.Known() {
		load = d.loads[slices.IndexFunc(all, func(one statement.Estimate) bool { return one.Value == e.Value })]
	}
	return e, load
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

// slower returns the slowdown ratio at a place over that at another one, as the geometric mean over the loads and the
// experiments.
func (d Data) slower(a, b pair) statement.Estimate {
	logs := d.values(a, b, func(a, b Run) float64 { return math.Log(a.SlowdownRatio / b.SlowdownRatio) }, d.loads...)
	e := statement.Mean(logs)
	if !e.Known() {
		return e
	}
	return statement.Between(math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High))
}

// distance returns the mean difference of the utilisations under two models in percentage points, over
// all schedulers and loads.
func (d Data) distance(model, other string) statement.Estimate {
	sum, n := statement.Between(0, 0, 0), 0.0
	for _, scheduler := range d.schedulers {
		for _, load := range d.loads {
			e := statement.Mean(d.moreUsed(pair{model, scheduler}, pair{other, scheduler}, load))
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

// spread returns the largest difference of the utilisation of a scheduler at load 1 between two of the five
// models.
func (d Data) spread(scheduler string) statement.Estimate {
	var gaps []statement.Estimate
	five := []string{"uniform", "harmonic", "power2", "square", "multi10"}
	for _, a := range five {
		for _, b := range five {
			gaps = append(gaps, statement.Mean(d.moreUsed(pair{a, scheduler}, pair{b, scheduler}, 1)))
		}
	}
	return statement.Extreme(gaps, math.Max)
}

// sameStarts counts the replays in which two schedulers have to give the same schedule. [Study.Run] ends with an error
// where they do not.
func (d Data) sameStarts() statement.Estimate {
	n := 0.0
	for _, x := range d.experiments {
		for at := range x {
			if _, both := x[key{pair{at.model, "SJF"}, at.load}]; both && at.scheduler == "SJF/First-Fit" {
				n++
			}
		}
	}
	if n == 0 {
		return statement.Estimate{}
	}
	return statement.Exact(n)
}

// widest returns the widest interval of the averages of a measurement over the experiments, in percent of its average.
func (d Data) widest(of func(Run) float64) statement.Estimate {
	n := len(d.experiments)
	if n < 2 {
		return statement.Unknown("there is no interval of one experiment")
	}
	widest := 0.0
	for at := range d.experiments[0] {
		if mean, half := interval(d.runs(at), of); half != nil {
			widest = max(widest, 100**half/mean)
		}
	}
	return statement.Exact(widest).Needing(d.paper.Experiments, n, "experiment")
}

// together returns a measurement of LJF under Power2 where all jobs come at once, the assumption of Eq. 2 to 5.
func (d Data) together(of func(Run) float64) statement.Estimate {
	s := Aida2000().Study()
	jobs, err := s.jobs(Problem{Model: "power2", Experiment: 1, Seed: 1}, 1)
	if err != nil || d.experiments == nil {
		return statement.Estimate{}
	}
	for i := range jobs {
		jobs[i].Submit = 0
	}
	o, err := s.replay(context.Background(), largest, jobs)
	if err != nil {
		return statement.Estimate{}
	}
	return statement.Exact(of(measure(largest, 1, o)))
}
