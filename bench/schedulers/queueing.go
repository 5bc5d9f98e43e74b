package schedulers

import (
	"cmp"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/queueing"
)

// orders are what queueing schedulers order their queue by. SJF and LJF are
// shortest and longest job first, by estimate, as in Streit; what Aida calls SJF
// and LJF, smallest and largest, is NJF and WJF: by width.
var orders = []struct {
	suffix, about string
	policy        heuristics.Policy
}{
	{"fcfs", "first come first", heuristics.FCFS},
	{"sjf", "shortest estimate first", heuristics.SJF},
	{"ljf", "longest estimate first", heuristics.LJF},
	{"wjf", "largest width first (Aida's LJF)", heuristics.WJF},
	{"njf", "smallest width first (Aida's SJF)", heuristics.NJF},
}

// ordered is the name of a scheduler with that order; FCFS goes unnamed.
func ordered(name, order string) string {
	if order == "fcfs" {
		return name
	}
	return name + "-" + order
}

func init() {
	for _, order := range orders {
		register("strict-"+order.suffix, "queue without backfilling, "+order.about, func(machine int64, jobs []optgap.TraceJob, _ Options) (replay.Scheduler, error) {
			return made(queueing.NewStrict(machine, jobs, order.policy))
		})
	}
	for _, order := range orders {
		register(ordered("first-fit", order.suffix), "every job that fits starts, "+order.about, func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
			return made(queueing.NewFirstFit(machine, jobs, queueing.FirstFitOptions{Order: order.policy, Aging: o.Aging}))
		})
	}
	for _, order := range orders {
		register(ordered("easy", order.suffix), "aggressive backfilling, "+order.about, func(machine int64, jobs []optgap.TraceJob, _ Options) (replay.Scheduler, error) {
			return made(queueing.NewEASY(machine, jobs, order.policy))
		})
	}
	register("ivs", "implicit voting system: FCFS, FFIH or FFDH", func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
		return made(queueing.NewIVS(machine, jobs, o.IVS))
	})
	register("conservative", "conservative backfilling with compression", func(machine int64, jobs []optgap.TraceJob, _ Options) (replay.Scheduler, error) {
		return made(queueing.NewSlack(machine, jobs, queueing.SlackOptions{}))
	})
	register("slack", "slack-based backfilling", func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
		return made(queueing.NewSlack(machine, jobs, queueing.SlackOptions{Factor: cmp.Or(o.SlackFactor, 1)}))
	})
}
