package verify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// schedule checks the starts. Later checks use the objective of the starts. Where starts are
// missing they use the stored one.
func (j *judge) schedule() {
	if j.class == none {
		j.hold(
			len(j.Starts) == 0,
			"starts",
			fmt.Sprint(len(j.Starts)),
			"none, as the status is %s",
			j.Status,
		)
		return
	}
	j.objective = &j.Objective
	starts, complete := j.positioned("starts", j.Starts)
	if !complete {
		return
	}
	j.fits("starts", starts)
	j.starts, j.objective = starts, new(value(&j.facts.step, starts).Int64())
	if j.facts.step.Objective().Average().Slowdown {
		j.slowdown(starts)
	}
	j.standsIn(starts)
}

// fits checks that starts, which are in the order of the step, take no more than what the history
// leaves free.
func (j *judge) fits(field string, starts []int64) {
	var all []placed
	for i, job := range j.facts.step.Jobs {
		all = append(all, placed{starts[i], starts[i] + job.Estimate, job.Width})
	}
	j.keep(j.facts.step.History, field, "second", all)
}

// keep checks that no more processors are in use than the history leaves free. unit is that of
// times.
func (l *ledger) keep(h optgap.History, field, unit string, all []placed) {
	at, used, free := overload(h, all)
	l.hold(used <= free, field, fmt.Sprintf("%d processors used at %s %d", used, unit, at),
		"at most the %d that the history leaves free", free)
}

// positioned returns stored starts in the order of the step's jobs. complete tells that there is
// exactly one for each job, and that their values are within the range of int64. field is that of
// the starts.
func (j *judge) positioned(
	field string,
	stored []record.Start,
) (starts optgap.Schedule, complete bool) {
	step := &j.facts.step
	starts, err := (&record.Schedule{Starts: stored}).Of(step)
	if wrong := new(optgap.FieldError); errors.As(err, &wrong) {
		return starts, j.hold(
			false,
			field+strings.TrimPrefix(wrong.Field, "starts"),
			wrong.Found,
			"%s",
			wrong.Expected,
		)
	}
	complete = true
	for k, s := range stored {
		at := indexed(field, k) + ".start"
		j.hold(s.Start >= 0, at, s.Start, "at least 0, the step's moment")
		complete = j.hold(s.Start < always, at, s.Start, "less than %d", always) && complete
	}
	if complete {
		heaviest := func(j optgap.Job) int64 { return max(j.Width, weight(j)) }
		most := weightedSum(step, starts, heaviest)
		complete = j.hold(
			most.IsInt64(),
			field,
			most,
			"starts whose objective and averages are within the range of int64",
		)
	}
	return starts, complete
}

// placed is a number of processors, width, that are in use from start to end.
type placed struct{ start, end, width int64 }

// overload returns the first second at which more processors are in use than the history
// leaves free; 0, 0, 0: there is none. It looks at every second at which something
// changes.
func overload(h optgap.History, all []placed) (second, used, free int64) {
	type event struct{ second, used, free int64 } // used and free change by this much
	var events []event
	for _, p := range all {
		events = append(events, event{p.start, p.width, 0}, event{p.end, -p.width, 0})
	}
	before := int64(0)
	for _, c := range h {
		events = append(events, event{c.Time, 0, c.Free - before})
		before = c.Free
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.second, b.second) })
	for k, e := range events {
		used += e.used
		free += e.free
		lastOfSecond := k+1 == len(events) || events[k+1].second != e.second
		// A start before 0 is a fault of its own.
		if lastOfSecond && used > free && e.second >= 0 {
			return e.second, used, free
		}
	}
	return 0, 0, 0
}

// standsIn checks that a schedule that is not the method's own is that of the best policy, or that
// of FCFS where all policies are left out. Where the schedule of the policy cannot be made again,
// it checks the objective alone.
func (j *judge) standsIn(starts []int64) {
	if j.class != standIn {
		return
	}
	best := cmp.Or(j.planned.BestPolicy, "FCFS")
	again := j.facts.remake(best)
	worth := j.planned.Policies[best]
	if again != nil {
		worth = again.Policy
	}
	if !j.hold(
		*j.objective == worth.Objective,
		"objective",
		*j.objective,
		"%d of policy %s, which stands in where the status is %s",
		worth.Objective,
		best,
		j.Status,
	) {
		return
	}
	if again != nil {
		j.hold(
			slices.Equal(record.Starts(&j.facts.step, starts), again.Starts),
			"starts",
			"another plan",
			"that of %s, which stands in where the status is %s",
			best,
			j.Status,
		)
	}
}
