package verify

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// RungFiles checks rungs, the replays between the schedulers of a trace and its best schedule, against the file of
// those that were asked for. Errors are as for [Files]. What needs the jobs is left to [RungOnTrace].
func RungFiles(results, replays Input, o Options) (Report, error) {
	c := &rungChecker{problems[string, record.RungTrace]{
		name: "rung", required: []string{""}, underWay: o.UnderWay, field: "result", lacking: "one for each replay",
	}, o}
	return inspect(c, lines(replays, record.ParseParts[record.RungTrace]), lines(results, record.ParseParts[record.Rung]))
}

type rungChecker struct {
	problems[string, record.RungTrace]
	options Options
}

func (c *rungChecker) problem(line int, t record.RungTrace) error {
	if t.Format != record.RungFormat {
		return fmt.Errorf("format: found %q, expected %q", t.Format, record.RungFormat)
	}
	return c.add(t.Rung, line, aboutRung(t, 0), t)
}

// aboutRung begins the faults of a rung.
func aboutRung(t record.RungTrace, line int) Fault {
	return Fault{Line: line, Trace: t.Trace, Method: t.Rung, subject: "rung"}
}

// result holds a rung against the replay that was asked for, and its counts against each other.
func (c *rungChecker) result(line int, r record.Rung) error {
	of, err := c.find(r.Rung)
	if err != nil {
		return err
	}
	l := c.report.ledger(of.about, line, r.Rung)
	c.enter(&l, of, answer{}, false, "rung", r.Rung, "one result")
	if c.options.Methods != nil {
		l.word("rung", r.Rung, c.options.Methods)
	}
	if asked := c.options.Arguments["step-work"]; asked != "" {
		l.hold(asked == fmt.Sprint(r.StepWork), "step_work", r.StepWork, "%s, as asked for", asked)
	}
	l.hold(r.StepWork > 0, "step_work", r.StepWork, "at least 1")
	l.hold(len(r.Starts) == r.Jobs, "starts", len(r.Starts), "%d, one of each job", r.Jobs)
	l.hold(r.Steps >= 0 && r.Steps <= max(r.Jobs-1, 0), "steps", r.Steps, "less than the %d jobs, of which the first "+
		"waits alone", r.Jobs)
	l.hold(r.ProvenSteps >= 0 && r.ProvenSteps <= r.Steps, "proven_steps", r.ProvenSteps, "at most the %d steps", r.Steps)
	least, most := 2, r.Jobs // of the jobs of a step
	if r.Steps == 0 {
		least, most = 0, 0
	}
	l.hold(r.LongestStep >= least && r.LongestStep <= most, "longest_step", r.LongestStep, "%d to %d jobs", least, most)
	want := r
	want.RungTrace, want.Starts, r.Starts = of.facts, nil, nil // which RungOnTrace checks
	l.measured(Parts(r))
	l.report.compare(l.about, Parts(r), Parts(want), quotients, "as asked for", "solve_seconds")
	return nil
}

// RungOnTrace checks the schedule of a rung from the jobs alone, which are in order of submission: it keeps the
// machine, and its sum and average are right. line is that of the result. The report, that of [RungFiles], gets the
// faults.
func RungOnTrace(r *record.Rung, line int, jobs []optgap.TraceJob, rep *Report) {
	of := &record.Offline{
		OfflineTrace: r.OfflineTrace, Objective: r.Objective, ObjectiveValue: r.ObjectiveValue, Starts: r.Starts,
	}
	about := aboutRung(r.RungTrace, line)
	t := &onTrace{Offline: of, jobs: jobs, ledger: ledger{report: rep, about: about, before: len(rep.Faults)}}
	t.begin()
}
