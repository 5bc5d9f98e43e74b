package workload

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// A Generator draws the jobs of a workload. Several sequences may be drawn at once.
type Generator interface {
	// Machine returns the number of processors of the machine.
	Machine() int64
	// Jobs yields jobs without end, in the order of submission. Ids start with 1. The first
	// submission is at second 0 unless the model says otherwise. The same seed gives the same
	// jobs. An error, such as a submission beyond second 2^53, is yielded last.
	Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error]
	// Notes returns a line each on the model, its source and its parameters.
	Notes() []string
}

// Take returns the first n jobs of a generator. With one seed, fewer jobs are the first of
// more. A negative n is a *optgap.FieldError.
func Take(g Generator, n int, seed uint64) ([]optgap.TraceJob, error) {
	if n < 0 {
		return nil, &optgap.FieldError{Field: "jobs", Found: fmt.Sprint(n), Expected: "at least 0"}
	}
	jobs := make([]optgap.TraceJob, 0, n)
	if n == 0 {
		return jobs, nil
	}
	for j, err := range g.Jobs(seed) {
		if err != nil {
			return nil, err
		}
		if jobs = append(jobs, j); len(jobs) == n {
			break
		}
	}
	return jobs, nil
}

// latest is the last second that a float64 counts exactly. No job is submitted later.
const latest = 1 << 53

func tooLate(id int64) error {
	return &optgap.FieldError{
		Field:    fmt.Sprintf("submission of job %d", id),
		Found:    "a second beyond 2^53",
		Expected: "fewer jobs or a higher load",
	}
}

// A draft is a job as a model draws it. Times are real numbers of seconds.
type draft struct {
	submit  float64
	width   int64
	runTime float64
}

// A drafts is a generator made of a function that draws drafts. Estimates are the run times.
type drafts struct {
	machine int64
	notes   []string
	ticks   float64 // units of time per second
	down    bool    // run times are rounded down
	// begin starts a sequence. next draws the next job. Submissions do not decrease.
	begin func(seed uint64) (next func() draft)
}

func (d drafts) Machine() int64  { return d.machine }
func (d drafts) Notes() []string { return d.notes }

// Jobs rounds submissions to the nearest tick. Each is rounded by itself, so that no error adds up.
// Run times are rounded to the nearest tick or down, to at least one.
func (d drafts) Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error] {
	return func(yield func(optgap.TraceJob, error) bool) {
		next, whole := d.begin(seed), math.Round
		if d.down {
			whole = math.Floor
		}
		for id := int64(1); ; id++ {
			f := next()
			submit, runTime := math.Round(f.submit*d.ticks), max(whole(f.runTime*d.ticks), 1)
			if !(submit+runTime <= latest) {
				yield(optgap.TraceJob{}, tooLate(id))
				return
			}
			j := optgap.TraceJob{
				Job:     optgap.Job{ID: id, Submit: int64(submit), Width: f.width, Estimate: int64(runTime)},
				RunTime: int64(runTime),
			}
			if !yield(j, nil) {
				return
			}
		}
	}
}

// The streams of random numbers of a seed. Arrivals, sizes and estimates have their own, so
// that another load does not change the jobs.
const (
	arrivalStream  = 0x6f70746761700002 // any fixed numbers
	jobStream      = 0x6f70746761700003
	estimateStream = 0x6f70746761700004
)

func random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
