package schedulers

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

// queueSchedulers returns the schedulers that plan no waiting job: they choose the jobs
// that start now. Reports ask for names at each step.
var queueSchedulers = sync.OnceValue(func() []entry {
	return slices.Concat(
		ordered("strict-fcfs", "strict", "queue without backfilling", strict),
		ordered("first-fit", "first-fit", "every job that fits starts", firstFit),
		ordered("easy", "easy", "aggressive backfilling", easy),
		[]entry{
			{
				"easy-sjbf", "aggressive backfilling, first come first at the head, shortest estimate first behind it",
				easySJBF,
			},
			{"ivs", "implicit voting system: FCFS, FFIH or FFDH", ivs},
			{"conservative", "conservative backfilling with compression", conservative},
			{"slack", "slack-based backfilling", slack},
			{"batch-bicriteria", "on-line batches, each by the bi-criteria algorithm", batchBiCriteria},
		},
	)
})

// ordered returns an entry for each order of the queue. The one with FCFS has the name
// fcfs.
//
// SJF and LJF are shortest and longest job first, by estimate, as in Streit (2002). Aida
// (2000) writes SJF and LJF for smallest and largest job first, by width. These are NJF
// and WJF here.
func ordered(fcfs, prefix, about string, make func(heuristics.Policy) maker) []entry {
	return []entry{
		{fcfs, about + ", first come first", make(heuristics.FCFS)},
		{prefix + "-sjf", about + ", shortest estimate first", make(heuristics.SJF)},
		{prefix + "-ljf", about + ", longest estimate first", make(heuristics.LJF)},
		{prefix + "-wjf", about + ", largest width first (Aida's LJF)", make(heuristics.WJF)},
		{prefix + "-njf", about + ", smallest width first (Aida's SJF)", make(heuristics.NJF)},
	}
}

func strict(order heuristics.Policy) maker {
	return func(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
		return queueing.NewStrict(machine, jobs, order)
	}
}

func firstFit(order heuristics.Policy) maker {
	return func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
		return queueing.NewFirstFit(machine, jobs, queueing.FirstFitOptions{Order: order, Aging: o.Aging})
	}
}

func easy(order heuristics.Policy) maker {
	return func(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
		return queueing.NewEASY(machine, jobs, order, order)
	}
}

func easySJBF(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
	return queueing.NewEASY(machine, jobs, heuristics.FCFS, heuristics.SJF)
}

// scoredEASY returns EASY for each policy with a score, such as easy:wfp3, and for smallest area first.
func scoredEASY() (all []entry) {
	for _, p := range heuristics.Policies() {
		if p.Score == nil && p.Name != "FFIA" {
			continue
		}
		all = append(all, entry{
			"easy:" + strings.ToLower(p.Name), "aggressive backfilling, " + p.About,
			func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
				return queueing.NewScoredEASY(machine, jobs, p, o.Epoch)
			},
		})
	}
	return all
}

func ivs(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
	return queueing.NewIVS(machine, jobs, o.IVS)
}

func conservative(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
	return queueing.NewSlack(machine, jobs, queueing.SlackOptions{})
}

func slack(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
	return queueing.NewSlack(machine, jobs, queueing.SlackOptions{Factor: cmp.Or(o.SlackFactor, 1)})
}

func batchBiCriteria(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
	return queueing.NewBatch(machine, jobs, func(step *optgap.Step) optgap.Schedule {
		return bicriteria.Plan(step, o.BiCriteria).Schedule
	})
}

// planningSchedulers returns the schedulers that plan all waiting jobs. Each is a *dynp.Scheduler.
func planningSchedulers() []entry {
	ofDynP := heuristics.DynP()
	others := heuristics.Policies()[len(ofDynP):]
	basic := func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
		bounds := dynp.HiPC2001()
		if o.Basic != nil {
			bounds = *o.Basic
		}
		return dynp.NewBasic(machine, jobs, bounds)
	}
	return slices.Concat(
		single(ofDynP),
		selfTuningSchedulers(),
		[]entry{{"basic-dynp", "dynP by the average estimate of the waiting jobs", basic}},
		single(others),
	)
}

// selfTuningSchedulers returns an entry for each decider.
func selfTuningSchedulers() (all []entry) {
	own := []Decider{{"simple", "simple decider", dynp.Simple}, {"advanced", "advanced decider", dynp.Advanced}}
	for _, d := range append(own, deciders...) {
		all = append(all, entry{
			d.scheduler(), "self-tuning dynP, " + d.About,
			func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
				o.DynP.Decider = d.Choose
				return dynp.New(machine, jobs, o.DynP)
			},
		})
	}
	return all
}

// single returns an entry for each policy: a scheduler that follows this policy alone.
func single(policies []heuristics.Policy) (all []entry) {
	for _, p := range policies {
		all = append(all, entry{
			strings.ToLower(p.Name), "planning, " + p.About,
			func(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(machine, jobs, p), nil
			},
		})
	}
	return all
}
