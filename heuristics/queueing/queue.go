package queueing

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// queue holds waiting jobs in the order of a policy. Each job of the trace, waiting or
// not, has a fixed position in this order.
type queue struct {
	position []int32 // by job
	job      []int32 // by position
	width    minTree // by position: the width where the job waits, else absent
}

// ordered is a job of the trace with the values by which a queue is sorted.
type ordered struct {
	key, submit, id int64
	job             int32
}

// newQueue sorts the jobs once: O(n log n), or O(n) where they are in order.
func newQueue(jobs []optgap.TraceJob, policy heuristics.Policy) queue {
	sorted := make([]ordered, len(jobs))
	for i, j := range jobs {
		sorted[i] = ordered{policy.Key(j.Job), j.Submit, j.ID, int32(i)}
	}
	slices.SortFunc(sorted, func(a, b ordered) int {
		return cmp.Or(
			cmp.Compare(a.key, b.key),
			cmp.Compare(a.submit, b.submit),
			cmp.Compare(a.id, b.id),
			cmp.Compare(a.job, b.job),
		)
	})
	q := queue{make([]int32, len(jobs)), make([]int32, len(jobs)), newMinTree(len(jobs))}
	for position, o := range sorted {
		q.position[o.job], q.job[position] = int32(position), o.job
	}
	return q
}

func (q *queue) add(job int32, width int64) { q.width.set(int(q.position[job]), width) }

func (q *queue) remove(job int32) { q.width.set(int(q.position[job]), absent) }

// narrowest returns the least width of the waiting jobs, absent if none waits.
func (q *queue) narrowest() int64 { return q.width.least() }

// head returns the first waiting job, -1 if none waits.
func (q *queue) head() int32 { return q.fitting(absent - 1) }

// fitting returns the first waiting job of at most the given width, -1 if there
// is none.
func (q *queue) fitting(width int64) int32 {
	if position := q.width.next(0, len(q.job), width); position >= 0 {
		return q.job[position]
	}
	return -1
}

// machine holds the jobs of a trace and counts the free processors. It is part of every
// scheduler of this package.
type machine struct {
	jobs []optgap.TraceJob
	free int64 // processors
}

func (m *machine) width(job int32) int64 { return m.jobs[job].Width }
