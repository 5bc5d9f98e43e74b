package queueing

import (
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

// newQueue sorts the jobs once: O(n log n), or O(n) where they are in order.
func newQueue(jobs []optgap.TraceJob, policy heuristics.Policy) queue {
	sorted := make([]heuristics.WaitingJob, len(jobs))
	for i, j := range jobs {
		sorted[i] = heuristics.WaitingJob{Job: j.Job, Key: policy.Key(j.Job), Index: int32(i)}
	}
	slices.SortFunc(sorted, heuristics.WaitingJob.Compare)
	q := queue{make([]int32, len(jobs)), make([]int32, len(jobs)), newMinTree(len(jobs))}
	for position, w := range sorted {
		q.position[w.Index], q.job[position] = int32(position), w.Index
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

// timed is a machine that knows by estimates when its running jobs end.
type timed struct {
	machine
	running heuristics.Running
}

// begin starts a job and appends it to dst.
func (m *timed) begin(now int64, job int32, dst []int32) []int32 {
	m.free -= m.width(job)
	m.running.Add(
		heuristics.RunningJob{End: now + m.jobs[job].Estimate, Width: m.width(job), Job: job},
	)
	return append(dst, job)
}

// End tells that a running job has ended.
func (m *timed) End(job int32) {
	m.running.Remove(job)
	m.free += m.width(job)
}

// shadow returns when, by the estimates of the running jobs, a job can start, and how many
// processors it then leaves free.
func (m *timed) shadow(job int32) (shadow, extra int64) {
	free := m.free
	for i, r := range m.running {
		free += r.Width
		shadow = r.End
		lastOfSecond := i+1 == len(m.running) || m.running[i+1].End > shadow
		if free >= m.width(job) && lastOfSecond {
			break
		}
	}
	return shadow, free - m.width(job)
}
