package bound

import (
	"math/big"

	"github.com/optgap/optgap"
)

// Fluid returns the mean busy time bound: areas poured in SPT order into the
// free profile, from each job's earliest start on. It is the larger of that and
// of the objective if nothing collided.
//
// Validity, for any history. Let a schedule use r_i(t) processors for job i at
// time t: w_i while it runs, else 0. Its mean busy time is
//
//	M_i = 1/(w_i d_i) * integral of t r_i(t) dt = C_i - d_i/2,
//
// so the schedule costs
//
//	sum_i w_i (C_i - s_i) = sum_i [1/d_i * integral of t r_i(t) dt + w_i d_i/2 - w_i s_i].
//
// The r_i are not negative, r_i is 0 before e_i, the first second at which the
// history allows the job, their integrals are w_i d_i, and at any t their sum is
// at most F(t), the largest sum of widths of jobs that the free processors hold.
// The least value over all r with these properties is a bound. Nothing here asks
// how F goes on, so it may fall as well as rise.
//
// Pouring attains that least value. Let some of job k flow at t while job i, which is
// released and has a smaller d, flows later, at u. Exchanging an amount y of the two
// changes the sum by y (u - t) (1/d_k - 1/d_i) < 0. Leaving F(t) unused while a
// released job flows later is worse in the same way. So at each t the released job
// with the smallest estimate flows as fast as F(t) allows.
//
// Integers throughout: at the changes of the history and at the releases all
// areas left are whole, and each piece in between is rounded down to 2^-64 of
// its value. Their sum is rounded up, and is the exact bound's unless that
// exceeds an integer by less than the number of pieces times 2^-65.
//
// The step is valid. O(n log n + changes) for the pouring, n searches of the
// history for the earliest starts, and n M / 64 for the sums of widths of a
// machine of M processors.
func Fluid(step *optgap.Step) int64 {
	fs := flows(step)
	return max(serial(step, fs), poured(step, tighten(step), fs))
}

// poured returns the mean busy time bound for the free processors h.
func poured(step *optgap.Step, h optgap.History, fs []flow) int64 {
	twice := big.NewInt(-submissions(step))
	twice.Lsh(twice, 1)
	for _, f := range fs {
		twice.Add(twice, big.NewInt(f.area()))
	}
	twice.Lsh(twice, fraction)
	return whole(twice.Add(twice, pour(h, fs)), fraction+1)
}
