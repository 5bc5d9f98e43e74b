package program_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

func scaled(t testing.TB, step *optgap.Step, scale int64) *grid.Scaled {
	t.Helper()
	s, err := grid.Scale(step, grid.Choice{Scale: scale})
	must.Need(t, err == nil, step, "at scale", scale, err)
	return s
}

func list(t testing.TB, s *grid.Scaled, o program.Options) *program.Problem {
	t.Helper()
	p, err := program.List(s, o)
	must.Need(t, err == nil, s, o, err)
	return p
}

// within drops the starts that alone cost more than an objective allows.
func within(p *program.Problem, objective int64) *program.Problem {
	slack := objective - p.Least()
	for k := range p.Kinds {
		kd := &p.Kinds[k]
		n, _ := slices.BinarySearch(kd.Costs, kd.Costs[0]+slack+1)
		kd.Starts, kd.Costs = kd.Starts[:n], kd.Costs[:n]
	}
	return p
}

// TestListsWhatFits compares the starts with a count per second.
func TestListsWhatFits(t *testing.T) {
	for _, r := range steptest.Sources(300, 12) {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 6, Dips: true})
		scale := 1 + r.Int64N(10)
		end := timescale.Ceil(timescale.Restrict(&step, scale).SafeEnd(), scale).Start(scale)
		for i, kd := range list(t, scaled(t, &step, scale), program.Options{Apart: true}).Kinds {
			var starts, costs []int64
			job := step.Jobs[i]
			length := timescale.Ceil(job.Estimate, scale).Start(scale)
			for s := int64(0); s+length <= end; s += scale {
				fits := true
				for u := s; u < s+length; u++ {
					fits = fits && step.History.At(u) >= job.Width
				}
				if fits {
					starts, costs = append(starts, s/scale), append(costs, s*job.Width)
				}
			}
			if kd.ID != job.ID || !slices.Equal(kd.Jobs, []int{i}) || kd.Duration*scale != length ||
				!slices.Equal(kd.Starts, starts) || !slices.Equal(kd.Costs, costs) {
				t.Fatalf("%+v at scale %d: %+v, want starts %v", step, scale, kd, starts)
			}
		}
	}
}

// TestGranularityAndRoundUp: objectives differ by multiples of the granularity,
// and rounding up a bound never passes the next objective.
func TestGranularityAndRoundUp(t *testing.T) {
	coarse := 0
	for i, r := range steptest.Sources(400, 17) {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 3, MaxEstimate: 8})
		for j := range step.Jobs {
			step.Jobs[j].Width *= 2
			step.Jobs[j].Submit *= []int64{1, 1000, 1_000_003}[i%3] // objectives up to 1e10
		}
		for k := range step.History {
			step.History[k].Free *= 2
		}
		step.Machine *= 2
		scale := 1 + r.Int64N(5)
		p := list(t, scaled(t, &step, scale), program.Options{})
		g, least := p.Granularity(), p.Least()
		written := write(p, grid.FormulationStep)
		if g > scale {
			coarse++
		}
		limit := least + 60
		gridtest.Schedules(p, limit, func(_ optgap.Schedule, v int64) int64 {
			if g == 0 && v != least || g > 0 && (v-least)%g != 0 {
				t.Fatalf("objective %d, least %d, granularity %d", v, least, g)
			}
			exact := float64(v)
			for _, bound := range []float64{exact, math.Nextafter(exact, math.Inf(1)), exact - 0.3, exact - float64(g)*0.9} {
				if 0.1*float64(g) < mip.Tolerance(bound) {
					continue // may round to the value before
				}
				if got := written.RoundUp(bound); got != v && v-least >= g {
					t.Fatalf("RoundUp(%v) = %d, want %d (least %d, granularity %d)", bound, got, v, least, g)
				}
			}
			if got := written.RoundUp(exact + 0.01); g > 0 && 0.01 > mip.Tolerance(exact) && got != v+g {
				t.Fatalf("RoundUp(%v) = %d, want %d", exact+0.01, got, v+g)
			}
			return limit
		})
		for _, low := range []float64{math.Inf(-1), math.NaN(), 0, float64(least) - 1} {
			got := written.RoundUp(low)
			must.Need(t, got == least, "RoundUp", low, "=", got, "want the least", least)
		}
		if got := written.RoundUp(math.Inf(1)); g > 0 && got != math.MaxInt64 {
			t.Fatalf("RoundUp(Inf) = %d", got)
		}
	}
	must.Hold(t, coarse != 0, "no granularity above the scale")
}

func TestListRefuses(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 0}, {Time: 100, Free: 2}},
		Jobs: []optgap.Job{{ID: 1, Width: 2, Estimate: 100, Submit: -5}},
	}
	on := scaled(t, step, 50) // which leaves the start in slot 2 alone
	list(t, on, program.Options{Most: 1})
	step.Jobs = append(step.Jobs, optgap.Job{ID: 2, Width: 1, Estimate: 1})
	must.Is(t, must.Err(program.List(scaled(t, step, 50), program.Options{Most: 1})), grid.ErrTooLarge,
		"too many starts")
}

// worthwhile returns the problem without the starts that cost more than SJF's plan.
func worthwhile(t testing.TB, step *optgap.Step, scale int64) *program.Problem {
	s := scaled(t, step, scale)
	plan := steptest.Plan(s.Step, heuristics.DynP()[1])
	return within(list(t, s, program.Options{}), s.Objective(plan.Objective(s.Step)))
}

// size says how large a problem of a benchmark is.
type size struct {
	jobs  int
	scale int64 // seconds per slot
}

// BenchmarkBuild measures the writing of a program with all starts.
//
//	go test -run '^$' -bench Build -count 10 ./ilp/internal/program
func BenchmarkBuild(b *testing.B) {
	cases := []size{{20, 300}, {8, 60}, {20, 120}}
	if testing.Short() {
		cases = cases[:1]
	}
	for _, c := range cases {
		for _, f := range formulations {
			b.Run(fmt.Sprintf("jobs=%d/scale=%d/formulation=%s", c.jobs, c.scale, f), func(b *testing.B) {
				step := gridtest.KTHLike(c.jobs, 1)
				p := worthwhile(b, step, c.scale)
				var g *program.Program
				for b.Loop() {
					g = write(p, f)
				}
				b.ReportMetric(float64(g.Model.Columns()), "columns")
				b.ReportMetric(float64(g.Model.Rows()), "rows")
				b.ReportMetric(float64(g.Model.Nonzeros()), "nonzeros")
			})
		}
	}
}
