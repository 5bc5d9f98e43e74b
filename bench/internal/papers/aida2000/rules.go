package aida2000

import (
	"context"
	"slices"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// The rules that no measure expresses.

// sameStarts counts the replays in which two schedulers have to give the same schedule. [Study.Run]
// ends with an error where they do not.
func sameStarts(d Data) statement.Finding {
	n := 0
	for _, x := range d.experiments {
		for at := range x {
			if _, both := x[key{at.model, smallest, at.load}]; both && at.scheduler == fitSmallest {
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
		Needing(Default().Experiments, n, "experiment")
}

// nearest judges that of all other models Power2 is most like Feitelson's.
func nearest(d Data) statement.Finding {
	own := distance(feitelson, "power2")(d)
	var verdicts []statement.Verdict
	found, least := "power2", own.Value
	for _, model := range []string{"uniform", "harmonic", "square", "multi10"} {
		e := distance(feitelson, model)(d)
		verdicts = append(verdicts, own.Minus(e).Below(0))
		if e.Known() && e.Value < least {
			found, least = model, e.Value
		}
	}
	if !own.Known() || slices.Contains(verdicts, statement.NotJudged) {
		return statement.Missing("")
	}
	return statement.Foundf(statement.All(verdicts...), "%s, %s; Power2 %s points", titles[found],
		format.Decimal(least, 1), format.Decimal(own.Value, 1))
}

// five are the models without Feitelson's.
func five() []string { return ModelNames()[:5] }

// bestEverywhere judges that FCFS/First-Fit gains more than others under the five models.
func bestEverywhere(d Data) statement.Finding {
	var verdicts []statement.Verdict
	fails, n := "", 0
	for _, model := range five() {
		for _, other := range []string{largest, smallest, backfilling} {
			e := d.lead(model, firstFit, other)
			if !e.Known() {
				return statement.Missing("")
			}
			v := e.Above(0)
			if verdicts = append(verdicts, v); v == statement.Holds {
				n++
			}
			if e.Value <= 0 {
				fails += "; not " + legend[other] + " under " + titles[model]
			}
		}
	}
	return statement.Foundf(statement.All(verdicts...), "above %d of %d%s", n, len(verdicts), fails)
}

// spread returns the largest difference of the utilisation of a scheduler at load 1 between two of the five
// models.
func spread(scheduler string) measure {
	return func(d Data) statement.Estimate {
		var gaps []statement.Estimate
		for _, a := range five() {
			for _, b := range five() {
				gaps = append(gaps, d.average(difference(a, scheduler, b, scheduler, utilisation), 1))
			}
		}
		e, _ := statement.Largest(gaps)
		return e
	}
}

// mostAffected compares by how much the gains of LJF under Power2 and of SJF under Harmonic are above those
// under Uniform.
func mostAffected(d Data) statement.Finding {
	ljf := gain("power2", largest)(d).Minus(gain("uniform", largest)(d))
	sjf := gain("harmonic", smallest)(d).Minus(gain("uniform", smallest)(d))
	more := ljf.Minus(sjf).Above(0)
	if !ljf.Known() || !sjf.Known() {
		return statement.Missing("")
	}
	return statement.Found(statement.All(more, sjf.Above(0)), ljf.Text(1, "points")+", "+sjf.Text(1, "points"))
}

// offlinePacking judges the packing of jobs that come at once.
func offlinePacking(d Data) statement.Finding {
	if d.offline == nil {
		return statement.Missing("")
	}
	p := d.offline
	return statement.Foundf(statement.If(*p.Multiple == 1 && *p.Filled == 1), "%s, %s",
		format.Share(*p.Multiple, 1), format.Share(*p.Filled, 1))
}

// offline returns the packing of LJF under Power2 where all jobs come at once, the assumption of Eq. 2
// to 5. nil: it could not be simulated.
var offline = sync.OnceValue(func() *Packing {
	s := Default()
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
})
