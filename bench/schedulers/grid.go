package schedulers

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
)

// NewGrid returns a multi-site grid scheduler for machines of these sizes, each
// with a scheduler of that name, which has to be a planning one.
func NewGrid(name string, machines []int64, jobs []optgap.TraceJob, o Options) (*multisite.Grid, error) {
	if s, err := New(name, 1, nil, o); err != nil {
		return nil, err
	} else if _, ok := s.(*dynp.Scheduler); !ok {
		return nil, &optgap.FieldError{Field: "scheduler", Found: fmt.Sprintf("%q", name), Expected: "a planning scheduler, as jobs go to the site that plans them first"}
	}
	return multisite.New(jobs, multisite.Options{Machines: machines, New: func(_ int, machine int64, jobs []optgap.TraceJob) (*dynp.Scheduler, error) {
		s, err := New(name, machine, jobs, o)
		if err != nil {
			return nil, err
		}
		return s.(*dynp.Scheduler), nil
	}})
}
