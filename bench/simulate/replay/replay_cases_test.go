package replay_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

type case_ struct {
	make    func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error)
	obvious obvious
}

// schedulers returns every scheduler and option with its obvious twin.
func schedulers() map[string]case_ {
	all := map[string]case_{}
	for _, p := range heuristics.Policies() {
		all[p.Name] = case_{
			func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(m, j, p), nil
			},
			obvious{policies: []string{p.Name}},
		}
	}
	selfTuning := func(name string, o dynp.Options) {
		twin := obvious{dynp: &o, policies: []string{"FCFS", "SJF", "LJF"}}
		if len(o.Policies) > 0 {
			twin.policies = nil
			for _, p := range o.Policies {
				twin.policies = append(twin.policies, p.Name)
			}
		}
		scheduler := func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) { return dynp.New(m, j, o) }
		all["dynp/"+name] = case_{scheduler, twin}
	}
	for _, r := range dynp.Replans() {
		for name, d := range map[string]dynp.Decider{"simple": dynp.Simple, "advanced": dynp.Advanced} {
			selfTuning(string(r)+"-"+name, dynp.Options{Replan: r, Decider: d})
		}
		future := dynp.Options{Replan: r, Slack: 0.0625, FutureJobs: 5, FutureSeconds: 40}
		selfTuning(string(r)+"-options", future)
	}
	for _, m := range dynp.QualityMetrics() {
		q := dynp.Quality{{Metric: m, Weight: 1}}
		selfTuning(string(m), dynp.Options{Quality: q})
		selfTuning(string(m)+"-jobs", dynp.Options{Quality: q, FutureJobs: 3})
		selfTuning(string(m)+"-seconds", dynp.Options{Quality: q, FutureSeconds: 20})
		selfTuning(string(m)+"-slack", dynp.Options{Quality: q, Slack: 0.125})
	}
	for _, text := range []string{"artww+ms", "2*wait+3*ms+sldwa"} {
		q := must.Get(dynp.ParseQuality(text))
		selfTuning(text, dynp.Options{Quality: q, Slack: 0.125, FutureJobs: 4})
	}
	selfTuning("all-policies", dynp.Options{Policies: heuristics.Policies()})
	// One queue keeps its order between events. Where this order depends on the moment, it depends on what counts as
	// an event, which this simulator and the replay need not agree about.
	keyed := slices.DeleteFunc(heuristics.Policies(), func(p heuristics.Policy) bool { return p.Score != nil })
	selfTuning("all-policies-queue", dynp.Options{Policies: keyed, Decider: dynp.Simple, Replan: dynp.ReplanQueue})
	basic := dynp.BasicOptions{Lower: 8, Upper: 12.5}
	all["basic"] = case_{
		func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
			return dynp.NewBasic(m, j, basic)
		},
		obvious{basic: &basic, policies: []string{"FCFS"}},
	}
	all["follower"] = case_{
		func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
			return dynp.NewFollower(m, j, widestLate), nil
		},
		obvious{follow: widestLate, policies: []string{"FCFS"}},
	}
	return all
}

// widestLate schedules a step by falling width, and every start is a second
// later than it could be.
func widestLate(s *optgap.Step) (optgap.Schedule, error) {
	plan := steptest.Plan(s, heuristics.WJF)
	for i := range plan {
		plan[i] += 1
	}
	return plan, plan.Check(s)
}

func runs(jobs []optgap.TraceJob, s heuristics.Scheduler) []int64 {
	return must.Get(replay.Run(context.Background(), jobs, s)).Starts
}

// TestEventsAllocateNothing: a trace that is replayed twice in a row allocates
// hardly more than once, under every reading.
func TestEventsAllocateNothing(t *testing.T) {
	const n, machine = 2000, 10
	once := slowreplay.Trace(rand.New(rand.NewPCG(23, 1)), n, machine)
	for i := range once {
		once[i].Submit *= 2 // to a queue that does not grow
	}
	twice := slices.Concat(once, once)
	for i := range twice[n:] {
		j := &twice[n+i]
		j.ID += n
		j.Submit += once[n-1].Submit + 1_000_000
	}
	for _, r := range dynp.Replans() {
		allocations := func(jobs []optgap.TraceJob) float64 {
			return testing.AllocsPerRun(1, func() { runs(jobs, must.Get(dynp.New(machine, jobs, dynp.Options{Replan: r}))) })
		}
		more := allocations(twice) - allocations(once)
		must.Hold(t, more <= 5, r, more, "allocations in the second half of", 4*n, "events")
	}
}

// counted is a job that counts for a plan's quality.
type counted struct{ wait, estimate, width, end int64 }

// count returns the jobs of a plan that the options let count.
func (o *obvious) count(order []int, plan []int64) []counted {
	byStart := make([]int, len(order))
	for k := range byStart {
		byStart[k] = k
	}
	slices.SortStableFunc(byStart, func(a, b int) int { return int(plan[a] - plan[b]) })
	var out []counted
	add := func(i int, start int64) {
		j := o.jobs[i]
		out = append(out, counted{o.now + start - j.Submit, j.Estimate, j.Width, start + j.Estimate})
	}
	for n, k := range byStart {
		tooMany := o.dynp.FutureJobs > 0 && n >= o.dynp.FutureJobs
		tooLate := o.dynp.FutureSeconds > 0 && plan[k] > o.dynp.FutureSeconds
		if n == 0 || !tooMany && !tooLate {
			add(order[k], plan[k])
		}
	}
	return out
}

// quality returns the quality of plans[p] among the plans.
func (o *obvious) quality(plans [][]counted, p int) *big.Rat {
	q := o.dynp.Quality
	if len(q) == 0 {
		return metric(dynp.ARTwW, plans[p])
	}
	if len(q) == 1 {
		return metric(q[0].Metric, plans[p])
	}
	sum := new(big.Rat)
	for _, t := range q {
		mean := new(big.Rat)
		for _, plan := range plans {
			mean.Add(mean, new(big.Rat).Mul(metric(t.Metric, plan), big.NewRat(1, int64(len(plans)))))
		}
		if mean.Sign() > 0 {
			part := new(big.Rat).Quo(metric(t.Metric, plans[p]), mean)
			sum.Add(sum, part.Mul(part, big.NewRat(t.Weight, 1)))
		}
	}
	return sum
}

// metric is the definition of a quality metric.
func metric(m dynp.Metric, jobs []counted) *big.Rat {
	var top, bottom, last int64
	for _, j := range jobs {
		last = max(last, j.end)
		switch m {
		case dynp.ART:
			top, bottom = top+j.wait+j.estimate, bottom+1
		case dynp.ARTwW:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width
		case dynp.SLD:
			top, bottom = top+1<<20+j.wait<<20/j.estimate, bottom+1<<20
		case dynp.SLDwA:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width*j.estimate
		case dynp.Wait:
			top, bottom = top+j.wait, bottom+1
		case dynp.WaitwW:
			top, bottom = top+j.width*j.wait, bottom+j.width
		}
	}
	if m == dynp.MS {
		return big.NewRat(last, 1)
	}
	return big.NewRat(top, bottom)
}
