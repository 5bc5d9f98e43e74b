package aida2000

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// otherEntries are the statements of sections 4.4 and 4.5.
func otherEntries() []entry {
	return []entry{
		alike("4.4-1", "section 4.4, Figure 8", "square"), alike("4.4-2", "section 4.4, Figure 9", "multi10"),
		alikeSlowdown("4.4-3", "square"), alikeSlowdown("4.4-4", "multi10"),
		{
			ID: "4.5-1", Where: "section 4.5, Figure 10", Text: "Feitelson: utilisation as under Power2",
			Rule:  "Power2 has the least mean difference of the utilisation to it of the five models",
			Judge: nearest,
		},
		{
			ID: "4.5-2", Where: "section 4.5", Text: "the proportion of power-of-two jobs has a strong effect in real workloads",
			Reason: "no real workload is run",
		},
	}
}

func alike(id, where, model string) entry {
	return entry{
		ID: id, Where: where, Text: titles[model] + ": utilisation almost as under Uniform",
		Rule:      "the mean difference over schedulers and loads, paired",
		Tolerance: fmt.Sprintf("%g points", near),
		Judge: func(d Data) statement.Finding {
			e := d.distance(model, "uniform")
			return statement.Found(e.AtMost(near), e.Text(1, "points"))
		},
	}
}

func alikeSlowdown(id, model string) entry {
	return entry{
		ID: id, Where: "section 4.4", Text: titles[model] + ": slowdown ratios as under Uniform",
		Rule:      "each scheduler's geometric mean over the loads of the ratio over that under Uniform is about 1, paired",
		Tolerance: fmt.Sprintf("up to %g", similar),
		Judge: func(d Data) statement.Finding {
			var verdicts []statement.Verdict
			low, high := statement.Estimate{}, statement.Estimate{}
			for _, name := range d.schedulers {
				e := d.slower(pair{model, name}, pair{"uniform", name})
				if verdicts = append(verdicts, alikeRatio(e)); len(verdicts) == 1 {
					low, high = e, e
				}
				if e.Value < low.Value {
					low = e
				}
				if e.Value > high.Value {
					high = e
				}
			}
			if v := statement.All(verdicts...); v != statement.NotJudged {
				return statement.Found(v, low.Text(2, "")+", "+high.Text(2, ""))
			}
			return statement.Missing("")
		},
	}
}

// nearest judges that of all other models Power2 is most like Feitelson's.
func nearest(d Data) statement.Finding {
	own := d.distance(feitelson, "power2")
	var verdicts []statement.Verdict
	found := "power2"
	for _, model := range []string{"uniform", "harmonic", "square", "multi10"} {
		e := d.distance(feitelson, model)
		verdicts = append(verdicts, own.Minus(e).Below(0))
		if e.Known() && e.Value < d.distance(feitelson, found).Value {
			found = model
		}
	}
	if !own.Known() || slices.Contains(verdicts, statement.NotJudged) {
		return statement.Missing("")
	}
	return statement.Foundf(statement.All(verdicts...), "%s, %s; Power2 %s points", titles[found],
		format.Decimal(d.distance(feitelson, found).Value, 1), format.Decimal(own.Value, 1))
}

// conclusions are the statements of section 5.
func conclusions() []entry {
	return []entry{
		{
			ID: "5-1", Where: "section 5 (1)", Text: "first fit but for Backfilling is best under all five models",
			Rule:  "FCFS/First-Fit's largest gain over FCFS is above those of LJF, SJF and Backfilling, paired",
			Judge: bestEverywhere,
		},
		{
			ID: "5-2", Where: "section 5 (1)", Text: "first fit but for Backfilling is not affected by the job sizes",
			Rule:      "range of the utilisation over the five models at load 1, of FCFS/First-Fit and of LJF/First-Fit",
			Tolerance: fmt.Sprintf("%g points", near), Judge: notAffected,
		},
		{
			ID: "5-3", Where: "section 5 (2)", Text: "Power2 affects LJF most, more than Harmonic SJF",
			Rule:  "the largest gain of LJF differs more from that under Uniform than SJF's under Harmonic",
			Judge: mostAffected,
		},
		fills("5-4", "section 5 (3)", "at high load LJF packs jobs perfectly"),
		{
			ID: "5-5", Where: "section 5", Text: "all but FCFS and Backfilling let jobs starve; aging costs utilisation",
			Reason: "by argument",
		},
	}
}

// five are the models without Feitelson's.
func five() []string { return ModelNames()[:5] }

func bestEverywhere(d Data) statement.Finding {
	var verdicts []statement.Verdict
	fails := ""
	for _, model := range five() {
		for _, other := range []string{largest, smallest, backfilling} {
			e := d.lead(model, firstFit, other)
			if !e.Known() {
				return statement.Missing("")
			}
			verdicts = append(verdicts, e.Above(0))
			if e.Value <= 0 {
				fails += fmt.Sprintf("; not %s under %s", legend[other], titles[model])
			}
		}
	}
	n := 0
	for _, v := range verdicts {
		if v == statement.Holds {
			n++
		}
	}
	return statement.Foundf(statement.All(verdicts...), "above %d of %d%s", n, len(verdicts), fails)
}

// notAffected judges the largest difference of the utilisation at load 1 between two models.
func notAffected(d Data) statement.Finding {
	var all []statement.Estimate
	for _, scheduler := range []string{firstFit, fitLargest} {
		var gaps []statement.Estimate
		for _, a := range five() {
			for _, b := range five() {
				x, y, ok := d.over(key{a, scheduler, 1}, key{b, scheduler, 1}, utilisation)
				if !ok {
					return statement.Missing("")
				}
				for i := range x {
					x[i] = 100 * (x[i] - y[i])
				}
				gaps = append(gaps, statement.Mean(x))
			}
		}
		e, _ := largestOf(gaps)
		all = append(all, e)
	}
	return several(all, 1, "points", func(e statement.Estimate) statement.Verdict { return e.AtMost(near) })
}

func mostAffected(d Data) statement.Finding {
	change := func(model, scheduler string) statement.Estimate {
		a, _ := d.gain(model, scheduler)
		b, _ := d.gain("uniform", scheduler)
		return a.Minus(b)
	}
	ljf, sjf := change("power2", largest), change("harmonic", smallest)
	return found([]statement.Verdict{ljf.Minus(sjf).Above(0), sjf.Above(0)},
		[]string{ljf.Text(1, "points"), sjf.Text(1, "points")})
}
