package moldable

import (
	"cmp"
	"fmt"
	"slices"
)

// Placement is the start of a job in ticks and the number of its processors.
type Placement struct {
	Start, Width int64
}

// Schedule holds a placement for every job of an instance: Schedule[i] is the placement
// of Instance.Jobs[i].
type Schedule []Placement

// end returns the end of job i, in ticks.
func (s Schedule) end(in *Instance, i int) int64 {
	return s[i].Start + in.Jobs[i].Times[s[i].Width-in.Jobs[i].Least()]
}

// Minsum returns the sum of weight times end of the jobs. The schedule is feasible.
func (s Schedule) Minsum(in *Instance) int64 {
	sum := int64(0)
	for i, j := range in.Jobs {
		sum += j.Weight * s.end(in, i)
	}
	return sum
}

// Makespan returns the latest end of a job; 0 for no jobs. The schedule is feasible.
func (s Schedule) Makespan(in *Instance) int64 {
	end := int64(0)
	for i := range in.Jobs {
		end = max(end, s.end(in, i))
	}
	return end
}

// Check returns an error that names the first job and tick at which the schedule
// breaks the instance: a width that the job does not have, a start before 0, or more
// processors in use than the machine has. A schedule with too few or too many
// placements is another error.
func (s Schedule) Check(in *Instance) error {
	if len(s) != len(in.Jobs) {
		return fmt.Errorf(
			"schedule has %d placements, expected one for each of %d jobs",
			len(s),
			len(in.Jobs),
		)
	}
	type event struct {
		time, width int64 // width is added to the processors in use
		job         int
	}
	wrong := func(job int, tick int64, reason string) error {
		return fmt.Errorf("job %d at tick %d: %s", in.Jobs[job].ID, tick, reason)
	}
	events := make([]event, 0, 2*len(s))
	for i, p := range s {
		j := in.Jobs[i]
		if k := p.Width - j.Least(); k < 0 || k >= int64(len(j.Times)) {
			return wrong(i, p.Start, fmt.Sprintf("has no time on %d processors", p.Width))
		}
		if p.Start < 0 {
			return wrong(i, p.Start, "starts before 0")
		}
		events = append(events, event{p.Start, p.Width, i}, event{s.end(in, i), -p.Width, i})
	}
	slices.SortFunc(events, func(a, b event) int { // ends before starts
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.width, b.width))
	})
	used := int64(0)
	for _, e := range events {
		used += e.width
		if used > in.Machine {
			over := fmt.Sprintf("%d processors too many in use", used-in.Machine)
			return wrong(e.job, e.time, over)
		}
	}
	return nil
}
