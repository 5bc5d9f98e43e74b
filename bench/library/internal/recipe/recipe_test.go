package recipe

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/must"
)

// small is a recipe of a few seconds of replays.
const small = `format: optgap-recipe/1
set: small
about: for tests
first: 700
choose: even
classes:
- {jobs: 2-4, steps: 6}
- {jobs: 5-9, steps: 4}
workloads:
- {name: a, model: kth, load: 0.9, jobs: 200, seed: 1}
- name: b
  model: uniform
  machine: 64
  load: 0.8
  estimates: tsafrir
  jobs: 200
  seed: 2
  drive: sjf
  reserve: {every: 1h, ahead: 2h, time: 30m, share: 0.5}
`

// TestStepsAreThoseOfTheRecipe: two makings are equal, every step is valid and of its class, indices
// rise by the stride, both workloads have steps, and reservations make histories dip.
func TestStepsAreThoseOfTheRecipe(t *testing.T) {
	for _, choose := range []Choose{Even, Hardest} {
		r := must.Get(Read(strings.NewReader(strings.Replace(small, "even", string(choose), 1)), "recipe.yaml"))
		first := must.Get(r.Steps(context.Background(), Making{Stride: 3}))
		again, err := r.Steps(context.Background(), Making{Stride: 3})
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Fatalf("%s: a second making differs: %v", choose, err)
		}
		if len(first) != 10 {
			t.Fatalf("%s: found %d steps, expected 6 + 4", choose, len(first))
		}
		traces, dips := map[string]int{}, 0
		for k, step := range first {
			class := r.Classes[min(1, k/6)].Jobs
			if err := step.Validate(); err != nil || !class.Has(len(step.Jobs)) || step.Index != 700+3*k {
				t.Errorf("%s: step %d has index %d and %d jobs, expected %v: %v", choose, k, step.Index, len(step.Jobs), class, err)
			}
			traces[step.Trace]++
			falls := func(a, b optgap.Change) int { return int(a.Free - b.Free) }
			if !slices.IsSortedFunc(step.History, falls) {
				dips++
			}
		}
		if traces["a"] != 5 || traces["b"] != 5 || dips == 0 {
			t.Errorf("%s: found steps of %v, %d with reservations; expected 5 of each and some", choose, traces, dips)
		}
	}
}

// TestSharesAreFair: no workload gives more than it has, the sum is what is wanted or all that is
// there, and of two workloads the one that gives less has nothing left or differs by one.
func TestSharesAreFair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		fitting := make([]int, 1+r.IntN(6))
		all := 0
		for i := range fitting {
			fitting[i] = r.IntN(20)
			all += fitting[i]
		}
		wanted := r.IntN(60)
		given := shares(wanted, fitting)
		sum := 0
		for i, n := range given {
			sum += n
			if n > fitting[i] {
				t.Fatalf("%d of %v: gave %v", wanted, fitting, given)
			}
			for j, other := range given {
				if n+1 < other && n < fitting[i] {
					t.Fatalf("%d of %v: gave %v: %d gives less than %d and has more", wanted, fitting, given, i, j)
				}
			}
		}
		if sum != min(wanted, all) {
			t.Fatalf("%d of %v: gave %v, %d in all", wanted, fitting, given, sum)
		}
	}
}

// TestPicks: even picks as --max-steps does, and hardest takes no easier step of any stretch.
func TestPicks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		from := make([]candidate, 1+r.IntN(30))
		var indices []int
		for i := range from {
			from[i] = candidate{10 * i, float64(r.IntN(5))}
			indices = append(indices, 10*i)
		}
		wanted := 1 + r.IntN(len(from))
		even := Even.pick(from, wanted)
		thin := spec.Selection{Steps: spec.Steps{MaxSteps: wanted}}.Thin(slices.Clone(indices))
		if !slices.Equal(even, thin) {
			t.Fatalf("%d of %d: found %v, expected %v", wanted, len(from), even, thin)
		}
		hardest := Hardest.pick(from, wanted)
		if !slices.IsSorted(hardest) || len(hardest) != wanted {
			t.Fatalf("found %v, expected %d ascending", hardest, wanted)
		}
		for k := range wanted {
			if from[hardest[k]/10].hardness < from[even[k]/10].hardness {
				t.Fatalf("stretch %d: an easier step than the first", k)
			}
		}
	}
}

// TestWrongRecipes: each mistake is named with its field or its line.
func TestWrongRecipes(t *testing.T) {
	const drawn = "model: kth, load: 0.9, jobs: 200, seed: 1"
	for _, c := range []struct{ old, new, want string }{
		{"optgap-recipe/1", "optgap-recipe/2", `format: found "optgap-recipe/2"`},
		{"choose: even", "choose: random", `choose: found "random", expected even or hardest`},
		{"jobs: 5-9", "jobs: 4-9", "classes[1].jobs: found 4-9, expected a range above 4"},
		{"jobs: 5-9", "jobs: nine", "a range of waiting jobs, such as 13-20"},
		{"steps: 4", "steps: 0", "classes[1].steps: found 0, expected at least 1"},
		{"name: b", "name: a", `workloads[1]: name: found "a" a second time`},
		{"model: kth", "model: nobody", `workloads[0]: model: found "nobody"`},
		{"drive: sjf", "drive: optimum", "workloads[1]: drive: found optimum, expected the name of a scheduler"},
		{"share: 0.5", "share: 1.5", "reserve.share: found 1.5, expected above 0, at most 1"},
		{"time: 30m", "time: 1ms", "reserve.time: found 1ms"},
		{"first: 700", "first: -1", "first: found -1"},
		{"seed: 1}", "seed: 010}", "recipe.yaml:10: number: found 010, expected a decimal one"},
		{"about:", "abuot:", "recipe.yaml:3:"},
		{drawn, drawn + ", trace: {file: a, from: b, sha256: c}", "[0]: trace: found a trace beside fields of a model"},
		{drawn, "trace: {file: a/b, from: b, sha256: c}", `trace.file: found "a/b", expected the name of a file`},
		{drawn, "trace: {file: a, sha256: c}", `workloads[0]: trace.from: found ""`},
		{drawn, "trace: {file: a, from: b, jobs: -1, sha256: c}", "workloads[0]: trace.jobs: found -1"},
		{drawn, "trace: {file: a, from: b, sha256: ABC}", `trace.sha256: found "ABC", expected 64 hexadecimal digits`},
	} {
		_, err := Read(strings.NewReader(strings.Replace(small, c.old, c.new, 1)), "recipe.yaml")
		var line *record.LineError
		if err == nil || !strings.Contains(err.Error(), c.want) || must.Field(err) == "" && !errors.As(err, &line) {
			t.Errorf("%s: found %v, expected %s", c.new, err, c.want)
		}
	}
}
