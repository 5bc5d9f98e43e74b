package heuristics_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// always is a Decider that starts the same jobs each time.
type always []int64

func (a always) Decide(int64, []heuristics.Event) ([]int64, error) { return a, nil }

// TestFaults: a Decider starts jobs that wait and fit. After a fault it is not asked again.
func TestFaults(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 7, Width: 2, Estimate: 10}, RunTime: 5},
		{Job: optgap.Job{ID: 8, Width: 3, Estimate: 10}, RunTime: 5},
	}
	for want, starts := range map[string]always{
		"scheduler d at second 5: found a start of job 9, expected a waiting job":               {9},
		"scheduler d at second 5: found a start of job 7, expected a waiting job":               {7, 7},
		"scheduler d at second 5: found a start of job 8, expected one of at most 2 processors": {7, 8},
	} {
		s := heuristics.NewOnline("d", 4, jobs, starts)
		must.Do(s.Submit(5, 0))
		must.Do(s.Submit(5, 1))
		s.Start(5, nil)
		if err := s.Err(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
		again := s.Start(6, nil)
		must.Hold(t, again == nil, "started", again, "after a fault")
	}
}
