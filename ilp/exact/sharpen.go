package exact

import "math"

// yield counts nodes with equally many jobs left: those that came to sharpen, and of these those
// that were tried, and closed.
type yield struct{ seen, tried, closed int }

// A node is tried where one of fewTries nodes was closed, and now and then elsewhere.
const (
	fewTries = 3
	nowAgain = 32
)

// mostSharpened is the largest number of processors, in divisors of the widths, with which nodes
// are sharpened. With more it takes longer than to explore the nodes that it closes.
const mostSharpened = 256

// promising reports whether the next node is to be tried.
func (y *yield) promising() bool {
	y.seen++
	return y.tried <= fewTries*(y.closed+fewTries) || y.seen%nowAgain == 0
}

// sharpen lowers the worth of g's stretches to that of the best sets of the jobs left, where this
// closes enough nodes like g. It returns the bound of g, which is raised likewise. Where the bound
// reaches the best cost known, some stretches stay as they are.
//
// No job left starts before the first start. In each second from there on, those jobs left that run
// fit into the node's free processors. So what they pay for the second is at most the value of the
// best set of jobs left. The worth before counts placed jobs too, though they do not run then.
func (s *search) sharpen(g *frame, bound int64) int64 {
	y := &s.yields[s.jobs-s.depth-1]
	if !y.promising() {
		return bound
	}
	y.tried++
	first := g.first()
	jobs := s.sets.Of(g.left)
	for i := range g.stretches {
		st := &g.stretches[i]
		end := s.pack.Timeline.End()
		if i+1 < len(g.stretches) {
			end = g.stretches[i+1].time
		}
		if st.time < first {
			continue
		}
		if less := st.worth - s.sets.Worth(jobs, st.free, st.time, end); less > 0 {
			st.worth, g.worth, bound = st.worth-less, g.worth-less, bound+less
		}
		if s.problem.Reached(bound, s.incumbent.upper) {
			y.closed++
			break
		}
	}
	return bound
}

// first returns the earliest start of the jobs left, from the front on.
func (f *frame) first() int64 {
	first := int64(math.MaxInt64)
	for i, left := range f.left {
		if left > 0 {
			first = min(first, f.starts[i].earliest)
		}
	}
	return first
}
