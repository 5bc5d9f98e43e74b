package moldable

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// lister makes schedules of the choices of jobs at some prices. Each job gets the
// processors that it chooses. The jobs start one after the other, each as early as those
// before allow.
type lister struct {
	profile   optgap.Profile
	allotment []moldable.Allotment // by job: the chosen one
	key       []float64            // by job: the tick by which jobs are sorted
	order     []int
}

// best returns the schedule with the smallest minsum, and the minsum, of three orders of
// the jobs: by the start, the middle and the end that they choose.
func (l *lister) best(in *moldable.Instance, offers []offer, p *prices) (best moldable.Schedule, minsum int64) {
	n := len(offers)
	minsum = math.MaxInt64
	l.allotment, l.key = slices.Grow(l.allotment[:0], n)[:n], slices.Grow(l.key[:0], n)[:n]
	for _, share := range []float64{0, 0.5, 1} {
		l.order = l.order[:0]
		for i := range offers {
			o := &offers[i]
			l.order = append(l.order, i)
			l.allotment[i] = o.groups[o.best.leaf].slowest
			l.key[i] = p.edges[o.best.start] + share*float64(l.allotment[i].Time)
		}
		slices.SortStableFunc(l.order, func(a, b int) int {
			workA, workB := float64(l.allotment[a].Work()), float64(l.allotment[b].Work())
			return cmp.Or(cmp.Compare(l.key[a], l.key[b]), cmp.Compare(workA*offers[b].weight, workB*offers[a].weight))
		})
		s := l.startInOrder(in)
		if v := s.Minsum(in); v < minsum {
			best, minsum = s, v
		}
	}
	return best, minsum
}

// startInOrder returns the schedule in which the jobs start in the order, each as early as
// those before allow.
func (l *lister) startInOrder(in *moldable.Instance) moldable.Schedule {
	s := make(moldable.Schedule, len(in.Jobs))
	l.profile.Reset(optgap.History{{Time: 0, Free: in.Machine}})
	for _, i := range l.order {
		a := l.allotment[i]
		s[i] = moldable.Placement{Start: l.profile.Place(0, a.Width, a.Time), Width: a.Width}
	}
	return s
}
