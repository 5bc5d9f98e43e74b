package dynp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Recorded starts each job in the second in which a log says that it started. A job is known by
// its index.
//
// The log is that of a real machine. Its scheduler knew priorities and reservations that a trace
// does not tell, parts of its machine were down at times, and it may have had more processors
// than the trace says. So nothing is checked here: more jobs may run at once than the
// machine has room for. A caller looks for such moments in the finished replay.
//
// The steps say who ran and who waited by the log. There is no active policy. Of jobs that start
// and jobs that are submitted in one second, those that start come first, as a log has no finer
// times.
//
// Submit and End take O(w + r) with w waiting and r running jobs.
type Recorded struct {
	// OnStep is called at every submission that leaves at least two jobs waiting; it may be nil.
	// index counts these steps from 0, and waiting is the number of waiting jobs. step builds the
	// step. Submit returns the error of OnStep. There is no call where the running jobs hold more
	// processors than the machine has: that is no planning problem.
	OnStep func(index, waiting int, step func() *optgap.Step) error
	// Overfull is the number of submissions so far at which OnStep was not called for that reason.
	Overfull int

	*Watcher // of the log
}

// NewRecorded returns a scheduler for the jobs. starts[i] is the second in which jobs[i] started.
// It is an *optgap.FieldError if a start is missing or lies before the submission of its job.
func NewRecorded(machine int64, jobs []optgap.TraceJob, starts []int64) (*Recorded, error) {
	if len(starts) != len(jobs) {
		return nil, optgap.BadField(
			"starts",
			len(starts),
			fmt.Sprintf("one for each of %d jobs", len(jobs)),
		)
	}
	for i, j := range jobs {
		if starts[i] < j.Submit {
			return nil, optgap.BadField(fmt.Sprintf("starts[%d]", i), starts[i],
				fmt.Sprintf("at least %d, the submission of job %d", j.Submit, j.ID))
		}
	}
	l := &log{jobs: jobs, starts: starts}
	s := &Recorded{Watcher: NewWatcher(machine, jobs, l)}
	s.Watcher.OnStep = func(index, waiting int, step func() *optgap.Step) error {
		switch {
		case s.OnStep == nil:
			return nil
		case l.held > machine:
			s.Overfull++
			return nil
		}
		return s.OnStep(index, waiting, step)
	}
	return s, nil
}

// log starts the jobs.
type log struct {
	jobs    []optgap.TraceJob
	starts  []int64
	waiting []int32 // by start, then by index
	held    int64   // processors of the running jobs
}

func (l *log) Submit(_ int64, job int32) error {
	at, _ := slices.BinarySearchFunc(l.waiting, job, func(a, b int32) int {
		return cmp.Or(cmp.Compare(l.starts[a], l.starts[b]), cmp.Compare(a, b))
	})
	l.waiting = slices.Insert(l.waiting, at, job)
	return nil
}

func (l *log) End(job int32) { l.held -= l.jobs[job].Width }

func (l *log) Start(now int64, dst []int32) []int32 {
	n := 0
	for n < len(l.waiting) && l.starts[l.waiting[n]] <= now {
		l.held += l.jobs[l.waiting[n]].Width
		n++
	}
	dst = append(dst, l.waiting[:n]...)
	l.waiting = slices.Delete(l.waiting, 0, n)
	return dst
}

// NextEvent returns the next second after now in which a waiting job starts; false: none waits.
func (l *log) NextEvent(now int64) (second int64, ok bool) {
	if len(l.waiting) == 0 {
		return 0, false
	}
	return max(l.starts[l.waiting[0]], now+1), true
}
