package heuristics

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// WaitingJob is a waiting job with the value by which it is ordered.
type WaitingJob struct {
	optgap.Job
	Key   int64
	Index int32 // in the trace
}

// Compare orders by key, then by submission, by id, and by index.
func (w WaitingJob) Compare(other WaitingJob) int {
	if w.Key != other.Key {
		return cmp.Compare(w.Key, other.Key)
	}
	return cmp.Or(
		cmp.Compare(w.Submit, other.Submit),
		cmp.Compare(w.ID, other.ID),
		cmp.Compare(w.Index, other.Index),
	)
}

// Queue holds waiting jobs in the order of a policy. With n of them every method takes O(n).
type Queue struct {
	Policy Policy
	Jobs   []WaitingJob
}

// Add puts in a job. Its place under a policy with a score is that of the next Sort.
func (q *Queue) Add(j optgap.Job, index int32) {
	w := WaitingJob{Job: j, Index: index}
	if q.Policy.Score == nil {
		w.Key = q.Policy.Key(j)
	}
	at, _ := slices.BinarySearchFunc(q.Jobs, w, WaitingJob.Compare)
	q.Jobs = slices.Insert(q.Jobs, at, w)
}

// Remove takes out the job with that index.
func (q *Queue) Remove(index int32) { q.Jobs = Without(q.Jobs, index) }

// Without returns the jobs but for the one with that index, in the same memory.
func Without(jobs []WaitingJob, index int32) []WaitingJob {
	for i := range jobs {
		if jobs[i].Index == index {
			return slices.Delete(jobs, i, i+1)
		}
	}
	return jobs
}

// Sort orders waiting jobs by the policy at a moment. Times count from the second epoch of the
// trace.
func (p Policy) Sort(jobs []WaitingJob, now, epoch int64) {
	for i := range jobs {
		j := jobs[i].Job
		j.Submit += epoch
		jobs[i].Key = p.At(j, now+epoch)
	}
	slices.SortFunc(jobs, WaitingJob.Compare)
}
