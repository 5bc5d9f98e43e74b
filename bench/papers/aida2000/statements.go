package aida2000

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Paper is the name of the paper in statements.
const Paper = "aida2000"

// near is the largest difference in percentage points between a gain and the printed one
// that agrees with it. The utilisations of the paper have confidence intervals of up to 10
// %.
const near = 5.0

// gains holds the largest gains of utilisation over FCFS that the text states, in percent.
var gains = []struct {
	where, model, scheduler string
	percent                 float64
}{
	{"4.1", "uniform", largest, 16}, {"4.2", "uniform", smallest, 13}, {"4.1", "uniform", fitLargest, 34},
	{"4.2", "harmonic", smallest, 32}, {"4.2", "harmonic", firstFit, 40}, {"4.2", "harmonic", backfilling, 31},
	{"4.3", "power2", largest, 48}, {"4.3", "power2", firstFit, 51}, {"4.3", "power2", backfilling, 28},
}

// A results finds the points of a study.
type results struct {
	study   Study
	samples []Sample
	points  map[key]Point
}

type key struct {
	model, scheduler string
	load             float64
}

func newResults(s Study, samples []Sample) results {
	r := results{s, samples, make(map[key]Point)}
	for _, p := range s.Points(samples) {
		r.points[key{p.Model, p.Scheduler, p.Load}] = p
	}
	return r
}

// gain returns the largest gain of utilisation over FCFS, in percent, and its load. The gain
// is that of footnote 5. ok is false where no load has it.
func (r results) gain(model, scheduler string) (percent, at float64, ok bool) {
	percent = math.Inf(-1)
	for _, load := range r.study.Loads {
		p, here := r.points[key{model, scheduler, load}]
		base, there := r.points[key{model, fcfs, load}]
		if !here || !there {
			continue
		}
		if g := 100 * (p.Utilisation/base.Utilisation - 1); g > percent {
			percent, at, ok = g, load, true
		}
	}
	return percent, at, ok
}

// slowdown returns a mean slowdown ratio, and whether it was measured.
func (r results) slowdown(model, scheduler string, load float64) (float64, bool) {
	p, ok := r.points[key{model, scheduler, load}]
	return p.SlowdownRatio, ok
}

// Statements returns the claims of the text that can be checked. None is judged by the samples
// of an interrupted study.
func (s Study) Statements(samples []Sample) []statement.Statement {
	r := newResults(s, samples)
	all := slices.Concat(r.gainStatements(), r.orders(), r.slowdowns(), []statement.Statement{
		r.widths(2, 58, func(s Sample) int { return s.UpTo2 }), r.widths(16, 90, func(s Sample) int { return s.UpTo16 }),
		r.alike("square", "uniform"), r.alike("multi10", "uniform"), r.nearest(feitelson, "power2"),
		r.twins(), r.intervals(),
	})
	return statement.Named(Paper, "", s.Basis(samples).Settle(all))
}

// stated makes a statement that is not measured yet.
func stated(section, text, printed string) statement.Statement {
	return statement.New("section "+section, text, printed)
}

func (r results) gainStatements() (all []statement.Statement) {
	for _, g := range gains {
		s := stated(g.where,
			fmt.Sprintf("%s: largest gain of utilisation of %s over FCFS", titles[g.model], legend[g.scheduler]),
			format.Decimal(g.percent, 0)+" %")
		if v, load, ok := r.gain(g.model, g.scheduler); ok {
			s.Foundf(math.Abs(v-g.percent) <= near, "%s %% at load %g", format.Decimal(v, 1), load)
		}
		all = append(all, s)
	}
	return all
}

func (r results) orders() []statement.Statement {
	return []statement.Statement{
		r.order("4.1", "uniform", "LJF gains more than SJF", largest, smallest),
		r.order("4.1", "uniform", "LJF/First-Fit gains the most of first fit", fitLargest, firstFit, backfilling),
		r.order("4.2", "harmonic", "SJF gains more than LJF", smallest, largest),
		r.order("4.2", "harmonic", "FCFS/First-Fit gains more than Backfilling", firstFit, backfilling),
		r.order("4.3", "power2", "FCFS/First-Fit gains more than Backfilling", firstFit, backfilling),
	}
}

// order checks that the largest gain of the first scheduler is above those of the others.
func (r results) order(section, model, text, first string, others ...string) statement.Statement {
	s := stated(section, titles[model]+": "+text, "")
	best, _, ok := r.gain(model, first)
	measured, above := format.Decimal(best, 1)+" %", true
	for _, name := range others {
		v, _, known := r.gain(model, name)
		ok, above = ok && known, above && best > v
		measured += fmt.Sprintf(", %s %%", format.Decimal(v, 1))
	}
	if ok {
		s.Found(above, measured)
	}
	return s
}

// slowdowns returns the statements about slowdown ratios, of sections 4.1 and 4.2. The text
// has ratios below 6 beside some that "went to infinity". The latter count as 6 or more.
func (r results) slowdowns() (all []statement.Statement) {
	const load, limit = 0.9, 6.0
	for _, model := range []string{"harmonic", "uniform"} {
		for _, name := range []string{smallest, firstFit, fitLargest} {
			printed := "below 6"
			if model == "uniform" {
				printed = "to infinity above load 0.8"
			}
			s := stated("4.2", fmt.Sprintf("%s: slowdown ratio of %s at load 0.9", titles[model], legend[name]), printed)
			if v, ok := r.slowdown(model, name, load); ok {
				s.Found((v < limit) == (model == "harmonic"), format.Decimal(v, 1))
			}
			all = append(all, s)
		}
	}
	s := stated("4.1", "Uniform: slowdown ratio of LJF over that of FCFS, geometric mean over the loads",
		"slightly above 1")
	if ratio, ok := r.slowdownOver("uniform", largest, fcfs); ok {
		s.Found(ratio > 1, format.Decimal(ratio, 2))
	}
	return append(all, s)
}

// slowdownOver returns the geometric mean over the loads of one slowdown ratio over another,
// and whether there is one.
func (r results) slowdownOver(model, scheduler, base string) (float64, bool) {
	sum, n := 0.0, 0
	for _, load := range r.study.Loads {
		v, here := r.slowdown(model, scheduler, load)
		b, there := r.slowdown(model, base, load)
		if here && there {
			sum += math.Log(v / b)
			n++
		}
	}
	return math.Exp(sum / float64(n)), n > 0
}

// widths checks the share of the jobs of Harmonic on at most most processors.
func (r results) widths(most int, percent float64, count func(Sample) int) statement.Statement {
	part, jobs := 0, 0
	for _, s := range r.samples {
		if s.Model == "harmonic" {
			part += count(s)
			jobs += s.Jobs
		}
	}
	out := stated("4.2", fmt.Sprintf("Harmonic: jobs on %d processors or fewer", most), format.Decimal(percent, 0)+" %")
	if jobs > 0 {
		measured := 100 * float64(part) / float64(jobs)
		out.Found(math.Abs(measured-percent) <= 0.5, format.Decimal(measured, 1)+" %")
	}
	return out
}

// distance returns the mean difference of the utilisations under two models in percentage
// points, and whether there is one.
func (r results) distance(a, b string) (float64, bool) {
	sum, n := 0.0, 0
	for _, scheduler := range r.study.Schedulers {
		for _, load := range r.study.Loads {
			p, here := r.points[key{a, scheduler, load}]
			q, there := r.points[key{b, scheduler, load}]
			if here && there {
				sum += 100 * math.Abs(p.Utilisation-q.Utilisation)
				n++
			}
		}
	}
	return sum / float64(n), n > 0
}

func (r results) alike(model, as string) statement.Statement {
	s := stated("4.4", fmt.Sprintf("%s: mean difference of utilisation to %s", titles[model], titles[as]), "almost same")
	if d, ok := r.distance(model, as); ok {
		s.Found(d <= near, format.Decimal(d, 1)+" points")
	}
	return s
}

// nearest checks which of the other models is most like a model.
func (r results) nearest(model, as string) statement.Statement {
	s := stated("4.5", titles[model]+": the model most alike in utilisation", titles[as])
	found, least := "", math.Inf(1)
	for _, other := range r.study.Models {
		if d, ok := r.distance(model, other); ok && other != model && d < least {
			found, least = other, d
		}
	}
	if found != "" && slices.Contains(r.study.Models, as) {
		s.Foundf(found == as, "%s, %s points", titles[found], format.Decimal(least, 1))
	}
	return s
}

// twins counts the replays in which two schedulers have to give the same schedule.
// [Study.Run] ends with an error where they do not.
func (r results) twins() statement.Statement {
	s := stated("4", "SJF/First-Fit schedules as SJF does", "same")
	n := len(r.samples) * len(r.study.Loads)
	if n > 0 && slices.Contains(r.study.Schedulers, smallest) && slices.Contains(r.study.Schedulers, fitSmallest) {
		s.Found(true, "same in all of "+format.Count(int64(n), "replay"))
	}
	return s
}

func (r results) intervals() statement.Statement {
	s := stated("4", "widest 95 % confidence interval, of utilisation and slowdown ratio", "10 % or less")
	var u, d float64
	for _, p := range r.points {
		if p.UtilisationCI == nil {
			return s
		}
		u, d = max(u, *p.UtilisationCI/p.Utilisation), max(d, *p.SlowdownRatioCI/p.SlowdownRatio)
	}
	if len(r.points) > 0 {
		s.Foundf(max(u, d) <= 0.1, "%s %% and %s %%", format.Decimal(100*u, 1), format.Decimal(100*d, 1))
	}
	return s
}
