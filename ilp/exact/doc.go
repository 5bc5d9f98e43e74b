// Package exact proves the one-second optimum of self-tuning steps: the schedule
// with the least sum of width times response time, at a precision of one second
// and for any machine history.
//
//	step -> plans, order search -> upper bound
//	     -> prices of the capacity -> lower bound
//	     -> placements in order of start, depth first -> optimum
//
// # The search
//
// A node has placed some of the jobs, in the order of their starts. A child places
// one more at its earliest start in the profile that the placed jobs leave, not
// before the last start (the front). Some optimal schedule is reached that way, as
// no job of it can start earlier with the others as they are. A child is left out
// where the schedules below it can be made better:
//
//   - another job could run and end before the child's job starts, without
//     touching it: then it would cost less there;
//   - the child's job fits before the front: moved there it takes nothing from
//     the jobs to come, which start no earlier than it does now;
//   - an equal job stands before it in the step: jobs of equal width and estimate
//     are placed in their order;
//   - another node has placed the same jobs at no larger cost, has a front no
//     later, and leaves at least as many processors in every second from this
//     node's front on;
//   - the bound below reaches the best objective known.
//
// # The bound
//
// For prices p(t) >= 0 of a processor in second t, jobs placed at s_i and jobs
// left, with earliest starts r_j, every schedule below a node has
//
//	sum w_i s_i >=   sum over placed jobs of  w_i (s_i + P(s_i, s_i + d_i))
//	               + sum over jobs left of    w_j min over s >= r_j of (s + P(s, s + d_j))
//	               + price of the processors that stay idle before the front
//	               - price of all processors
//
// with P(a, b) the sum of p over the seconds from a to b. The prices come from
// subgradient steps at the root (the Lagrangian of the capacity at one second) and
// serve all nodes. They are constant over buckets of seconds, and the minima are
// at seconds where a job starts or ends with a bucket, so each is a table look-up.
// All of it is integer arithmetic in fractions of the objective: the bounds hold
// exactly. The capacity is first lowered to what sums of widths can use.
//
// At the end either every node is closed, and the best schedule is optimal, or a
// limit is met, and the root's bound stands.
package exact
