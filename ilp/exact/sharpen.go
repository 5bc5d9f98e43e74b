package exact

import "math"

// yield counts the nodes with equally many jobs left whose bounds sharpen was asked for, was worth
// trying for, and has raised so far that they were closed.
type yield struct{ asked, tried, closed int }

// A node is tried where sharpen closes one of fewTries nodes, and now and then elsewhere.
const (
	fewTries = 3
	nowAgain = 16
)

// promising reports whether the next node is to be tried.
func (y *yield) promising() bool {
	y.asked++
	return y.tried <= fewTries*(y.closed+fewTries) || y.asked%nowAgain == 0
}

// sharpen lowers the worth of g's stretches to that of the best sets of the jobs left, where this closes
// enough nodes like g. It returns the bound of g, which is raised likewise. Where the bound reaches the best
// cost known, some stretches stay as they are.
func (s *search) sharpen(g *frame, bound int64) int64 {
	y := &s.yields[s.jobs-s.depth-1]
	if !y.promising() {
		return bound
	}
	y.tried++
	first, jobs := g.first(), s.sets.Of(g.left)
	for i := range g.stretches {
		st, end := &g.stretches[i], s.pack.Timeline.End()
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
