package dynp_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

func TestBadOptions(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 5, Estimate: 1}}}
	newSite := func(machine int64) (*dynp.Scheduler, error) { return dynp.New(machine, jobs, dynp.Options{}) }
	for _, machines := range [][]int64{nil, {5, 0}, {4}} {
		_, err := dynp.NewGrid(machines, jobs, newSite)
		if must.Field(err) == "" {
			t.Errorf("%v: error %v, want a field error", machines, err)
		}
	}
	if _, err := dynp.NewGrid([]int64{4, 5}, jobs, newSite); err != nil {
		t.Error(err)
	}
}
