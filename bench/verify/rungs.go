package verify

import (
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// RungFiles checks rungs, the replays between the schedulers of a trace and its best schedule,
// against the file of those that were asked for. Errors are as for [Files]. What needs the jobs is
// left to [RungOnTrace].
func RungFiles(results, replays Input, o Options) (Report, error) {
	all := problems[record.RungTrace]{
		name:     "rung",
		required: []string{""},
		underWay: o.UnderWay,
		field:    "result",
		lacking:  "one for each replay",
	}
	problem := func(line int, t record.RungTrace) error { return all.add(t.Rung, line, aboutRung(t, 0), t) }
	key := func(r record.Rung) (string, answer) { return r.Rung, answer{} }
	check := func(l ledger, r record.Rung, of record.RungTrace) { l.rung(r, of, o) }
	of := numbered(record.ReadRungTraces(replays.Reader, replays.Name), replays.Name)
	return inspect(&all, of, problem, lines(results, record.ParseParts[record.Rung]), key, check)
}

// aboutRung begins the faults of a rung.
func aboutRung(t record.RungTrace, line int) Fault {
	return Fault{Line: line, Trace: t.Trace, Method: t.Rung, subject: "rung"}
}

// rung holds a rung against the replay that was asked for, and its counts against each other: the
// first job waits alone, and a step has at least two.
func (l *ledger) rung(r record.Rung, of record.RungTrace, o Options) {
	if o.Methods != nil {
		l.word("rung", r.Rung, o.Methods)
	}
	l.hold(len(r.Starts) == r.Jobs, "starts", len(r.Starts), "%d, one of each job", r.Jobs)
	want := r
	want.RungTrace = of
	want.StepWork = max(1, want.StepWork)
	if asked := o.Arguments["step-work"]; asked != "" {
		// 0, which no rung has, for another text.
		want.StepWork, _ = strconv.ParseInt(asked, 10, 64)
	}
	want.Steps = within(r.Steps, 0, max(r.Jobs-1, 0))
	want.ProvenSteps = within(r.ProvenSteps, 0, r.Steps)
	want.LongestStep = within(r.LongestStep, 2, r.Jobs)
	if r.Steps == 0 {
		want.LongestStep = 0
	}
	want.Starts, r.Starts = nil, nil // which RungOnTrace checks
	l.again(r, want, quotients, "as asked for", "solve_seconds")
}

// within returns the nearest number of a range.
func within(v, least, most int) int { return max(least, min(v, most)) }

// RungOnTrace checks the schedule of a rung from the jobs alone, which are in order of submission:
// it keeps the machine, and its sum and average are right. line is that of the result. The report,
// that of [RungFiles], gets the faults.
func RungOnTrace(r *record.Rung, line int, jobs []optgap.TraceJob, rep *Report) {
	of := &record.Offline{OfflineTrace: r.OfflineTrace, Starts: r.Starts}
	t := newOnTrace(of, aboutRung(r.RungTrace, line), jobs, rep)
	if !t.schedule() {
		return
	}
	found := *r
	want := *r
	derived := t.derived(0)
	want.Objective = derived.Objective
	want.ObjectiveValue = derived.ObjectiveValue
	found.Starts, want.Starts = nil, nil
	rep.compare(
		t.about,
		Parts(found),
		Parts(want),
		sums,
		"as follows from the trace and the starts",
	)
}
