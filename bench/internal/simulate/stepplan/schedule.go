package stepplan

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/panics"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
)

// LeftOut is the error of a scheduler that has no schedule of a step: it cannot respect the history,
// or the numbers of the step are beyond its range.
type LeftOut struct{ Reason string }

func (l *LeftOut) Error() string { return l.Reason }

// Schedule returns the schedule of a valid step under the scheduler with the name, which is one of
// Names in lower case. The schedule is checked. The error is a *LeftOut where the scheduler has none. A
// panic of a registered policy or decider is an error too.
func Schedule(step *optgap.Step, name string) (optgap.Schedule, error) {
	plan, _, err := timed(step, name, 1)
	return plan, err
}

// Timed is Schedule, with the time that it takes to make the schedule: the least of three times. Most
// schedules take microseconds, so the time of a single one mostly depends on the work before it.
func Timed(step *optgap.Step, name string) (optgap.Schedule, time.Duration, error) {
	return timed(step, name, 3)
}

// Ask is Schedule by another program, the one of the command. It is asked once. Canceling the context ends it.
func Ask(ctx context.Context, step *optgap.Step, c batsim.Command, pool *batsim.Pool) (optgap.Schedule, error) {
	plan, err := run(ctx, step, c.Name, schedulers.Options{Commands: []batsim.Command{c}, Pool: pool})
	if err != nil {
		return nil, err
	}
	return plan, plan.Check(step)
}

// timed makes the schedule so many times. It returns the least wall time.
func timed(step *optgap.Step, name string, times int) (plan optgap.Schedule, least time.Duration, err error) {
	err = panics.Call(func() (err error) {
		once := maker(step, name)
		for i := range times {
			begin := time.Now()
			if plan, err = once(); err != nil {
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

// maker returns the function that makes the schedule.
func maker(step *optgap.Step, name string) func() (optgap.Schedule, error) {
	if policy, err := heuristics.PolicyByName(name); err == nil {
		var planner heuristics.Planner
		plan := make(optgap.Schedule, len(step.Jobs))
		return func() (optgap.Schedule, error) {
			planner.Plan(step, policy, plan)
			return plan, nil
		}
	}
	if slices.Contains(schedulers.PlanningNames(), name) {
		return func() (optgap.Schedule, error) { return planned(step, name) }
	}
	return func() (optgap.Schedule, error) { return run(context.Background(), step, name, schedulers.Options{}) }
}

// planned returns the plan of dynP.
func planned(step *optgap.Step, name string) (optgap.Schedule, error) {
	jobs := make([]optgap.TraceJob, len(step.Jobs))
	for i, j := range step.Jobs {
		jobs[i] = running(j)
	}
	s, err := schedulers.NewPlanning(name, step.Machine, jobs, schedulers.Options{})
	if err != nil {
		return nil, err
	}
	return s.Plan(step), nil
}

// running returns a job that runs for its estimate.
func running(j optgap.Job) optgap.TraceJob { return optgap.TraceJob{Job: j, RunTime: j.Estimate} }

// run runs a scheduler forward from the step.
func run(ctx context.Context, step *optgap.Step, name string, options schedulers.Options) (optgap.Schedule, error) {
	m := machineOf(step)
	jobs, order := m.jobs(step)
	options.IVS.WaitingVotes = true // who runs is not known
	s, err := schedulers.New(name, m.processors, jobs, options)
	if err != nil { // of numbers beyond its range, as the name and the options are known
		return nil, &LeftOut{err.Error()}
	}
	if s, err = m.reserve(s); err != nil {
		return nil, err
	}
	out, err := replay.RunForward(ctx, jobs, len(m.running), s)
	if err != nil {
		return nil, err
	}
	plan := make(optgap.Schedule, len(step.Jobs))
	for k, i := range order {
		plan[i] = out.Starts[len(m.running)+k]
	}
	return plan, nil
}

// jobs returns the running jobs and then the waiting ones in the order of their submission. order
// holds the positions of the latter in the step.
func (m machine) jobs(step *optgap.Step) (jobs []optgap.TraceJob, order []int) {
	for i, r := range m.running {
		j := optgap.Job{ID: math.MinInt64 + int64(i), Width: r.Width, Estimate: r.End}
		jobs = append(jobs, running(j))
	}
	order = make([]int, len(step.Jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return heuristics.FCFS.Compare(step.Jobs[a], step.Jobs[b]) })
	for _, i := range order {
		jobs = append(jobs, running(step.Jobs[i]))
	}
	return jobs, order
}
