package importing

import (
	"cmp"
	"math"
	"slices"
)

// sort sorts the runs by submission. Those of one second keep their order in the log, but for
// repeated ones, which follow each other.
func (t *tally) sort() {
	slices.SortStableFunc(t.runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.submit, b.submit), cmp.Compare(a.number, b.number))
	})
}

// dropRepeated leaves out runs that are there already: logs that were written one after the
// other tell of the same job where their times overlap.
func (t *tally) dropRepeated() {
	type identity struct {
		id            string
		wait, runTime float64
		width         int64
	}
	seen, second := make(map[identity]bool), math.Inf(-1) // those submitted in the second
	before := len(t.runs)
	t.runs = slices.DeleteFunc(t.runs, func(r run) bool {
		if r.submit != second {
			clear(seen)
			second = r.submit
		}
		is := identity{r.id, r.wait, r.runTime, r.width}
		repeated := seen[is]
		seen[is] = true
		return repeated
	})
	t.skips[Repeated] += before - len(t.runs)
}

// numberJobs gives a new number to each job without one and to each whose number an earlier
// job has. New numbers are larger than all others.
func (t *tally) numberJobs() {
	next := int64(0)
	for _, r := range t.runs {
		next = max(next, r.number)
	}
	taken := make(map[int64]bool, len(t.runs))
	for i := range t.runs {
		r := &t.runs[i]
		if r.number < 0 || taken[r.number] {
			next++
			r.number = next
			r.remark(renumbered)
		}
		taken[r.number] = true
	}
}
