package queueing_test

import (
	"slices"

	"github.com/optgap/optgap"
)

// slowBatch is the batch of the slow scheduler.
type slowBatch struct {
	order byte          // order in which a batch is planned: see slow.sorted
	idle  int64         // seconds for which a plan leaves the machine idle first
	jobs  []int         // of the batch
	plan  map[int]int64 // planned starts of jobs that have not started
	early bool          // the plan is to be made anew
}

// slowBatches returns a function that makes slow schedulers with batches.
func slowBatches(order byte, idle int64) func(int64, []optgap.TraceJob) *slow {
	return func(machine int64, jobs []optgap.TraceJob) *slow {
		b := &slowBatch{order: order, idle: idle}
		return &slow{machine: machine, jobs: jobs, rule: b.rule, ended: b.ended}
	}
}

func (b *slowBatch) ended(s *slow, _ int64, jobs []int) {
	b.early = b.early || slices.ContainsFunc(jobs, func(i int) bool { return s.jobs[i].Duration() < s.jobs[i].Estimate })
}

func (b *slowBatch) rule(s *slow, now int64, waiting []int) (start []int) {
	runs := func(i int) bool { return s.starts[i] < 0 || s.starts[i]+s.jobs[i].Duration() > now }
	if !slices.ContainsFunc(b.jobs, runs) {
		b.jobs, b.plan = waiting, map[int]int64{}
		for _, i := range s.sorted(waiting, b.order) {
			b.plan[i] = s.earliest(now, i, b.plan)
		}
		for i := range b.plan {
			b.plan[i] += b.idle
		}
		b.early = true
	}
	if b.early {
		p := &slowPlan{start: b.plan}
		again := map[int]int64{}
		for _, i := range p.order(s) {
			again[i] = s.earliest(now, i, again)
		}
		b.plan, b.early = again, false
	}
	for _, i := range b.jobs {
		if at, planned := b.plan[i]; planned && at == now {
			start = append(start, i)
			delete(b.plan, i)
		}
	}
	return start
}
