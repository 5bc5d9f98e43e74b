package aida2000

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// harmonicEntries are the statements of section 4.2.
func harmonicEntries() []entry {
	const where, slow = "section 4.2, Figure 4", "section 4.2, Figure 5"
	return []entry{
		higherThanUniform("4.2-1", where, "harmonic", smallest),
		gainsMore("4.2-2", where, "harmonic", "SJF performs better than LJF", smallest, largest),
		gained("4.2-3", where, "harmonic", smallest),
		gained("4.2-4", where, "uniform", smallest),
		{
			ID: "4.2-5", Where: slow, Text: "Harmonic: SJF is much less slowed down than under Uniform",
			Rule:      "the geometric mean over the loads of the ratio over that under Uniform, paired",
			Tolerance: fmt.Sprintf("much: to %g or less", much),
			Judge: func(d Data) statement.Finding {
				e := d.slower(pair{"harmonic", smallest}, pair{"uniform", smallest})
				return statement.Found(e.AtMost(much), e.Text(2, ""))
			},
		},
		{
			ID: "4.2-6", Where: slow, Text: "Harmonic: SJF is slowed down as FCFS/First-Fit and LJF/First-Fit",
			Rule:      "the geometric mean over the loads of its ratio over theirs is about 1, paired",
			Tolerance: fmt.Sprintf("up to %g", similar),
			Judge: func(d Data) statement.Finding {
				all := append(d.slowerThan("harmonic", firstFit, smallest), d.slowerThan("harmonic", fitLargest, smallest)...)
				return several(all, 2, "", alikeRatio)
			},
		},
		slowdownAt("4.2-7", slow, "harmonic", "below six at load 0.9", "below 6", "",
			func(e statement.Estimate) statement.Verdict { return e.Below(6) }),
		slowdownAt("4.2-8", slow, "uniform", "went to infinity above load 0.8", "infinity",
			fmt.Sprintf("%g or more", infinite),
			func(e statement.Estimate) statement.Verdict { return e.AtLeast(infinite) }),
		narrow("4.2-9", 2, 58), narrow("4.2-10", 16, 90),
		gainsLess("4.2-11", where, "harmonic", firstFit, fitLargest, smallest),
		gained("4.2-12", where, "harmonic", backfilling),
		gained("4.2-13", where, "harmonic", firstFit),
		{
			ID: "4.2-14", Where: "section 4.2", Text: "Backfilling is worse as it dispatches conservatively",
			Reason: "a supposition",
		},
	}
}

// alikeRatio judges that a ratio is about 1.
func alikeRatio(e statement.Estimate) statement.Verdict { return e.Within(1/similar, similar) }

// higherThanUniform judges that a scheduler has a higher utilisation under a model than under Uniform.
func higherThanUniform(id, where, model, scheduler string) entry {
	return entry{
		ID: id, Where: where, Text: fmt.Sprintf("%s: utilisation of %s above that under Uniform", titles[model],
			legend[scheduler]),
		Rule: "the mean difference over the loads is above 0, paired",
		Judge: func(d Data) statement.Finding {
			e := d.higher(pair{model, scheduler}, pair{"uniform", scheduler})
			return statement.Found(e.Above(0), e.Text(1, "points"))
		},
	}
}

// slowdownAt judges the slowdown ratios of SJF, FCFS/First-Fit and LJF/First-Fit at high load.
func slowdownAt(id, where, model, text, printed, tolerance string,
	passes func(statement.Estimate) statement.Verdict) entry {
	return entry{
		ID: id, Where: where, Printed: printed, Tolerance: tolerance,
		Text: fmt.Sprintf("%s: slowdown of SJF, FCFS/First-Fit, LJF/First-Fit %s", titles[model], text),
		Rule: "each mean at load 0.9 is " + printed,
		Judge: func(d Data) statement.Finding {
			var all []statement.Estimate
			for _, p := range pairsOf(model, smallest, firstFit, fitLargest) {
				all = append(all, d.at(p, high, slowdown))
			}
			return several(all, 1, "", passes)
		},
	}
}

// narrow judges the share of the jobs on at most most processors.
func narrow(id string, most int, percent float64) entry {
	return entry{
		ID: id, Where: "section 4.2", Text: fmt.Sprintf("Harmonic: jobs on %d processors or fewer", most),
		Printed: format.Decimal(percent, 0) + " %", Tolerance: fmt.Sprintf("%g points", drawn), Fixed: true,
		Rule: "the share of the drawn jobs, and that of the distribution in section 2.3.1",
		Judge: func(d Data) statement.Finding {
			e := d.narrow[most]
			return statement.Found(e.About(percent, drawn), e.Text(1, "%"))
		},
	}
}

// gainsLess judges that Backfilling performs worse than some others under a model.
func gainsLess(id, where, model string, others ...string) entry {
	names := legend[others[0]]
	for _, name := range others[1:] {
		names += ", " + legend[name]
	}
	return entry{
		ID: id, Where: where, Text: fmt.Sprintf("%s: utilisation of Backfilling below %s", titles[model], names),
		Rule: "its largest gain over FCFS is below each of theirs, paired",
		Judge: func(d Data) statement.Finding {
			var all []statement.Estimate
			for _, name := range others {
				all = append(all, d.lead(model, backfilling, name))
			}
			return several(all, 1, "points", func(e statement.Estimate) statement.Verdict { return e.Below(0) })
		},
	}
}
