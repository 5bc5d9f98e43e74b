package dutot2004

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// A Counterexample is an instance whose optimum is below the value of the relaxed program as
// printed. Two jobs have the times 3 and 5 on any allotment of two processors. Side by side
// they end at 3 and 5, which is optimal. With C*max = 5 and t_min = 3 the only interval
// begins at 5, so that each job pays 5 in the program.
type Counterexample struct {
	Printed float64 // value of the program
	Optimum int64
}

func counterexample() *moldable.Instance {
	return &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3, 3}}, {ID: 2, Weight: 1, Times: []int64{5, 5}},
	}}
}

// Check computes the counterexample.
func Check(ctx context.Context) (*Counterexample, error) {
	in := counterexample()
	printed, err := bounds.Printed(ctx, in, moldable.Dual(in))
	return &Counterexample{printed, moldable.Sequential(in).Minsum(in)}, err
}

// Readings returns the points that the text leaves open, and the choices in them.
func Readings() []statement.Reading {
	return []statement.Reading{
		{
			"X of the recurrence: the text has 0.9 for highly parallel jobs, " +
				"the formula makes them highly parallel near 0",
			"both: by the formula (0.1) and as printed (0.9). " +
				"The readings exchange Figures 3 and 4, so each instance counts once",
		},
		{"whether X is drawn for a job or for each step", "for a job: jobs differ in their parallelism then"},
		{
			"the direction of weighted LPTF",
			"list-lptf: the largest time over weight first, as SAF is \"almost the opposite of LPTF\". " +
				"list-wspt is the other direction",
		},
		{
			"the bound on the minsum: a job that ends before t_0 pays t_0",
			"the figures divide by the value as printed, which is no bound; " +
				"the last table by the repaired and by the largest bound",
		},
		{
			"how often and by which criterion batches are shuffled",
			"20 times, by minsum, see --shuffles and --criterion",
		},
		{"the local order within batches", "by start in the batch, then by falling weight over area"},
		{
			"parameters of Cirne and Berman's model",
			"average parallelism log-uniform from 1 to the machine, sigma uniform from 0 to 2 (Downey 1997)",
		},
		{
			"what the optimum is",
			fmt.Sprintf("between the largest bound and the least minsum of all algorithms "+
				"and of simulated annealing; for up to %d jobs by search, see --sizes", provable),
		},
		{"what is an average over the numbers of jobs", "the mean of the averages at each number of jobs"},
		{
			"\"around\", \"almost always\", \"stable\", \"greatly\"",
			fmt.Sprintf("within %g; %g %% of the runs; averages within a factor of %g; by a factor of %g or more",
				around, 100*almostAlways, stable, greatly),
		},
	}
}
