// Package allocation gives each job its processors of the machine. A schedule has none, as
// planning only counts processors.
//
//	Step, Schedule  -> Step   -> Layout: blocks of processors and seconds
//	finished replay -> Replay -> blocks of jobs and reservations
//
// A job keeps its processors from its start to its end. They are one block where a free
// block is wide enough. Else they are pieces of as few free runs as possible.
package allocation
