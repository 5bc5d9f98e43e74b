package study

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/must"
)

// TestBudget: steps are taken in one order, at least one of them, and a sample takes the same ones.
func TestBudget(t *testing.T) {
	trace := sampleTrace(400)
	tens := func(index int) float64 { return 10 + float64(index%2) }
	taken := func(of func(int) float64, b Budget, s Selection) (indices []int, looks []Look) {
		solvers := only(func(step *optgap.Step) record.Result { return lossOf(step.Index, of(step.Index)) })
		study := Study{Trace: trace, Select: s, Solvers: solvers, Budget: b, Workers: 3}
		study.Watch.Result = func(_ *optgap.Step, r record.Result) error {
			indices = append(indices, r.Index)
			return nil
		}
		study.Watch.Looked = func(l Look) { looks = append(looks, l) }
		must.Do(study.Run(context.Background()))
		return indices, looks
	}
	every, looks := taken(tens, Budget{}, Selection{})
	if len(looks) > 0 {
		t.Errorf("without a budget: found looks %v", looks)
	}
	order := make([]int, len(every))
	for k, place := range spec.Spread(len(every), 7) {
		order[k] = every[place]
	}
	all, looks := taken(tens, Budget{Time: time.Hour}, Selection{Seed: 7})
	if !slices.Equal(all, order) || len(looks) > 0 {
		t.Errorf("with ample time: found %v, expected %v and no look", all, order)
	}
	if one, _ := taken(tens, Budget{Time: 1}, Selection{Seed: 7}); !slices.Equal(one, order[:1]) {
		t.Errorf("without time: found %v, expected the first of the order, %d", one, order[0])
	}
	some, looks := taken(tens, Budget{Within: 0.5}, Selection{Seed: 7})
	if !slices.Equal(some, order[:firstLook]) || len(looks) != 1 ||
		looks[0].Interval.Low < 10 || looks[0].Interval.Low > 10.5 || looks[0].Interval.High < 10.5 {
		t.Errorf("losses of 10 and 11: found %d of %d steps, looks %v", len(some), len(order), looks)
	}
	none := func(int) float64 { return 0 }
	if some, looks := taken(none, Budget{Within: 0.5}, Selection{Seed: 7}); len(some) != len(order) || len(looks) > 0 {
		t.Errorf("equal losses: found %d of %d steps, looks %v, expected all, as nothing is known of those left",
			len(some), len(order), looks)
	}
	sampled, _ := taken(tens, Budget{}, Selection{Steps: spec.Steps{Sample: firstLook}, Seed: 7})
	if want := slices.Sorted(slices.Values(order[:firstLook])); !slices.Equal(sampled, want) {
		t.Errorf("the same sample: found %v, expected %v", sampled, want)
	}
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

// TestCoverage: intervals over all steps hold the average of these as often as they say, at the end of a budget and
// where a study waits for them. Losses are those of a queue: none mostly, and then large ones for many steps.
func TestCoverage(t *testing.T) {
	const steps, runs = 5000, 200
	r := rand.New(rand.NewPCG(9, 9))
	losses, level, sum := make([]float64, steps), 0.0, 0.0
	for i := range losses {
		level = 0.95*level + r.NormFloat64()
		losses[i] = math.Round(100*max(0, level+r.ExpFloat64()-1)) / 100
		sum += losses[i]
	}
	mean := sum / steps
	for _, b := range []Budget{{Time: time.Hour}, {Within: 0.5}} {
		held, last := 0, Look{}
		for seed := range uint64(runs) {
			s := &Study{Budget: b, Solvers: make([]Solver, 1)}
			s.Watch.Looked = func(l Look) { last = l }
			l := newLooking(s)
			for k, place := range spec.Spread(steps, seed) {
				if l.result(nil, lossOf(place, losses[place])) != nil || b.Within == 0 && k == 150 {
					break
				}
			}
			l.end(steps)
			if last.Interval.Low <= mean && mean <= last.Interval.High {
				held++
			}
		}
		if held < runs*95/100 {
			t.Errorf("%+v: %d of %d intervals hold the average %.2f, the last is %v", b, held, runs, mean, last)
		}
	}
}
