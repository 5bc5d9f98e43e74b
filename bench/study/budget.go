package study

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/spec"
)

// Budget bounds the number of steps of a study. Steps are taken in the order of [spec.Spread], so that those taken are
// spread over the trace whenever the study ends. A step that has begun is finished. So no step counts for being easy.
type Budget struct {
	Time time.Duration // no step begins after it; 0: any time
	// Within ends the study once the average loss of Look.Best over all steps is known to so many percentage
	// points on either side; 0: it does not.
	Within float64
}

// Limits reports whether the budget bounds anything.
func (b Budget) Limits() bool { return b != Budget{} }

// A Look is an estimate of the average loss, over all steps of a trace, of the policy that the answer begins with, from
// the steps that were taken. Under Budget.Within there are looks after 100, 200, 400, ... steps. Look k has an error of
// at most 5 % / 2^k, so that all together have at most 5 %: the interval holds the average with 95 %, although it was
// waited for. Elsewhere there is one look, at the end. Interval takes the steps to be drawn at random. Steps that are
// evenly spread vary less, as neighbours are alike.
type Look struct {
	Steps    int
	Best     string // policy, as loss.OfFirst has it
	Level    float64
	Interval paired.Interval // of the average loss, in percent
}

// firstLook is the number of steps before the first look.
const firstLook = 100

// emittedAtOnce is the number of steps that one replay keeps in memory.
const emittedAtOnce = 2000

// spread yields the steps with the indices in the order of the budget, until its time is over: at least one.
func (s *Study) spread(ctx context.Context, indices []int) iter.Seq2[*optgap.Step, error] {
	end, over := time.Now().Add(s.Budget.Time), false
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
	results []record.Result
	next    Look
}

func newLooking(s *Study) *looking {
	l := &looking{Study: s, next: Look{Steps: firstLook, Level: paired.Confidence}}
	if s.Budget.Within > 0 {
		l.next.Level = halved(l.next.Level)
	}
	return l
}

// result hands a result on. Its error is errEnough once Within is reached.
func (l *looking) result(step *optgap.Step, r record.Result) error {
	if err := l.Study.result(step, r); err != nil {
		return err
	}
	r.Starts, r.Certificates = nil, nil
	l.results = append(l.results, r)
	if l.Budget.Within == 0 || len(l.results) < l.next.Steps*len(l.Solvers) {
		return nil
	}
	if half, ok := l.look(); ok && half <= l.Budget.Within {
		return errEnough
	}
	l.next.Steps, l.next.Level = 2*l.next.Steps, halved(l.next.Level)
	return nil
}

// halved returns a level of confidence with half the error.
func halved(level float64) float64 { return 1 - (1-level)/2 }

// end looks once where there are no looks on the way. Of all steps the average is known.
func (l *looking) end(all int) {
	l.next.Steps = len(l.results) / len(l.Solvers)
	if l.Budget.Within == 0 && l.next.Steps < all {
		l.look()
	}
}

// look takes the next look, and returns half the length of its interval; false: there are too few losses for one.
func (l *looking) look() (half float64, ok bool) {
	look := l.next
	best, losses := loss.OfFirst(summary.Collect(l.results))
	i := loss.Average(losses, look.Level)
	if i == nil {
		return 0, false
	}
	look.Best, look.Interval = best, *i
	if l.Watch.Looked != nil {
		l.Watch.Looked(look)
	}
	return (i.High - i.Low) / 2, true
}
