package queueing

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// machine is what every scheduler here knows: the jobs and the free processors.
type machine struct {
	jobs []optgap.TraceJob
	free int64
}

// newMachine refuses what a scheduler could not run: no processors, too many
// jobs for an int32, and jobs whose width or estimate is out of range.
func newMachine(processors int64, jobs []optgap.TraceJob) (machine, error) {
	if processors < 1 {
		return machine{}, &optgap.FieldError{Field: "machine", Found: fmt.Sprint(processors), Expected: "at least 1 processor"}
	}
	if int64(len(jobs)) > math.MaxInt32 {
		return machine{}, &optgap.FieldError{Field: "jobs", Found: fmt.Sprint(len(jobs)), Expected: fmt.Sprintf("at most %d", math.MaxInt32)}
	}
	for i, j := range jobs {
		if j.Width < 1 || j.Width > processors {
			return machine{}, &optgap.FieldError{Field: fmt.Sprintf("jobs[%d].width", i), Found: fmt.Sprint(j.Width), Expected: fmt.Sprintf("1 to %d, the machine", processors)}
		}
		if j.Estimate < 1 || j.Estimate > math.MaxInt64/4 {
			return machine{}, &optgap.FieldError{Field: fmt.Sprintf("jobs[%d].estimate", i), Found: fmt.Sprint(j.Estimate), Expected: fmt.Sprintf("1 to %d", int64(math.MaxInt64/4))}
		}
	}
	return machine{jobs, processors}, nil
}

func (m *machine) width(job int32) int64 { return m.jobs[job].Width }

// run is a running job.
type run struct {
	end   int64 // estimated
	width int64
	job   int32
}

// running is the running jobs by estimated end, then by index.
type running struct {
	runs []run
	end  []int64 // estimated, by job
}

func newRunning(jobs int) running { return running{end: make([]int64, jobs)} }

func (r *running) add(job int32, end, width int64) {
	r.end[job] = end
	at := r.search(job)
	r.runs = slices.Insert(r.runs, at, run{end, width, job})
}

func (r *running) remove(job int32) {
	at := r.search(job)
	r.runs = slices.Delete(r.runs, at, at+1)
}

// search returns the place of a job whose estimated end is known.
func (r *running) search(job int32) int {
	end := r.end[job]
	low, high := 0, len(r.runs)
	for low < high {
		mid := int(uint(low+high) / 2)
		if a := &r.runs[mid]; a.end < end || a.end == end && a.job < job {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
