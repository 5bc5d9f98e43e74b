package replay_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// obvious replays second by second, on a count of free processors per second.
// It shares no code with the schedulers but the deciders, which have tests of
// their own, and states what they do in the plainest way.
type obvious struct {
	machine  int64
	jobs     []optgap.TraceJob
	policies []string
	policy   string

	dynp    *heuristics.DynPOptions                     // self-tuning, if set
	basic   *heuristics.BasicOptions                    // basic dynP, if set
	follow  func(*optgap.Step) (optgap.Schedule, error) // follower, if set
	starts  []int64                                     // -1: waits
	planned []int64                                     // of insert and promise
	line    []int                                       // waiting jobs in the one queue of some readings and of the follower
	here    int                                         // jobs submitted so far
	now     int64

	tries, backlog int
	startedWith    map[string]int
}

const horizon = 2500 // seconds: more than any plan of the tests takes

func (o *obvious) run() []int64 {
	o.startedWith = map[string]int{}
	o.starts = slices.Repeat([]int64{-1}, len(o.jobs))
	o.planned = slices.Repeat([]int64{-1}, len(o.jobs))
	for o.now = 0; slices.Contains(o.starts, -1); o.now++ {
		for i, s := range o.starts {
			if s >= 0 && s < o.now && s+o.jobs[i].Duration() == o.now {
				o.ended()
				break
			}
		}
		o.start() // nothing starts between events, but who knows
		for o.here < len(o.jobs) && o.jobs[o.here].Submit == o.now {
			o.submit(o.here)
			o.start()
		}
	}
	return o.starts
}

func (o *obvious) reading() heuristics.Replan {
	if o.dynp == nil || o.dynp.Replan == "" {
		return heuristics.ReplanFull
	}
	return o.dynp.Replan
}

func (o *obvious) is(readings ...heuristics.Replan) bool {
	return slices.Contains(readings, o.reading())
}

func (o *obvious) submit(job int) {
	o.here++
	o.line = append(o.line, job)
	waiting := o.waiting()
	if o.is(heuristics.ReplanInsert, heuristics.ReplanPromise) {
		free := o.free()
		for _, i := range waiting {
			if i != job {
				o.occupy(free, o.planned[i]-o.now, i)
			}
		}
		o.planned[job] = o.now + o.place(free, job)
	}
	if o.follow != nil && len(waiting) >= 2 {
		plan, err := o.follow(o.step())
		if err != nil {
			panic(err)
		}
		o.line = slices.Clone(waiting)
		slices.SortStableFunc(o.line, func(a, b int) int {
			return int(plan[slices.Index(waiting, a)] - plan[slices.Index(waiting, b)])
		})
	}
	if o.basic != nil && len(waiting) >= o.basic.Threshold {
		sum := 0.0
		for _, i := range waiting {
			sum += float64(o.jobs[i].Estimate)
		}
		switch mean := sum / float64(len(waiting)); {
		case mean <= o.basic.Lower:
			o.policy = "SJF"
		case mean <= o.basic.Upper:
			o.policy = "FCFS"
		default:
			o.policy = "LJF"
		}
	}
	if o.is(heuristics.ReplanFull, heuristics.ReplanBoth, heuristics.ReplanQueue, heuristics.ReplanQueueBack) {
		o.tune()
	}
}

func (o *obvious) ended() {
	if !o.is(heuristics.ReplanFull) {
		o.tune()
	}
	switch order := o.ordered(o.policy); o.reading() {
	case heuristics.ReplanInsert:
		for k, s := range o.layOut(order) {
			o.planned[order[k]] = o.now + s
		}
	case heuristics.ReplanPromise:
		for k, s := range o.moveForward(order) {
			o.planned[order[k]] = o.now + s
		}
	}
}

// start plans and starts until nothing more starts: a job of run time 0 frees
// its processors at once, and its end is an event.
func (o *obvious) start() {
	for again := true; again; {
		again = false
		order := o.line
		if o.follow == nil {
			order = o.arrange(o.policy)
		}
		plan := o.layOut(order)
		for k, i := range slices.Clone(order) {
			startsNow := plan[k] == 0
			if o.is(heuristics.ReplanInsert, heuristics.ReplanPromise) {
				startsNow = o.planned[i] == o.now
			}
			if startsNow {
				o.starts[i] = o.now
				o.startedWith[o.policy]++
				o.line = slices.DeleteFunc(slices.Clone(o.line), func(j int) bool { return j == i })
				again = again || o.jobs[i].Duration() == 0
			}
		}
		if o.policy == "LJF" && o.is(heuristics.ReplanQueueBack) {
			o.line = o.ordered("SJF")
		}
		if again {
			o.ended()
		}
	}
}

// tune runs a self-tuning step.
func (o *obvious) tune() {
	waiting := o.waiting()
	if o.dynp == nil || len(waiting) < 2 {
		return
	}
	o.tries++
	o.backlog += len(waiting)
	var values []*big.Rat
	plans := make([][]counted, len(o.policies))
	for p, policy := range o.policies {
		order := o.arrange(policy)
		plan := o.layOut(order)
		if o.is(heuristics.ReplanPromise) {
			plan = o.moveForward(order)
		}
		plans[p] = o.count(order, plan)
	}
	for p, policy := range o.policies {
		v := o.quality(plans, p)
		if policy == o.policy {
			v.Mul(v, new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).SetFloat64(o.dynp.Slack)))
		}
		values = append(values, v)
	}
	ranks := make([]int64, len(values))
	for a := range values {
		for b := range values {
			if values[b].Cmp(values[a]) < 0 {
				ranks[a]++
			}
		}
	}
	decide := o.dynp.Decider
	if decide == nil {
		decide = heuristics.Advanced
	}
	o.policy = o.policies[decide(ranks, slices.Index(o.policies, o.policy))]
	if o.is(heuristics.ReplanQueue, heuristics.ReplanQueueBack) {
		o.arrange(o.policy)
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
	for i, s := range o.starts[:o.here] {
		if o.dynp.Running && s >= 0 && o.running(i) {
			add(i, s-o.now)
		}
	}
	return out
}

// quality returns the quality of plans[p] among the plans.
func (o *obvious) quality(plans [][]counted, p int) *big.Rat {
	q := o.dynp.Quality
	if len(q) == 0 {
		return metric(heuristics.ARTwW, plans[p])
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
func metric(m heuristics.Metric, jobs []counted) *big.Rat {
	var top, bottom, last int64
	for _, j := range jobs {
		last = max(last, j.end)
		switch m {
		case heuristics.ART:
			top, bottom = top+j.wait+j.estimate, bottom+1
		case heuristics.ARTwW:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width
		case heuristics.SLDwA:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width*j.estimate
		case heuristics.Wait:
			top, bottom = top+j.wait, bottom+1
		case heuristics.WaitwW:
			top, bottom = top+j.width*j.wait, bottom+j.width
		}
	}
	if m == heuristics.MS {
		return big.NewRat(last, 1)
	}
	return big.NewRat(top, bottom)
}

// TestMetricOfObvious: jobs of width 2 and 1 that wait 3 s and 0 s for 4 s and
// 10 s of work, the first from second 3 to 7.
func TestMetricOfObvious(t *testing.T) {
	jobs := []counted{{3, 4, 2, 7}, {0, 10, 1, 10}}
	for m, want := range map[heuristics.Metric]*big.Rat{
		heuristics.MS: big.NewRat(10, 1), heuristics.ART: big.NewRat(7+10, 2), heuristics.ARTwW: big.NewRat(2*7+10, 3),
		heuristics.SLDwA: big.NewRat(2*7+10, 2*4+10), heuristics.Wait: big.NewRat(3, 2), heuristics.WaitwW: big.NewRat(6, 3),
	} {
		if got := metric(m, jobs); got.Cmp(want) != 0 {
			t.Errorf("%s is %v, want %v", m, got, want)
		}
	}
}
