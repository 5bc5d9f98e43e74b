package grid_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/timescale"
)

// restrict fails the test where the problem cannot be stated.
func restrict(t *testing.T, step *optgap.Step, scale int64, o grid.Options) *grid.Problem {
	t.Helper()
	p, err := grid.Restrict(step, scale, o)
	if err != nil {
		t.Fatalf("%+v at scale %d, %+v: %v", step, scale, o, err)
	}
	return p
}

// TestRestrictKeepsOptimum compares the optimum over the listed starts with that
// of planning every order on the grid, for all ways of listing fewer starts; at
// scale 1 also with the optimum of the step itself.
func TestRestrictKeepsOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	for i := range 500 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)
		if i%5 == 0 {
			scale = 1
		}
		best, want := gridtest.Best(&step, scale)
		if _, atSecond := steptest.Best(&step); scale == 1 && want != atSecond || want < atSecond {
			t.Fatalf("%+v: grid optimum %d at scale %d, %d at one second", step, want, scale, atSecond)
		}
		loose := steptest.Serial(timescale.Restrict(&step, scale), r.Perm(len(step.Jobs))).Objective(&step)
		for _, o := range []grid.Options{{}, {Plain: true}, {Cutoff: want}, {Cutoff: loose}, {Cutoff: want, Plain: true}} {
			p := restrict(t, &step, scale, o)
			check := func(how string) {
				t.Helper()
				if got := gridtest.Optimum(p); got != want {
					t.Fatalf("%+v at scale %d, %+v%s: optimum %d, want %d", step, scale, o, how, got, want)
				}
			}
			check("")
			if v, ok := p.Objective(best); ok && v != want { // another optimal schedule may be the listed one
				t.Fatalf("objective %d of a schedule worth %d", v, want)
			}
			p.Tighten()
			check(", tightened")
		}
	}
}

// TestHorizon: a horizon keeps the best of the schedules that end by it.
func TestHorizon(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	cut := 0
	for range 300 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: true})
		scale := 1 + r.Int64N(6)
		scaled := timescale.Restrict(&step, scale)
		horizon, want := grid.Slot(math.MaxInt64), int64(math.MaxInt64)
		plans := map[grid.Slot]int64{} // best objective by makespan
		for _, order := range orders(len(step.Jobs)) {
			plan := steptest.Serial(scaled, order)
			end, v := timescale.Ceil(plan.Makespan(scaled), scale), plan.Objective(&step)
			if known, ok := plans[end]; !ok || v < known {
				plans[end] = v
			}
			horizon, want = min(horizon, end), min(want, v)
		}
		atHorizon := plans[horizon] // the shortest schedules
		if atHorizon > want {
			cut++
		}
		p := restrict(t, &step, scale, grid.Options{Horizon: horizon})
		if got := gridtest.Optimum(p); got != atHorizon {
			t.Fatalf("%+v at scale %d: optimum %d by slot %d, want %d", step, scale, got, horizon, atHorizon)
		}
		if len(p.Capacity) > int(horizon) {
			t.Fatalf("%d slots, horizon %d", len(p.Capacity), horizon)
		}
	}
	if cut == 0 {
		t.Error("no horizon cuts off the optimum: the test shows nothing")
	}
}

func orders(n int) (all [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == n {
			all = append(all, slices.Clone(order))
			return
		}
		for i := range n {
			if !slices.Contains(order, i) {
				extend(append(order, i))
			}
		}
	}
	extend(nil)
	return all
}

// TestPlainListsWhatFits compares the plain starts with a count per second.
func TestPlainListsWhatFits(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range 300 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 6, Dips: true})
		scale := 1 + r.Int64N(10)
		p := restrict(t, &step, scale, grid.Options{Plain: true})
		horizon := timescale.Ceil(timescale.Restrict(&step, scale).SafeEnd(), scale)
		seen := make([]bool, len(step.Jobs))
		for _, c := range p.Classes {
			for _, j := range c.Jobs {
				job := step.Jobs[j]
				if seen[j] || job.Width != c.Width || timescale.Ceil(job.Estimate, scale) != c.Slots {
					t.Fatalf("job %+v in class %+v", job, c)
				}
				seen[j] = true
			}
			if c.ID != step.Jobs[c.Jobs[0]].ID {
				t.Fatalf("class %d, its first job is %d", c.ID, step.Jobs[c.Jobs[0]].ID)
			}
			var want []grid.Slot
			for s := grid.Slot(0); s+c.Slots <= horizon; s++ {
				fits := true
				for u := s.Start(scale); u < (s + c.Slots).Start(scale); u++ {
					fits = fits && step.History.At(u) >= c.Width
				}
				if fits {
					want = append(want, s)
				}
			}
			if !slices.Equal(c.Starts, want) {
				t.Fatalf("%+v at scale %d: starts %v, want %v", step, scale, c.Starts, want)
			}
			for k, s := range c.Starts {
				if c.Costs[k] != c.Width*s.Start(scale) {
					t.Fatalf("cost %d of start %d", c.Costs[k], s)
				}
			}
		}
		if slices.Contains(seen, false) {
			t.Fatal("a job is in no class")
		}
	}
}

// TestPlansAreListed: in whatever order jobs are planned on the grid, their starts are
// listed, also where the plan itself is the cutoff. The objective is that of the true
// estimates. The plan keeps the tightened capacity.
func TestPlansAreListed(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	for range 1000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 12, Dips: true, MaxMachine: 200})
		scale := 1 + r.Int64N(10)
		plan := steptest.Serial(timescale.Restrict(&step, scale), r.Perm(len(step.Jobs)))
		want := plan.Objective(&step)
		for _, o := range []grid.Options{{}, {Plain: true}, {Cutoff: want}} {
			p := restrict(t, &step, scale, o)
			p.Tighten()
			if got, ok := p.Objective(plan); !ok || got != want {
				t.Fatalf("%+v at scale %d: plan %v has objective %d, %v, want %d", step, scale, plan, got, ok, want)
			}
			if want < p.Least() {
				t.Fatalf("objective %d below the least %d", want, p.Least())
			}
			use := make([]int64, len(p.Capacity))
			for _, c := range p.Classes {
				for _, j := range c.Jobs {
					for s := timescale.Floor(plan[j], scale); s < timescale.Floor(plan[j], scale)+c.Slots; s++ {
						use[s] += c.Width
					}
				}
			}
			for s := range use {
				if use[s] > p.Capacity[s] {
					t.Fatalf("slot %d: %d in use, capacity %d", s, use[s], p.Capacity[s])
				}
			}
		}
	}
}

// TestCutoffDropsOnlyWorse: every schedule within a cutoff keeps its starts, and
// fewer starts are left.
func TestCutoffDropsOnlyWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	dropped := 0
	for range 300 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 3, Dips: true, MaxEstimate: 8})
		scale := 1 + r.Int64N(4)
		_, best := gridtest.Best(&step, scale)
		cutoff := best + r.Int64N(40)
		plain := restrict(t, &step, scale, grid.Options{Plain: true})
		fewer := restrict(t, &step, scale, grid.Options{Plain: true, Cutoff: cutoff})
		dropped += plain.Size() - fewer.Size()
		gridtest.Schedules(plain, cutoff, func(s optgap.Schedule, want int64) int64 {
			if got, ok := fewer.Objective(s); !ok || got != want {
				t.Fatalf("%+v at scale %d: schedule %v of objective %d is gone at cutoff %d", step, scale, s, want, cutoff)
			}
			return cutoff
		})
	}
	if dropped == 0 {
		t.Error("no start was dropped")
	}
}

// TestRelaxBounds: the optimum of the relaxed problem is at most that of the step, also
// within a cutoff, with equal jobs together and apart. Every schedule at one second is one
// of the problem.
func TestRelaxBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 1))
	empty := 0
	for i := range 1000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)
		_, want := steptest.Best(&step)
		for _, cutoff := range []int64{0, want, want + r.Int64N(100)} {
			p, err := grid.Relax(&step, scale, grid.Options{Cutoff: cutoff, Plain: i%3 == 0})
			if err != nil {
				t.Fatalf("%+v at scale %d: %v", step, scale, err)
			}
			p.Tighten()
			if got := gridtest.Optimum(p); got > want || scale == 1 && got != want {
				t.Fatalf("%+v at scale %d, cutoff %d: relaxed optimum %d, at one second %d", step, scale, cutoff, got, want)
			}
			for _, c := range p.Classes {
				if c.Slots == 0 {
					empty++
				}
			}
			if cutoff == 0 {
				plan := steptest.Serial(&step, r.Perm(len(step.Jobs)))
				objective := plan.Objective(&step)
				for j := range plan {
					plan[j] = timescale.Floor(plan[j], scale).Start(scale)
				}
				if v, ok := p.Objective(plan); !ok || v > objective {
					t.Fatalf("%+v at scale %d: %v, %d of %d", step, scale, ok, v, objective)
				}
			}
		}
	}
	if empty == 0 {
		t.Error("no job without a slot: too few to show how they fare")
	}
}

// TestRestrictIsNoBound: the optimum on the restricting grid is often above the step's. So
// it is no bound, and bounds need a relaxing grid.
func TestRestrictIsNoBound(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	above := 0
	for range 200 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 4})
		_, want := steptest.Best(&step)
		if gridtest.Optimum(restrict(t, &step, 7, grid.Options{})) > want {
			above++
		}
	}
	if above < 100 {
		t.Errorf("above the optimum on %d of 200 steps", above)
	}
}

// TestTighten compares capacities with sums over all sets of jobs.
func TestTighten(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	lowered := 0
	for range 300 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 7, Dips: true, MaxMachine: 300})
		scale := 1 + r.Int64N(6)
		_, cutoff := gridtest.Best(&step, scale)
		p := restrict(t, &step, scale, grid.Options{Cutoff: cutoff})
		before := slices.Clone(p.Capacity)
		p.Tighten()
		for s := range before {
			want := largestSum(p, grid.Slot(s), before[s])
			if p.Capacity[s] != want {
				t.Fatalf("%+v at scale %d: slot %d tightened from %d to %d, want %d",
					step, scale, s, before[s], p.Capacity[s], want)
			}
			if want < before[s] {
				lowered++
			}
		}
		again := slices.Clone(p.Capacity)
		if p.Tighten(); !slices.Equal(p.Capacity, again) {
			t.Fatal("tightening twice differs")
		}
	}
	if lowered == 0 {
		t.Error("no capacity was lowered")
	}
}

// largestSum tries all sets of the jobs with a start that occupies the slot.
func largestSum(p *grid.Problem, slot grid.Slot, limit int64) int64 {
	var widths []int64
	for _, c := range p.Classes {
		if slices.ContainsFunc(c.Starts, func(s grid.Slot) bool { return s <= slot && slot < s+c.Slots }) {
			widths = append(widths, slices.Repeat([]int64{c.Width}, len(c.Jobs))...)
		}
	}
	best := int64(0)
	for subset := range 1 << len(widths) {
		sum := int64(0)
		for i, w := range widths {
			sum += w * int64(subset>>i&1)
		}
		if sum <= limit {
			best = max(best, sum)
		}
	}
	return best
}

// TestKeepCutsCapacity: slots that no listed start reaches are cut off.
func TestKeepCutsCapacity(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 2}},
		Jobs: []optgap.Job{{ID: 7, Width: 2, Estimate: 3}, {ID: 8, Width: 1, Estimate: 5}},
	}
	p := restrict(t, step, 1, grid.Options{Plain: true})
	if p.Size() != 6+4 || len(p.Capacity) != 8 { // starts 0 to 5 and 0 to 3 before second 8
		t.Fatalf("%d starts, %d slots", p.Size(), len(p.Capacity))
	}
	p.Keep(func(c, k int) bool { return p.Classes[c].Starts[k]%2 == 1 }) // 1, 3, 5 and 1, 3
	if p.Size() != 5 || len(p.Capacity) != 8 {
		t.Errorf("%d starts, %d slots, want 5, 8", p.Size(), len(p.Capacity))
	}
	p.Keep(func(c, k int) bool { return k == 0 }) // 1 and 1: slots 1 to 3 and 1 to 5
	if p.Size() != 2 || len(p.Capacity) != 6 || p.Classes[0].Costs[0] != 2 || p.Classes[1].Costs[0] != 1 {
		t.Errorf("%+v, want starts at 1 and 6 slots", p)
	}
	if p.Granularity() != 0 || p.RoundUp(1e9) != p.Least() {
		t.Errorf("granularity %d, rounded %d: nothing is left to choose", p.Granularity(), p.RoundUp(1e9))
	}
}

// TestGranularityAndRoundUp: objectives differ by multiples of the granularity,
// and rounding up a bound never passes the next objective.
func TestGranularityAndRoundUp(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	coarse := 0
	for i := range 400 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 3, MaxEstimate: 8})
		factor := []int64{1, 1000, 1_000_003}[i%3] // objectives up to 1e10
		for j := range step.Jobs {
			step.Jobs[j].Width *= 2
			step.Jobs[j].Submit *= factor
		}
		for k := range step.History {
			step.History[k].Free *= 2
		}
		step.Machine *= 2
		p := restrict(t, &step, 1+r.Int64N(5), grid.Options{})
		g := p.Granularity()
		if g > p.Scale {
			coarse++
		}
		limit := p.Least() + 60
		gridtest.Schedules(p, limit, func(s optgap.Schedule, v int64) int64 {
			if g == 0 && v != p.Least() || g > 0 && (v-p.Least())%g != 0 {
				t.Fatalf("objective %d, least %d, granularity %d", v, p.Least(), g)
			}
			exact := float64(v)
			for _, bound := range []float64{exact, math.Nextafter(exact, math.Inf(1)), exact - 0.3, exact - float64(g)*0.9} {
				if 0.1*float64(g) < grid.Tolerance(bound) {
					continue // may round to the value before
				}
				if got := p.RoundUp(bound); got != v && v-p.Least() >= g {
					t.Fatalf("RoundUp(%v) = %d, want %d (least %d, granularity %d)", bound, got, v, p.Least(), g)
				}
			}
			if got := p.RoundUp(float64(v) + 0.01); g > 0 && 0.01 > grid.Tolerance(float64(v)) && got != v+g {
				t.Fatalf("RoundUp(%v) = %d, want %d", float64(v)+0.01, got, v+g)
			}
			return limit
		})
		for _, low := range []float64{math.Inf(-1), math.NaN(), 0, float64(p.Least()) - 1} {
			if got := p.RoundUp(low); got != p.Least() {
				t.Fatalf("RoundUp(%v) = %d, want the least %d", low, got, p.Least())
			}
		}
		if got := p.RoundUp(math.Inf(1)); g > 0 && got != math.MaxInt64 {
			t.Fatalf("RoundUp(Inf) = %d", got)
		}
	}
	if coarse == 0 {
		t.Error("no granularity above the scale")
	}
}

// TestObjectiveRefuses schedules that are not on the grid or use other starts.
func TestObjectiveRefuses(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 0}, {Time: 100, Free: 2}},
		Jobs: []optgap.Job{{ID: 1, Width: 2, Estimate: 100, Submit: -5}},
	}
	p := restrict(t, step, 60, grid.Options{Plain: true})
	if v, ok := p.Objective(optgap.Schedule{120}); !ok || v != 2*(120+100+5) {
		t.Errorf("%d, %v, want 450", v, ok)
	}
	for _, s := range []int64{-1, 0, 60, 121, 6000, optgap.Never} {
		if v, ok := p.Objective(optgap.Schedule{s}); ok {
			t.Errorf("start %d is accepted, objective %d", s, v)
		}
	}
}

// TestEdges: no jobs, one job, and a machine that is blocked for long.
func TestEdges(t *testing.T) {
	history := optgap.History{{Time: 0, Free: 0}, {Time: 1_000_000, Free: 3}}
	step := &optgap.Step{Format: optgap.StepFormat, Machine: 3, History: history}
	for _, state := range []func(*optgap.Step, int64, grid.Options) (*grid.Problem, error){grid.Restrict, grid.Relax} {
		p, err := state(step, 7, grid.Options{})
		if err != nil || len(p.Classes) != 0 || len(p.Capacity) != 0 || p.Least() != 0 || p.RoundUp(5) != 0 {
			t.Errorf("no jobs: %+v, %v", p, err)
		}
		p.Tighten()
	}
	step.Jobs = []optgap.Job{{ID: 4, Width: 3, Estimate: 10, Submit: -20}}
	p := restrict(t, step, 7, grid.Options{})
	// 1,000,000 s lie in slot 142857, which is not free all of the time.
	if c := p.Classes[0]; len(c.Starts) != 1 || c.Starts[0] != 142858 || c.Slots != 2 || len(p.Capacity) != 142860 {
		t.Errorf("starts %v, %d slots", c.Starts, len(p.Capacity))
	}
	if want := int64(3 * (142858*7 + 10 + 20)); p.Least() != want {
		t.Errorf("least %d, want %d", p.Least(), want)
	}
}

func TestRefusals(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 0}, {Time: 100, Free: 2}},
		Jobs: []optgap.Job{{ID: 1, Width: 2, Estimate: 100, Submit: -5}},
	}
	check := func(what string, scale int64, o grid.Options) {
		t.Helper()
		if _, err := grid.Restrict(step, scale, o); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	check("horizon before the end of the only job", 50, grid.Options{Horizon: 3})
	check("cutoff below the bound", 50, grid.Options{Cutoff: 2*(100+100+5) - 1})
	check("negative cutoff", 50, grid.Options{Cutoff: -1})
	check("scale 0", 0, grid.Options{})
	check("negative horizon", 50, grid.Options{Horizon: -1})
	if _, err := grid.Relax(step, -1, grid.Options{}); err == nil {
		t.Error("a negative scale: no error")
	}
	restrict(t, step, 50, grid.Options{Cutoff: 2 * (100 + 100 + 5), Horizon: 4}) // just enough

	step.History[1].Time = grid.MaxSlots + 1
	if _, err := grid.Restrict(step, 1, grid.Options{}); !errors.Is(err, grid.ErrTooLarge) {
		t.Errorf("too many slots: %v", err)
	}
	step.History[1].Time, step.Jobs[0].Estimate = 1, grid.MaxStarts*4/5
	step.Jobs = append(step.Jobs, optgap.Job{ID: 2, Width: 1, Estimate: 1}, optgap.Job{ID: 3, Width: 2, Estimate: 1})
	if _, err := grid.Relax(step, 1, grid.Options{}); !errors.Is(err, grid.ErrTooLarge) {
		t.Errorf("too many starts: %v", err)
	}
}

// Two jobs that cannot run together on a grid of 10 s.
func ExampleRestrict() {
	step := &optgap.Step{
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 2}, {Time: 5, Free: 4}},
		Jobs:    []optgap.Job{{ID: 17, Width: 3, Estimate: 25}, {ID: 18, Width: 2, Estimate: 10}},
	}
	p, err := grid.Restrict(step, 10, grid.Options{Plain: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("capacity", p.Capacity)
	for _, c := range p.Classes {
		fmt.Println("job", c.ID, "slots", c.Slots, "starts", c.Starts, "costs", c.Costs)
	}
	// Later starts than those of a known schedule allow are dropped.
	known := optgap.Schedule{10, 0}
	p, err = grid.Restrict(step, 10, grid.Options{Cutoff: known.Objective(step)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("least", p.Least(), "known", known.Objective(step), "starts", p.Classes[0].Starts, p.Classes[1].Starts)
	// Output:
	// capacity [2 4 4 4 4]
	// job 17 slots 3 starts [1 2] costs [30 60]
	// job 18 slots 1 starts [0 1 2 3 4] costs [0 20 40 60 80]
	// least 125 known 125 starts [1] [0]
}
