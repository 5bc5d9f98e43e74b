// Package performance measures finished replays:
//
//	replay.Outcome -> Evaluate -> Metrics -> Values, JSON
//
// [Table] lists the performance metrics, each with its key, its unit, its meaning
// and its format. Tables, plots, CSV and JSON all read that list. The
// metrics are those of Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching" (2002), section 5.1, and those of Zhang et al. (2000) for the
// loss of capacity. A quality metric, in contrast, is measured on the plan of one
// self-tuning step: see package dynp.
//
// The package may change at any time.
package performance
