package aida2000

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/format"
)

// Statement is something that the text says, beside what is measured.
type Statement struct {
	Model string // of which it is said; blank: of several
	Text  string
	Paper, Measured,
	Verdict string
}

// Verdicts.
const (
	agrees      = "agrees"
	larger      = "larger"
	smaller     = "smaller"
	differs     = "differs"
	notMeasured = "not measured"
)

// near is how many percentage points a gain may differ from the printed one and still
// agree. The paper's utilisations have confidence intervals of up to 10 %.
const near = 5.0

// gains are the largest gains of utilisation over FCFS that the text states, in percent.
var gains = []struct {
	model, scheduler string
	percent          float64
}{
	{"uniform", largest, 16}, {"uniform", smallest, 13}, {"uniform", fitLargest, 34},
	{"harmonic", smallest, 32}, {"harmonic", firstFit, 40}, {"harmonic", backfilling, 31},
	{"power2", largest, 48}, {"power2", firstFit, 51}, {"power2", backfilling, 28},
}

// results are the points of a study, to be looked up.
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

// gain returns the largest gain of utilisation over FCFS over the loads, in percent, as
// footnote 5 defines it, and the load where it is.
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

// slowdown returns a mean slowdown ratio.
func (r results) slowdown(model, scheduler string, load float64) (float64, bool) {
	p, ok := r.points[key{model, scheduler, load}]
	return p.SlowdownRatio, ok
}

// Statements returns what the text says that can be checked, in its order.
func (s Study) Statements(samples []Sample) []Statement {
	r := newResults(s, samples)
	all := []Statement{r.widths(2, 58, func(s Sample) int { return s.UpTo2 }), r.widths(16, 90, func(s Sample) int { return s.UpTo16 })}
	all = append(all, r.gainStatements()...)
	all = append(all, r.slowdownStatements()...)
	all = append(all,
		r.order("uniform", "LJF gains more than SJF", largest, smallest),
		r.order("uniform", "LJF/First-Fit gains most of first fit", fitLargest, firstFit, backfilling),
		r.order("harmonic", "SJF gains more than LJF", smallest, largest),
		r.order("harmonic", "Backfilling gains less than FCFS/First-Fit", firstFit, backfilling),
		r.order("power2", "Backfilling gains less than FCFS/First-Fit", firstFit, backfilling),
	)
	all = append(all, r.alike("square", "uniform"), r.alike("multi10", "uniform"), r.nearest(feitelson, "power2"))
	return append(all, r.twins(), r.intervals())
}

// widths compares the share of Harmonic's jobs on at most so many processors.
func (r results) widths(most int, percent float64, count func(Sample) int) Statement {
	part, jobs := 0, 0
	for _, s := range r.samples {
		if s.Model == "harmonic" {
			part += count(s)
			jobs += s.Jobs
		}
	}
	out := Statement{Model: "harmonic", Text: fmt.Sprintf("jobs on %d processors or fewer", most), Paper: format.Decimal(percent, 0) + " %", Verdict: notMeasured}
	if jobs > 0 {
		measured := 100 * float64(part) / float64(jobs)
		out.Measured, out.Verdict = format.Decimal(measured, 1)+" %", compared(measured, percent, 0.5)
	}
	return out
}

// compared says how a measured value stands to the paper's.
func compared(measured, paper, tolerance float64) string {
	switch {
	case math.Abs(measured-paper) <= tolerance:
		return agrees
	case measured > paper:
		return larger
	}
	return smaller
}

func (r results) gainStatements() (all []Statement) {
	for _, g := range gains {
		s := Statement{Model: g.model, Text: "largest gain of " + legend[g.scheduler] + " over FCFS", Paper: format.Decimal(g.percent, 0) + " %", Verdict: notMeasured}
		if v, load, ok := r.gain(g.model, g.scheduler); ok {
			s.Measured, s.Verdict = fmt.Sprintf("%s %% at load %g", format.Decimal(v, 1), load), compared(v, g.percent, near)
		}
		all = append(all, s)
	}
	return all
}

// Slowdown ratios of section 4.2, and that of section 4.1.
func (r results) slowdownStatements() (all []Statement) {
	const load, limit = 0.9, 6.0
	low := []string{smallest, firstFit, fitLargest}
	for _, model := range []string{"harmonic", "uniform"} {
		for _, name := range low {
			s := Statement{Model: model, Text: "slowdown ratio of " + legend[name] + " at load 0.9", Paper: "below 6", Verdict: notMeasured}
			if model == "uniform" {
				s.Paper = "to infinity above 0.8"
			}
			if v, ok := r.slowdown(model, name, load); ok {
				s.Measured, s.Verdict = format.Decimal(v, 1), holds((v < limit) == (model == "harmonic"))
			}
			all = append(all, s)
		}
	}
	s := Statement{Model: "uniform", Text: "slowdown ratio of LJF over that of FCFS, on average", Paper: "slightly above 1", Verdict: notMeasured}
	if ratio, ok := r.slowdownOver("uniform", largest, fcfs); ok {
		s.Measured, s.Verdict = format.Decimal(ratio, 2), holds(ratio > 1)
	}
	return append(all, s)
}

// slowdownOver returns the geometric mean over the loads of one slowdown ratio over another.
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

func holds(ok bool) string {
	if ok {
		return agrees
	}
	return differs
}

// order compares largest gains: that of the first scheduler is above those of the
// others.
func (r results) order(model, text, first string, others ...string) Statement {
	s := Statement{Model: model, Text: text, Paper: "yes", Verdict: notMeasured}
	best, _, ok := r.gain(model, first)
	measured := format.Decimal(best, 1)
	above := true
	for _, name := range others {
		v, _, known := r.gain(model, name)
		ok = ok && known
		above = above && best > v
		measured += fmt.Sprintf(" and %s %%", format.Decimal(v, 1))
	}
	if ok {
		s.Measured, s.Verdict = measured, holds(above)
	}
	return s
}

// distance returns the mean difference of the utilisations under two models, in
// percentage points.
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

// alike: section 4.4.
func (r results) alike(model, as string) Statement {
	s := Statement{Model: model, Text: "utilisation as under " + as + ", mean difference", Paper: "almost same", Verdict: notMeasured}
	if d, ok := r.distance(model, as); ok {
		s.Measured, s.Verdict = format.Decimal(d, 1)+" points", holds(d <= near)
	}
	return s
}

// nearest: section 4.5. Of the other models, the one named is the most alike.
func (r results) nearest(model, as string) Statement {
	s := Statement{Model: model, Text: "of the models, most alike in utilisation", Paper: as, Verdict: notMeasured}
	least := math.Inf(1)
	for _, other := range r.study.Models {
		if d, ok := r.distance(model, other); ok && other != model && d < least {
			least, s.Measured = d, other
		}
	}
	if s.Measured != "" && slices.Contains(r.study.Models, as) {
		s.Verdict = holds(s.Measured == as)
		s.Measured += fmt.Sprintf(", %s points", format.Decimal(least, 1))
	} else {
		s.Measured = ""
	}
	return s
}

// twins: section 4. Run ends with an error where the schedules differ.
func (r results) twins() Statement {
	s := Statement{Text: "SJF/First-Fit schedules as SJF does", Paper: "same", Verdict: notMeasured}
	if n := len(r.samples) * len(r.study.Loads); n > 0 && slices.Contains(r.study.Schedulers, smallest) && slices.Contains(r.study.Schedulers, fitSmallest) {
		s.Measured, s.Verdict = fmt.Sprintf("same in %s replays", format.Integer(int64(n))), agrees
	}
	return s
}

// intervals: section 4, "confidence intervals of +-10 % or less".
func (r results) intervals() Statement {
	s := Statement{Text: "widest 95 % interval, utilisation and slowdown ratio", Paper: "10 % or less", Verdict: notMeasured}
	var u, d float64
	for _, p := range r.points {
		if p.UtilisationCI == nil {
			return s
		}
		u, d = max(u, *p.UtilisationCI/p.Utilisation), max(d, *p.SlowdownRatioCI/p.SlowdownRatio)
	}
	if len(r.points) > 0 {
		s.Measured, s.Verdict = fmt.Sprintf("%s and %s %%", format.Decimal(100*u, 1), format.Decimal(100*d, 1)), holds(max(u, d) <= 0.1)
	}
	return s
}
