// Package aida2000 repeats the evaluation of Aida, "Effect of Job Size Characteristics
// on Job Scheduling Performance" (JSSPP 2000): six models of job sizes under seven
// schedulers and rising load.
//
//	Study -> Run -> Sample: one per model and experiment
//	Samples -> Points: means with 95 % confidence intervals
//	        -> Statements: what the text says, beside what is measured
//	        -> Tables, Figures: Figures 2 to 10
//	Comparison -> Run -> Measured: studies under several readings
//
// # Experiments
//
// An experiment is a seed. Every model draws its jobs from that seed, once for each
// load, and all schedulers get the same jobs. The widths and run times of the five
// models are the same at all loads, and so are the interarrival times but for a factor.
// So schedulers, loads and models are compared on common random numbers.
//
// Time is in milliseconds. A shortest run time of a millisecond is 10^-6 of the mean,
// so that rounding has no effect on any digit that is printed.
//
// # Readings
//
// The text leaves open some of what its simulation does. A [Reading] is one choice of
// it; see [Readings].
package aida2000
