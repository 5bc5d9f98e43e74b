package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// queue returns a step like those of real machines. Estimates are at round limits or a
// little below, widths are powers of two or small. The machine of 128 processors is
// nearly full and empties over a day.
func queue(r *rand.Rand, jobs int) *optgap.Step {
	const machine = 128
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: r.Int64N(16)}}}
	for free := s.History[0].Free; free < machine; {
		free = min(machine, free+1<<r.IntN(6))
		s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(7200), Free: free})
	}
	limits := []int64{600, 1800, 3600, 7200, 14_400, 14_400, 28_800, 43_200, 86_400}
	for i := range jobs {
		j := optgap.Job{ID: int64(i + 1), Width: 1 << r.IntN(7), Estimate: pick(r, limits), Submit: -r.Int64N(36_000)}
		if r.IntN(4) == 0 {
			j.Width = 1 + r.Int64N(24)
		}
		if r.IntN(3) == 0 {
			j.Estimate -= 60 * r.Int64N(5)
		}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// sample returns steps of so many jobs for a benchmark, the same every time.
func sample(jobs, steps int) []*optgap.Step {
	out := make([]*optgap.Step, steps)
	for i := range out {
		out[i] = queue(rand.New(rand.NewPCG(uint64(jobs), uint64(i))), jobs)
	}
	return out
}

// bursts returns steps of jobs with one duration and mostly even widths up to 32, on a
// machine that empties within that duration. Users submit such jobs to measure how a
// program scales.
func bursts(jobs, steps int) []*optgap.Step {
	out := make([]*optgap.Step, steps)
	for i := range out {
		r := rand.New(rand.NewPCG(uint64(jobs), uint64(i)))
		s := &optgap.Step{Format: optgap.StepFormat, Machine: 128, History: optgap.History{{Time: 0, Free: r.Int64N(30)}}}
		for free := s.History[0].Free; free < s.Machine; {
			free = min(s.Machine, free+1+r.Int64N(50))
			s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(2000), Free: free})
		}
		for j := range jobs {
			s.Jobs = append(s.Jobs, optgap.Job{ID: int64(j + 1), Width: 2 + 2*r.Int64N(16), Estimate: 6600})
		}
		out[i] = s
	}
	return out
}

// firstIfShort returns the first case alone with -short.
func firstIfShort[T any](cases []T) []T {
	if testing.Short() {
		return cases[:1]
	}
	return cases
}

// percent returns the difference of high and low, in % of high.
func percent(low, high int64) float64 { return 100 * float64(high-low) / float64(high) }

// thorough returns the cost of the best schedule of a step that a thorough search
// finds. For the small steps it is the optimum.
func thorough(b *testing.B, s *optgap.Step) int64 {
	return solved(b, s, Options{Limits: Limits{NodeLimit: 300_000}}).Objective
}

// BenchmarkBound measures the bounds at the root, after as many price steps as the
// stages take, and the upper bound. The gap is to the best schedule known, the mean of
// several steps. One operation is all of them.
//
//	go test -run '^$' -bench Bound/ -count 10 ./ilp/exact
func BenchmarkBound(b *testing.B) {
	for _, jobs := range firstIfShort([]int{12, 20, 30, 50}) {
		steps := sample(jobs, 4)
		best := make([]int64, len(steps))
		run := func(name string, prepare func(i int) func() int64) {
			b.Run(fmt.Sprintf("jobs=%d/%s", jobs, name), func(b *testing.B) {
				gap := 0.0
				for b.Loop() {
					for i := range steps {
						b.StopTimer()
						if best[i] == 0 {
							best[i] = thorough(b, steps[i])
						}
						bound := prepare(i)
						b.StartTimer()
						value := bound()
						gap += percent(min(value, best[i]), max(value, best[i]))
					}
				}
				n := float64(b.N * len(steps))
				b.ReportMetric(b.Elapsed().Seconds()*1000/n, "ms/step")
				b.ReportMetric(gap/n, "gap-%")
			})
		}
		// root returns a solver that has shared prices, and the cost to beat.
		root := func(i int) (*solver, int64) {
			v := unfinished(steps[i], Options{})
			return v, best[i] - v.constant
		}
		run("prices=shared", func(i int) func() int64 {
			v, upper := root(i)
			v.tree.incumbent.upper = upper
			return func() int64 { v.share(); return v.whole.bound + v.constant }
		})
		for _, stage := range stages[1:] {
			run(fmt.Sprintf("prices=kinds/times=%d", stage.steps), func(i int) func() int64 {
				v, upper := root(i)
				v.tree.incumbent.upper = upper
				v.share()
				return func() int64 {
					a := engine.NewDecomposition(v.problem, v.whole.dual)
					return v.problem.Whole(a.Maximise(upper, v.o.steps*stage.steps, func() bool { return false })) + v.constant
				}
			})
		}
		for _, evaluations := range firstIfShort([]int{20_000, 2000}) {
			o := heuristics.SearchOptions{Evaluations: evaluations}
			run(fmt.Sprintf("plans=%d", evaluations), func(i int) func() int64 {
				return func() int64 {
					_, objective := heuristics.Search(steps[i], heuristics.BestPlan(steps[i]), o)
					return objective
				}
			})
		}
	}
}

// BenchmarkSearch measures the search by itself: how many nodes a second it
// explores with the second stage's prices.
//
//	go test -run '^$' -bench Search/ -count 10 ./ilp/exact
func BenchmarkSearch(b *testing.B) {
	const nodes = 20_000
	for _, jobs := range firstIfShort([]int{20, 12, 30, 50}) {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			v := unfinished(sample(jobs, 1)[0], Options{})
			v.improve(20_000, 0, 1)
			v.share()
			p := &engine.Problem{Kinds: slices.Clone(v.problem.Kinds), Free: v.problem.Free, Unit: v.problem.Unit}
			a := engine.NewDecomposition(p, v.whole.dual)
			upper := v.tree.incumbent.upper + 1 // with the best schedule still to be found
			if !a.Finish(a.Maximise(upper, v.o.steps, func() bool { return false }), upper) {
				b.Skip("the prices alone prove the optimum")
			}
			explored := int64(0)
			for b.Loop() {
				in := &incumbent{upper: upper}
				s := &search{problem: p, incumbent: in, curves: a.Curves, tails: a.Tails, pack: a.Pack}
				s.stop = func() bool { return in.nodes >= nodes }
				s.explore()
				explored += in.nodes
			}
			b.ReportMetric(float64(explored)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(explored)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkDiagram measures passes over a whole problem whose best schedule is known. It
// reports nodes per second, and the share of the gap after the prices that the passes
// close.
//
//	go test -run '^$' -bench Diagram/ -count 10 ./ilp/exact
func BenchmarkDiagram(b *testing.B) {
	const nodes = 50_000
	for _, jobs := range firstIfShort([]int{20, 16, 24}) {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			s := sample(jobs, 1)[0]
			best := thorough(b, s)
			explored, closed := int64(0), 0.0
			for b.Loop() {
				b.StopTimer()
				v := unfinished(s, Options{})
				d := v.diagrammed(v.o.steps, best-v.constant)
				if d == nil || v.whole.bound >= v.tree.incumbent.upper {
					b.Skip("the prices alone prove the optimum")
				}
				root := v.whole.bound
				d.stop = func() bool { return v.tree.incumbent.nodes >= nodes }
				b.StartTimer()
				bound, _ := d.explore(alone)
				explored += v.tree.incumbent.nodes
				closed += percent(
					root,
					min(v.tree.incumbent.upper, max(root, d.problem.Whole(bound))),
				) / percent(
					root,
					v.tree.incumbent.upper,
				)
			}
			b.ReportMetric(float64(explored)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(explored)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(100*closed/float64(b.N), "closed-%")
		})
	}
}

// wholeCase is a sample of steps for BenchmarkSolve.
type wholeCase struct {
	sample func(jobs, steps int) []*optgap.Step
	kind   string
	jobs   int
	nodes  int64   // 0: to the end
	optima []int64 // of the steps, where they are known
}

var wholeCases = []wholeCase{
	{sample, "jobs", 8, 0, []int64{8557103, 10504409, 1785971, 14050757}},
	{sample, "jobs", 12, 0, []int64{18455236, 4928420, 13018128, 6246009}},
	{sample, "jobs", 16, 0, []int64{19264461, 26556428, 6760968, 20521129}},
	{bursts, "burst", 18, 0, []int64{3006454, 4437128, 4689090, 3006324}},
	{sample, "jobs", 20, 200_000, nil},
	{sample, "jobs", 30, 50_000, nil},
	{sample, "jobs", 50, 50_000, nil},
}

// TestWholeCases finds the optima of the smallest steps by enumeration. The other optima
// are those that the search has proven.
func TestWholeCases(t *testing.T) {
	c := wholeCases[0]
	for i, s := range c.sample(c.jobs, len(c.optima)) {
		if _, found := steptest.Optimum(s); found != c.optima[i] {
			t.Errorf("step %d of %d jobs: the optimum is %d, not %d", i, c.jobs, found, c.optima[i])
		}
	}
}

// BenchmarkSolve measures whole proofs. For longer queues it measures the gap after a
// number of nodes. One operation is all steps of a sample; the other values are means per
// step. No solution may differ from a known optimum, nor from one run to the next.
//
//	go test -run '^$' -bench Solve/ -count 10 ./ilp/exact
func BenchmarkSolve(b *testing.B) {
	cases := wholeCases
	if testing.Short() {
		cases = cases[2:4] // the largest with known optima
	}
	for _, c := range cases {
		name := fmt.Sprintf("%s=%d", c.kind, c.jobs)
		if c.nodes > 0 {
			name += fmt.Sprintf("/limit=%d", c.nodes)
		}
		b.Run(name, func(b *testing.B) {
			steps := c.sample(c.jobs, 4)
			first := make([]int64, len(steps))
			copy(first, c.optima)
			nodes, root, gap, proven := int64(0), 0.0, 0.0, 0
			for b.Loop() {
				for i, s := range steps {
					sol := solved(b, s, Options{Limits: Limits{NodeLimit: c.nodes}})
					if first[i] == 0 {
						first[i] = sol.Objective
					} else if sol.Objective != first[i] {
						b.Fatalf("step %d: objective %d, want %d", i, sol.Objective, first[i])
					}
					nodes += sol.Nodes
					root += percent(sol.Root, sol.Objective)
					gap += percent(sol.Bound, sol.Objective)
					if sol.Status == optgap.StatusOptimal {
						proven++
					}
				}
			}
			n := float64(b.N * len(steps))
			b.ReportMetric(b.Elapsed().Seconds()*1000/n, "ms/step")
			b.ReportMetric(float64(nodes)/n, "nodes/step")
			b.ReportMetric(root/n, "root-gap-%")
			b.ReportMetric(gap/n, "gap-%")
			b.ReportMetric(100*float64(proven)/n, "proven-%")
		})
	}
}
