// Package simulated repeats evaluations of schedulers on jobs that models draw, under rising load.
// A [Paper] is data: a file with its models, schedulers, loads and ledger, whose measures are about
// the numbers in data.go. [Papers] lists them.
//
//	Study -> Run -> Sample: one per model and experiment
//	Samples -> Points: means with 95 % confidence intervals
//	        -> statement.Data -> Ledger -> Statements: claims of the text, judged; so are the printed numbers
//	        -> Tables, Figures
//
// # Experiments
//
// An experiment is a seed. Every model draws its jobs from that seed, once for each load,
// and all schedulers get the same jobs. For most of the models the widths and run times are
// the same at all loads. Their interarrival times differ by a factor only. So schedulers,
// loads and models are compared on common random numbers.
//
// The package may change at any time.
package simulated
