package schedulers

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/queueing"
)

// queueSchedulers returns the schedulers that plan no waiting job: they choose the jobs
// that start now.
func queueSchedulers() []entry[heuristics.Scheduler] {
	return slices.Concat(
		ordered("strict-fcfs", "strict", "queue without backfilling", strict),
		ordered("first-fit", "first-fit", "every job that fits starts", firstFit),
		ordered("easy", "easy", "aggressive backfilling", easy),
		[]entry[heuristics.Scheduler]{
			{
				"easy-sjbf", "aggressive backfilling, first come first at the head, shortest estimate first behind it",
				general(easySJBF),
			},
			{"ivs", "implicit voting system: FCFS, FFIH or FFDH", general(ivs)},
			{"conservative", "conservative backfilling with compression", general(conservative)},
			{"slack", "slack-based backfilling", general(slack)},
			{"batch-bicriteria", "on-line batches, each by the bi-criteria algorithm", general(batchBiCriteria)},
		},
	)
}

// ordered returns an entry for each order of the queue. The one with FCFS has the name
// fcfs.
//
// SJF and LJF are shortest and longest job first, by estimate, as in Streit (2002). Aida
// (2000) writes SJF and LJF for smallest and largest job first, by width. These are NJF
// and WJF here.
func ordered[S heuristics.Scheduler](fcfs, prefix, about string,
	make func(heuristics.Policy) maker[S]) []entry[heuristics.Scheduler] {
	return []entry[heuristics.Scheduler]{
		{fcfs, about + ", first come first", general(make(heuristics.FCFS))},
		{prefix + "-sjf", about + ", shortest estimate first", general(make(heuristics.SJF))},
		{prefix + "-ljf", about + ", longest estimate first", general(make(heuristics.LJF))},
		{prefix + "-wjf", about + ", largest width first (Aida's LJF)", general(make(heuristics.WJF))},
		{prefix + "-njf", about + ", smallest width first (Aida's SJF)", general(make(heuristics.NJF))},
	}
}

func strict(order heuristics.Policy) maker[*queueing.FirstFit] {
	return func(machine int64, jobs []optgap.TraceJob, _ Options) (*queueing.FirstFit, error) {
		return queueing.NewStrict(machine, jobs, order)
	}
}

func firstFit(order heuristics.Policy) maker[*queueing.FirstFit] {
	return func(machine int64, jobs []optgap.TraceJob, o Options) (*queueing.FirstFit, error) {
		return queueing.NewFirstFit(machine, jobs, queueing.FirstFitOptions{Order: order, Aging: o.Aging})
	}
}

func easy(order heuristics.Policy) maker[*queueing.EASY] {
	return func(machine int64, jobs []optgap.TraceJob, _ Options) (*queueing.EASY, error) {
		return queueing.NewEASY(machine, jobs, order, order)
	}
}

func easySJBF(machine int64, jobs []optgap.TraceJob, _ Options) (*queueing.EASY, error) {
	return queueing.NewEASY(machine, jobs, heuristics.FCFS, heuristics.SJF)
}

func ivs(machine int64, jobs []optgap.TraceJob, o Options) (*queueing.IVS, error) {
	return queueing.NewIVS(machine, jobs, o.IVS)
}

func conservative(machine int64, jobs []optgap.TraceJob, _ Options) (*queueing.Slack, error) {
	return queueing.NewSlack(machine, jobs, queueing.SlackOptions{})
}

func slack(machine int64, jobs []optgap.TraceJob, o Options) (*queueing.Slack, error) {
	return queueing.NewSlack(machine, jobs, queueing.SlackOptions{Factor: cmp.Or(o.SlackFactor, 1)})
}

func batchBiCriteria(machine int64, jobs []optgap.TraceJob, o Options) (*queueing.Batch, error) {
	if err := o.BiCriteria.Validate(); err != nil {
		return nil, err
	}
	return queueing.NewBatch(machine, jobs, func(step *optgap.Step) optgap.Schedule {
		return bicriteria.Plan(step, o.BiCriteria).Schedule
	})
}
