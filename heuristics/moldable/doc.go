// Package moldable schedules moldable jobs. The scheduler chooses how many processors
// each job gets, before it starts. A job is a weight and a vector of processing times,
// one for each number of processors. All jobs are there at time 0.
//
//	Instance -> Dual       -> schedule within 3/2 of the least makespan, bound on it
//	Instance -> BiCriteria -> schedule for makespan and minsum together
//	Instance -> Gang, Sequential, List -> schedules to compare with
//
// The makespan is the latest end of a job. Minsum is the sum of weight times end. All
// times are integers in ticks, so both are exact.
//
// # Vectors
//
// The sources assume that vectors are monotone: with more processors the time does not
// rise and the work (processors times time) does not fall. [Instance.Monotone] checks
// this. Other vectors are allowed:
//
//   - A job uses only the allotments of [Job.Allotments]. There, more processors take
//     less time. Using k processors of a longer vector means using the best number up
//     to k, so a time that rises is never used.
//   - Where work falls, the bound of Dual still holds, because it takes the least work
//     over all allotments that are fast enough. The schedule of Dual may then be longer
//     than 3/2 of the bound. The same is true of jobs that need several processors at
//     least (MinWidth).
//
// # Dual
//
// Dual is the dual approximation of Mounié, Rapine and Trystram, "A 3/2-approximation
// algorithm for scheduling independent monotonic malleable tasks", SIAM Journal on
// Computing 37 (2007). Dutot et al. below use it as described in a chapter of the Handbook
// of Scheduling (2004), their reference [7]. For a guess d it either proves that every
// schedule is longer than d, or finds one of length 3/2 d. A binary search looks for the
// least guess that is not refuted.
//
// Suppose that some schedule has length d. A job with a time of more than d/2 in it
// runs at time d/2. So these jobs have at most m processors together. A knapsack
// chooses them such that the least possible work of all jobs is as small as possible.
// If even that exceeds m d, there is no such schedule.
//
// Otherwise the chosen jobs make the large shelf, which lasts d. The others make the
// small shelf, which lasts d/2. Jobs whose time on one processor is at most d/2 are
// small and wait. The small shelf may be wider than the machine. Three rules then move
// jobs until it fits: see shelves.go. Small jobs fill the gaps.
//
// # BiCriteria
//
// BiCriteria is the algorithm of Dutot, Eyraud, Mounié and Trystram, "Bi-criteria
// algorithm for scheduling jobs on cluster platforms", SPAA 2004, section 3.2. Batch j
// has the length t_j = C*max / 2^(K-j), K = floor(log2(C*max / t_min)), where C*max is
// the guess that Dual accepts. A knapsack fills each batch with the largest weight. Jobs
// that take at most half of it on one processor are stacked before, by falling weight.
// Batches get longer until no job is left. Where the paper's last batch is too small for
// all jobs that are left, doubling goes on. A list algorithm compacts the batches in
// their order, and in orders that swap neighbours of the best one so far. The best
// schedule is kept. This takes O(mnK) and, for each order, the time of the list algorithm.
//
// The paper says "a list algorithm". Here it is that of Garey and Graham, which its
// comparators use as well. The paper says that the order of batches "is
// shuffled several times". Here two neighbours of the best order so far are exchanged, and the
// order with the smaller minsum is kept.
//
// # Comparators
//
// Section 4.1 of the paper names five algorithms to compare with:
//
//   - [Gang] gives all processors to one job after the other, by falling weight over
//     time.
//   - [Sequential] gives each job one processor, the longest first.
//   - [List] is the list algorithm of Garey and Graham (1975) with the allotments of
//     Dual. An [Order] sorts the list: by shelf, by time over weight, by area.
//
// The package may change at any time.
package moldable
