package queueing_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// witness watches a scheduler. When a job that does not fit becomes the head of the queue,
// witness keeps the start that the running jobs' estimates promise it. The promise ends
// when another job comes before it in the queue.
type witness struct {
	heuristics.Scheduler
	jobs       []optgap.TraceJob
	free       int64
	policy     heuristics.Policy
	waiting    []int32
	ends       map[int32]int64 // estimated, of the running jobs
	head       int32           // -1: none
	promise    int64
	kept, late int
}

func (w *witness) Submit(now int64, job int32) error {
	w.waiting = append(w.waiting, job)
	if w.head >= 0 && w.before(job, w.head) {
		w.head = -1 // the new head may even start at once
	}
	return w.Scheduler.Submit(now, job)
}

func (w *witness) End(job int32) {
	w.free += w.jobs[job].Width
	delete(w.ends, job)
	w.Scheduler.End(job)
}

func (w *witness) Start(now int64, dst []int32) []int32 {
	first := len(dst)
	dst = w.Scheduler.Start(now, dst)
	for _, job := range dst[first:] {
		w.free -= w.jobs[job].Width
		w.ends[job] = now + w.jobs[job].Estimate
		w.waiting = slices.DeleteFunc(w.waiting, func(i int32) bool { return i == job })
		if job == w.head {
			w.kept++
			if now > w.promise {
				w.late++
			}
		}
	}
	head := int32(-1)
	for _, i := range w.waiting {
		if head < 0 || w.before(i, head) {
			head = i
		}
	}
	if head >= 0 && head != w.head {
		for w.promise = now; w.freeAt(w.promise) < w.jobs[head].Width; {
			w.promise++
		}
	}
	w.head = head
	return dst
}

func (w *witness) before(a, b int32) bool {
	x, y := w.jobs[a].Job, w.jobs[b].Job
	if p, q := w.policy.Key(x), w.policy.Key(y); p != q {
		return p < q
	}
	return x.Submit < y.Submit || x.Submit == y.Submit && x.ID < y.ID
}

func (w *witness) freeAt(t int64) int64 {
	free := w.free
	for job, end := range w.ends {
		if end <= t {
			free += w.jobs[job].Width
		}
	}
	return free
}

// TestEASYKeepsItsReservation: a head starts no later than promised when it became the
// head, unless another job became the head. This holds with any order, with exact estimates
// and with estimates that are too long.
func TestEASYKeepsItsReservation(t *testing.T) {
	type pair struct{ head, fill heuristics.Policy }
	pairs := []pair{{heuristics.FCFS, heuristics.SJF}}
	for _, o := range orders {
		pairs = append(pairs, pair{o.policy, o.policy})
	}
	for _, p := range pairs {
		policy, kept := p.head, 0
		for seed, r := range steptest.Sources(60, 15) {
			jobs := slowreplay.Trace(r, 150, 20)
			if seed%2 == 0 {
				for i := range jobs {
					jobs[i].RunTime = jobs[i].Estimate
				}
			}
			s := must.Get(queueing.NewEASY(20, jobs, policy, p.fill))
			w := &witness{Scheduler: s, jobs: jobs, free: 20, policy: policy, ends: map[int32]int64{}, head: -1}
			must.Get(slowreplay.Run(jobs, w))
			if w.late > 0 {
				t.Errorf("%s, seed %d: %d of %d heads start after their reservation", policy.Name, seed, w.late, w.kept)
			}
			kept += w.kept
		}
		if kept < 100 {
			t.Errorf("%s: only %d heads had a reservation", policy.Name, kept)
		}
	}
}
