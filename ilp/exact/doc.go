// Package exact proves the one-second optimum of self-tuning steps: the schedule
// with the least sum of width times response time, at a precision of one second
// and for any machine history.
//
//	step -> plans, order search -> upper bound
//	     -> prices              -> lower bound
//	     -> placements in order of start, depth first -> optimum
//	     -> the same by layers, nodes merged           -> optimum, or a better bound
//	     -> windows of starts split, best bound first,
//	        small parts as integer programs           -> optimum, or a better bound
//
// The stages repeat all but the last line with more effort, so that easy steps end
// before much is spent on them.
//
// # The bound
//
// Let jobs of equal width w and estimate d form group g with n_g jobs and earliest
// start r_g by the history, and let p_g(t) >= 0 be a price of one of them in
// second t. With P_g(a, b) the sum of p_g over the seconds from a to b, every
// schedule has
//
//	sum w_i s_i >=  sum over g of  n_g min over s >= r_g of (w_g s + P_g(s, s + d_g))
//	              - sum over t of  max { sum x_g p_g(t) : sum w_g x_g <= free(t), x_g <= n_g }
//
// as what runs in second t is a set that the machine holds: the Lagrangian
// decomposition (Guignard and Kim 1987) of the time-indexed program into the start
// of each job and a knapsack for each second. Where all prices are the width times
// the same p(t) and the knapsacks are relaxed, it is the Lagrangian of the capacity,
// no better than the program's linear relaxation; the knapsacks take all cover
// inequalities of all seconds at once. They are constant over buckets of seconds, so
// that the first minimum is at a second where the job starts or ends with a bucket,
// and the knapsacks are one dynamic program a bucket. Prices and values are integers
// in fractions of the objective: the bounds hold exactly, and [Certificate] has what
// is needed to compute the root's again.
//
// The best prices jump where jobs start and end, so that is where buckets have their
// borders, to the second: first where they do in the best schedule known, then, each
// time that prices are sought again, where those that were cheapest in a twentieth of
// the steps or more do, and at the ends of windows. It is dynamic discretisation
// (Boland, Hewitt, Marshall and Savelsbergh 2017) of the prices. 128 such buckets prove
// nearly as much as 2048 of equal length.
//
// Prices are sought first the same for all by Polyak's subgradient steps (cheap), then
// by group from there by the volume algorithm (Barahona and Anbil 2000). At any prices
// the cheapest starts use more of some buckets than the best sets hold, and less of
// others: this excess is a subgradient. Steps go from the best prices so far along a
// mean of all that was found, each bucket's divided by the root mean square that its
// excess had. What a step finds gets the share in the mean, of 0.01 to 0.1, that makes
// the mean's norm least. The step aims at a share of what is missing to the best
// objective: half as much again after a step that gained and would have gained more,
// a third less after ten that did not. The mean of the starts nears a solution of the
// linear program, which is what the tree splits and plans by.
//
// # The starts
//
// In an optimal schedule no job can start a second earlier with the others as they are
// (left-shifted or semi-active, Sprecher, Kolisch and Drexl 1995). So each starts where the
// history rises or another job ends: on a chain of jobs, each of which starts where the
// one before ends. Going through these seconds in order of time lists the starts that
// each kind can have, often one second in fifty or fewer. A start is left out
//
//   - where the history's rises and sums of other jobs' durations, each taken once at
//     most, do not lead (sums are kept as bits, and only of the whole problem);
//   - where all that may run a second earlier leaves room for the job;
//   - where what runs in any case, each kind from its latest start to its earliest end,
//     leaves none (time-table filtering);
//   - where all chains to it bring the bound to the best objective: each job in a chain
//     adds what its start costs by the prices more than the cheapest one does.
//
// Searches place jobs at listed starts alone. So do prices in the parts of the tree; the
// bound of the whole problem, which a certificate proves, does without. As the listed
// starts of a kind are often whole minutes apart, costs differ by multiples of some
// divisor, and bounds are rounded up to the next cost that there can be.
//
// A part of the tree with at most 400 listed starts, and the whole problem of a long
// queue where it has no more, is solved as the integer program of how many jobs of a
// kind start at each of them, with a row for each second at which one does. It is exact
// at one second. HiGHS gets a hundred nodes to solve it, or to show that nothing is
// below the best cost known. Costs are counted in multiples of the divisor, far above
// its tolerance, but what it proves rests on floating-point arithmetic. After many
// simplex iterations that is tried with fewer starts alone, after few with more again.
// The whole problem, where it has at most 1000 starts, is tried once more before the
// tree and then by turns with it, each time with four times the iterations: where most
// jobs take equally long, HiGHS's cuts may end what splitting windows hardly moves.
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
//     touching it: then it would cost less there (Giffler and Thompson 1960);
//   - the child's job fits before the front: moved there it takes nothing from
//     the jobs to come, which start no earlier than it does now;
//   - an equal job stands before it in the step: jobs of a group are placed in
//     their order;
//   - its start is not listed;
//   - of the jobs of its duration, some that start with it could change places with
//     narrower ones that start earlier, all at one second, where the processors that
//     are free beside those hold the difference: wider jobs would cost less there. The
//     sums of widths on either side, kept as bits, tell;
//   - its job starts at the front, and was tried there before the last one placed:
//     whatever has both there was explored then (sleep sets, Godefroid 1996);
//   - another node has the same jobs left, and can carry out every plan that this
//     one has for them, so much later (or, where it has cost more, earlier) that
//     the costs meet: with cost c and c', and W the width of the jobs left, its
//     profile shifted by floor((c - c') / W) leaves at least as many processors
//     in every second from the front on;
//   - the bound reaches the best objective known, that by prices or what a diagram
//     (below) proves of a node with the same jobs left that can do whatever this
//     one can.
//
// The prices of the root serve all nodes. The jobs left cost at least their least
// priced cost from their earliest starts, a table look-up each; the placed jobs
// cost what they do; and the seconds from the front on can be paid at most what
// their knapsacks are worth: that of the history less the running jobs' prices, or
// that of the processors still free, whichever is less in each stretch with the same
// jobs placed. A child takes over from its parent the starts that still fit and the
// stretches that its job does not touch.
//
// A search that won't end is given up early: where the share of its tree that it
// has explored (each child of a node having the same, Knuth 1975) lets it take
// more than three hundred times the nodes that it was allotted. In parts of the tree
// (below) it is a thousand times at first: a fifth less after each search that is given
// up, half as much again after each that ends.
//
// # The diagram
//
// Most nodes of a long search have the same jobs left as thousands of others, and
// profiles that differ by little. A relaxed decision diagram (Bergman, Cire, van
// Hoeve and Hooker 2016) makes all nodes with so many jobs placed before any with
// more, and merges nodes with the same jobs left: the merged one has the most free
// processors of each in every second, the least front and the least cost, so that
// it can do whatever one of them can. What its jobs left cost at least, none of
// them undercuts. Two nodes are merged where that lowers the bound by prices by
// less than a fifth of what is missing to the best objective, and lets the jobs that
// may come next start sooner by less than a fiftieth of it. The prices alone tell too
// little: a few processors more are often worth nothing to them, and yet decide what
// fits.
//
// Once all layers are made, going back from the last gives every node a bound on the
// cost of its jobs left: the least over its children of the placed job's cost and
// the child's bound. The root's is a bound for the whole problem. The next pass
// merges a fifth as readily and closes nodes at once where one of an earlier pass
// that can do whatever they can says that they cost too much; it is mostly far
// smaller. After each pass a search is tried that knows these nodes too, and is
// given up where by its own estimate it takes more than thirty times the pass's nodes,
// each of which takes several times as long. Passes end when the root's bound
// reaches the best objective; the last of them merges only where one node can do all
// that the other can, which is exact. The least way through each pass is an order to
// plan the jobs in, and often a better schedule. Of the rules above, equal jobs keep
// their order and a job that could run and end before comes first; a diagram does
// not use that a job fits before the front, which says nothing of the jobs left
// alone. A pass is given up early where its layers so far tell that it takes more
// nodes than it is allotted: their sizes rise and fall like the numbers of sets of so
// many jobs out of some.
//
// # The tree
//
// Where a diagram takes too many nodes, the windows of starts are split in two: a
// group's start is before some second or not, the second being the mean of its
// cheapest starts over the steps towards better prices. Of four groups the one is split
// that raises the bounds on both sides the most, by their product, after some steps
// each (strong branching, Applegate et al. 1995). These four promise the most: by how far
// their starts deviate from their means, weighted by width, and by what their cuts gained
// for that before (pseudo-costs, Bénichou et al. 1971). Where these close one side of any of
// them, the other side takes the part's place at once, and is split in turn. A part goes
// on from the prices of what it was split from, and from the mean of what was found
// there, with only the starts left that its windows allow, on a grid of its own. It
// drops the starts that alone bring the bound to the best objective (reduced-cost
// fixing), plans the jobs in the order of their mean starts for a better schedule, and
// has a search of its own. The part with the least bound comes first, so that the least
// bound of all, which no schedule is below, rises. Now and then the order search runs
// again meanwhile, less often and for longer the less it finds, as proofs of long queues
// often lack the best schedule only. In parts, plans are not carried over later or
// earlier: a window may forbid it.
//
// At the end either all is closed, and the best schedule is optimal, or a limit is
// met, and the least bound of what is open stands.
package exact
