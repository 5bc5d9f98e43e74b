package schedulers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
)

// LeftOut is the error of a scheduler that has no schedule of a step: it cannot respect the
// history, the numbers of the step are beyond its range, or it fails.
type LeftOut struct {
	Reason string
	Failed optgap.Status // of a scheduler that fails: StatusError, or StatusLimit where it takes too long; "": others
}

func (l *LeftOut) Error() string { return l.Reason }

// NoReservations is why many schedulers have no schedule of a step, other programs among them.
const NoReservations = "it knows no reservations, and the history of the step dips"

// Schedule returns the schedule of a valid step under the scheduler with the name, which is one of
// Names in lower case. The schedule is checked. The error is a *LeftOut where the scheduler has
// none. A panic of a registered policy or decider is an error too.
//
// A planning scheduler plans the step. Self-tuning dynP decides once, with the step's policy
// active. Any other scheduler is run forward from the step:
//
//   - Each rise of the history is a running job that ends then. The running jobs start at second
//     0, before any other is there.
//   - All waiting jobs are there from second 0, submitted in the order of (submit, id). Then the
//     scheduler is asked for the first time which of them start. Nothing arrives later.
//   - Jobs run for their estimates. The scheduler is asked again at each end.
//
// What the scheduler did before the step is not known. So slack-based backfilling makes new
// promises, and only waiting jobs vote in the implicit voting system. The machine has the
// processors that the history frees at last; those that it never frees take no part.
//
// A history that dips has reservations. Planning schedulers respect them, and so do conservative
// and slack-based backfilling, whose plans leave room for them. The other schedulers look no
// further than the ends of running jobs. They are left out.
//
// Conservative backfilling places each job at its submission as early as all jobs before it
// allow. Jobs that run for their estimates leave nothing to compress. So its schedule is the plan
// of FCFS.
func Schedule(step *optgap.Step, name string) (optgap.Schedule, error) {
	plan, _, err := timed(step, name, 1)
	return plan, err
}

// TimedSchedule is Schedule, with the time that it takes to make the schedule: the least of three
// times. Most schedules take microseconds, so the time of a single one mostly depends on the work
// before it.
func TimedSchedule(step *optgap.Step, name string) (optgap.Schedule, time.Duration, error) {
	return timed(step, name, 3)
}

// Ask is Schedule by another program, the one of the command. It is asked once. Canceling the
// context ends it.
func Ask(
	ctx context.Context,
	step *optgap.Step,
	c batsim.Command,
	pool *batsim.Pool,
) (optgap.Schedule, error) {
	plan, err := run(ctx, step, c.Name, Options{Commands: []batsim.Command{c}, Pool: pool})
	if err != nil {
		return nil, err
	}
	return plan, plan.Check(step)
}

// timed makes the schedule so many times. It returns the least wall time.
func timed(
	step *optgap.Step,
	name string,
	times int,
) (plan optgap.Schedule, least time.Duration, err error) {
	err = field.Catch(func() (err error) {
		once := scheduling(step, name)
		for i := range times {
			begin := time.Now()
			plan, err = once()
			if err != nil {
				return err
			}
			if d := time.Since(begin); i == 0 || d < least {
				least = d
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	if err := plan.Check(step); err != nil {
		return nil, 0, fmt.Errorf("the schedule of %s is none of the step: %w", name, err)
	}
	return plan, least, nil
}

// scheduling returns the function that makes the schedule.
func scheduling(step *optgap.Step, name string) func() (optgap.Schedule, error) {
	if policy, err := heuristics.PolicyByName(name); err == nil {
		var planner heuristics.Planner
		plan := make(optgap.Schedule, len(step.Jobs))
		return func() (optgap.Schedule, error) {
			planner.Plan(step, policy, plan)
			return plan, nil
		}
	}
	if slices.Contains(PlanningNames(), Base(name)) {
		return func() (optgap.Schedule, error) { return planned(step, name) }
	}
	return func() (optgap.Schedule, error) { return run(context.Background(), step, name, Options{}) }
}

// planned returns the plan of dynP.
func planned(step *optgap.Step, name string) (optgap.Schedule, error) {
	s, err := NewPlanning(name, step.Machine, lists.Each(step.Jobs, running), Options{})
	if err != nil {
		return nil, err
	}
	return s.Plan(step), nil
}

// running returns a job that runs for its estimate.
func running(
	j optgap.Job,
) optgap.TraceJob {
	return optgap.TraceJob{Job: j, RunTime: j.Estimate}
}

// run runs a scheduler forward from the step.
func run(
	ctx context.Context,
	step *optgap.Step,
	name string,
	options Options,
) (optgap.Schedule, error) {
	m := machineOf(step)
	jobs, order := m.jobs(step)
	options.WaitingVotes = true // who runs is not known
	options.Running = len(m.running)
	options.Epoch = step.Now
	s, err := New(name, m.processors, jobs, options)
	if err != nil { // of numbers beyond its range, as the name and the options are known
		return nil, &LeftOut{Reason: err.Error()}
	}
	able, err := m.reserve(s)
	if f, ok := s.(replay.Fallible); ok && err != nil {
		f.Close()
	}
	if err != nil {
		return nil, err
	}
	out, err := replay.RunForward(ctx, jobs, len(m.running), able)
	if fault, ok := errors.AsType[*heuristics.Fault](err); ok {
		status := optgap.StatusError
		if fault.Late {
			status = optgap.StatusLimit
		}
		return nil, &LeftOut{fault.Error(), status}
	}
	if err != nil {
		return nil, err
	}
	plan := make(optgap.Schedule, len(step.Jobs))
	for k, i := range order {
		plan[i] = out.Starts[len(m.running)+k]
	}
	return plan, nil
}

// jobs returns the running jobs, under ids that no waiting job has, and then the waiting ones in
// the order of their submission. order holds the positions of the latter in the step.
func (m machine) jobs(step *optgap.Step) (jobs []optgap.TraceJob, order []int) {
	id := int64(0)
	for _, r := range m.running {
		for id++; slices.ContainsFunc(step.Jobs, func(j optgap.Job) bool { return j.ID == id }); id++ {
		}
		jobs = append(jobs, running(optgap.Job{ID: id, Width: r.Width, Estimate: r.End}))
	}
	order = lists.Places[int](len(step.Jobs))
	slices.SortFunc(
		order,
		func(a, b int) int { return heuristics.FCFS.Compare(step.Jobs[a], step.Jobs[b]) },
	)
	for _, i := range order {
		jobs = append(jobs, running(step.Jobs[i]))
	}
	return jobs, order
}

// machine is the machine of a step as a replay sees it. Running and reserved processors are those
// that no waiting job can have.
type machine struct {
	processors int64
	running    []optgap.Taken // from second 0 on
	reserved   []optgap.Taken // later
}

// machineOf returns the machine that has the history of the step. What the history takes for good
// from second 0 on is no part of it. What a fall takes for good is reserved until all jobs can have
// ended.
func machineOf(step *optgap.Step) machine {
	m := machine{processors: step.Machine}
	end := step.SafeEnd()
	for _, t := range step.History.Taken(step.Machine, end) {
		switch {
		case t.Start > 0:
			m.reserved = append(m.reserved, t)
		case t.End < end:
			m.running = append(m.running, t)
		default:
			m.processors -= t.Width
		}
	}
	return m
}

// reserve returns the scheduler with the reserved processors, or a *LeftOut where it cannot respect
// them.
func (m machine) reserve(s heuristics.Scheduler) (heuristics.Scheduler, error) {
	if len(m.reserved) == 0 {
		return s, nil
	}
	blocker, ok := s.(interface{ Block(start, end, width int64) })
	if !ok {
		return nil, &LeftOut{Reason: NoReservations}
	}
	waking := waking{Scheduler: s}
	for _, t := range m.reserved {
		blocker.Block(t.Start, t.End, t.Width)
		waking.ends = append(waking.ends, t.End)
	}
	slices.Sort(waking.ends)
	return waking, nil
}

// waking is a scheduler that may start jobs at the ends of reservations too.
type waking struct {
	heuristics.Scheduler
	ends []int64 // in order
}

// NextEvent returns the next end of a reservation after now.
func (w waking) NextEvent(now int64) (second int64, ok bool) {
	i, _ := slices.BinarySearch(w.ends, now+1)
	if i == len(w.ends) {
		return 0, false
	}
	return w.ends[i], true
}
