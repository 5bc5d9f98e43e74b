package experiment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// Algorithm schedules moldable jobs.
type Algorithm struct {
	Name  string
	About string // in one line, for people
	// Proves tells that the algorithm seeks an optimum, which may take any time and memory. So a child
	// process runs it.
	Proves bool
	find   func(context.Context, *attempt) (*answer, error)
}

// answer holds the schedule that an algorithm found, and what it has proven.
type answer struct {
	schedule moldable.Schedule
	status   optgap.Status      // "": feasible
	endedBy  optgap.EndedBy     // "": finished
	bound    moldable.BoundName // name of the bound that the algorithm proves itself; "": it proves none
	minsum   int64              // value of that bound
	warnings []string           // for the reader of the result
}

// The algorithms of Dutot et al. (2004).
var (
	BiCriteria = heuristic("bicriteria", "batches of doubling length, in the best order of some shuffled ones",
		func(_ context.Context, p *attempt) (moldable.Schedule, error) {
			r, err := moldable.BiCriteria(p.in, p.o.BiCriteria)
			if err != nil {
				return nil, err
			}
			return r.Schedule, nil
		})
	Gang = heuristic("gang", "one job after the other on all processors, by falling weight over time",
		func(_ context.Context, p *attempt) (moldable.Schedule, error) { return moldable.Gang(p.in), nil })
	Sequential = heuristic("sequential", "each job on one processor, the longest first",
		func(_ context.Context, p *attempt) (moldable.Schedule, error) { return moldable.Sequential(p.in), nil })
	ListShelf = list("shelf", "in the order of the shelves of the dual approximation", moldable.ByShelf)
	ListLPTF  = list("lptf", "the largest time over weight first", moldable.ByTime)
	ListSAF   = list("saf", "the smallest area first", moldable.ByArea)
)

// Further algorithms.
var (
	// ListWSPT is the other direction of ListLPTF. The paper leaves open which it means.
	ListWSPT = list("wspt", "the largest weight over time first", moldable.ByWeight)
	// Prices is a good schedule where all that matters is the minsum.
	Prices = heuristic("prices", "the schedule that the prices of the bound lagrange suggest",
		func(_ context.Context, p *attempt) (moldable.Schedule, error) {
			l, err := p.lagrange()
			if err != nil {
				return nil, err
			}
			return l.Schedule, nil
		})
	// Search is the best schedule that is known without a proof.
	Search = heuristic("search", "simulated annealing, from the schedule of prices",
		func(ctx context.Context, p *attempt) (moldable.Schedule, error) {
			l, err := p.lagrange()
			if err != nil {
				return nil, err
			}
			return p.searched(ctx, l), nil
		})
)

// Algorithms that prove what they can. They start from a schedule that Search has improved.
var (
	ILP   = prover("ilp", "the time-indexed program over start and width, by HiGHS; for few ticks", solveProgram)
	Exact = prover("exact", "search over orders and widths, bounded by prices; for at most 64 jobs", searchExactly)
)

// prover returns an algorithm that proves what it can, from a known schedule and the bound by prices.
func prover(
	name, about string,
	prove func(context.Context, *attempt, moldable.Schedule, *bounds.LagrangeBound) (*answer, error),
) Algorithm {
	return Algorithm{Name: name, About: about, Proves: true, find: func(ctx context.Context, p *attempt) (*answer, error) {
		l, err := p.lagrange()
		if err != nil {
			return nil, err
		}
		return prove(ctx, p, p.startingSchedule(ctx, l), l)
	}}
}

// solveProgram solves the time-indexed program.
func solveProgram(ctx context.Context, p *attempt, known moldable.Schedule, l *bounds.LagrangeBound) (*answer, error) {
	r, err := bounds.Solve(ctx, p.in, known, l, p.o.TimeLimit)
	if err != nil {
		return nil, err
	}
	return &answer{
		schedule: r.Schedule, status: r.Status, endedBy: r.EndedBy, bound: moldable.BoundILP, minsum: r.Bound,
		warnings: r.Warnings,
	}, nil
}

// searchExactly searches over orders and widths. A bound that meets the schedule proves it optimal.
func searchExactly(ctx context.Context, p *attempt, known moldable.Schedule, l *bounds.LagrangeBound) (*answer, error) {
	r, err := bounds.Exact(p.in, known, l, bounds.ExactOptions{Nodes: p.o.Nodes, Stop: p.stop(ctx)})
	if err != nil {
		return nil, err
	}
	a := &answer{
		schedule: r.Schedule, status: optgap.StatusFeasible, endedBy: r.EndedBy,
		bound: moldable.BoundExact, minsum: r.Bound,
	}
	switch {
	case r.Optimal || r.Bound == r.Schedule.Minsum(p.in):
		a.status, a.endedBy = optgap.StatusOptimal, optgap.EndedFinished
	case r.EndedBy == optgap.EndedInterrupt && ctx.Err() == nil:
		a.endedBy = optgap.EndedTimeLimit
	}
	return a, nil
}

// heuristic returns an algorithm that proves nothing.
func heuristic(name, about string, find func(context.Context, *attempt) (moldable.Schedule, error)) Algorithm {
	return Algorithm{Name: name, About: about, find: func(ctx context.Context, p *attempt) (*answer, error) {
		s, err := find(ctx, p)
		return &answer{schedule: s}, err
	}}
}

// list returns the list algorithm with an order, which name and about tell.
func list(name, about string, by moldable.Order) Algorithm {
	find := func(_ context.Context, p *attempt) (moldable.Schedule, error) {
		d, err := p.dual()
		if err != nil {
			return nil, err
		}
		return moldable.List(p.in, d, by)
	}
	return heuristic("list-"+name, "list algorithm, "+about, find)
}

// All returns all algorithms, in the order in which the results of an instance stand.
func All() []Algorithm {
	return append(OfPaper(), ListWSPT, Prices, Search, ILP, Exact)
}

// OfPaper returns the six algorithms of Dutot et al. (2004).
func OfPaper() []Algorithm {
	return []Algorithm{BiCriteria, Gang, Sequential, ListShelf, ListLPTF, ListSAF}
}

// Names returns the names of algorithms.
func Names(algorithms []Algorithm) []string {
	return lists.Each(algorithms, func(a Algorithm) string { return a.Name })
}

// ByNames returns the algorithms with the names, in the order of All. An *optgap.FieldError refuses
// an unknown name, and an empty list.
func ByNames(names []string) ([]Algorithm, error) {
	all := All()
	for _, name := range names {
		if !slices.Contains(Names(all), name) {
			return nil, optgap.BadField("algorithm", fmt.Sprintf("%q", name), strings.Join(Names(all), ", "))
		}
	}
	chosen := slices.DeleteFunc(all, func(a Algorithm) bool { return !slices.Contains(names, a.Name) })
	if len(chosen) == 0 {
		return nil, optgap.BadField("algorithm", "none", strings.Join(Names(All()), ", "))
	}
	return chosen, nil
}
