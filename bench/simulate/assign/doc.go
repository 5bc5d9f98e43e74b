// Package assign decides which processors of the machine each job gets. No
// schedule says so: planning only counts processors.
//
//	Step, Schedule  -> Step   -> Layout: blocks of processors and seconds
//	finished replay -> Replay -> blocks of jobs and reservations
//
// A job keeps its processors from its start to its end. They are one block where
// a free one is wide enough, else pieces of as few free runs as possible.
package assign
