package queueing

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Scheduler is what every scheduler of this package is; a replay drives it.
type Scheduler interface {
	// Submit adds a job that arrives now. Jobs are known by their index.
	Submit(now int64, job int32) error
	// End tells that a running job has ended.
	End(job int32)
	// Start appends to dst the waiting jobs that start now.
	Start(now int64, dst []int32) []int32
}

// NamedScheduler makes a scheduler with its default options.
type NamedScheduler struct {
	Name  string
	About string // in one line
	New   func(processors int64, jobs []optgap.TraceJob) (Scheduler, error)
}

// Named returns all schedulers with default options, by kind.
func Named() []NamedScheduler {
	orders := []struct {
		suffix, about string
		policy        heuristics.Policy
	}{
		{"fcfs", "first come first", heuristics.FCFS},
		{"sjf", "shortest estimate first", heuristics.SJF},
		{"ljf", "longest estimate first", heuristics.LJF},
		{"wjf", "largest width first (Aida's LJF)", heuristics.WJF},
		{"njf", "smallest width first (Aida's SJF)", heuristics.NJF},
	}
	var all []NamedScheduler
	for _, o := range orders {
		all = append(all, NamedScheduler{"strict-" + o.suffix, "queue without backfilling, " + o.about,
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) { return made(NewStrict(m, jobs, o.policy)) }})
	}
	for _, o := range orders {
		all = append(all, NamedScheduler{kind("first-fit", o.suffix), "every job that fits starts, " + o.about,
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) {
				return made(NewFirstFit(m, jobs, FirstFitOptions{Order: o.policy}))
			}})
	}
	for _, o := range orders {
		all = append(all, NamedScheduler{kind("easy", o.suffix), "aggressive backfilling, " + o.about,
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) { return made(NewEASY(m, jobs, o.policy)) }})
	}
	return append(all,
		NamedScheduler{"ivs", "implicit voting system: FCFS, FFIH or FFDH",
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) { return made(NewIVS(m, jobs, IVSOptions{})) }},
		NamedScheduler{"conservative", "conservative backfilling with compression",
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) {
				return made(NewSlack(m, jobs, SlackOptions{}))
			}},
		NamedScheduler{"slack", "slack-based backfilling, slack of one average wait",
			func(m int64, jobs []optgap.TraceJob) (Scheduler, error) {
				return made(NewSlack(m, jobs, SlackOptions{Factor: 1}))
			}})
}

// kind is the name of a kind of scheduler with that order; FCFS goes unnamed.
func kind(name, order string) string {
	if order == "fcfs" {
		return name
	}
	return name + "-" + order
}

// made keeps a nil pointer from becoming a Scheduler.
func made[S Scheduler](s S, err error) (Scheduler, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
