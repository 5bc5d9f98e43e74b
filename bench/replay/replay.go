// Package replay drives a scheduler through a trace, event by event:
//
//	[]optgap.TraceJob -> Run(scheduler) -> Outcome -> Measure -> Metrics
//
// Every submission and every job end lets the scheduler decide anew. The jobs
// that end in a second free their processors before those submitted in it are
// looked at, and jobs submitted in one second come one after the other. A job
// ends at its run time, or is killed at its estimate.
package replay

import (
	"container/heap"
	"context"
	"fmt"

	"github.com/optgap/optgap"
)

// Scheduler decides which waiting jobs start. Jobs are known by their index in
// the trace.
type Scheduler interface {
	// Submit adds a job that arrives now.
	Submit(now int64, job int32) error
	// End tells that a running job has ended.
	End(job int32)
	// Start appends to dst the waiting jobs that start now.
	Start(now int64, dst []int32) []int32
}

// Outcome is the finished replay: when each job of the trace started.
type Outcome struct {
	Jobs   []optgap.TraceJob
	Starts []int64 // second of the trace at which Jobs[i] started
}

// End returns the second at which job i ended.
func (o *Outcome) End(i int) int64 { return o.Starts[i] + o.Jobs[i].Duration() }

// Run replays the jobs, which are in order of submission, each no wider than
// the scheduler's machine. A cancelled context ends it with the context's error.
func Run(ctx context.Context, jobs []optgap.TraceJob, s Scheduler) (*Outcome, error) {
	r := &run{out: &Outcome{Jobs: jobs, Starts: make([]int64, len(jobs))}, scheduler: s}
	for i := range jobs {
		now := jobs[i].Submit
		if i > 0 && now < jobs[i-1].Submit {
			return nil, fmt.Errorf("replay: job %d is submitted at %d, before its predecessor at %d: sort the jobs by submission", jobs[i].ID, now, jobs[i-1].Submit)
		}
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.endUntil(now)
		if err := s.Submit(now, int32(i)); err != nil {
			return nil, err
		}
		r.waiting++
		r.start(now)
	}
	for len(r.ends) > 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.endUntil(r.ends[0].time)
	}
	if r.waiting > 0 {
		return nil, fmt.Errorf("replay: %d jobs never started", r.waiting)
	}
	return r.out, nil
}

// run is the state of a replay.
type run struct {
	out       *Outcome
	scheduler Scheduler
	ends      endHeap
	waiting   int
	started   []int32
}

// endUntil lets the running jobs end that do so by the given second; jobs that
// end together free their processors together.
func (r *run) endUntil(limit int64) {
	for len(r.ends) > 0 && r.ends[0].time <= limit {
		now := r.ends[0].time
		for len(r.ends) > 0 && r.ends[0].time == now {
			r.scheduler.End(heap.Pop(&r.ends).(end).job)
		}
		r.start(now)
	}
}

func (r *run) start(now int64) {
	r.started = r.scheduler.Start(now, r.started[:0])
	r.waiting -= len(r.started)
	for _, i := range r.started {
		r.out.Starts[i] = now
		heap.Push(&r.ends, end{now + r.out.Jobs[i].Duration(), i})
	}
}

// end is the actual end of a running job.
type end struct {
	time int64
	job  int32
}

// endHeap is a heap.Interface with the earliest end first, ties by job.
type endHeap []end

func (h endHeap) Len() int { return len(h) }
func (h endHeap) Less(a, b int) bool {
	return h[a].time < h[b].time || h[a].time == h[b].time && h[a].job < h[b].job
}
func (h endHeap) Swap(a, b int) { h[a], h[b] = h[b], h[a] }
func (h *endHeap) Push(x any)   { *h = append(*h, x.(end)) }
func (h *endHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
