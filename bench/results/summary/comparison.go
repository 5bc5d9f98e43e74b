package summary

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Comparison holds the results of several methods for the same steps.
type Comparison struct {
	// Methods holds names in the order of their appearance. Where a method has results on
	// several grids for a step, each name includes the grid.
	Methods  []string
	Policies []string       // of which some result has values, in one order, without those that are lost
	Missing  []Missing      // policies
	Average  optgap.Average // that all results minimise
	Steps    []Step         // in the order of their appearance
}

// A Step holds the results of the methods for one step.
type Step struct {
	First   *record.Result   // any of the results, for the moment and size of the step
	Results []*record.Result // one for each method, nil if the method has none
}

// Collect sorts results by step and method. A method with results on several grids for a
// step counts as several methods. Of two results with the same method, step and time scale
// the last counts.
func Collect(results []record.Result) *Comparison {
	all := lists.Pointers(results)
	name := MethodNames(results)
	c := &Comparison{
		Methods: lists.Distinct(all, name),
		Missing: Misses(results),
		Average: record.AverageIn(results),
	}
	c.Policies = without(record.PolicyNames(results), c.Missing)
	for _, own := range lists.GroupBy(all, (*record.Result).Step) {
		s := Step{own[0], make([]*record.Result, len(c.Methods))}
		for _, r := range own {
			s.Results[slices.Index(c.Methods, name(r))] = r
		}
		c.Steps = append(c.Steps, s)
	}
	return c
}

// Best returns the least objective of all methods for the step; 0: no method has a schedule.
func (s Step) Best() int64 {
	best := int64(0)
	for _, r := range s.Results {
		if Solved(r) && (best == 0 || r.Objective < best) {
			best = r.Objective
		}
	}
	return best
}

// A Solver is a method together with the kind of proof that it is to find.
type Solver struct {
	Method string
	Proof  Proof
}

// Times returns the time of each step in seconds for each method and kind of own proof. The
// time is +Inf where the proof is missing. A pair of method and proof without any time is
// left out.
func (c *Comparison) Times() (solvers []Solver, seconds [][]float64) {
	for k, method := range c.Methods {
		for _, proof := range []Proof{AtSecond, OnGrid} {
			times := c.of(k, func(r *record.Result) (float64, bool) {
				return r.SolveSeconds, r.SolveSeconds > 0 && Proves(r, proof)
			})
			if slices.Min(times) < math.Inf(1) {
				solvers = append(solvers, Solver{method, proof})
				seconds = append(seconds, times)
			}
		}
	}
	return solvers, seconds
}

// Objectives returns the objective of each method for each step. It is +Inf where the method
// has no schedule of its own.
func (c *Comparison) Objectives() [][]float64 {
	return c.Values(
		func(r *record.Result) (float64, bool) { return float64(r.Objective), Solved(r) },
	)
}

// PrimalGap is the mean primal gap of a method over the steps of which its result holds what it
// knew as it changed.
type PrimalGap struct {
	Method   string
	Curve    Curve   // by seconds, from FirstSeconds on; 1 before it begins
	Integral float64 // [s] up to the longest time of any result
}

// FirstSeconds is when a curve of primal gaps begins. All before is of plans that every method
// begins with.
const FirstSeconds = 0.001

// PrimalGaps returns the primal gaps (see [record.PrimalIntegral]) of the methods that have some.
// They are against the least objective of the methods on a step.
func (c *Comparison) PrimalGaps() (all []PrimalGap) {
	until := 0.0
	for _, s := range c.Steps {
		for _, r := range s.Results {
			if r != nil {
				until = max(until, r.SolveSeconds)
			}
		}
	}
	for k, method := range c.Methods {
		changes := map[float64]float64{}
		steps := 0
		g := PrimalGap{Method: method}
		for _, s := range c.Steps {
			r := s.Results[k]
			before := 1.0
			if r == nil || r.Progress == nil {
				continue
			}
			steps++
			g.Integral += record.PrimalIntegral(r.Progress, s.Best(), until)
			for _, p := range r.Progress {
				gap := p.Gap(s.Best())
				changes[max(p.Seconds, FirstSeconds)] += gap - before
				before = gap
			}
		}
		if steps == 0 {
			continue
		}
		g.Integral /= float64(steps)
		sum := 0.0
		for _, seconds := range slices.Sorted(maps.Keys(changes)) {
			sum += changes[seconds]
			g.Curve.X = append(g.Curve.X, seconds)
			g.Curve.Y = append(g.Curve.Y, max(0, 1+sum/float64(steps)))
		}
		all = append(all, g)
	}
	return all
}

// Values returns a value of each method for each step. It is +Inf where there is no result
// or ok is false.
func (c *Comparison) Values(of func(*record.Result) (value float64, ok bool)) [][]float64 {
	values := make([][]float64, len(c.Methods))
	for k := range values {
		values[k] = c.of(k, of)
	}
	return values
}

// of returns the values of the method at index k.
func (c *Comparison) of(k int, value func(*record.Result) (float64, bool)) []float64 {
	values := make([]float64, len(c.Steps))
	for i, s := range c.Steps {
		values[i] = math.Inf(1)
		if r := s.Results[k]; r != nil {
			if v, ok := value(r); ok {
				values[i] = v
			}
		}
	}
	return values
}

// MethodNames returns a function that names the method of a result. If a method has results on
// several grids for one step, their names differ. The name is the shortest with that
// property.
func MethodNames(results []record.Result) func(*record.Result) string {
	type place struct {
		method string
		step   record.StepKey
	}
	onGrid := map[string]bool{}
	slots := map[string]bool{} // methods whose names say so
	at := func(r *record.Result) place { return place{r.Method, r.Step()} }
	for _, own := range lists.GroupBy(lists.Pointers(results), at) {
		scales := lists.Distinct(own, func(r *record.Result) int64 { return r.TimeScale })
		if len(scales) > 1 {
			onGrid[own[0].Method] = true
			slots[own[0].Method] = slots[own[0].Method] || len(scales) > 2 ||
				!slices.Contains(scales, 0)
		}
	}
	return func(r *record.Result) string {
		switch {
		case r.TimeScale == 0 || !onGrid[r.Method]:
			return r.Method
		case slots[r.Method]:
			return fmt.Sprintf("%s, slots of %d s", r.Method, r.TimeScale)
		}
		return r.Method + " on the grid"
	}
}

// A Total sums up the results of a method over all steps.
type Total struct {
	Method      string
	Steps       int           // steps with a result
	Schedules   int           // schedules of the method's own
	Failed      int           // steps on which it crashed or failed: it has no Above and no Gap then
	Reason      string        // of the first of them
	Best        int           // schedules that no other method betters
	Right       int           // those of them that are proven at one second
	Proven      map[Proof]int // number of steps by proof
	TimedProven int           // results with a time that the method itself proves
	Measured    int           // results with a cost, see [record.Cost]

	// The values of the results that have them, in the order of the steps.
	Above  confidence.Values // percentage of the schedules above the best one of the step
	Gap    confidence.Values // percentage of the objective of the schedules
	Time   confidence.Values // seconds, however the results ended
	CPU    confidence.Values // seconds
	Wall   confidence.Values // seconds
	Memory confidence.Values // bytes
}

// Totals returns a total for each of the comparison's methods.
func (c *Comparison) Totals() []Total {
	totals := make([]Total, len(c.Methods))
	for k, method := range c.Methods {
		totals[k] = Total{Method: method, Proven: map[Proof]int{}}
		for _, s := range c.Steps {
			if s.Results[k] != nil {
				totals[k].add(s, s.Results[k])
			}
		}
		if totals[k].Failed > 0 {
			totals[k].Above = nil
			totals[k].Gap = nil
		}
	}
	return totals
}

// add adds the result of the method for a step.
func (t *Total) add(s Step, r *record.Result) {
	t.Steps++
	if r.Status == optgap.StatusError || r.Status == optgap.StatusCrashed {
		t.Failed++
		t.Reason = cmp.Or(t.Reason, r.Error)
	}
	if Solved(r) {
		t.Schedules++
		least := s.Best()
		if r.Objective == least {
			t.Best++
			if r.Status == optgap.StatusOptimal && r.Scope == optgap.ScopeSecond {
				t.Right++
			}
		}
		t.Above = append(t.Above, float64(r.Objective-least)/float64(least)*100)
		if r.Gap != nil {
			t.Gap = append(t.Gap, *r.Gap*100)
		}
	}
	for _, proof := range Proofs() {
		if Proves(r, proof) {
			t.Proven[proof]++
		}
	}
	t.Time.Add(r.SolveSeconds)
	if r.SolveSeconds > 0 && (Proves(r, AtSecond) || Proves(r, OnGrid)) {
		t.TimedProven++
	}
	if r.Cost != (record.Cost{}) {
		t.Measured++
	}
	t.CPU.Add(r.CPUSeconds)
	t.Wall.Add(r.WallSeconds)
	t.Memory.Add(float64(r.PeakMemoryBytes))
}

// A Proof is a kind of proof of an optimum.
type Proof string

const (
	AtSecond Proof = "1 s"    // optimal at one second, by the method itself
	ByBounds Proof = "bounds" // optimal at one second, as a bound computed beside the method shows
	OnGrid   Proof = "grid"   // optimal for the time-scaled program
)

// Proofs returns all proofs, the strongest first.
func Proofs() []Proof { return []Proof{AtSecond, ByBounds, OnGrid} }

// Proves reports whether the result has the proof. A result may have both OnGrid and another
// proof.
func Proves(r *record.Result, c Proof) bool {
	if c == OnGrid {
		return r.Status == optgap.StatusOptimal && r.TimeScale > 1 &&
			(r.Scope == optgap.ScopeGrid || r.GridBound > 0 && r.GridBound == r.GridObjective)
	}
	if r.Status != optgap.StatusOptimal || r.Scope != optgap.ScopeSecond {
		return false
	}
	return (c == AtSecond) == own(r)
}

// own reports whether a bound that the method itself proves meets the objective. That bound
// has the name of the method.
func own(r *record.Result) bool {
	v, ok := r.Bounds[optgap.BoundName(r.Method)]
	return ok && v == r.Objective
}

// A Curve is a function that rises in steps: 0 before X[0], and Y[i] from X[i] on. X
// increases strictly.
type Curve struct{ X, Y []float64 }

// Cactus returns the share of problems solved within a time, as a function of the time. The
// given times are +Inf for unsolved problems, or NaN. This is the plot by which solver competitions
// rank, with exchanged axes.
func Cactus(seconds []float64) (c Curve) {
	values := lists.Where(seconds, func(v float64) bool { return v < math.Inf(1) })
	slices.Sort(values)
	for i, v := range values {
		if i+1 == len(values) || values[i+1] != v {
			c.X = append(c.X, v)
			c.Y = append(c.Y, float64(i+1)/float64(len(seconds)))
		}
	}
	return c
}

// Performance returns the performance profile of each solver (Dolan and Moré, Benchmarking
// optimization software with performance profiles, Mathematical Programming 91, 2002,
// section 2). The profile is the share of problems on which the cost of the solver is at
// most tau times the least cost of any solver,
//
//	rho_s(tau) = |{p : cost[s][p] <= tau * min over s' of cost[s'][p]}| / |P|.
//
// cost[s][p] is above 0, and +Inf where the solver failed. For large tau the profile is thus
// the share of problems that the solver solved. All solvers have the same number of
// problems. Problems that no solver solved count. It takes O(S P log P) time.
func Performance(cost [][]float64) []Curve {
	curves := make([]Curve, len(cost))
	if len(cost) == 0 {
		return curves
	}
	best := slices.Repeat([]float64{math.Inf(1)}, len(cost[0]))
	for _, own := range cost {
		for p, v := range own {
			best[p] = min(best[p], v)
		}
	}
	for s, own := range cost {
		ratios := make([]float64, len(own))
		for p, v := range own {
			ratios[p] = v / best[p] // NaN where no solver solved the problem
		}
		curves[s] = Cactus(ratios)
	}
	return curves
}
