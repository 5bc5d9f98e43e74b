package study

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/spec"
)

// Budget bounds the number of steps of a study. Steps are taken in the order of [spec.Spread], so
// that those taken are spread over the trace whenever the study ends. A step that has begun is
// finished. So no step counts for being easy.
type Budget struct {
	Time time.Duration // no step begins after it; 0: any time
	// Within ends the study once the average loss over all steps, of the policy that the answer
	// begins with, is known to so many percentage points on either side; 0: it does not.
	Within float64
}

// Limits reports whether the budget bounds anything.
func (b Budget) Limits() bool { return b != Budget{} }

// firstLook is the number of steps before the first look at the losses. Later ones are after 200,
// 400, ... steps. Each has a plain interval of 95 %. Those at which studies of known losses ended
// held the average as often: with half of the steps it is exact enough.
const firstLook = 100

// emittedAtOnce is the number of steps that one replay keeps in memory.
const emittedAtOnce = 2000

// spread yields the steps with the indices in the order of the budget, until its time is over: at
// least one.
func (s *Study) spread(ctx context.Context, indices []int) iter.Seq2[*optgap.Step, error] {
	end := time.Now().Add(s.Budget.Time)
	over := false
	return func(yield func(*optgap.Step, error) bool) {
		for places := range slices.Chunk(spec.Spread(len(indices), s.Select.Seed), emittedAtOnce) {
			steps := make(map[int]*optgap.Step, len(places))
			for _, place := range places {
				steps[indices[place]] = nil
			}
			for step, err := range s.emitted(ctx, slices.Sorted(maps.Keys(steps))) {
				if err != nil {
					yield(nil, err)
					return
				}
				steps[step.Index] = step
			}
			for _, place := range places {
				if over || !yield(steps[indices[place]], nil) {
					return
				}
				over = s.Budget.Time > 0 && time.Now().After(end)
			}
		}
	}
}

// looking hands results on, in the order of the budget, and looks at them.
type looking struct {
	*Study
	all     int // steps of which those are taken
	results []record.Result
	next    int // number of steps at the next look
}

// result hands a result on. Its error is errEnough once Within is reached.
func (l *looking) result(step *optgap.Step, r record.Result) error {
	if err := l.Study.result(step, r); err != nil {
		return err
	}
	r.Starts = nil
	r.Certificates = nil
	l.results = append(l.results, r)
	if l.Budget.Within == 0 || len(l.results) < l.next*len(l.Solvers) {
		return nil
	}
	l.next *= 2
	i := loss.OfFirst(summary.Collect(l.results), l.all)
	if i != nil && (i.High-i.Low)/2 <= l.Budget.Within {
		return errEnough
	}
	return nil
}
