package queueing_test

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// slow is a scheduler with lists that it sorts and searches anew
// every time. It shares no code with the others. A rule names the jobs that
// start now, given the indices of the waiting ones in order of submission.
type slow struct {
	machine int64
	jobs    []optgap.TraceJob
	starts  []int64 // of the jobs submitted so far; -1: waits
	now     int64
	over    []int // jobs that have ended since the last start
	gone    map[int]bool
	rule    func(s *slow, now int64, waiting []int) []int
	submit  func(s *slow, now int64, job int)    // may be nil
	ended   func(s *slow, now int64, jobs []int) // may be nil
}

func (s *slow) Submit(now int64, job int32) error {
	s.starts = append(s.starts, -1)
	if s.submit != nil {
		s.submit(s, now, int(job))
	}
	return nil
}

func (s *slow) End(job int32) {
	s.over = append(s.over, int(job))
	if s.gone == nil {
		s.gone = map[int]bool{}
	}
	s.gone[int(job)] = true
}

func (s *slow) Start(now int64, dst []int32) []int32 {
	s.now = now
	if len(s.over) > 0 && s.ended != nil {
		s.ended(s, now, s.over)
	}
	s.over = nil
	for _, i := range s.rule(s, now, s.waiting()) {
		s.starts[i] = now
		dst = append(dst, int32(i))
	}
	return dst
}

func (s *slow) waiting() []int {
	var w []int
	for i, start := range s.starts {
		if start < 0 {
			w = append(w, i)
		}
	}
	return w
}

// running returns the jobs that hold processors at the moment.
func (s *slow) running() []int {
	var r []int
	for i, start := range s.starts {
		if start >= 0 && !s.gone[i] {
			r = append(r, i)
		}
	}
	return r
}

func (s *slow) free(now int64) int64 { return s.freeBy(now, now) }

// freeBy returns the processors that running jobs leave free in second t, by their
// estimates. One that has not ended holds them now.
func (s *slow) freeBy(now, t int64) int64 {
	free := s.machine
	for _, i := range s.running() {
		if t == now || s.starts[i]+s.jobs[i].Estimate > t {
			free -= s.jobs[i].Width
		}
	}
	return free
}

// sorted orders jobs by name: f is by submission, s and l by estimate, w and n
// by width; 3 is WFP3, u UNICEF and 1 F1; ties by submission, then id.
func (s *slow) sorted(jobs []int, order byte) []int {
	jobs = slices.Clone(jobs)
	slices.SortFunc(jobs, func(a, b int) int {
		x, y := s.jobs[a], s.jobs[b]
		c := int64(0)
		switch order {
		case 's':
			c = x.Estimate - y.Estimate
		case 'l':
			c = y.Estimate - x.Estimate
		case 'w':
			c = y.Width - x.Width
		case 'n':
			c = x.Width - y.Width
		case '3', 'u', '1':
			c = int64(cmp.Compare(s.score(x, order), s.score(y, order)))
		}
		return int(cmp.Or(c, x.Submit-y.Submit, x.ID-y.ID))
	})
	return jobs
}

// score is the value by which a job is ordered, the least first.
func (s *slow) score(j optgap.TraceJob, order byte) float64 {
	wait, run, wide := float64(s.now-j.Submit), float64(j.Estimate), float64(j.Width)
	switch {
	case order == '3':
		return -wide * math.Pow(wait/run, 3)
	case order == '1':
		return math.Log10(run)*wide + 870*math.Log10(math.Max(1, float64(j.Submit)))
	case wide == 1:
		return math.Inf(-1)
	}
	return -(wait / (math.Log2(wide) * run))
}

func strictRule(order byte) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		free := s.free(now)
		for _, i := range s.sorted(waiting, order) {
			if s.jobs[i].Width > free {
				break
			}
			free -= s.jobs[i].Width
			start = append(start, i)
		}
		return start
	}
}

func firstFitRule(order byte, aging int64) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		free := s.free(now)
		if aging > 0 {
			for _, i := range s.sorted(waiting, 'f') {
				if now-s.jobs[i].Submit <= aging {
					break
				}
				if s.jobs[i].Width > free {
					return start
				}
				free -= s.jobs[i].Width
				start = append(start, i)
			}
		}
		for _, i := range s.sorted(waiting, order) {
			if s.jobs[i].Width <= free && !slices.Contains(start, i) {
				free -= s.jobs[i].Width
				start = append(start, i)
			}
		}
		return start
	}
}

// easyRule starts a job before the head if the head could still start at its shadow time
// with that job running. It looks at the shadow time alone. fill is the order after the head.
func easyRule(order, fill byte) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		head, shadow := -1, int64(0)
		room := func(t int64) int64 { // in second t, with what has been chosen
			free := s.freeBy(now, t)
			for _, i := range start {
				if now+s.jobs[i].Estimate > t {
					free -= s.jobs[i].Width
				}
			}
			return free
		}
		queue := s.sorted(waiting, order)
		for k, i := range queue {
			j := s.jobs[i]
			fits := j.Width <= room(now)
			if head < 0 && !fits {
				head = i
				copy(queue[k+1:], s.sorted(queue[k+1:], fill))
				for shadow = now; room(shadow) < j.Width; {
					shadow++
				}
				continue
			}
			if !fits {
				continue
			}
			if head >= 0 && now+j.Estimate > shadow && room(shadow)-j.Width < s.jobs[head].Width {
				continue
			}
			start = append(start, i)
		}
		return start
	}
}

func ivsRule(interactive int64, waitingVotes bool) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) []int {
		voters := waiting
		if !waitingVotes {
			voters = append(slices.Clone(waiting), s.running()...)
		}
		short, long, demand := 0, 0, int64(0)
		for _, i := range voters {
			if s.jobs[i].Estimate <= interactive {
				short++
			} else {
				long++
			}
		}
		for _, i := range waiting {
			demand += s.jobs[i].Width
		}
		switch saturated := demand > s.machine; {
		case saturated && short > long:
			return firstFitRule('s', 0)(s, now, waiting)
		case saturated && long > short:
			return firstFitRule('l', 0)(s, now, waiting)
		}
		return strictRule('f')(s, now, waiting)
	}
}
