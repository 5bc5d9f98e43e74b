package schedulers

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
)

// NewGrid returns a multi-site scheduler. machines are the processors of the sites. Each
// site has a planning scheduler of that name, as a job goes to the site that plans it
// earliest. The errors are those of [NewPlanning] and [multisite.New].
func NewGrid(name string, machines []int64, jobs []optgap.TraceJob, o Options) (*multisite.Grid, error) {
	// An error of name or options belongs to no site.
	if _, err := NewPlanning(name, 1, nil, o); err != nil {
		return nil, err
	}
	return multisite.New(machines, jobs, func(machine int64) (*dynp.Scheduler, error) {
		return NewPlanning(name, machine, jobs, o)
	})
}
