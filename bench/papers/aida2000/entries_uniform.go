package aida2000

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// definitions are the statements of sections 2 to 4 about the experiment itself.
func definitions() []entry {
	return []entry{
		{
			ID: "2-1", Where: "sections 2 and 3, Eq. 1, Table 1, Figure 1",
			Text:   "models of job sizes, load, schedulers and slowdown ratio",
			Reason: "definitions",
		},
		{
			ID: "4-1", Where: "section 4", Text: "SJF/First-Fit schedules as SJF does", Printed: "same",
			Rule: "all starts are equal, in every replay", Fixed: true, Judge: sameStarts,
		},
		{
			ID: "4-2", Where: "section 4", Text: "95 % confidence intervals are 10 % of the averages or less",
			Printed: "10 %", Judge: widest,
			Rule: "the widest interval of utilisation and of slowdown ratio, of 100 experiments",
		},
		{
			ID: "4-3", Where: "Figures 2 to 10", Text: "the curves",
			Reason: "no values in the text",
		},
	}
}

// sameStarts counts the replays in which two schedulers have to give the same schedule. [Study.Run]
// ends with an error where they do not.
func sameStarts(d Data) statement.Finding {
	n := 0
	for at, runs := range d.runs {
		if at.scheduler == fitSmallest && len(d.runs[key{at.model, smallest, at.load}]) == len(runs) {
			n += len(runs)
		}
	}
	if n == 0 {
		return statement.Missing("")
	}
	return statement.Found(statement.Holds, "same in all of "+format.Count(int64(n), "replay"))
}

// widest judges the widest intervals of averages over the experiments.
func widest(d Data) statement.Finding {
	var u, s float64
	experiments := 0
	for _, runs := range d.runs {
		var used, slow []float64
		for _, r := range runs {
			used, slow = append(used, r.Utilisation), append(slow, r.SlowdownRatio)
		}
		experiments = len(runs)
		if mean, half := interval(used); half != nil {
			u = max(u, *half/mean)
		}
		if mean, half := interval(slow); half != nil {
			s = max(s, *half/mean)
		}
	}
	if experiments < 2 {
		return statement.Missing("there is no interval of one experiment")
	}
	return statement.Foundf(statement.If(max(u, s) <= 0.1), "%s and %s", format.Percent(100*u), format.Percent(100*s)).
		Needing(Default().Experiments, experiments, "experiments")
}

// uniformEntries are the statements of section 4.1.
func uniformEntries() []entry {
	const where = "section 4.1, Figure 2"
	return []entry{
		better(pairsOf("uniform", largest, smallest, firstFit, fitLargest, backfilling)),
		fasterThanFCFS(), slightlySlower(),
		gainsMore("4.1-4", where, "uniform", "LJF has a higher utilisation than SJF", largest, smallest),
		gained("4.1-5", where, "uniform", largest),
		gainsMore("4.1-6", where, "uniform", "LJF/First-Fit has the highest utilisation of first fit",
			fitLargest, firstFit, backfilling),
		gained("4.1-7", where, "uniform", fitLargest),
		leastBlocked("4.1-8", "FCFS leaves most processors idle while jobs wait", fcfs,
			largest, smallest, firstFit, fitLargest, backfilling),
		muchFaster(),
		{
			ID: "4.1-10", Where: where, Text: "Uniform: first fit has a higher utilisation than LJF and SJF",
			Rule:  "each largest gain over FCFS is above both of theirs, paired",
			Judge: firstFitBest,
		},
		leastBlocked("4.1-11", "LJF leaves more idle than first fit does", largest, firstFit, fitLargest, backfilling),
		alikeGains("4.1-12", "section 4.2, of Uniform", "uniform",
			"Backfilling is almost as FCFS/First-Fit", backfilling, firstFit),
		{
			ID: "4.1-13", Where: "section 4.1", Text: "sorting items by falling size wastes less of a bin",
			Reason: "a theorem of another paper",
		},
	}
}

func pairsOf(model string, schedulers ...string) (all []pair) {
	for _, s := range schedulers {
		all = append(all, pair{model, s})
	}
	return all
}

func better(pairs []pair) entry {
	return entry{
		ID: "4.1-1", Where: "section 4.1, Figure 2",
		Text: "Uniform: all have a higher utilisation than FCFS",
		Rule: "each largest gain over FCFS is above 0",
		Judge: func(d Data) statement.Finding {
			var all []statement.Estimate
			for _, p := range pairs {
				e, _ := d.gain(p.model, p.scheduler)
				all = append(all, e)
			}
			return several(all, 1, "%", func(e statement.Estimate) statement.Verdict { return e.Above(0) })
		},
	}
}

// slowerThan returns the slowdown ratios of schedulers over that of another one, under a model.
func (d Data) slowerThan(model, other string, schedulers ...string) (all []statement.Estimate) {
	for _, p := range pairsOf(model, schedulers...) {
		all = append(all, d.slower(p, pair{model, other}))
	}
	return all
}

func fasterThanFCFS() entry {
	return entry{
		ID: "4.1-2", Where: "section 4.1, Figure 3",
		Text: "Uniform: all but LJF are less slowed down than FCFS",
		Rule: "the geometric mean over the loads of the slowdown ratio over that of FCFS is below 1, paired",
		Judge: func(d Data) statement.Finding {
			all := d.slowerThan("uniform", fcfs, smallest, firstFit, fitLargest, backfilling)
			return several(all, 2, "", func(e statement.Estimate) statement.Verdict { return e.Below(1) })
		},
	}
}

func slightlySlower() entry {
	return entry{
		ID: "4.1-3", Where: "section 4.1, Figure 3", Text: "Uniform: LJF is slightly more slowed down than FCFS",
		Rule:      "the geometric mean over the loads of its ratio over that of FCFS is above 1, paired",
		Tolerance: fmt.Sprintf("slightly: up to %g", similar),
		Judge: func(d Data) statement.Finding {
			e := d.slower(pair{"uniform", largest}, pair{"uniform", fcfs})
			return found([]statement.Verdict{e.Above(1), e.AtMost(similar)}, []string{e.Text(2, "")})
		},
	}
}

func muchFaster() entry {
	return entry{
		ID: "4.1-9", Where: "section 4.1, Figure 3",
		Text:      "Uniform: SJF is much less slowed down than FCFS and LJF",
		Rule:      "the geometric mean over the loads of its ratio over theirs, paired",
		Tolerance: fmt.Sprintf("much: to %g or less", much),
		Judge: func(d Data) statement.Finding {
			all := append(d.slowerThan("uniform", fcfs, smallest), d.slowerThan("uniform", largest, smallest)...)
			return several(all, 2, "", func(e statement.Estimate) statement.Verdict { return e.AtMost(much) })
		},
	}
}

// leastBlocked judges that a scheduler loses more capacity while jobs wait than some others, under
// Uniform at high load.
func leastBlocked(id, text, first string, others ...string) entry {
	return entry{
		ID: id, Where: "section 4.1", Text: "Uniform: " + text,
		Rule: "its share of the capacity that is idle while jobs wait is above theirs at load 0.9, paired",
		Judge: func(d Data) statement.Finding {
			var all []statement.Estimate
			for _, name := range others {
				a, b, ok := d.over(key{"uniform", first, high}, key{"uniform", name, high}, lost)
				if !ok {
					return statement.Missing("")
				}
				for i := range a {
					a[i] = 100 * (a[i] - b[i])
				}
				all = append(all, statement.Mean(a))
			}
			return several(all, 1, "points", func(e statement.Estimate) statement.Verdict { return e.Above(0) })
		},
	}
}

func lost(r Run) float64 { return r.Lost }

func firstFitBest(d Data) statement.Finding {
	var all []statement.Estimate
	for _, a := range []string{firstFit, fitLargest, backfilling} {
		for _, b := range []string{largest, smallest} {
			all = append(all, d.lead("uniform", a, b))
		}
	}
	return several(all, 1, "points", func(e statement.Estimate) statement.Verdict { return e.Above(0) })
}

// alikeGains judges that the largest gains of two schedulers are close.
func alikeGains(id, where, model, text, scheduler, other string) entry {
	return entry{
		ID: id, Where: where, Text: titles[model] + ": " + text, Tolerance: fmt.Sprintf("%g points", near),
		Rule: "the largest gain over FCFS is that of " + legend[other] + ", paired",
		Judge: func(d Data) statement.Finding {
			e := d.lead(model, scheduler, other)
			return statement.Found(e.About(0, near), e.Text(1, "points"))
		},
	}
}
