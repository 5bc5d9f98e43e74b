package replay_test

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// obvious replays second by second, on a count of free processors per second. It
// states in the plainest way what the schedulers do, and decides on requests for
// reservations. It needs neither timers nor a calendar, and shares no code with the
// schedulers but the deciders, which have tests of their own.
type obvious struct {
	machine  int64
	jobs     []optgap.TraceJob
	requests []reservation.Request // in order of submission
	policies []string
	policy   string

	dynp    *dynp.Options                               // self-tuning, if set
	basic   *dynp.BasicOptions                          // basic dynP, if set
	follow  func(*optgap.Step) (optgap.Schedule, error) // follower, if set
	starts  []int64                                     // -1: waits
	answers []reservation.Decision                      // to the first of the requests
	planned []int64                                     // of insert and promise
	// waiting jobs in the one queue of some readings and of the follower
	line []int
	here int // jobs submitted so far
	now  int64

	tries, backlog int
	startedWith    map[string]int
}

const horizon = 2500 // seconds: more than any plan of the tests takes

func (o *obvious) run() []int64 {
	o.startedWith = map[string]int{}
	o.starts = slices.Repeat([]int64{-1}, len(o.jobs))
	o.planned = slices.Repeat([]int64{-1}, len(o.jobs))
	for o.now = 0; slices.Contains(o.starts, -1) || len(o.answers) < len(o.requests); o.now++ {
		for i, s := range o.starts {
			if s >= 0 && s < o.now && s+o.jobs[i].Duration() == o.now {
				o.ended()
				break
			}
		}
		o.start() // nothing should start between events, but at the ends of reservations
		for len(o.answers) < len(o.requests) && o.requests[len(o.answers)].Submit == o.now {
			o.answers = append(o.answers, o.decide(o.requests[len(o.answers)]))
			o.start()
		}
		for o.here < len(o.jobs) && o.jobs[o.here].Submit == o.now {
			o.submit(o.here)
			o.start()
		}
	}
	return o.starts
}

// decide answers a request.
func (o *obvious) decide(q reservation.Request) reservation.Decision {
	d := reservation.Decision{Request: q}
	if q.Width > o.machine {
		d.Refused = reservation.TooWide
		return d
	}
	free := o.free()
	fits := func(start int64) bool { return slices.Min(free[start-o.now:start-o.now+q.Duration]) >= q.Width }
	switch date, dated := q.When.Date(); {
	case dated && fits(date):
		d.Start = date
	case dated:
		d.Refused = reservation.BusyThen
	case q.When == reservation.Now && !fits(o.now):
		d.Refused = reservation.BusyNow
	default:
		for d.Start = o.now; !fits(d.Start); d.Start++ {
		}
	}
	return d
}

func (o *obvious) reading() dynp.Replan {
	if o.dynp == nil || o.dynp.Replan == "" {
		return dynp.ReplanFull
	}
	return o.dynp.Replan
}

func (o *obvious) is(readings ...dynp.Replan) bool {
	return slices.Contains(readings, o.reading())
}

func (o *obvious) submit(job int) {
	o.here++
	o.line = append(o.line, job)
	waiting := o.waiting()
	if o.is(dynp.ReplanInsert, dynp.ReplanPromise) {
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
	if o.is(dynp.ReplanFull, dynp.ReplanBoth, dynp.ReplanQueue, dynp.ReplanQueueBack) {
		o.tune()
	}
}

func (o *obvious) ended() {
	if !o.is(dynp.ReplanFull) {
		o.tune()
	}
	switch order := o.ordered(o.policy); o.reading() {
	case dynp.ReplanInsert:
		for k, s := range o.layOut(order) {
			o.planned[order[k]] = o.now + s
		}
	case dynp.ReplanPromise:
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
			if o.is(dynp.ReplanInsert, dynp.ReplanPromise) {
				startsNow = o.planned[i] == o.now
			}
			if startsNow {
				o.starts[i] = o.now
				o.startedWith[o.policy]++
				o.line = slices.DeleteFunc(slices.Clone(o.line), func(j int) bool { return j == i })
				again = again || o.jobs[i].Duration() == 0
			}
		}
		if o.policy == "LJF" && o.is(dynp.ReplanQueueBack) {
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
		if o.is(dynp.ReplanPromise) {
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
		decide = dynp.Advanced
	}
	o.policy = o.policies[decide(ranks, slices.Index(o.policies, o.policy))]
	if o.is(dynp.ReplanQueue, dynp.ReplanQueueBack) {
		o.arrange(o.policy)
	}
}
