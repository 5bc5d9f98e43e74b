package study

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/must"
)

// TestBudget: steps are taken in one order, at least one of them, and a sample takes the same ones.
func TestBudget(t *testing.T) {
	trace := sampleTrace(400)
	tens := func(index int) float64 { return 10 + float64(index%2) }
	taken := func(of func(int) float64, b Budget, s Selection) (indices []int) {
		solvers := only(func(step *optgap.Step) record.Result { return lossOf(step.Index, of(step.Index)) })
		study := Study{Trace: trace, Select: s, Solvers: solvers, Budget: b, Workers: 3}
		study.Watch.Result = func(_ *optgap.Step, r record.Result) error {
			indices = append(indices, r.Index)
			return nil
		}
		must.Do(study.Run(context.Background()))
		return indices
	}
	every := taken(tens, Budget{}, Selection{})
	order := make([]int, len(every))
	for k, place := range spec.Spread(len(every), 7) {
		order[k] = every[place]
	}
	must.EqualSlices(t, taken(tens, Budget{Time: time.Hour}, Selection{Seed: 7}), order,
		"with ample time")
	must.EqualSlices(t, taken(tens, Budget{Time: 1}, Selection{Seed: 7}), order[:1], "without time")
	if some := taken(tens, Budget{Within: 0.5}, Selection{Seed: 7}); !slices.Equal(some, order[:firstLook]) {
		t.Errorf("losses of 10 and 11: found %d of %d steps, expected %d", len(some), len(order), firstLook)
	}
	none := func(int) float64 { return 0 }
	if some := taken(none, Budget{Within: 0.5}, Selection{Seed: 7}); len(some) != len(order) {
		t.Errorf("equal losses: found %d of %d steps, expected all, as nothing is known of those left",
			len(some), len(order))
	}
	sampled := taken(tens, Budget{}, Selection{Steps: spec.Steps{Sample: firstLook}, Seed: 7})
	must.EqualSlices(t, sampled, slices.Sorted(slices.Values(order[:firstLook])), "the same sample")
}

// lossOf is a result whose only policy loses so many percent against a proven optimum.
func lossOf(index int, percent float64) record.Result {
	value := int64(1_000_000)
	optimum := int64(math.Round(float64(value) * (1 - percent/100)))
	return record.Result{
		Index: index, Jobs: 2, Method: "m", Status: optgap.StatusOptimal, Objective: optimum, Bound: optimum,
		PolicyList: []string{"P"}, Policies: map[string]record.Policy{"P": {Objective: value}},
	}
}

// TestWithin: where a study ends as its loss is known, the interval holds the average over all steps as often as it
// says, although it was waited for. Losses are those of a queue: none mostly, and then large ones for many steps.
func TestWithin(t *testing.T) {
	const steps, runs = 5000, 100
	r := rand.New(rand.NewPCG(9, 9))
	losses, level, sum := make([]float64, steps), 0.0, 0.0
	for i := range losses {
		level = 0.95*level + r.NormFloat64()
		losses[i] = math.Round(100*max(0, level+r.ExpFloat64()-1)) / 100
		sum += losses[i]
	}
	mean := sum / steps
	held, ended := 0, 0
	for seed := range uint64(runs) {
		s := &Study{Budget: Budget{Within: 0.5}, Solvers: make([]Solver, 1)}
		l := &looking{Study: s, all: steps, next: firstLook}
		for _, place := range spec.Spread(steps, seed) {
			if l.result(nil, lossOf(place, losses[place])) != nil {
				ended++
				break
			}
		}
		i := loss.OfFirst(summary.Collect(l.results), steps)
		held += inside(i, mean)
	}
	must.Hold(t, ended >= runs && held >= runs*95/100,
		ended, "of", runs, "ended", held, "intervals hold the average", mean)
}

func inside(i *confidence.Interval, v float64) int {
	if i != nil && i.Low <= v && v <= i.High {
		return 1
	}
	return 0
}
