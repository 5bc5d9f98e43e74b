// Package moldable bounds the minsum of moldable jobs from below, and searches for good
// schedules with what the bounds know. The jobs are those of heuristics/moldable:
//
//	instance, schedule -> Lagrange -> bound, certificate, better schedule
//
// # Lagrange
//
// The capacity is priced: a processor costs pi(t) >= 0 at tick t, and what all
// processors cost together is given back. P is the integral of pi. Then every job
// chooses the start s and the number of processors k that are cheapest for it alone,
//
//	L = sum_i min_{s,k} (w_i (s + p_i(k)) + k (P(s + p_i(k)) - P(s))) - m P(end),
//
// and L is at most the minsum of every schedule: a schedule is one way to choose, and it
// pays for no more processors than there are. The largest L over all prices is the value
// of the linear relaxation of the time-indexed program over (start, allotment).
//
// Prices are constant on pieces of time and do not rise. Subgradient steps raise L
// (subgradient), and after each of them prices that rise are pooled. Pieces are short
// near 0, where small jobs end, and get finer from level to level. The choices at the
// prices also make a schedule: jobs get the processors that they choose, in the order
// of the starts that they choose.
//
// [Certificate.Evaluate] computes L again in integers, for any prices, without a solver.
package moldable
