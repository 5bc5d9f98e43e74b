// Package aida2000 repeats the evaluation of Aida, "Effect of Job Size Characteristics on
// Job Scheduling Performance" (JSSPP 2000): six models of job sizes under seven schedulers
// and rising load.
//
//	Study -> Run -> Sample: one per model and experiment
//	Samples -> Points: means with 95 % confidence intervals
//	        -> Data -> Ledger -> Statements: claims of the text, judged; so are the Printed numbers
//	        -> Tables, Figures: Figures 2 to 10
//	Comparison -> Run -> Measured: studies under several readings
//
// # Experiments
//
// An experiment is a seed. Every model draws its jobs from that seed, once for each load,
// and all schedulers get the same jobs. For five of the models the widths and run times are
// the same at all loads. Their interarrival times differ by a factor only. So schedulers,
// loads and models are compared on common random numbers.
//
// Time is in milliseconds. A shortest run time of a millisecond is 10^-6 of the mean, so
// that rounding does not change any printed digit.
//
// # Readings
//
// The text leaves some of its simulation open. A [Reading] is a choice in these points, see
// [Readings].
//
// The package may change at any time.
package simulated
