package moldable

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// lister makes schedules of what jobs choose at some prices: each job gets the
// processors that it chooses. One after the other they start as early as those before
// allow.
type lister struct {
	profile   optgap.Profile
	allotment []moldable.Allotment
	key       []float64
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
			l.allotment[i] = o.groups[o.best.leaf].widest
			l.key[i] = p.edges[o.best.start] + share*float64(l.allotment[i].Time)
		}
		slices.SortStableFunc(l.order, func(a, b int) int {
			return cmp.Or(cmp.Compare(l.key[a], l.key[b]),
				cmp.Compare(float64(l.allotment[a].Work())*offers[b].weight, float64(l.allotment[b].Work())*offers[a].weight))
		})
		s := l.place(in)
		if v := s.Minsum(in); v < minsum {
			best, minsum = s, v
		}
	}
	return best, minsum
}

func (l *lister) place(in *moldable.Instance) moldable.Schedule {
	s := make(moldable.Schedule, len(in.Jobs))
	l.profile.Reset(optgap.History{{Time: 0, Free: in.Machine}})
	for _, i := range l.order {
		a := l.allotment[i]
		s[i] = moldable.Placement{Start: l.profile.Place(0, a.Width, a.Time), Width: a.Width}
	}
	return s
}
