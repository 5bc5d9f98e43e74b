package heuristics

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// RunningJob is a running job.
type RunningJob struct {
	End   int64 // estimated
	Width int64
	Job   int32 // index in the trace
}

// Running are the running jobs of a machine, as its schedulers know them: by estimated end,
// then by index. With r of them every method takes O(r).
type Running []RunningJob

// Add puts in a job.
func (r *Running) Add(j RunningJob) {
	at, _ := slices.BinarySearchFunc(*r, j, func(a, b RunningJob) int {
		if a.End != b.End {
			return cmp.Compare(a.End, b.End)
		}
		return cmp.Compare(a.Job, b.Job)
	})
	*r = slices.Insert(*r, at, j)
}

// Remove takes out the job with that index and returns it. It returns the zero Job
// if that job does not run.
func (r *Running) Remove(job int32) RunningJob {
	at := slices.IndexFunc(*r, func(j RunningJob) bool { return j.Job == job })
	if at < 0 {
		return RunningJob{}
	}
	removed := (*r)[at]
	*r = slices.Delete(*r, at, at+1)
	return removed
}

// History returns the processors of a machine that the jobs leave free from now on. Its
// times are seconds of the same clock as now and the estimated ends. It reuses space, the
// memory of a history; nil means new memory.
func (r Running) History(now, machine int64, space optgap.History) optgap.History {
	free := machine
	for _, j := range r {
		free -= j.Width
	}
	h := append(space[:0], optgap.Change{Time: now, Free: free})
	for _, j := range r {
		free += j.Width
		if last := &h[len(h)-1]; last.Time == j.End {
			last.Free = free
		} else {
			h = append(h, optgap.Change{Time: j.End, Free: free})
		}
	}
	return h
}
