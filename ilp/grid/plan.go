package grid

import "github.com/optgap/optgap"

// Plan starts the step's jobs in the given order, each at its first listed start
// at which the capacity holds it, and returns the starts in seconds. ok is false
// where a job has no such start. O(jobs * (starts + slots)).
//
// With a relaxing grid and the order of a schedule at one second, the objective is at most
// that schedule's. For no job starts later than in the schedule rounded down to slots: of
// the jobs started before, those that occupy a slot at its rounded start or later also do
// so in the rounded schedule.
func (p *Problem) Plan(order []int32) (s optgap.Schedule, ok bool) {
	class := make(map[int32]*Class, len(order))
	for c := range p.Classes {
		for _, j := range p.Classes[c].Jobs {
			class[int32(j)] = &p.Classes[c]
		}
	}
	free := append([]int64(nil), p.Capacity...)
	s = make(optgap.Schedule, len(order))
	for _, j := range order {
		cl := class[j]
		start, found := cl.first(free)
		if !found {
			return nil, false
		}
		for t := start; t < start+cl.Slots; t++ {
			free[t] -= cl.Width
		}
		s[j] = start.Start(p.Scale)
	}
	return s, true
}

// first returns the first start at which the free processors, by slot, hold a job.
func (cl *Class) first(free []int64) (start Slot, ok bool) {
	next := Slot(0) // past the last slot seen that is too narrow
	for _, start := range cl.Starts {
		if start < next {
			continue
		}
		t := start
		for t < start+cl.Slots && free[t] >= cl.Width {
			t++
		}
		if t == start+cl.Slots {
			return start, true
		}
		next = t + 1
	}
	return 0, false
}
