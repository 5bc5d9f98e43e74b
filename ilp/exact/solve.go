package exact

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Options steer Solve; zero values get defaults. Where a stage does not end with
// a proof, the next one spends more of everything.
type Options struct {
	TimeLimit   time.Duration // 0: none
	NodeLimit   int64         // of all searches and diagrams; 0: none
	Evaluations int           // plans tried for a schedule in the first stage; 0: by the number of jobs; below 0: the policies' plans alone in all
	Buckets     int           // of prices in the first stage; 0: by the number of jobs
	Steps       int           // towards better prices in the first stage; 0: by the number of jobs; below 0: none in all, all prices stay 0
	Search      int64         // nodes that the first stage's search is allotted; 0: by the number of jobs
	Seed        uint64
}

// Validate refuses values out of their range.
func (o Options) Validate() error {
	for _, f := range []struct {
		name  string
		value int64
	}{{"time limit", int64(o.TimeLimit)}, {"node limit", o.NodeLimit}, {"buckets", int64(o.Buckets)}, {"search", o.Search}} {
		if f.value < 0 {
			return &optgap.FieldError{Field: f.name, Found: fmt.Sprint(f.value), Expected: "at least 0"}
		}
	}
	return nil
}

// withDefaults spends more where the search will take longer: up to shortQueue
// jobs it mostly ends within a millisecond, beyond longQueue rarely.
func (o Options) withDefaults(jobs int) Options {
	evaluations, buckets, steps, search := 2000, 64, 300, int64(3000)
	switch {
	case jobs <= shortQueue:
		evaluations, buckets, steps, search = 300, 32, 40, 30
	case jobs > longQueue:
		buckets = 128
	}
	o.Evaluations = orDefault(o.Evaluations, evaluations)
	o.Buckets = orDefault(o.Buckets, buckets)
	o.Steps = orDefault(o.Steps, steps)
	o.Search = orDefault(o.Search, search)
	return o
}

func orDefault[T int | int64](v, value T) T {
	if v == 0 {
		return value
	}
	return max(v, 0)
}

const (
	shortQueue   = 12
	longQueue    = 20
	longestQueue = 40
)

// stages say how many times the first stage's efforts the stages take on the
// whole problem, so that most steps end before much is spent on them.
var stages = []stage{
	{1, 0, 1, 20_000}, // with shared prices
	{5, 2, 10, 0},     // its long search also finds better schedules
	{10, 5, 20, 40_000},
}

// Long queues have a further stage: their best schedules take longer to find, and a
// large diagram ends more of them than the tree. Beyond longestQueue few end at all,
// and the bound is what counts.
var (
	lastOfLong    = stage{100, 8, 1, 400_000}
	lastOfLongest = stage{100, 16, 1, 800_000}
)

type stage struct {
	evaluations, steps, search int
	diagram                    int64 // nodes; of long queues fewer, see nodes
}

// stagesOf returns the stages for so many jobs.
func stagesOf(jobs int) []stage {
	switch {
	case jobs <= longQueue:
		return stages
	case jobs <= longestQueue:
		return append(slices.Clone(stages), lastOfLong)
	default:
		return append(slices.Clone(stages), lastOfLongest)
	}
}

// nodes returns those of a stage's diagram. In a long queue each takes a time that
// grows with the square of the jobs.
func (s stage) nodes(jobs int) int64 {
	n := int64(max(jobs, longQueue))
	return s.diagram * longQueue * longQueue / (n * n)
}

// Solution is what Solve found. Objectives and bounds are sums of width times
// response time, in processor-seconds, at one second.
type Solution struct {
	Status    optgap.Status // Optimal, or Feasible at a limit
	EndedBy   optgap.EndedBy
	Schedule  optgap.Schedule
	Objective int64
	Bound     int64 // proven: no schedule is below it
	Root      int64 // the bound by prices alone
	Nodes     int64
	Seconds   float64

	Certificate *Certificate // of Root; nil: there is none
}

// Solve seeks the one-second optimum of a valid step and proves it, or stops at a
// limit with the best schedule and bound that it has. A cancelled context is a
// limit. With the same options and no time limit it does the same every time.
func Solve(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	begin := time.Now()
	sol := &Solution{Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished, Schedule: heuristics.BestPlan(step)}
	if len(step.Jobs) > 0 {
		s := newSolver(ctx, step, o.withDefaults(len(step.Jobs)), begin, sol)
		if o.TimeLimit > 0 {
			var cancel context.CancelFunc
			s.tree.ctx, cancel = context.WithDeadline(ctx, begin.Add(o.TimeLimit))
			defer cancel()
		}
		s.run()
		s.report()
	}
	sol.Seconds = time.Since(begin).Seconds()
	return sol, sol.Schedule.Check(step)
}

// solver solves one step with at least one job.
type solver struct {
	step     *optgap.Step
	o        Options
	sol      *Solution
	problem  *problem
	groups   [][]int // the step's jobs by group
	tree     *tree
	whole    *part
	root     root
	bound    int64 // cost that no schedule is below
	constant int64 // objective of starts at 0: what costs leave out
	stop     func() bool

	next, pause, reach int // of reorder: the part at which it searches, how many it waits, plans

	last      *split // of the whole problem; nil: no tree is needed
	nextWhole int    // the part before which solveWhole is tried next
	wholeWork int64  // that it may take then
}

func newSolver(ctx context.Context, step *optgap.Step, o Options, begin time.Time, sol *Solution) *solver {
	s := &solver{step: step, o: o, sol: sol}
	n := len(step.Jobs)
	s.pause, s.reach = max(1, 600_000/(n*n*n)), far
	s.next, s.nextWhole, s.wholeWork = s.pause, s.pause, nextWork
	s.constant = make(optgap.Schedule, len(step.Jobs)).Objective(step)
	s.problem, s.groups = newProblem(step)
	known := &incumbent{upper: sol.Schedule.Objective(step) - s.constant}
	s.stop = func() bool {
		switch {
		case ctx.Err() != nil:
			sol.EndedBy = optgap.EndedInterrupt
		case o.TimeLimit > 0 && time.Since(begin) > o.TimeLimit:
			sol.EndedBy = optgap.EndedTimeLimit
		case o.NodeLimit > 0 && known.nodes >= o.NodeLimit:
			sol.EndedBy = optgap.EndedNodeLimit
		default:
			return false
		}
		return true
	}
	s.tree = &tree{
		incumbent: known, free: s.problem.free, unit: s.problem.unit,
		buckets: o.Buckets, stop: s.stop, atPart: s.atPart, ctx: ctx, program: mostProgram, patience: mostPatience, rates: make([]rates, len(s.groups)),
	}
	return s
}

// run goes through the stages and leaves the rest to the tree.
func (s *solver) run() {
	t := s.tree
	s.improve(s.o.Evaluations, s.o.Seed)
	s.share()
	stages := stagesOf(len(s.step.Jobs))
	var a *split
	finished := false
	for i := 0; i < len(stages) && !finished && !t.stopped; i++ {
		stage := stages[i]
		if i == 1 {
			s.problem.sum(s.whole.end())
		}
		if i > 0 {
			s.improve(s.o.Evaluations*stage.evaluations, s.o.Seed+uint64(i))
		}
		a, finished = t.work(s.whole, s.o.Steps*stage.steps, s.o.Search*int64(stage.search))
		s.keepRoot()
		if i > 0 && len(s.step.Jobs) > longQueue && !finished {
			finished = t.solve(a)
		}
		if nodes := stage.nodes(len(s.step.Jobs)); nodes > 0 && !finished && !t.stopped {
			finished = t.relax(s.whole, a, nodes)
		}
	}
	if !finished && !t.stopped {
		s.last = a
		finished = s.solveWhole(firstWork)
	}
	switch {
	case finished:
		s.bound = t.upper
	case t.stopped:
		s.bound = t.bound(s.whole)
	default:
		t.branch(s.whole, a)
		s.bound = t.run(s.o.Steps/3, s.o.Search)
	}
}

// root is the best bound by prices alone.
type root struct {
	bound  int64
	prices [][]int64
	grid   *grid // of the prices
}

// keepRoot remembers what the prices of the whole problem prove, where that is more
// than those of other grids did.
func (s *solver) keepRoot() {
	if s.root.prices == nil || s.whole.bound > s.root.bound {
		s.root = root{s.whole.bound, s.whole.prices, s.whole.grid}
	}
	s.tree.floor = max(s.tree.floor, min(s.tree.upper, s.root.bound))
}

// divided returns a grid with borders where the history changes and where jobs of the
// best schedule start and end: there the best prices change most.
func (s *solver) divided() *grid {
	best := s.schedule()
	events := make([]int64, 0, 2*len(best)+len(s.problem.free))
	for _, seg := range s.problem.free {
		events = append(events, seg.time)
	}
	for i, start := range best {
		events = append(events, start, start+s.step.Jobs[i].Estimate)
	}
	return newGrid(best.Makespan(s.step), s.tree.buckets, events)
}

// schedule returns the best schedule.
func (s *solver) schedule() optgap.Schedule {
	if s.tree.best == nil {
		return s.sol.Schedule
	}
	best, next := make(optgap.Schedule, len(s.step.Jobs)), make([]int, len(s.groups))
	for _, p := range s.tree.best {
		best[s.groups[p.kind][next[p.kind]]] = p.start
		next[p.kind]++
	}
	return best
}

// share bounds the problem by prices of the capacity, the same for all jobs.
func (s *solver) share() {
	g := s.divided()
	a := newShared(s.problem, g)
	value := a.maximise(s.tree.upper, s.o.Steps, s.stop)
	s.whole = &part{bound: s.problem.whole(value), kinds: s.problem.kinds, whole: true, dual: dual{grid: g}}
	for _, k := range s.problem.kinds {
		prices := make([]int64, len(a.best))
		for b, v := range a.best {
			prices[b] = k.width * v
		}
		s.whole.prices = append(s.whole.prices, prices)
	}
	s.keepRoot()
}

// far is the number of plans that bring a search over orders far.
const far = 20_000

// atPart does now and then what splitting may never come to: it tries the program of the
// whole problem, and searches over orders.
func (s *solver) atPart(number int) {
	if number >= s.nextWhole {
		if s.solveWhole(s.wholeWork) {
			s.tree.floor = s.tree.upper
			return
		}
		s.nextWhole, s.wholeWork = workGrows*s.nextWhole, workGrows*s.wholeWork
	}
	if s.o.Evaluations > 0 && number >= s.next {
		s.reorder(number)
	}
}

// reorder searches over orders once more: after fewer parts the longer the queue, as it
// takes longer to find its best schedule. After a search that found none it waits for
// twice as many parts, and then searches for longer.
func (s *solver) reorder(number int) {
	upper := s.tree.upper
	s.anneal(s.reach, s.o.Seed+uint64(number)<<40)
	if s.tree.upper == upper {
		s.pause, s.reach = 2*s.pause, s.reach*3/2
	}
	s.next = number + s.pause
}

// The whole problem is tried as an integer program where it lists few starts: HiGHS ends
// some that the tree does not, as where most jobs take equally long. The more parts the
// tree has worked on, the more simplex iterations times starts that may take.
const (
	mostOfWhole = 1000 // starts
	firstWork   = 1_000_000
	nextWork    = 6_000_000
	workGrows   = 4
)

// solveWhole lets HiGHS try to solve the whole problem, in so many simplex iterations
// times starts.
func (s *solver) solveWhole(work int64) (finished bool) {
	t := s.tree
	n := s.last.listed()
	if n == 0 || n > mostOfWhole {
		return false
	}
	if !s.last.finish(s.last.proven, t.upper) { // fewer starts are left where the best schedule is better
		return true
	}
	finished, _ = newProgram(s.last.problem).solve(t.ctx, t.incumbent, 0, work/int64(n))
	t.stopped = t.stop()
	return finished
}

// improve searches over placement orders, again from the start with another seed
// after so many plans as bring a search far.
func (s *solver) improve(evaluations int, seed uint64) {
	for ; evaluations > 0 && !s.stop(); evaluations -= far {
		s.anneal(min(evaluations, far), seed)
		seed += 1 << 32
	}
}

// anneal searches over placement orders, from the best policy's on.
func (s *solver) anneal(evaluations int, seed uint64) {
	plan, objective := heuristics.Search(s.step, heuristics.BestPlan(s.step), heuristics.SearchOptions{
		Evaluations: evaluations, Seed: seed, Stop: s.stop,
	})
	if cost := objective - s.constant; cost < s.tree.upper {
		s.tree.upper, s.tree.best = cost, nil
		s.sol.Schedule = plan
	}
}

// report fills in the solution.
func (s *solver) report() {
	t, sol := s.tree, s.sol
	sol.Schedule = s.schedule()
	sol.Nodes = t.nodes
	sol.Objective, sol.Bound = s.constant+t.upper, s.constant+s.bound
	sol.Root = s.constant + min(s.root.bound, t.upper)
	if sol.Bound < sol.Objective {
		sol.Status = optgap.StatusFeasible
	} else {
		sol.EndedBy = optgap.EndedFinished
	}
	sol.Certificate = s.certificate()
}

// certificate returns the prices that prove the root bound.
func (s *solver) certificate() *Certificate {
	c := &Certificate{Bits: s.problem.unit, Ends: s.root.grid.borders[1:]}
	for i, k := range s.problem.kinds {
		c.Groups = append(c.Groups, GroupPrices{k.width, k.duration, s.root.prices[i]})
	}
	return c
}
