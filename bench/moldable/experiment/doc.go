// Package experiment draws moldable jobs from models, runs the algorithms for them, each under its
// name, and puts bounds beside their results:
//
//	Model -> Generate -> moldable.Instance
//	Instance, Options -> Problem; Algorithm -> Solve -> record.MoldableResult
//	MoldableResults -> Table, Rows
//
// Models and algorithms are those of section 4.1 of Dutot, Eyraud, Mounié and Trystram,
// "Bi-criteria algorithm for scheduling jobs on cluster platforms" (2004). An instance has one set
// of bounds, which all its results repeat.
//
// [Models] returns the paper's four kinds of workload, those of its Figures 3 to 6. A tick is a
// microsecond.
//
// # Sequential times
//
// Uniform times are drawn from 1 to 10 s. Mixed times are of two classes: 70 % of the
// jobs are small and have a Gaussian time with mean 1 s and standard deviation 0.5 s, the
// others are large, with 10 s and 5 s. A time below one tick is drawn again.
//
// # Parallelism
//
// Weakly and highly parallel jobs follow the recurrence
//
//	p(j) = p(j-1) (X + j) / (1 + j)   for j = 2, 3, ...
//
// X is Gaussian with a standard deviation of 0.2. A value outside [0, 1] is drawn again.
// The paper says that highly parallel jobs have a mean of 0.9, with a nearly linear
// speed-up, and weakly parallel ones one of 0.1, with a speed-up near 1. The formula says
// the opposite: on 200 processors, the speed-up is 1.55 for X = 0.9 and 62 for X = 0.1.
// Here the words count for what they say of the speed-up: highly parallel jobs have the
// mean 0.1.
//
// The paper does not say whether X is drawn once for a job or for each step of the
// recurrence. Here it is drawn for a job, so that jobs differ in their parallelism.
// Drawn for each step, all jobs would have nearly the same speed-up.
//
// In mixed workloads small jobs are weakly parallel and large ones highly.
//
// # Cirne and Berman
//
// The paper's fourth workload takes the parallelism from Cirne and Berman, "A model for
// moldable supercomputer jobs" (2001), and uniform sequential times. Their jobs have
// Downey's speed-up with a random average parallelism A and a random sigma. Dutot et al.
// print no parameters. The distributions here are those of Downey's own workload model
// (1997), which Cirne and Berman start from: A is log-uniform from 1 to the number of
// processors, and sigma is uniform from 0 to 2. Both are assumptions.
//
// # Weights and rounding
//
// Weights are whole numbers from 1 to 10, each as often. Times are rounded by
// [moldable.Round], so that all vectors are monotone. At a tick of 0.001 s rounding would
// change works by more than the recurrence does.
//
// The package may change at any time.
package experiment
