package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// remake makes the schedule of a policy again: the start of each job, in the order of the step.
type remake func(s *optgap.Step) []int64

// remakeOf returns how the schedule of a policy is made again; nil: it cannot be. reserves tells
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

// dips tells whether the history falls anywhere.
func dips(h optgap.History) bool {
	return !slices.IsSortedFunc(h, func(a, b optgap.Change) int { return cmp.Compare(a.Free, b.Free) })
}

// A rule starts jobs of a queue at the present second.
type rule func(q *queue)

// queue holds the waiting jobs at a second of a forward simulation.
type queue struct {
	step    *optgap.Step
	now     int64
	waiting []int    // positions of jobs in the step, in the order of the queue
	running []placed // jobs that have started and not ended
	starts  []int64
}

// runForward runs a rule from the step on, in a history that does not dip: at second 0, and then at each
// second at which processors become free.
func runForward(s *optgap.Step, order []int, start rule) []int64 {
	q := &queue{step: s, waiting: slices.Clone(order), starts: make([]int64, len(s.Jobs))}
	for start(q); len(q.waiting) > 0; start(q) {
		next := q.events()[0]
		q.now = next.Time
		q.running = slices.DeleteFunc(q.running, func(p placed) bool { return p.end <= q.now })
	}
	return q.starts
}

// events returns the later seconds at which processors become free, with their number, in order. There
// is one, as all jobs fit after the last.
func (q *queue) events() []optgap.Change {
	var all []optgap.Change
	for i, c := range q.step.History {
		if c.Time > q.now {
			all = append(all, optgap.Change{Time: c.Time, Free: c.Free - q.step.History[i-1].Free})
		}
	}
	for _, p := range q.running {
		all = append(all, optgap.Change{Time: p.end, Free: p.width})
	}
	slices.SortFunc(all, func(a, b optgap.Change) int { return cmp.Compare(a.Time, b.Time) })
	return all
}

// free returns the processors that are free now.
func (q *queue) free() int64 {
	free := fewest(q.step.History, q.now, q.now+1)
	for _, p := range q.running {
		free -= p.width
	}
	return free
}

func (q *queue) job(i int) optgap.Job { return q.step.Jobs[q.waiting[i]] }

// begin starts the job at a position of the queue.
func (q *queue) begin(i int) {
	j := q.job(i)
	q.starts[q.waiting[i]] = q.now
	q.running = append(q.running, placed{q.now, q.now + j.Estimate, j.Width})
	q.waiting = slices.Delete(q.waiting, i, i+1)
}

// strict starts the head of the queue as long as it fits.
func strict(q *queue) {
	for free := q.free(); len(q.waiting) > 0 && q.job(0).Width <= free; {
		free -= q.job(0).Width
		q.begin(0)
	}
}

// firstFit goes through the queue once and starts what fits.
func firstFit(q *queue) {
	free := q.free()
	for i := 0; i < len(q.waiting); {
		if w := q.job(i).Width; w <= free {
			free -= w
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
	shadow, extra := q.reservation()
	free := q.free()
	for i := 1; i < len(q.waiting); {
		j := q.job(i)
		ends := q.now+j.Estimate <= shadow
		if j.Width > free || !ends && j.Width > extra {
			i++
			continue
		}
		free -= j.Width
		if !ends {
			extra -= j.Width
		}
		q.begin(i)
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

// reservation returns the first second at which the head of the queue fits, and how many processors it
// leaves free then.
func (q *queue) reservation() (shadow, extra int64) {
	free, events := q.free(), q.events()
	for i, e := range events {
		free += e.Free
		lastOfSecond := i+1 == len(events) || events[i+1].Time > e.Time
		if lastOfSecond && free >= q.job(0).Width {
			return e.Time, free - q.job(0).Width
		}
	}
	return q.now, 0 // not reached: all jobs fit in the end
}
