package replay_test

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// obvious is a machine, or a site of a grid, in the hands of a scheduler. It counts free processors per second. It
// states in the plainest way what the schedulers do, and decides on requests for
// reservations. It needs neither timers nor a calendar, and shares no code with the
// schedulers but the deciders, which have tests of their own.
type obvious struct {
	machine  int64
	jobs     []optgap.TraceJob
	policies []string
	policy   string

	dynp    *dynp.Options                               // self-tuning, if set
	basic   *dynp.BasicOptions                          // basic dynP, if set
	follow  func(*optgap.Step) (optgap.Schedule, error) // follower, if set
	starts  []int64                                     // -1: waits, or is not here
	held    []reservation.Decision                      // admitted reservations
	planned []int64                                     // of insert and promise
	// waiting jobs in the one queue of some readings and of the follower
	line []int
	here []int // jobs submitted so far
	now  int64

	tries, backlog int
	startedWith    map[string]int
}

const horizon = 2500 // seconds: more than any plan of the tests takes

// idle returns an idle machine of so many processors with the scheduler of o.
func (o obvious) idle(machine int64, jobs []optgap.TraceJob) *obvious {
	o.machine, o.jobs, o.policy, o.startedWith = machine, jobs, o.policies[0], map[string]int{}
	o.starts, o.planned = slices.Repeat([]int64{-1}, len(jobs)), slices.Repeat([]int64{-1}, len(jobs))
	return &o
}

// secondBySecond replays jobs, which are in order of submission, and requests, on one machine or on the sites of a
// grid. A job goes to the first of the sites whose plans end it first.
func secondBySecond(
	jobs []optgap.TraceJob, requests []reservation.Request, sites ...*obvious,
) (starts []int64, siteOf []int, answers []reservation.Decision) {
	requests = slices.Clone(requests)
	slices.SortStableFunc(requests, func(a, b reservation.Request) int { return int(a.Submit - b.Submit) })
	waits := func(o *obvious) bool { return len(o.waiting()) > 0 }
	more := func() bool { return len(siteOf) < len(jobs) || len(answers) < len(requests) }
	for now := int64(0); more() || slices.ContainsFunc(sites, waits); now++ {
		for _, o := range sites {
			o.now = now
			ends := func(i int) bool {
				return o.starts[i] >= 0 && o.starts[i] < now && o.starts[i]+o.jobs[i].Duration() == now
			}
			if slices.ContainsFunc(o.here, ends) {
				o.ended()
			}
			o.start() // nothing should start between events, but at the ends of reservations
		}
		for len(answers) < len(requests) && requests[len(answers)].Submit == now {
			d := decide(requests[len(answers)], sites)
			answers = append(answers, d)
			for _, p := range d.Parts() {
				d.Request.Width = p.Width
				sites[p.Site].held = append(sites[p.Site].held, d)
				sites[p.Site].start()
			}
		}
		for len(siteOf) < len(jobs) && jobs[len(siteOf)].Submit == now {
			job, site := len(siteOf), 0
			for i, o := range sites {
				if len(sites) > 1 && o.wouldStart(job) < sites[site].wouldStart(job) {
					site = i
				}
			}
			siteOf = append(siteOf, site)
			sites[site].submit(job)
			sites[site].start()
		}
	}
	for job, site := range siteOf {
		starts = append(starts, sites[site].starts[job])
	}
	return starts, siteOf, answers
}

// wouldStart returns when the plan of the active policy would start a job that is submitted now.
func (o *obvious) wouldStart(job int) int64 {
	if o.jobs[job].Width > o.machine {
		return optgap.Never
	}
	with := *o
	with.here = append(slices.Clone(o.here), job)
	order := with.ordered(o.policy)
	return with.layOut(order)[slices.Index(order, job)]
}

// decide answers a request. It tries one start after the other.
func decide(q reservation.Request, sites []*obvious) reservation.Decision {
	choices := [][]reservation.Part{q.Parts}
	if q.Parts == nil {
		choices = nil
		for site := range sites {
			choices = append(choices, []reservation.Part{{Site: site, Width: q.Width}})
		}
	}
	tooWide := func(p reservation.Part) bool { return p.Width > sites[p.Site].machine }
	choices = slices.DeleteFunc(choices, func(c []reservation.Part) bool { return slices.ContainsFunc(c, tooWide) })
	d := reservation.Decision{Request: q, Refused: reservation.TooWide}
	if len(choices) == 0 {
		return d
	}
	now := sites[0].now
	date, dated := q.When.Date()
	for s := max(now, date); ; s++ {
		busy := func(p reservation.Part) bool {
			return slices.Min(sites[p.Site].free()[s-now:s-now+q.Duration]) < p.Width
		}
		for _, parts := range choices {
			if !slices.ContainsFunc(parts, busy) {
				d.Start, d.Refused = s, reservation.Admitted
				if q.Parts == nil {
					d.Site = parts[0].Site
				}
				return d
			}
		}
		switch {
		case dated:
			d.Refused = reservation.BusyThen
			return d
		case q.When == reservation.Now:
			d.Refused = reservation.BusyNow
			return d
		}
	}
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
	o.here = append(o.here, job)
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
		plan, jobs := must.Get(o.follow(o.step())), o.ordered("FCFS")
		o.line = slices.Clone(jobs)
		slices.SortStableFunc(o.line, func(a, b int) int {
			return int(plan[slices.Index(jobs, a)] - plan[slices.Index(jobs, b)])
		})
	}
	if o.basic != nil && len(waiting) >= 5 {
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

// waiting returns the waiting jobs in the order of their submission.
func (o *obvious) waiting() []int {
	var out []int
	for _, i := range o.here {
		if o.starts[i] < 0 {
			out = append(out, i)
		}
	}
	return out
}

func (o *obvious) running(i int) bool {
	return o.starts[i] <= o.now && o.starts[i]+o.jobs[i].Duration() > o.now
}

// free returns the processors free in each second from now on.
func (o *obvious) free() []int64 {
	free := slices.Repeat([]int64{o.machine}, horizon)
	for _, i := range o.here {
		if s := o.starts[i]; s >= 0 && o.running(i) {
			for u := o.now; u < s+o.jobs[i].Estimate; u++ {
				free[u-o.now] -= o.jobs[i].Width
			}
		}
	}
	for _, d := range o.held {
		for u := max(o.now, d.Start); u < d.End(); u++ {
			free[u-o.now] -= d.Request.Width
		}
	}
	return free
}

func (o *obvious) occupy(free []int64, start int64, job int) {
	for u := range o.jobs[job].Estimate {
		free[start+u] -= o.jobs[job].Width
	}
}

func (o *obvious) vacate(free []int64, start int64, job int) {
	for u := range o.jobs[job].Estimate {
		free[start+u] += o.jobs[job].Width
	}
}

// place occupies the earliest seconds in which the job fits.
func (o *obvious) place(free []int64, job int) int64 {
	j := o.jobs[job]
	run := int64(0) // seconds in a row with enough processors
	for u := int64(0); ; u++ {
		if run++; free[u] < j.Width {
			run = 0
		}
		if run == j.Estimate {
			o.occupy(free, u+1-run, job)
			return u + 1 - run
		}
	}
}

func (o *obvious) layOut(order []int) []int64 {
	free := o.free()
	var plan []int64
	for _, i := range order {
		plan = append(plan, o.place(free, i))
	}
	return plan
}

// moveForward moves the planned jobs to earlier starts until none can move.
func (o *obvious) moveForward(order []int) []int64 {
	free := o.free()
	plan := make([]int64, len(order))
	for k, i := range order {
		plan[k] = o.planned[i] - o.now
		o.occupy(free, plan[k], i)
	}
	for {
		before := slices.Clone(plan)
		for k, i := range order {
			o.vacate(free, plan[k], i)
			plan[k] = o.place(free, i)
		}
		if slices.Equal(before, plan) {
			return plan
		}
	}
}

// arrange returns the jobs in the order in which a plan of the policy takes
// them.
func (o *obvious) arrange(policy string) []int {
	if !o.is(dynp.ReplanQueue, dynp.ReplanQueueBack) {
		return o.ordered(policy)
	}
	if policy != "FCFS" {
		o.line = o.ordered(policy)
	}
	return o.line
}

// ordered returns the waiting jobs in the order of a policy, of equal ones by submission, then id.
func (o *obvious) ordered(policy string) []int {
	out := o.waiting()
	slices.SortFunc(out, func(x, y int) int {
		a, b := o.jobs[x], o.jobs[y]
		return cmp.Or(compare(policy, a, b, o.now), int(a.Submit-b.Submit), int(a.ID-b.ID))
	})
	return out
}

// compare orders two jobs by a policy. Equal ones are 0.
func compare(policy string, a, b optgap.TraceJob, now int64) int {
	switch policy {
	case "FCFS":
		return 0
	case "SJF":
		return int(a.Estimate - b.Estimate)
	case "LJF":
		return int(b.Estimate - a.Estimate)
	case "FFIA":
		return int(a.Width*a.Estimate - b.Width*b.Estimate)
	case "LAF":
		return int(b.Width*b.Estimate - a.Width*a.Estimate)
	case "NJF":
		return int(a.Width - b.Width)
	case "WJF":
		return int(b.Width - a.Width)
	case "WSPT":
		return int(a.Estimate*b.Width - b.Estimate*a.Width)
	}
	// Any other policy is ordered by its key, which has a test of its own.
	p := must.Get(heuristics.PolicyByName(policy))
	return cmp.Compare(p.At(a.Job, now), p.At(b.Job, now))
}

// step returns the situation as a step.
func (o *obvious) step() *optgap.Step {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: o.machine}
	for u, f := range o.free() {
		s.History = append(s.History, optgap.Change{Time: int64(u), Free: f})
	}
	for _, i := range o.ordered("FCFS") {
		j := o.jobs[i].Job
		j.Submit -= o.now
		s.Jobs = append(s.Jobs, j)
	}
	return s
}
