package exact

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// Solution is a schedule and a proven bound. Objectives and bounds are sums of weight times
// response time at one second.
type Solution struct {
	Status    optgap.Status // StatusOptimal, or StatusFeasible at a limit
	EndedBy   optgap.EndedBy
	Schedule  optgap.Schedule
	Objective int64   // of Schedule
	Bound     int64   // proven: no schedule has a smaller objective
	Root      int64   // the bound that prices alone prove
	Nodes     int64   // of all searches and diagrams
	Seconds   float64 // that Solve took, without Options.Certify
	Effort    Effort

	Certificate *optgap.Certificate // of Root, nil if there is none

	Warnings []string // for the reader of the solution; none of Solve
}

// Solve seeks the optimum of a problem and proves it. It begins with the known schedule. An option out of its
// range is an *optgap.FieldError. At a limit Solve returns the best schedule and the best bound so far. A cancelled
// context is a limit, and its deadline one of time.
// Without a limit of time or memory the same options always give the same solution, on any
// number of workers.
func Solve(ctx context.Context, p *grid.Problem, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return solve(ctx, p, o, time.Now)
}

// solve is Solve with any clock. The time limit of HiGHS is one of real time.
func solve(
	ctx context.Context,
	p *grid.Problem,
	o Options,
	now func() time.Time,
) (*Solution, error) {
	begin := now()
	clock := untimed
	if o.TimeLimit > 0 {
		clock.used = func() float64 { return float64(now().Sub(begin)) / float64(o.TimeLimit) }
	}
	if o.WorkLimit > 0 {
		clock = clock.counting(o.WorkLimit)
		o.Workers = 1
	}
	s := newSolver(ctx, p, o, clock)
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		s.tree.settings.ctx, cancel = context.WithDeadline(ctx, begin.Add(o.TimeLimit))
		defer cancel()
	}
	s.run()
	s.sol.Seconds = now().Sub(begin).Seconds()
	if o.Certify {
		s.certify()
	}
	s.answer(s.sol, s.bound)
	return s.sol, s.sol.Schedule.Check(p.Step)
}

// solver solves one problem.
type solver struct {
	step     *optgap.Step
	o        Options
	limits   *limits
	sol      *Solution
	problem  *engine.Problem
	groups   [][]int // by group: indices of the step's jobs
	tree     *tree
	whole    *part // the whole problem
	root     root
	bound    int64           // in costs; no schedule costs less
	constant int64           // grid.Problem.AtOnce: objectives are costs plus constant
	stop     func() bool     // tells that a limit is reached
	first    optgap.Schedule // with which searches over the orders of the jobs begin

	began       time.Time     // beginning of all work
	reported    time.Time     // time of the last report
	told        known         // in the last report
	reportEvery time.Duration // least time between two reports while the tree is at work

	pauses pauses // for reorder

	last      *engine.Decomposition // of the whole problem, nil if no tree is needed
	nextWhole int                   // number of the part before which solveWhole is called next
}

// newSolver returns a solver that has done nothing.
func newSolver(ctx context.Context, p *grid.Problem, o Options, clock clock) *solver {
	step := p.Step
	o = o.withDefaults(len(step.Jobs))
	sol := &Solution{
		Status:   optgap.StatusOptimal,
		EndedBy:  optgap.EndedFinished,
		Schedule: p.Known,
	}
	s := &solver{step: step, o: o, sol: sol, constant: p.AtOnce}
	s.pauses = newPauses(len(step.Jobs))
	s.nextWhole = s.pauses.next
	if p.Releases == nil {
		s.first = firstPlan(step, p.Known)
	}
	known := &incumbent{upper: p.Upper - s.constant}
	s.limits = &limits{ctx: ctx, used: clock.used, memory: o.Memory, nodes: o.NodeLimit}
	s.began = time.Now()
	s.reportEvery = 200 * time.Millisecond
	w := &engine.Watch{Every: clock.every, Left: clock.every, Over: s.limits.over}
	w.Spent = cmp.Or(clock.spent, new(atomic.Int64))
	free := engine.Usable(
		step,
		func(words int) bool { return w.Spend(words) || s.used() > untilUsable },
	)
	s.stop = func() bool { return w.Late() || s.limits.spent(known.nodes) }
	s.problem, s.groups = engine.NewProblem(step, p.Releases, free, w)
	sol.Effort.Starts = startsOf(s.problem, step)
	by := usualSharing
	by.alone = cmp.Or(o.alone, by.alone)
	s.tree = &tree{atPart: s.atPart, near: s.near}
	s.tree.worker = worker{
		settings: &settings{
			free:        s.problem.Free,
			unit:        s.problem.Unit,
			bucketCount: engine.BucketsFor(o.buckets, len(s.groups)),
			ctx:         ctx,
			limits:      s.limits,
			programs:    o.Programs,
			sharing:     by,
			without:     o.without,
			untimed:     o.WorkLimit > 0,
		},
		incumbent: known, stop: s.stop, watch: w, workers: o.Workers, wholeWork: firstWork,
		program: firstProgram, rates: make([]rates, len(s.groups)),
	}
	return s
}

// Shares of the time limit. They keep time for a bound on huge machines and in queues of
// thousands of jobs.
const (
	untilUsable = 0.2 // after this share, usable ends
	untilPlans  = 0.4 // after this share, the first search over the orders of the jobs ends
)

// run goes through the stages. The tree goes on where they do not finish the problem.
func (s *solver) run() {
	t := s.tree
	until := untilPlans
	if len(s.step.Jobs) > manyJobs {
		until = s.long()
	}
	s.improve(s.o.Evaluations, s.o.Seed, until)
	s.share()
	// Shorter queues mostly end at once.
	if len(s.step.Jobs) > longQueue || time.Since(s.began) > atOnce {
		s.report(t.floor)
	}
	stages := stagesOf(len(s.step.Jobs))
	var a *engine.Decomposition
	finished := false
	for i := 0; i < len(stages) && !finished && !t.stopped && !s.near(t.floor); i++ {
		stage := stages[i]
		if i == 1 {
			s.problem.Sum(s.whole.dual.Timeline.End())
		}
		// The first moves of more jobs are many.
		if i > 1 || i > 0 && len(s.step.Jobs) <= manyJobs {
			s.improve(s.o.Evaluations*stage.evaluations, s.o.Seed+uint64(i), 1)
			s.reportBetter()
		}
		a, finished = t.work(
			s.whole,
			s.o.steps*stage.steps,
			s.o.nodes*stage.searches(len(s.step.Jobs)),
		)
		s.keepRoot()
		if !finished {
			s.report(t.floor)
		}
		if i > 0 && len(s.step.Jobs) > longQueue && !finished {
			finished = t.solve(a) && t.proves(ProofProgram)
		}
		nodes := stage.nodes(len(s.step.Jobs))
		if nodes > 0 && !finished && !t.stopped && !s.near(t.floor) && !s.o.without[merging] {
			finished = t.relax(s.whole, a, nodes)
		}
	}
	if !finished && !t.stopped && !s.near(t.floor) {
		s.last = a
		finished = s.solveWhole()
	}
	if !finished && !t.stopped && !s.near(t.floor) && !s.o.without[joining] {
		a, finished = s.join(a)
	}
	if !finished {
		s.reportBetter()
	}
	switch {
	case finished:
		s.bound = t.incumbent.upper
	case t.stopped || s.near(t.floor):
		s.bound = min(t.incumbent.upper, max(t.floor, s.whole.bound))
	default:
		t.put(t.branch(s.whole, a))
		s.bound = t.run(s.o.steps/3, s.o.nodes)
		if s.bound >= t.incumbent.upper && t.effort.ProvenBy == "" {
			t.proves(ProofParts)
		}
	}
}

// used returns the share of the time limit that is used; above 1: time is up.
func (s *solver) used() float64 { return s.limits.used() }

// near tells that a bound, in costs, is near enough to the best schedule to end.
func (s *solver) near(bound int64) bool {
	return s.o.near(
		s.constant+s.tree.incumbent.upper,
		s.constant+min(bound, s.tree.incumbent.upper),
	)
}

// root is the best bound on the whole problem that prices alone prove.
type root struct {
	bound    int64            // in costs
	prices   [][]int64        // by group and bucket
	timeline *engine.Timeline // of the prices
	forest   []engine.Member  // of jobs whose least costs are found together
}

// keepRoot sets root to the bound and the prices of the whole problem, where the bound is
// better than before. It raises the floor of the tree.
func (s *solver) keepRoot() {
	if s.root.prices == nil || s.whole.bound > s.root.bound {
		s.root = root{
			s.whole.bound,
			s.whole.dual.Prices,
			s.whole.dual.Timeline,
			s.whole.dual.Forest,
		}
	}
	s.tree.floor = max(s.tree.floor, min(s.tree.incumbent.upper, s.root.bound))
}

// schedule returns the best schedule.
func (s *solver) schedule() optgap.Schedule {
	if s.tree.incumbent.best == nil {
		return s.sol.Schedule
	}
	best := make(optgap.Schedule, len(s.step.Jobs))
	next := make([]int, len(s.groups))
	for _, p := range s.tree.incumbent.best {
		best[s.groups[p.kind][next[p.kind]]] = p.start
		next[p.kind]++
	}
	return best
}

// share sets whole to the whole problem, bounded by prices of the capacity that are the
// same for all jobs.
func (s *solver) share() {
	a := engine.NewShared(s.problem, s.problem.Around(s.step, s.schedule(), s.tree.bucketCount))
	value := a.Maximise(s.tree.incumbent.upper, s.o.steps, s.stop)
	s.whole = &part{
		bound: s.problem.Whole(value),
		kinds: s.problem.Kinds,
		whole: true,
		dual:  a.Dual(),
	}
	s.keepRoot()
}

// atPart is called before the tree works on a part. Now and then it tries the integer
// program of the whole problem, and searches over the orders of the jobs beside the parts. Either
// may find schedules that splitting does not come to.
func (s *solver) atPart(number int) (beside aside) {
	if s.o.Report != nil && time.Since(s.reported) >= s.reportEvery {
		s.report(s.tree.bound())
	}
	if number >= s.nextWhole {
		if s.solveWhole() {
			s.tree.floor = s.tree.incumbent.upper
			return beside
		}
		s.nextWhole *= workGrows
	}
	if s.o.Evaluations > 0 && number >= s.pauses.next {
		beside = s.reorder(number)
	}
	return beside
}

// answer fills in a solution: the best schedule, and a proven bound in costs.
func (s *solver) answer(sol *Solution, bound int64) {
	t := s.tree
	sol.Schedule = s.schedule()
	sol.Nodes = t.incumbent.nodes
	sol.Objective = s.constant + t.incumbent.upper
	sol.Bound = s.constant + bound
	sol.Root = s.constant + min(s.root.bound, t.incumbent.upper)
	starts := sol.Effort.Starts
	sol.Effort = t.effort
	sol.Effort.Starts = starts
	if !s.near(bound) {
		sol.Status, sol.EndedBy = optgap.StatusFeasible, s.limits.endedBy()
	} else {
		sol.EndedBy = optgap.EndedFinished
	}
	sol.Certificate = certificate(s.problem, s.groups, &s.root, sol.Root)
}

// known is a best schedule and a proven bound, in costs.
type known struct{ upper, bound int64 }

// reportBetter reports where more is known than at the last report.
func (s *solver) reportBetter() {
	if s.told != (known{s.tree.incumbent.upper, s.tree.floor}) {
		s.report(s.tree.floor)
	}
}

// atOnce is within when nothing is reported of a short queue.
const atOnce = 5 * time.Millisecond

// report calls Options.Report with the best schedule and a proven bound in costs.
func (s *solver) report(bound int64) {
	if s.o.Report == nil {
		return
	}
	s.reported = time.Now()
	s.told = known{s.tree.incumbent.upper, bound}
	sol := Solution{
		Status:  optgap.StatusOptimal,
		Seconds: s.reported.Sub(s.began).Seconds(),
		Effort:  s.sol.Effort,
	}
	s.answer(&sol, bound)
	s.o.Report(GridSolution{Solution: sol})
}
