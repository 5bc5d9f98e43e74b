// Package offline plans whole traces with full knowledge, of arrivals and of run times:
//
//	Instance             -> raise           -> Prices of the processors over time, cheapest starts
//	Instance, Prices     -> Bound           -> a sum that no schedule is below
//	cheapest starts      -> forward plans   -> schedules, of which the best stretches are taken
//	starts               -> windows         -> starts with a sum that is not larger
//	starts, Prices       -> own             -> Prices with extras of jobs, a larger bound
//	starts, Prices       -> stretches       -> a larger bound, by exact searches
//
// The problem: jobs j of width q_j run for p_j seconds without interruption, from a start S_j at
// or after their release r_j. At no second more than M processors are busy. The least sum of
// v_j (S_j + p_j - r_j), weight times response time, is sought.
//
// Prices c(t) >= 0 of a processor at second t give a lower bound (the Lagrangian of the capacity).
// Every schedule keeps the capacity, so that the prices of all jobs together are at most M times
// the price of all seconds:
//
//	sum of v_j (S_j + p_j - r_j)  >=  sum over j of min over s >= r_j of
//	    v_j (s + p_j - r_j) + q_j (c(s) + ... + c(s + p_j - 1))   -   M (c(0) + c(1) + ...)
//
// A job may pay more than the shared price: an extra x(j, t) >= 0 for each of its processors. The
// jobs that run at a second are a set that the machine holds. So all of them together pay at most M
// times the price, and the most that such a set has of extras, which is a knapsack:
//
//	sum of v_j (S_j + p_j - r_j)  >=  sum over j of min over s >= r_j of
//	    v_j (s + p_j - r_j) + q_j (c(s) + x(j, s) + ... + c(s + p_j - 1) + x(j, s + p_j - 1))
//	    -   sum over t of ( M c(t) + max over sets J of jobs, with q(J) <= M, of sum over j in J of q_j x(j, t) )
//
// This is the decomposition of Guignard and Kim (1987), with the shared price for what a set leaves
// free. It takes into account that the widths of jobs may not fill the machine.
//
// Consecutive jobs planned as if there were no others, a stretch, have no larger sum than in any
// schedule of all jobs. So for any division into stretches the bounds of all add up to a bound.
// That of a stretch is what the prices prove of it, or an exact search. Stretches are joined again
// where the prices of all prove more.
//
// The package may change at any time.
package offline
