package spec

import "time"

// Limit is the longest time that the results of one step may take; 0: any time.
type Limit struct {
	All  time.Duration // the results by all methods together
	Each time.Duration // the result by the slowest method
	// Method is the longest time of a method that has a limit. Bounds is that of the bounds beside it.
	Method, Bounds time.Duration
}

// endless is a time limit that is as good as none.
const endless = 24 * time.Hour * 365

// Limit returns how long the results of one step may take.
func (s Solving) Limit() (l Limit) {
	if s.TimeLimit == 0 || s.TimeLimit > endless {
		return l
	}
	if !s.NoBounds {
		l.Bounds = s.TimeLimit // one limit for all of them together
	}
	methods, _ := s.Methods()
	for _, m := range methods {
		own := l.Bounds
		if !m.Instant {
			own += s.TimeLimit
			l.Method = s.TimeLimit
		}
		l.All, l.Each = l.All+own, max(l.Each, own)
	}
	return l
}
