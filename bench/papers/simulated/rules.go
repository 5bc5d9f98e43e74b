package simulated

import (
	"cmp"
	"context"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
)

// aidaRules are those of the ledger of Aida (2000) that no measure expresses.
func aidaRules() statement.Rules[Data] {
	return statement.Rules[Data]{
		"4-1": sameStarts, "4-2": widest, "4.3-6": offlinePacking, "4.3-8": fills, "4.4-3": alike("square"),
		"4.4-4": alike("multi10"), "4.5-1": nearest, "5-1": bestEverywhere, "5-3": mostAffected, "5-4": fills,
	}
}

// sameStarts counts the replays in which two schedulers have to give the same schedule. [Study.Run]
// ends with an error where they do not.
func sameStarts(d Data) statement.Finding {
	n := 0
	for _, x := range d.experiments {
		for at := range x {
			if _, both := x[key{pair{at.model, "SJF"}, at.load}]; both && at.scheduler == "SJF/First-Fit" {
				n++
			}
		}
	}
	if n == 0 {
		return statement.Missing("")
	}
	return statement.Found(statement.Holds, "same in all of "+format.Count(int64(n), "replay"))
}

// widest judges the widest intervals of averages over the experiments.
func widest(d Data) statement.Finding {
	n := len(d.experiments)
	if n < 2 {
		return statement.Missing("there is no interval of one experiment")
	}
	widest := func(of func(Run) float64) (share float64) {
		for at := range d.experiments[0] {
			if mean, half := interval(d.runs(at), of); half != nil {
				share = max(share, *half/mean)
			}
		}
		return share
	}
	u, s := widest(utilisation), widest(slowdown)
	return statement.Foundf(statement.If(max(u, s) <= 0.1), "%s and %s", format.Percent(100*u), format.Percent(100*s)).
		Needing(d.paper.Experiments, n, "experiment")
}

// nearest judges that of all other models Power2 is most like Feitelson's.
func nearest(d Data) statement.Finding {
	own := d.distance(feitelson, "power2")
	var verdicts []statement.Verdict
	found, least := "power2", own.Value
	for _, model := range []string{"uniform", "harmonic", "square", "multi10"} {
		e := d.distance(feitelson, model)
		verdicts = append(verdicts, own.Minus(e).Below(0))
		if e.Known() && e.Value < least {
			found, least = model, e.Value
		}
	}
	if !own.Known() || slices.Contains(verdicts, statement.NotJudged) {
		return statement.Missing("")
	}
	return statement.Foundf(statement.All(verdicts...), "%s, %s; Power2 %s points", d.paper.model(found).Title,
		format.Decimal(least, 1), format.Decimal(own.Value, 1))
}

// bestEverywhere judges that FCFS/First-Fit gains more than others under the five models.
func bestEverywhere(d Data) statement.Finding {
	var verdicts []statement.Verdict
	fails, n := "", 0
	for _, model := range five {
		for _, other := range []string{"LJF", "SJF", "Backfilling"} {
			e := d.lead(model, "FCFS/First-Fit", other)
			if !e.Known() {
				return statement.Missing("")
			}
			v := e.Above(0)
			if verdicts = append(verdicts, v); v == statement.Holds {
				n++
			}
			if e.Value <= 0 {
				fails += "; not " + other + " under " + d.paper.model(model).Title
			}
		}
	}
	return statement.Foundf(statement.All(verdicts...), "above %d of %d%s", n, len(verdicts), fails)
}

// mostAffected compares by how much the gains of LJF under Power2 and of SJF under Harmonic are above those
// under Uniform.
func mostAffected(d Data) statement.Finding {
	more := func(model, scheduler string) statement.Estimate {
		there, _ := d.gain(model, scheduler)
		uniform, _ := d.gain("uniform", scheduler)
		return there.Minus(uniform)
	}
	ljf, sjf := more("power2", "LJF"), more("harmonic", "SJF")
	if !ljf.Known() || !sjf.Known() {
		return statement.Missing("")
	}
	v := statement.All(ljf.Minus(sjf).Above(0), sjf.Above(0))
	return statement.Found(v, ljf.Text(1, "points")+", "+sjf.Text(1, "points"))
}

// fills judges that LJF leaves no processor idle under Power2 at load 1, after at least 95 % of the moments.
func fills(d Data) statement.Finding {
	ljf := pair{"power2", "LJF"}
	full, idle := d.average(ljf, filled, 1), d.average(ljf, lost, 1)
	if !full.Known() {
		return statement.Missing("")
	}
	return statement.Foundf(full.AtLeast(95), "%s; %s %% idle while jobs wait", full.Text(1, "%"),
		format.Decimal(idle.Value, 1))
}

// alike judges that the slowdown ratios of all schedulers under a model are about those under Uniform, up to a factor
// of 1.5. The least and the largest quotient stand.
func alike(model string) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		all := frame.Each(d.schedulers, func(name string) statement.Estimate {
			return d.slower(pair{model, name}, pair{"uniform", name})
		})
		verdicts := frame.Each(all, func(e statement.Estimate) statement.Verdict { return e.Within(1/1.5, 1.5) })
		v := statement.All(verdicts...)
		if v == statement.NotJudged {
			return statement.Missing("")
		}
		slices.SortFunc(all, func(a, b statement.Estimate) int { return cmp.Compare(a.Value, b.Value) })
		return statement.Found(v, all[0].Text(2, "")+", "+all[len(all)-1].Text(2, ""))
	}
}

// offlinePacking judges the packing of jobs that come at once.
func offlinePacking(d Data) statement.Finding {
	p := offline()
	if d.experiments == nil || p == nil {
		return statement.Missing("")
	}
	return statement.Foundf(statement.If(*p.Multiple == 1 && *p.Filled == 1), "%s, %s",
		format.Share(*p.Multiple, 1), format.Share(*p.Filled, 1))
}

// offline returns the packing of LJF under Power2 where all jobs come at once, the assumption of Eq. 2
// to 5. nil: it could not be simulated.
func offline() *Packing {
	s := Aida2000().Study()
	jobs, err := s.jobs(Problem{Model: "power2", Experiment: 1, Seed: 1}, 1)
	if err != nil {
		return nil
	}
	for i := range jobs {
		jobs[i].Submit = 0
	}
	o, err := s.replay(context.Background(), largest, jobs)
	if err != nil {
		return nil
	}
	p := s.measure(largest, 1, o).Packing
	return &p
}
