package streit2002

import "github.com/optgap/optgap/bench/papers/statement"

// readings returns the points that the paper leaves open, and the choices in them.
func readings() []statement.Reading {
	return []statement.Reading{
		{
			"when plans are made and compared, and in which order the FCFS plan takes the queue",
			"--replan; full makes all plans anew at each event. queue and queue-back come nearest to his tables",
		},
		{
			"the bins of the matrix of width, estimate and run time",
			"combinations that occur are drawn, each as often as it occurs",
		},
		{
			"how alpha and beta were fitted; they do not give the printed mean, beta * Gamma(1 + 1/alpha)",
			"Table 2: maximum likelihood of the times above 0 (moments come nearer: workload analyze). " +
				"Sets are drawn with his parameters, or with --weibull",
		},
		{
			"what the likelihood of interarrival time is",
			"the share of the times that are 0: 507, 333, 2316 and 710 of the jobs give his numbers",
		},
		{
			"in which order jobs of one second are decided",
			"one by one, in the order of the trace, after the jobs that end then",
		},
		{"how many sets his numbers are of: one of each trace", "five sets, or --sets; verdicts are about their mean"},
		{
			"\"for small shrinking factors\" utilizations are alike (Figure 8), while these saturate the machine",
			"for large factors, below saturation",
		},
		{"the waits in the text, 35, 84 and 91 % of the run times", "Table 5 gives 29, 76 and 103 %"},
		{"the columns of Table 4: the jobs of PC2_syn, ART, advanced are 90 too many", "as printed"},
		{"the counts of Table 6, which add up to the total and case 10b once more", "each decision is one case"},
	}
}
