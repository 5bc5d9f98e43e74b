package queueing

import (
	"cmp"
	"fmt"
	"math"
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

// keyed refuses a policy whose order changes while jobs wait, with an *optgap.FieldError.
func keyed(p heuristics.Policy) error {
	if p.Key == nil {
		return optgap.BadField(
			"policy "+p.Name,
			"no Key",
			"one, as the order of the queue must not change",
		)
	}
	return nil
}

// newQueue sorts the jobs once: O(n log n), or O(n) where they are in order.
func newQueue(jobs []optgap.TraceJob, policy heuristics.Policy) queue {
	sorted := make([]ordered, len(jobs))
	for i, j := range jobs {
		sorted[i] = ordered{policy.Key(j.Job), j.Submit, j.ID, int32(i)}
	}
	slices.SortFunc(sorted, func(a, b ordered) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		if a.submit != b.submit {
			return cmp.Compare(a.submit, b.submit)
		}
		if a.id != b.id {
			return cmp.Compare(a.id, b.id)
		}
		return cmp.Compare(a.job, b.job)
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

// newMachine returns an idle machine. It returns an *optgap.FieldError for a machine
// without processors, for more jobs than an int32 counts, and for a job whose width or
// estimate is out of range.
func newMachine(processors int64, jobs []optgap.TraceJob) (machine, error) {
	if processors < 1 {
		return machine{}, optgap.BadField("machine", processors, "at least 1 processor")
	}
	if int64(len(jobs)) > math.MaxInt32 {
		return machine{}, optgap.BadField(
			"jobs",
			len(jobs),
			fmt.Sprintf("at most %d", math.MaxInt32),
		)
	}
	for i, j := range jobs {
		if j.Width < 1 || j.Width > processors {
			return machine{}, optgap.BadField(fmt.Sprintf("jobs[%d].width", i), j.Width,
				fmt.Sprintf("1 to %d, the machine", processors))
		}
		if j.Estimate < 1 || j.Estimate > math.MaxInt64/4 {
			return machine{}, optgap.BadField(fmt.Sprintf("jobs[%d].estimate", i), j.Estimate,
				fmt.Sprintf("1 to %d", int64(math.MaxInt64/4)))
		}
	}
	return machine{jobs, processors}, nil
}

func (m *machine) width(job int32) int64 { return m.jobs[job].Width }
