package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// schedule checks the starts, and the objective and the averages that follow from them.
// Later checks use the objective of the starts. Where starts are missing they use the
// stored one.
func (j *judge) schedule() {
	if j.class == none {
		j.hold(len(j.Starts) == 0, "starts", fmt.Sprint(len(j.Starts)), "none, as the status is %s", j.Status)
		j.equal("objective", j.Objective, 0, "as there is no schedule")
		j.averages("", nil, j.ARTwW, j.SLDwA)
		return
	}
	starts, complete := j.starts()
	if !complete {
		j.objective = integer(j.Objective)
		j.averages("", j.objective, j.ARTwW, j.SLDwA)
		return
	}
	var all []placed
	for i, job := range j.facts.step.Jobs {
		all = append(all, placed{starts[i], starts[i] + job.Estimate, job.Width})
	}
	second, used, free := overload(j.facts.step.History, all)
	j.hold(used <= free, "starts", fmt.Sprintf("%d processors used at second %d", used, second),
		"at most the %d that the history leaves free", free)
	j.objective = value(&j.facts.step, starts)
	j.equalBig("objective", j.Objective, j.objective, "the sum of width times response time")
	j.averages("", j.objective, j.ARTwW, j.SLDwA)
	j.standsIn(starts)
	if best := j.facts.optimum; best != nil {
		j.hold(j.objective.Cmp(integer(*best)) >= 0, "objective", j.objective, "at least the optimum %d", *best)
	}
}

// starts returns the starts in the order of the step's jobs. complete tells that there is
// exactly one for each job, each within the range of int64.
func (j *judge) starts() (starts []int64, complete bool) {
	step := &j.facts.step
	position := make(map[int64]int, len(step.Jobs))
	for i, job := range step.Jobs {
		position[job.ID] = i
	}
	starts = make([]int64, len(step.Jobs))
	seen := make([]bool, len(step.Jobs))
	complete = true
	for k, s := range j.Starts {
		id, at := fmt.Sprintf("starts[%d].id", k), fmt.Sprintf("starts[%d].start", k)
		i, ok := position[s.ID]
		if !j.hold(ok, id, s.ID, "the id of a job of the step") || !j.hold(!seen[i], id, s.ID, "each job once") {
			complete = false
			continue
		}
		seen[i], starts[i] = true, s.Start
		j.hold(s.Start >= 0, at, s.Start, "at least 0, the step's moment")
		last := math.MaxInt64 - step.Jobs[i].Estimate
		complete = j.hold(s.Start <= last, at, s.Start, "at most %d", last) && complete
	}
	for i, ok := range seen {
		complete = j.hold(ok, "starts", fmt.Sprintf("none for job %d", step.Jobs[i].ID),
			"one for each of the %d jobs", len(seen)) && complete
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
		if lastOfSecond && used > free && e.second >= 0 { // a start before 0 is a fault of its own
			return e.second, used, free
		}
	}
	return 0, 0, 0
}

// standsIn checks that a schedule that is not the method's own is the plan of the best
// policy. Where no policy of that name can be planned again, it checks the objective
// alone.
func (j *judge) standsIn(starts []int64) {
	if j.class != standIn {
		return
	}
	if !j.hold(j.objective.Cmp(integer(j.bestValue)) == 0, "objective", j.objective,
		"%d of policy %s, which stands in where the status is %s", j.bestValue, j.best, j.Status) {
		return
	}
	for _, p := range policies {
		if p.name == j.best {
			again, _ := plan(&j.facts.step, ordered(&j.facts.step, p.compare), 1)
			j.hold(slices.Equal(starts, again), "starts", "another plan",
				"that of %s, which stands in where the status is %s", j.best, j.Status)
		}
	}
}
