package schedulers

import (
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

// queueSchedulers returns the schedulers that plan no waiting job: they choose the jobs
// that start now. Reports ask for names at each step.
var queueSchedulers = sync.OnceValue(func() []entry {
	return slices.Concat(
		ordered("strict-fcfs", "strict", "queue without backfilling", strict, nil),
		ordered(
			"first-fit",
			"first-fit",
			"every job that fits starts",
			firstFit,
			(*settings).ofFirstFit,
		),
		ordered("easy", "easy", "aggressive backfilling", easy, nil),
		[]entry{
			{
				"easy-sjbf",
				"aggressive backfilling, first come first at the head, shortest estimate first behind it",
				easySJBF,
				nil,
			},
			{"ivs", "implicit voting system: FCFS, FFIH or FFDH", ivs, (*settings).ofIVS},
			{"conservative", "conservative backfilling with compression", conservative, nil},
			{"slack", "slack-based backfilling", slack, (*settings).ofSlack},
		},
	)
})

// ordered returns an entry for each order of the queue. The one with FCFS has the name
// fcfs.
//
// SJF and LJF are shortest and longest job first, by estimate, as in Streit (2002). Aida
// (2000) writes SJF and LJF for smallest and largest job first, by width. These are NJF
// and WJF here.
func ordered(
	fcfs, prefix, about string,
	make func(heuristics.Policy) maker,
	p parameters,
) []entry {
	return []entry{
		{fcfs, about + ", first come first", make(heuristics.FCFS), p},
		{prefix + "-sjf", about + ", shortest estimate first", make(heuristics.SJF), p},
		{prefix + "-ljf", about + ", longest estimate first", make(heuristics.LJF), p},
		{prefix + "-wjf", about + ", largest width first (Aida's LJF)", make(heuristics.WJF), p},
		{
			prefix + "-njf",
			about + ", smallest width first (Aida's SJF)",
			make(heuristics.NJF),
			p,
		},
	}
}

func strict(order heuristics.Policy) maker {
	return func(m making) (heuristics.Scheduler, error) {
		return queueing.NewStrict(m.machine, m.jobs, order), nil
	}
}

func firstFit(order heuristics.Policy) maker {
	return func(m making) (heuristics.Scheduler, error) {
		return queueing.NewFirstFit(m.machine, m.jobs, order, seconds(m.aging)), nil
	}
}

func easy(order heuristics.Policy) maker {
	return func(m making) (heuristics.Scheduler, error) {
		return queueing.NewEASY(m.machine, m.jobs, order, order), nil
	}
}

func easySJBF(m making) (heuristics.Scheduler, error) {
	return queueing.NewEASY(m.machine, m.jobs, heuristics.FCFS, heuristics.SJF), nil
}

// scoredEASY returns EASY for each policy with a score, such as easy:wfp3, and for smallest area
// first.
func scoredEASY() (all []entry) {
	for _, p := range heuristics.Policies() {
		if p.Score == nil && p.Name != "FFIA" {
			continue
		}
		all = append(all, entry{
			"easy:" + strings.ToLower(p.Name),
			"aggressive backfilling, " + p.About,
			func(m making) (heuristics.Scheduler, error) {
				return queueing.NewScoredEASY(m.machine, m.jobs, p, m.Epoch), nil
			},
			nil,
		})
	}
	return all
}

func ivs(m making) (heuristics.Scheduler, error) {
	return queueing.NewIVS(m.machine, m.jobs, seconds(m.interactive), m.WaitingVotes), nil
}

func conservative(m making) (heuristics.Scheduler, error) {
	return queueing.NewSlack(m.machine, m.jobs, 0), nil
}

func slack(m making) (heuristics.Scheduler, error) {
	if m.factor <= 0 {
		return nil, optgap.BadField("slack-factor", m.factor,
			"above 0; conservative backfilling is the scheduler conservative")
	}
	return queueing.NewSlack(m.machine, m.jobs, m.factor), nil
}

// planningSchedulers returns the schedulers that plan all waiting jobs. Each is a *dynp.Scheduler.
func planningSchedulers() []entry {
	ofDynP := heuristics.DynP()
	others := heuristics.Policies()[len(ofDynP):]
	basic := func(m making) (heuristics.Scheduler, error) {
		return dynp.NewBasic(
			m.machine,
			m.jobs,
			dynp.BasicOptions{Lower: m.lower.Seconds(), Upper: m.upper.Seconds()},
		)
	}
	return slices.Concat(
		single(ofDynP),
		selfTuningSchedulers(),
		[]entry{
			{
				"basic-dynp",
				"dynP by the average estimate of the waiting jobs",
				basic,
				(*settings).ofBasicDynP,
			},
		},
		single(others),
	)
}

// selfTuningSchedulers returns an entry for each decider.
func selfTuningSchedulers() (all []entry) {
	own := []Decider{
		{"simple", "simple decider", dynp.Simple},
		{"advanced", "advanced decider", dynp.Advanced},
	}
	for _, d := range append(own, deciders...) {
		all = append(all, entry{
			d.scheduler(),
			"self-tuning dynP, " + d.About,
			func(m making) (heuristics.Scheduler, error) {
				quality, err := dynp.ParseQuality(m.quality)
				if err != nil {
					return nil, err
				}
				return dynp.New(m.machine, m.jobs, dynp.Options{
					Decider:       d.Choose,
					Quality:       quality,
					Policies:      m.Policies,
					Replan:        dynp.Replan(m.replan),
					Slack:         float64(m.slack),
					FutureJobs:    m.futureJobs,
					FutureSeconds: seconds(m.futureTime),
				})
			},
			(*settings).ofDynP,
		})
	}
	return all
}

// single returns an entry for each policy: a scheduler that follows this policy alone.
func single(policies []heuristics.Policy) (all []entry) {
	for _, p := range policies {
		all = append(all, entry{
			strings.ToLower(p.Name),
			"planning, " + p.About,
			func(m making) (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(m.machine, m.jobs, p), nil
			},
			nil,
		})
	}
	return all
}
