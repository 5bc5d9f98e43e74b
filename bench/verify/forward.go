package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// remake makes the schedule of a policy again: the start of each job, in the order of the step.
type remake func(s *optgap.Step) []int64

// remakeOf returns how the schedule of a policy is made again, or nil if it cannot be. reserves tells
// whether the policy respects histories that dip.
func remakeOf(name string) (again remake, reserves bool) {
	if name == "conservative" { // what is reserved at second 0 stands, as jobs run for their estimates
		name = "FCFS"
	}
	if order, ok := orders[name]; ok {
		return func(s *optgap.Step) []int64 {
			starts, _ := plan(s, ordered(s, order), 1)
			return starts
		}, true
	}
	for family, rule := range families {
		order, ok := orderWithin(family, name)
		if ok {
			return func(s *optgap.Step) []int64 { return runForward(s, ordered(s, order), rule) }, false
		}
	}
	return nil, false
}

// orders are the orders of planning policies, by name.
var orders = map[string]func(a, b optgap.Job) int{
	"FCFS": bySubmit, "SJF": by(estimate), "LJF": by(negative(estimate)),
	"ffia": by(area), "laf": by(negative(area)), "njf": by(width), "wjf": by(negative(width)),
}

func estimate(j optgap.Job) int64 { return j.Estimate }
func width(j optgap.Job) int64    { return j.Width }
func area(j optgap.Job) int64     { return j.Width * j.Estimate }

func negative(of func(optgap.Job) int64) func(optgap.Job) int64 {
	return func(j optgap.Job) int64 { return -of(j) }
}

// by compares jobs by a number, then by submission and id.
func by(of func(optgap.Job) int64) func(a, b optgap.Job) int {
	return func(a, b optgap.Job) int { return cmp.Or(cmp.Compare(of(a), of(b)), bySubmit(a, b)) }
}

// families are the rules of queueing schedulers, by the name of the one in the order of FCFS.
var families = map[string]rule{"strict-fcfs": strict, "first-fit": firstFit, "easy": easy, "easy-sjbf": easySJBF}

// orderWithin returns the order of the queue of a scheduler of a family, such as that of easy-sjf.
func orderWithin(family, name string) (order func(a, b optgap.Job) int, ok bool) {
	if name == family {
		return bySubmit, true
	}
	suffix, ok := strings.CutPrefix(name, strings.TrimSuffix(family, "-fcfs")+"-")
	if !ok {
		return nil, false
	}
	order, ok = map[string]func(a, b optgap.Job) int{
		"sjf": orders["SJF"], "ljf": orders["LJF"], "wjf": orders["wjf"], "njf": orders["njf"],
	}[suffix]
	return order, ok
}

// dips reports whether the history falls anywhere.
func dips(h optgap.History) bool {
	return !slices.IsSortedFunc(h, func(a, b optgap.Change) int { return cmp.Compare(a.Free, b.Free) })
}

// A rule starts jobs of a queue at the present second.
type rule func(q *queue)

// queue holds the waiting jobs at a second of a forward simulation.
type queue struct {
	step    *optgap.Step
	now     int64
	free    capacity // what the history and the jobs that have started leave; it never falls after now
	waiting []int    // positions of jobs in the step, in the order of the queue
	starts  []int64
}

// runForward runs a rule from the step on, in a history that does not dip: at second 0, and then at each
// second at which processors become free.
func runForward(s *optgap.Step, order []int, start rule) []int64 {
	q := &queue{
		step: s, free: capacity(slices.Clone(s.History)), waiting: slices.Clone(order), starts: make([]int64, len(s.Jobs)),
	}
	for start(q); len(q.waiting) > 0; start(q) {
		q.now = q.later()[0].Time
	}
	return q.starts
}

// later returns what is free after now.
func (q *queue) later() capacity {
	i, _ := slices.BinarySearchFunc(q.free, q.now+1, byTime)
	return q.free[i:]
}

func (q *queue) job(i int) optgap.Job { return q.step.Jobs[q.waiting[i]] }

// fits reports whether the job at a position of the queue fits now.
func (q *queue) fits(i int) bool {
	now := len(q.free) - len(q.later()) - 1
	return q.job(i).Width <= q.free[now].Free
}

// begin starts the job at a position of the queue.
func (q *queue) begin(i int) {
	j := q.job(i)
	q.starts[q.waiting[i]] = q.now
	q.free = q.free.reserve(q.now, j.Estimate, j.Width)
	q.waiting = slices.Delete(q.waiting, i, i+1)
}

// strict starts the head of the queue as long as it fits.
func strict(q *queue) {
	for len(q.waiting) > 0 && q.fits(0) {
		q.begin(0)
	}
}

// firstFit goes through the queue once and starts what fits.
func firstFit(q *queue) {
	for i := 0; i < len(q.waiting); {
		if q.fits(i) {
			q.begin(i)
			continue
		}
		i++
	}
}

// easy starts the head as long as it fits. The next head gets a reservation at the first second at
// which enough processors are free. Others start that fit, and that end by then or take no more than
// what the head leaves.
func easy(q *queue) {
	strict(q)
	if len(q.waiting) == 0 {
		return
	}
	later := q.later()
	at := slices.IndexFunc(later, func(c optgap.Change) bool { return c.Free >= q.job(0).Width })
	shadow, extra := later[at].Time, later[at].Free-q.job(0).Width
	for i := 1; i < len(q.waiting); {
		j := q.job(i)
		ends := q.now+j.Estimate <= shadow
		if !q.fits(i) || !ends && j.Width > extra {
			i++
			continue
		}
		q.begin(i)
		if !ends {
			extra -= j.Width
		}
	}
}

// easySJBF is easy, with the shortest job behind the head first.
func easySJBF(q *queue) {
	strict(q)
	if len(q.waiting) > 0 {
		q.sort(q.waiting[1:], orders["SJF"])
		easy(q)
		q.sort(q.waiting, bySubmit)
	}
}

func (q *queue) sort(waiting []int, order func(a, b optgap.Job) int) {
	slices.SortFunc(waiting, func(a, b int) int { return order(q.step.Jobs[a], q.step.Jobs[b]) })
}
