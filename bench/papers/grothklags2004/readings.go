package grothklags2004

import "github.com/optgap/optgap/bench/papers/statement"

// readings returns the points that the paper leaves open, and the choices in them.
func readings() []statement.Reading {
	return []statement.Reading{
		{
			"the trace: CTC, of which one of several versions",
			"the trace that is given; the steps that are most like the rows stand in for them",
		},
		{
			"x of Eq. 6: 0.1 kB in the text, and scales that follow from 1 kB in Table 1",
			"--scale-entry, 1 kB by default; --readings tries both. The fourth row, printed 8, stays at 7",
		},
		{
			"the horizon: the largest makespan of the policies, which can cut off the optimum",
			"the same on the grid, by program and by search (--readings tries the safe one too); none at one second",
		},
		{"the decider and its metric in the simulation", "the advanced decider with ARTwW"},
		{
			"the metric of quality: SLDwA, while the program minimises ARTwW",
			"one quality serves both, as on a step they are the same sum over different constants",
		},
		{
			"the gap at which CPLEX stops, its version and its settings",
			"HiGHS with a gap of 0 and the best policy's plan as start, on the machine at hand: " +
				"times are not comparable one by one",
		},
		{
			"over how many steps the averages of Table 1 go",
			"all steps with two or more waiting jobs, or --max-steps of them, evenly spread",
		},
		{"whether jobs that end later than estimated, or are killed, are in the trace", "a job is killed at its estimate"},
	}
}
