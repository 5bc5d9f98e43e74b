package main

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// easy is EASY backfilling. It is told what happens: never a run time, and never the future.
type easy struct {
	free    int64
	queue   []optgap.Job
	running []running
}

// running is a job that runs, and ends at the latest in a second.
type running struct {
	optgap.Job
	end int64
}

func newEASY(machine int64) heuristics.Decider { return &easy{free: machine} }

// Decide returns the jobs that start now: the first of the queue, and others that do not delay the head.
func (s *easy) Decide(now int64, events []heuristics.Event) (started []int64, err error) {
	for _, e := range events {
		if e.Kind == heuristics.Submitted {
			s.queue = append(s.queue, e.Job)
			continue
		}
		s.free += e.Job.Width
		s.running = slices.DeleteFunc(s.running, func(r running) bool { return r.ID == e.Job.ID })
	}
	slices.SortFunc(s.queue, heuristics.FCFS.Compare)
	var waiting []optgap.Job
	var shadow, extra int64 // when the head can start, and the processors that it then leaves free
	for _, j := range s.queue {
		end := now + j.Estimate
		if fits := j.Width <= s.free; !fits && waiting == nil {
			shadow, extra = s.reservation(j)
		} else if fits && (waiting == nil || end <= shadow || j.Width <= extra) {
			if end > shadow {
				extra -= j.Width
			}
			s.free -= j.Width
			s.running = append(s.running, running{j, end})
			started = append(started, j.ID)
			continue
		}
		waiting = append(waiting, j)
	}
	s.queue = waiting
	return started, nil
}

// reservation returns when the head of the queue can start, and how many processors it then leaves free.
func (s *easy) reservation(head optgap.Job) (shadow, extra int64) {
	slices.SortFunc(s.running, func(a, b running) int { return cmp.Compare(a.end, b.end) })
	free := s.free
	for _, r := range s.running {
		if free >= head.Width && r.end > shadow {
			break
		}
		free, shadow = free+r.Width, r.end
	}
	return shadow, free - head.Width
}
