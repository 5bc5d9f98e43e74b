package loss_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// ofDynP are the policies of the paper.
var ofDynP = []string{"FCFS", "SJF", "LJF"}

// result has policies with the objectives 2000, 1250 and 1600.
func result(jobs int, objective, bound int64) *record.Result {
	return &record.Result{
		Format: record.ResultFormat, Jobs: jobs, Method: "exact", Objective: objective, Bound: bound,
		Policies: map[string]record.Policy{"FCFS": {Objective: 2000}, "SJF": {Objective: 1250}, "LJF": {Objective: 1600}},
	}
}

func near(t *testing.T, what string, got, want confidence.Interval) {
	t.Helper()
	must.Hold(t, math.Abs(got.Low-want.Low) <= 1e-9 && math.Abs(got.High-want.High) <= 1e-9,
		what, "found", got, "expected", want)
}

func TestObserve(t *testing.T) {
	proven, why := loss.Observe(ofDynP, result(5, 1000, 1000))
	must.Need(t, why == "" && proven.Proven && proven.Jobs == 5, "found", proven, why)
	// (1 - 1000/2000) * 100, (1 - 1000/1250) * 100, (1 - 1000/1600) * 100, and SJF, the best of them
	for p, want := range [][2]float64{{50, 50}, {20, 20}, {37.5, 37.5}, {20, 20}} {
		near(t, loss.Schedulers(ofDynP)[p], proven.Loss[p], confidence.Interval{Low: want[0], High: want[1]})
	}
	open, why := loss.Observe(ofDynP, result(5, 1200, 800))
	must.Need(t, why == "" && !open.Proven, "found", open, why)
	// against 1200 and 800: 40 to 60 %, 4 to 36 %, 25 to 50 %
	for p, want := range [][2]float64{{40, 60}, {4, 36}, {25, 50}, {4, 36}} {
		near(t, loss.Schedulers(ofDynP)[p], open.Loss[p], confidence.Interval{Low: want[0], High: want[1]})
	}
	// Of several methods the best schedule and the best bound count.
	both, why := loss.Observe(ofDynP, nil, result(5, 1100, 700), result(5, 1200, 1000))
	must.Need(t, why == "", why)
	near(t, "SJF of two methods", both.Loss[1], confidence.Interval{Low: 12, High: 20}) // 1 - 1100/1250, 1 - 1000/1250
	// A method that does worse than a policy leaves that policy's schedule.
	worse, why := loss.Observe(ofDynP, result(5, 1300, 1250))
	must.Hold(t, why == "" && worse.Proven, "a policy that meets the bound: found", worse, why)
	near(t, "SJF, which is optimal", worse.Loss[1], confidence.Interval{})
	lost := result(5, 1000, 1000)
	delete(lost.Policies, "LJF")
	for _, c := range []struct {
		policies []string
		r        *record.Result
		want     string
	}{
		{nil, result(5, 1000, 1000), "no schedule of a policy"},
		{ofDynP, result(5, 1000, 0), "no lower bound"},
		{ofDynP, nil, "no lower bound"},
		{ofDynP, &record.Result{Status: optgap.StatusError, Method: "ilp", Error: "odd"}, "an error of method ilp"},
		{ofDynP, lost, "no schedule of LJF"},
		{ofDynP, result(5, 1000, 1001), "a bound above a schedule"},
	} {
		o, why := loss.Observe(c.policies, c.r)
		must.Hold(t, why == c.want, "found", o, why, "expected", c.want)
	}
}

// Ten losses, 0 0 0 0 1 2 3 4 10 20, one of which may be up to 30 larger.
func TestDescribe(t *testing.T) {
	var losses []confidence.Interval
	for _, v := range []float64{20, 0, 1, 0, 4, 0, 3, 0, 2, 10} {
		losses = append(losses, confidence.Interval{Low: v, High: v})
	}
	losses[1].High = 30
	const all = 1000
	d := loss.Describe(losses, all)
	near(t, "optimal", d.Optimal, confidence.Interval{Low: 0.3, High: 0.4})
	near(t, "average", d.Average, confidence.Interval{Low: 4, High: 7}) // 40/10, 70/10
	near(t, "median", d.Median, confidence.Interval{Low: 1, High: 2})   // the fifth of 0 0 0 0 1 ..., of 0 0 0 1 2 ...
	near(t, "largest", d.Largest, confidence.Interval{Low: 20, High: 30})
	near(t, "middle", *d.Middle, confidence.Interval{Low: 0, High: 20}) // from the second to the ninth
	must.Hold(t, d.Confidence == nil && d.Tenths == nil && d.Q90 == nil && d.Q95 == nil,
		"of ten losses found", d, "expected neither an interval nor quantiles")
	one := loss.Describe([]confidence.Interval{{Low: 5, High: 6}}, all)
	near(t, "median of one", one.Median, confidence.Interval{Low: 5, High: 6})
	must.Hold(t, one.Middle == nil, "found the interval", one.Middle, "of the median of one loss")
	many := loss.Describe(slices.Repeat(losses, 8), all)
	near(t, "90 %", *many.Q90, confidence.Interval{Low: 10, High: 20}) // the 72nd of 80
	near(t, "95 %", *many.Q95, confidence.Interval{Low: 20, High: 30}) // the 76th
	// The tenths have 8 losses each: 1 0 4 0 3 0 2 10 the least, 4 0 3 0 2 10 20 and up to 30 the largest.
	near(t, "tenths", *many.Tenths, confidence.Interval{Low: 2.5, High: 8.625})
	if c := many.Confidence; c == nil || c.Low > 4 || c.High < 7 || c.Low < 0 || c.High > 30 {
		t.Errorf("found the 95 %% interval %v", c)
	}
	if d := loss.Describe(slices.Repeat(losses, 8), 80); d.Confidence != nil || d.Middle != nil {
		t.Errorf("of all losses found the intervals %v and %v", d.Confidence, d.Middle)
	}
}

// Each statistic of any true losses within their intervals lies between its two ends.
func TestIntervalsEnclose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(30)
		known, truth := make([]confidence.Interval, n), make([]confidence.Interval, n)
		for i := range known {
			low := max(0, r.Float64()*30-10)
			high := low + max(0, r.Float64()*10-5)
			v := low + r.Float64()*(high-low)
			if r.IntN(3) == 0 {
				v = low
			}
			known[i], truth[i] = confidence.Interval{Low: low, High: high}, confidence.Interval{Low: v, High: v}
		}
		k, v := loss.Describe(known, 0), loss.Describe(truth, 0)
		for name, pair := range map[string][2]confidence.Interval{
			"optimal": {k.Optimal, v.Optimal}, "average": {k.Average, v.Average}, "median": {k.Median, v.Median},
			"largest": {k.Largest, v.Largest},
		} {
			const rounding = 1e-9
			must.Need(t, pair[1].Low >= pair[0].Low-rounding && pair[1].Low <= pair[0].High+rounding,
				name, "found", pair[1].Low, "outside", pair[0])
		}
	}
}

// Each number of jobs from 2 on is in one class.
func TestClasses(t *testing.T) {
	for jobs := 1; jobs < 200; jobs++ {
		o, why := loss.Observe(ofDynP, result(jobs, 1000, 1000))
		must.Need(t, why == "", why)
		losses := loss.Distribute(ofDynP, []loss.Observation{o}, nil, "", 0)
		if want := min(jobs-1, 1); len(losses.Rows) != want || losses.All.Steps != want {
			t.Errorf("%d jobs: found %d classes and %d steps in all, expected %d",
				jobs, len(losses.Rows), losses.All.Steps, want)
		}
	}
	c := loss.Classes()
	must.Hold(t, c[0].String() == "2-4" && c[len(c)-1].String() == "65+", "found classes", c)
}

// Steps of which a policy has no schedule are left out, so that all losses are of the same steps. Best
// is the best of all, and dynP needs its three policies.
func TestCommonSteps(t *testing.T) {
	with := func(index int, policies map[string]int64) record.Result {
		r := *result(5, 1000, 1000)
		r.Index, r.Policies = index, map[string]record.Policy{}
		r.PolicyList = []string{"FCFS", "SJF", "LJF", "easy", "conservative"}
		for name, v := range policies {
			r.Policies[name] = record.Policy{Objective: v}
		}
		return r
	}
	c := summary.Collect([]record.Result{
		with(0, map[string]int64{"FCFS": 2000, "SJF": 1250, "LJF": 1600, "easy": 1000, "conservative": 2000}),
		with(1, map[string]int64{"FCFS": 2000, "SJF": 1250, "LJF": 1600, "conservative": 2000}),
	})
	losses := loss.Of(c, "", nil, 0)
	want := []string{"FCFS", "SJF", "LJF", "easy", "conservative", loss.DynP, loss.Best}
	must.Need(t, losses.All.Steps == 1 && slices.Equal(losses.Schedulers, want),
		"found", losses.All.Steps, "steps", losses.Schedulers, "expected 1 and", want)
	must.Equal(t, losses.Left.String(2), "1 of 2 steps is left out: 1 with no schedule of easy")
	losses.Left["no lower bound"] = 3
	const want4 = "4 of 5 steps are left out: 3 with no lower bound, 1 with no schedule of easy"
	must.Equal(t, losses.Left.String(5), want4)
	for k, want := range []float64{50, 20, 37.5, 0, 50, 20, 0} {
		near(t, losses.Schedulers[k], losses.All.Losses[k].Average, confidence.Interval{Low: want, High: want})
	}
	for _, c := range []struct{ policies, want []string }{
		{ofDynP, []string{"FCFS", "SJF", "LJF", loss.DynP}},
		{[]string{"FCFS", "easy"}, []string{"FCFS", "easy", loss.Best}},
		{[]string{"easy"}, []string{"easy"}},
	} {
		must.EqualSlices(t, loss.Schedulers(c.policies), c.want, c.policies)
	}
}

// The losses in other measures are those of sums over the jobs, by hand: of random steps, schedules and objectives.
func TestOtherMeasures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		facts, results := loss.Facts{}, []record.Result{}
		name := []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART}[r.IntN(2)]
		excess, fromNow, n := 0.0, 0.0, 1+r.IntN(4)
		for index := range n {
			step := &optgap.Step{Index: index, ObjectiveName: name}
			var weights, whole, behind, best int64 // sums: of weights, and of weighted times
			for id := range int64(2 + r.IntN(5)) {
				j := optgap.Job{ID: id, Width: 1 + r.Int64N(9), Estimate: 1 + r.Int64N(99), Submit: -r.Int64N(500), Weight: 1}
				w := int64(1)
				if name == optgap.ObjectiveARTwW {
					j.Weight, w = 0, j.Width
				}
				start := r.Int64N(50)
				weights, best, behind = weights+w, best+w*(start+j.Estimate), behind+w*(-j.Submit)
				whole += w * (start + r.Int64N(50) + j.Estimate)
				step.Jobs = append(step.Jobs, j)
			}
			excess += (float64(whole+behind)/float64(weights) - float64(best+behind)/float64(weights)) / float64(n)
			fromNow += 100 * (1 - float64(best)/float64(whole)) / float64(n)
			facts.Add(step)
			results = append(results, record.Result{
				Index: index, Jobs: len(step.Jobs), Method: "exact", Objective: best + behind, Bound: best + behind,
				PolicyList: []string{"mine"}, Policies: map[string]record.Policy{"mine": {Objective: whole + behind}},
			})
		}
		d := loss.Of(summary.Collect(results), "", facts, 0).All.Losses[0]
		near(t, "excess", *d.Excess, confidence.Interval{Low: excess, High: excess})
		near(t, "from now", *d.FromNow, confidence.Interval{Low: fromNow, High: fromNow})
		must.Hold(t, d.FromNow.Low >= d.Average.Low,
			"found", d.FromNow, "from now, expected at least the loss", d.Average)
		results[0].Trace = "other.swf" // the step of which is not known
		if d := loss.Of(summary.Collect(results), "", facts, 0).All.Losses[0]; d.Excess != nil || d.FromNow != nil {
			t.Errorf("found %v without a step", d)
		}
	}
}

// The losses of the policies are 50, 20 and 37.5 % of the first step. The second has 40 to 60, 4 to 36 and 25 to 50 %,
// so FCFS loses 24 to 36 points more than SJF there, and (30 + 24) / 2 to (30 + 36) / 2 on average.
func TestDifferences(t *testing.T) {
	results := []record.Result{*result(5, 1000, 1000), *result(5, 1200, 800)}
	results[1].Index = 1
	c := summary.Collect(results)
	losses := loss.Of(c, "", nil, 0)
	near(t, "FCFS - SJF", losses.All.Differences[0].Average, confidence.Interval{Low: 27, High: 33})
	near(t, "dynP - SJF", losses.Rows[0].Differences[3].Average, confidence.Interval{})
	must.Hold(t, losses.Against == "SJF" && losses.All.Differences[0].Tenths == nil,
		"found against", losses.Against, losses.All.Differences, "expected SJF and no tenths of two steps")
	other := loss.Of(c, "FCFS", nil, 0)
	near(t, "SJF - FCFS", other.All.Differences[1].Average, confidence.Interval{Low: -33, High: -27})
	if line := other.Lines()[1]; line.Against != "FCFS" || line.Scheduler != "SJF" || *line.DifferenceHigh != -27 {
		t.Errorf("found %+v", line)
	}
	var many []loss.Observation // A - B is 1 to 1.5, though the losses differ much
	for i := range 40 {
		v, more := float64(i*i%37), 1+float64(i*i%11)/20
		losses := []confidence.Interval{{Low: v + more, High: v + more}, {Low: v, High: v}, {}}
		many = append([]loss.Observation{{Index: i, Jobs: 3, Loss: losses}}, many...)
	}
	d := loss.Distribute([]string{"A", "B"}, many, nil, "", 100).All
	// i*i%11 is 0 1 4 9 5 3 3 5 9 4 1: of steps 16 to 19 it is 3 3 5 9 and of 20 to 23 it is 4 1 0 1
	near(t, "A - B by tenths", *d.Differences[0].Tenths, confidence.Interval{Low: 1.075, High: 1.2625})
	alone := d.Losses[0].Tenths
	must.Hold(t, alone.High-alone.Low >= 2, "found the tenths", alone, "of A alone")
	must.Hold(t, d.Of == 100 && d.Losses[0].Confidence != nil,
		"found", d.Losses[0].Confidence, "of", d.Of, "steps, expected an interval over 100")
}
