package program

import (
	"cmp"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Problem asks for a start of every job of every kind, such that the jobs that run at any
// time fit among the free processors. The objective is Offset plus the costs of the starts.
type Problem struct {
	Kinds  []Kind
	Free   optgap.History // free processors; none are asked for before the first change
	Offset int64
}

// Kind is a number of equal jobs.
type Kind struct {
	ID              int64 // names columns and rows: see Program.Name
	Width, Duration int64
	Count           int64 // jobs
	Jobs            []int // their indices in the step, nil if not known
	Starts          []int64
	Costs           []int64 // by start
}

// Options say which starts of a step a problem lists.
type Options struct {
	Apart bool  // each job is a kind of its own, as in the program that the paper prints
	Most  int64 // starts that may be listed; 0: MaxStarts
}

// MaxStarts is the largest number of starts that are listed. They take about a gigabyte.
const MaxStarts = 50_000_000

// List lists the starts, in slots, at which each job of a step fits by itself and ends by the
// step's end. Objectives are those on the grid. The error is grid.ErrTooLarge.
func List(s *grid.Scaled, o Options) (*Problem, error) {
	step := s.Step
	p := &Problem{Free: step.History, Offset: s.Objective(s.AtOnce)}
	weights := p.classify(step, s.Scale, o.Apart)
	most := cmp.Or(o.Most, MaxStarts)
	total := int64(0)
	for _, kd := range p.Kinds {
		total += s.End - kd.Duration - step.History.Earliest(kd.Width, kd.Duration) + 1
	}
	if total > most {
		return nil, fmt.Errorf("more than %d starts: %w", most, grid.ErrTooLarge)
	}
	for k := range p.Kinds {
		kd := &p.Kinds[k]
		for from, to := range step.History.Openings(kd.Width, kd.Duration) {
			for t := from; t <= min(to, s.End-kd.Duration); t++ {
				kd.Starts = append(kd.Starts, t)
				kd.Costs = append(kd.Costs, weights[k]*t)
			}
		}
	}
	return p, nil
}

// classify puts the jobs of a step into kinds of equal width, duration and weight, or each job
// into a kind of its own. It returns what a slot costs a job of each kind.
func (p *Problem) classify(step *optgap.Step, scale int64, apart bool) (weights []int64) {
	kinds := map[[3]int64]int{}
	for i, j := range step.Jobs {
		key := [3]int64{j.Width, j.Estimate, step.Weight(i)}
		k, known := kinds[key]
		if !known || apart {
			k = len(p.Kinds)
			kinds[key] = k
			p.Kinds = append(p.Kinds, Kind{ID: j.ID, Width: j.Width, Duration: j.Estimate})
			weights = append(weights, step.Weight(i)*scale)
		}
		p.Kinds[k].Jobs = append(p.Kinds[k].Jobs, i)
		p.Kinds[k].Count++
	}
	return weights
}

// Size returns the number of starts.
func (p *Problem) Size() int {
	n := 0
	for k := range p.Kinds {
		n += len(p.Kinds[k].Starts)
	}
	return n
}

// Least returns the objective if every job started at its first listed start, a lower bound.
func (p *Problem) Least() int64 {
	sum := p.Offset
	for _, kd := range p.Kinds {
		sum += kd.Count * kd.Costs[0]
	}
	return sum
}

// Granularity returns the greatest common divisor of all differences of costs within a
// kind; 0 where no kind has two different costs. It divides the difference of any two
// objectives.
func (p *Problem) Granularity() int64 {
	g := int64(0)
	for _, kd := range p.Kinds {
		for _, cost := range kd.Costs {
			g = ledger.GCD(g, cost-kd.Costs[0])
			if g == 1 {
				return 1
			}
		}
	}
	return g
}
