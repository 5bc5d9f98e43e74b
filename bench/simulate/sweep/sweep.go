// Package sweep replays a trace under many schedulers and loads, side by side:
//
//	trace, []Setting -> Sweep.Run -> []Run -> JSON, Rows
//
// Package report makes tables and plots of the results.
//
// The package may change at any time.
package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Run is the result of a finished replay.
type Run struct {
	Setting
	Trace   string
	Machine int64
	*performance.Metrics
	Further
	windowed []*performance.Metrics // of each window
	out      *replay.Outcome        // until the run is handed on; nil: of windows
}

// Further is what is known of a run besides its metrics.
type Further struct {
	// Difference holds the averages over jobs minus those of the run with the label Against and the
	// same load, by key, nil if the run is not compared.
	Windows      *Windows                          `json:"windows,omitempty"` // nil: the whole trace is replayed
	Against      string                            `json:"against,omitempty"`
	Difference   map[string]performance.Difference `json:"difference,omitempty"`
	Overfull     *performance.Overfull             `json:"overfull,omitempty"`     // nil but for the scheduler recorded
	Reservations *Answers                          `json:"reservations,omitempty"` // to the requests; nil without any
	Sites        []Site                            `json:"sites,omitempty"`        // of a grid; nil for one machine
	Stats        *dynp.Stats                       `json:"policies,omitempty"`     // nil but for planning schedulers
}

// AboutOverfull says how far a log uses more than the machine has; "": it does not.
func (r Run) AboutOverfull() string {
	o := r.Overfull
	if o == nil || o.Moments == 0 {
		return ""
	}
	return fmt.Sprintf(
		"more than %s are busy %s, %s together, and at most %s",
		format.Count(r.Machine, "processor"),
		format.Count(o.Moments, "time"),
		format.Duration(o.Seconds),
		format.Integer(o.Busiest),
	)
}

// Sweep replays one trace. Each of its functions may be nil.
type Sweep struct {
	// Trace has the jobs, which the sweep does not change. Its Starts are for the scheduler recorded,
	// its Labels for schedulers that are other programs.
	swf.Trace
	// Sites are the processors of the sites of a grid, and Machine is their sum, nil if there is
	// one machine. See dynp.Grid.
	Sites []int64
	// Reservations are requests, for planning schedulers only.
	Reservations []reservation.Request
	Measure      performance.Options
	// Windows of the trace are replayed in its place; nil: the whole trace is. Then there are no
	// Sites and no Reservations, and Outcome is not called.
	Windows *Windows
	// Against is the label of the setting with which all others are compared; "": they are not.
	Against string
	Workers int // replays side by side; 0: 1
	// ByLoad does all replays of one shrinking factor before those of the next.
	ByLoad bool
	// Outcome is called with each finished replay, by its index among the settings, before its run
	// is kept. Calls may be side by side. No call is under way when Run returns.
	Outcome func(index int, o *replay.Outcome) error
	// Folder, where set, keeps runs as they come. Where it has the run of a setting from an earlier
	// sweep, the setting is not replayed again, unless Outcome is set. Run closes the folder.
	Folder *Folder
	// Watch hears of each replay by its description, also of one that is lost. The parts of a replay
	// without reservations are its jobs. A replay that is given up may still tell of them, and of
	// nothing else, after Run has returned. nil: nobody watches.
	Watch harness.Watch
	// Result is called with each run in the order of the settings, one call at a time.
	Result func(Run) error

	writing *sync.RWMutex // held for reading by calls that must not outlive Run
}

// Run does the replays. It returns the runs that Result was called with, in the order of the
// settings. An error, also that of a cancelled context, ends the sweep. The runs that are finished
// by then are returned with the error. Missing runs leave no gap, so a caller has to look at the
// settings of the runs. Each worker holds one copy of the jobs.
//
// A *heuristics.Fault or a panic of a scheduler costs its own replays alone. At the end a *Lost
// says so. Where that scheduler is the one of Against, the others are not compared and not kept.
func (s Sweep) Run(ctx context.Context, settings []Setting) (runs []Run, err error) {
	defer func() {
		err = errors.Join(err, s.Folder.Close(err == nil))
		if s.Watch != nil {
			s.Watch.Stop(err)
		}
	}()
	for _, set := range settings {
		if err := s.check(set); err != nil {
			return nil, err
		}
	}
	if err := s.begin(settings); err != nil {
		return nil, err
	}
	bases, err := s.bases(ctx, settings)
	if err != nil {
		return nil, err
	}
	s.writing = new(sync.RWMutex)
	indices := lists.Places[int](len(settings))
	known := 0
	for _, i := range indices {
		if _, ok := s.Folder.Known(settings[i].Key()); ok {
			known++
		}
	}
	if s.Watch != nil {
		s.Watch.Start(known, len(settings), "replay")
	}
	if s.ByLoad {
		factors := lists.Distinct(settings, Setting.ShrinkingFactor)
		load := func(i int) int { return slices.Index(factors, settings[i].ShrinkingFactor()) }
		slices.SortStableFunc(indices, func(a, b int) int { return load(a) - load(b) })
	}
	var lost Lost
	handOn := func(i int, a attempt) error {
		if a.fault != nil {
			lost.Settings = append(lost.Settings, settings[i])
			lost.Faults = append(lost.Faults, a.fault)
		}
		if a.Metrics == nil {
			return nil
		}
		if s.Result != nil {
			if err := s.Result(a.Run); err != nil {
				return err
			}
		}
		runs = append(runs, a.Run)
		return nil
	}
	work := harness.Run[int, attempt]{
		Workers: s.Workers, Result: handOn, Place: func(i int) int { return i },
		Work: func(ctx context.Context, i int) (a attempt, err error) {
			replay := func(ctx context.Context) (Run, error) {
				return s.replayed(ctx, i, settings[i], bases)
			}
			_, known := s.Folder.Known(settings[i].Key())
			a.Run, err = s.Folder.Once(ctx, settings[i].Key(), replay)
			if isFault(err) {
				a.fault = err
				err = nil
			}
			if err == nil && s.Watch != nil && !known {
				err = s.unlessEnded(ctx, func() error {
					s.Watch.Step()
					return nil
				})
			}
			return a, err
		},
	}
	if err = work.Do(ctx, harness.Each(indices)); err == nil && lost.Settings != nil {
		err = &lost
	}
	// The harness does not wait for replays that it gives up. Their context has ended, so
	// that none of them calls Outcome or Watch after this.
	s.writing.Lock()
	defer s.writing.Unlock()
	return runs, err
}

// unlessEnded calls do unless the context has ended. Run returns after the call.
func (s Sweep) unlessEnded(ctx context.Context, do func() error) error {
	s.writing.RLock()
	defer s.writing.RUnlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return do()
}

// attempt is a finished replay, or the fault of its scheduler. It is both where that of Against has
// the fault.
type attempt struct {
	Run
	fault error
}

// Lost is the error of a sweep that lacks runs, as schedulers have failed.
type Lost struct {
	Settings []Setting // without a run that is kept
	Faults   []error   // of each; that of the scheduler of Against for all that are compared with it
}

func (l *Lost) Error() string { return errors.Join(l.distinct()...).Error() }

func (l *Lost) Unwrap() []error { return l.distinct() }

// distinct returns the faults, one of those that say the same.
func (l *Lost) distinct() (faults []error) {
	for _, fault := range l.Faults {
		same := func(other error) bool { return other.Error() == fault.Error() }
		if !slices.ContainsFunc(faults, same) {
			faults = append(faults, fault)
		}
	}
	return faults
}

// isFault reports whether an error is that of a scheduler.
func isFault(err error) bool {
	_, fault := errors.AsType[*heuristics.Fault](err)
	_, panicked := errors.AsType[*field.Panic](err)
	return fault || panicked
}

// check refuses a setting of an unknown scheduler, and one of recorded about which no log tells.
func (s Sweep) check(set Setting) error {
	err := schedulers.Known(set.Scheduler, set.Options.Commands...)
	if err != nil || !schedulers.IsRecorded(set.Scheduler) {
		return err
	}
	found := ""
	switch {
	case len(s.Sites) > 0:
		found = "several sites"
	case len(s.Reservations) > 0:
		found = "requests for reservations"
	case set.ShrinkingFactor() != 1:
		found = fmt.Sprintf("the shrinking factor %g", set.ShrinkingFactor())
	case s.Windows != nil:
		found = "windows from an empty machine"
	default:
		return nil
	}
	return optgap.BadField("scheduler", set.Scheduler+" with "+found,
		"the trace as it is, as its log tells of no other machine and no other load")
}

// replayed does the replay of the setting with an index, and calls Outcome.
func (s Sweep) replayed(
	ctx context.Context, i int, set Setting, bases map[Key]base,
) (Run, error) {
	run, lost := s.compared(ctx, set, bases[set.Key().load()])
	o := run.out
	run.out = nil
	if o == nil || s.Outcome == nil {
		return run, lost
	}
	err := s.unlessEnded(ctx, func() error { return s.Outcome(i, o) })
	return run, cmp.Or(err, lost)
}

// begin stores the settings in the folder. Where Outcome is set, all settings are replayed, as a
// stored run has no outcome.
func (s Sweep) begin(settings []Setting) error {
	if s.Outcome != nil {
		s.Folder.Renew()
	}
	for _, set := range settings {
		set.Factor = set.ShrinkingFactor()
		if err := s.Folder.Problem(set); err != nil {
			return err
		}
	}
	return s.Folder.Asks(len(settings), 0)
}

// jobsOf returns the jobs of a setting. They are a copy, unless the setting takes the jobs as they
// are.
func (s Sweep) jobsOf(set Setting) ([]optgap.TraceJob, error) {
	if set.ShrinkingFactor() == 1 && set.Estimates == AsGiven {
		return s.Jobs, nil
	}
	jobs, err := workload.Shrink(s.Jobs, set.ShrinkingFactor())
	if err == nil {
		set.Estimates.Apply(jobs)
	}
	return jobs, err
}

// replayMeasured does the replay of a setting, and measures its outcome.
func (s Sweep) replayMeasured(ctx context.Context, set Setting) (run Run, err error) {
	if s.Windows != nil {
		return s.overWindows(ctx, set)
	}
	err = field.Catch(func() (err error) { run, err = s.replay(ctx, set); return err })
	_, unnamed := errors.AsType[*field.Panic](err) // the error says nothing of the setting
	if err == nil {
		run.Metrics, err = performance.Evaluate(run.out, s.Machine, s.Measure)
		unnamed = err != nil
	}
	if unnamed {
		err = fmt.Errorf("%s at factor %g: %w", set.Label(), set.ShrinkingFactor(), err)
	}
	if err != nil {
		return Run{}, err
	}
	if len(s.Sites) > 0 {
		run.Sites = s.measureSites(run.out)
	}
	return run, nil
}

// replay does the replay of a setting. It does not measure the outcome.
func (s Sweep) replay(ctx context.Context, set Setting) (run Run, err error) {
	jobs, err := s.jobsOf(set)
	if err != nil {
		return run, err
	}
	scheduler, err := s.scheduler(set, jobs)
	if err != nil {
		return run, err
	}
	replayed := scheduler
	if s.Watch != nil && len(s.Reservations) == 0 { // which only the scheduler itself takes
		tell := func(ended int) { s.Watch.Within(set.Description(), ended, len(jobs)) }
		tell(0)
		defer tell(len(jobs))
		replayed = Counting(scheduler, tell)
	}
	o, err := replay.RunReserved(ctx, jobs, s.requests(set), replayed)
	if err != nil {
		return run, err
	}
	run = Run{Setting: set, Trace: s.Name, Machine: s.Machine, out: o}
	if p, ok := scheduler.(interface{ Stats() dynp.Stats }); ok {
		stats := p.Stats()
		run.Stats = &stats
	}
	if len(o.Reservations) > 0 {
		run.Reservations = answersOf(o.Reservations)
	}
	if schedulers.IsRecorded(set.Scheduler) {
		overfull := performance.OverfullOf(o, s.Machine)
		run.Overfull = &overfull
	}
	s.setSites(o, scheduler)
	return run, nil
}

// Counting returns a scheduler that tells how many jobs have ended.
func Counting(s heuristics.Scheduler, tell func(jobs int)) heuristics.Scheduler {
	return &counting{s, tell, 0}
}

type counting struct {
	heuristics.Scheduler
	tell func(jobs int)
	jobs int
}

// Unwrap returns the scheduler itself.
func (c *counting) Unwrap() heuristics.Scheduler { return c.Scheduler }

func (c *counting) End(job int32) {
	c.jobs++
	c.tell(c.jobs)
	c.Scheduler.End(job)
}
