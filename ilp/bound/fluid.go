package bound

import (
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Fluid returns the larger of two bounds. One is the mean busy time bound: areas are poured into
// the free profile, the job with the largest weight per area first, from each job's earliest start
// on. The other one is the objective if every job started at its earliest start.
//
// Validity, for any history. Let a schedule use r_i(t) processors for job i at
// time t: w_i while it runs, else 0. Its mean busy time is
//
//	M_i = 1/(w_i d_i) * integral of t r_i(t) dt = C_i - d_i/2,
//
// so the schedule costs
//
//	sum_i v_i (C_i - s_i) = sum_i [v_i/(w_i d_i) * integral of t r_i(t) dt + v_i d_i/2 - v_i s_i],
//
// v_i being the weight of job i. Where weights are widths, v_i/(w_i d_i) is 1/d_i.
//
// The r_i are not negative. r_i is 0 before e_i, the first second at which the history
// allows the job, and its integral is w_i d_i. At any t the sum of all r_i is at most F(t),
// the largest sum of widths of jobs that the free processors hold. The least value over
// all r with these properties is a bound. F may fall as well as rise.
//
// Pouring attains that least value. Let some of job k flow at t while job i, which is
// released and has a larger v/(w d), flows later, at u. Exchanging an amount y of the two
// changes the sum by y (u - t) (v_k/(w_k d_k) - v_i/(w_i d_i)) < 0. Leaving F(t) unused while a
// released job flows later is worse in the same way. So at each t the released job
// with the largest v/(w d) flows as fast as F(t) allows.
//
// Fluid computes in integers. At the changes of the history and at the releases all areas
// left are whole. Each piece in between is rounded down to a multiple of 2^-64. The sum of
// the pieces is rounded up. This gives the exact bound rounded up, unless the exact bound
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
		twice.Add(twice, new(big.Int).Mul(big.NewInt(f.weight), big.NewInt(f.estimate)))
	}
	twice.Lsh(twice, fraction)
	return ledger.Whole(twice.Add(twice, pour(h, fs)), fraction+1)
}
