package stepplan_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/stepplan"
	"github.com/optgap/optgap/heuristics/steptest"
)

// queue holds the waiting jobs at a second of a simulation that goes second by second.
type queue struct {
	step    *optgap.Step
	now     int64
	free    []int64 // processors, by second
	waiting []int   // positions of jobs in the step, in the order of the queue
	starts  []int64
}

// forward runs a rule from the step on, in a history that does not dip.
func forward(s *optgap.Step, order []int, start func(q *queue)) []int64 {
	q := &queue{step: s, waiting: order, starts: make([]int64, len(s.Jobs))}
	end := s.History[len(s.History)-1].Time + 1
	for _, j := range s.Jobs {
		end += j.Estimate
	}
	for t := range end {
		free := int64(0)
		for _, c := range s.History {
			if c.Time <= t {
				free = c.Free
			}
		}
		q.free = append(q.free, free)
	}
	for ; len(q.waiting) > 0; q.now++ {
		start(q)
	}
	return q.starts
}

func (q *queue) job(i int) optgap.Job { return q.step.Jobs[q.waiting[i]] }

// try starts the job at a position of the queue if it fits now.
func (q *queue) try(i int) bool {
	j := q.job(i)
	if j.Width > q.free[q.now] {
		return false
	}
	for t := range j.Estimate {
		q.free[q.now+t] -= j.Width
	}
	q.starts[q.waiting[i]] = q.now
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return true
}

// strict starts the head of the queue as long as it fits.
func strict(q *queue) {
	for len(q.waiting) > 0 && q.try(0) {
	}
}

// firstFit goes through the queue once and starts what fits.
func firstFit(q *queue) {
	for i := 0; i < len(q.waiting); {
		if !q.try(i) {
			i++
		}
	}
}

// easy starts the head as long as it fits. The next head gets a reservation at the first second at which enough
// processors are free. Others start that end by then, or that take no more than what the head leaves.
func easy(q *queue) { backfill(q, func(a, b optgap.Job) int { return 0 }) }

// easySJBF is easy, with the shortest job behind the head first.
func easySJBF(q *queue) { backfill(q, orders["sjf"]) }

func backfill(q *queue, behind func(a, b optgap.Job) int) {
	strict(q)
	if len(q.waiting) == 0 {
		return
	}
	shadow := q.now
	for q.free[shadow] < q.job(0).Width {
		shadow++
	}
	extra, before := q.free[shadow]-q.job(0).Width, slices.Clone(q.waiting)
	slices.SortStableFunc(q.waiting[1:], func(a, b int) int { return behind(q.step.Jobs[a], q.step.Jobs[b]) })
	for i := 1; i < len(q.waiting); {
		j := q.job(i)
		ends := q.now+j.Estimate <= shadow
		if !ends && j.Width > extra || !q.try(i) {
			i++
		} else if !ends {
			extra -= j.Width
		}
	}
	q.waiting = slices.DeleteFunc(before, func(i int) bool { return !slices.Contains(q.waiting, i) })
}

// orders are those of queues and of plans, by name.
var orders = map[string]func(a, b optgap.Job) int{
	"fcfs": by(func(optgap.Job) int64 { return 0 }),
	"sjf":  by(func(j optgap.Job) int64 { return j.Estimate }), "ljf": by(func(j optgap.Job) int64 { return -j.Estimate }),
	"njf": by(func(j optgap.Job) int64 { return j.Width }), "wjf": by(func(j optgap.Job) int64 { return -j.Width }),
	"ffia": by(func(j optgap.Job) int64 { return j.Width * j.Estimate }),
	"laf":  by(func(j optgap.Job) int64 { return -j.Width * j.Estimate }),
}

// by compares jobs by a number, then by submission and id.
func by(of func(optgap.Job) int64) func(a, b optgap.Job) int {
	return func(a, b optgap.Job) int {
		return cmp.Or(cmp.Compare(of(a), of(b)), cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
	}
}

// simulated returns the schedule of a scheduler that is simulated here; ok: it is. dips tells that the history leaves
// it out.
func simulated(s *optgap.Step, name string) (starts []int64, dips, ok bool) {
	ordered := func(order string) (all []int) {
		for i := range s.Jobs {
			all = append(all, i)
		}
		slices.SortFunc(all, func(a, b int) int { return orders[order](s.Jobs[a], s.Jobs[b]) })
		return all
	}
	if name == "conservative" { // what is reserved at second 0 stands, as jobs run for their estimates
		name = "fcfs"
	}
	if _, plans := orders[name]; plans {
		return steptest.Serial(s, ordered(name)), false, true
	}
	dips = !slices.IsSortedFunc(s.History, func(a, b optgap.Change) int { return cmp.Compare(a.Free, b.Free) })
	for family, rule := range map[string]func(*queue){"strict": strict, "first-fit": firstFit, "easy": easy} {
		rest, within := strings.CutPrefix(name, family)
		order := cmp.Or(strings.TrimPrefix(rest, "-"), "fcfs")
		if order == "sjbf" {
			order, rule = "fcfs", easySJBF
		}
		switch _, known := orders[order]; {
		case !within || !known:
		case dips:
			return nil, true, true
		default:
			return forward(s, ordered(order), rule), false, true
		}
	}
	return nil, false, false
}

// Schedulers decide as their rules say, simulated second by second. Those that look no further than the ends of jobs
// are left out of histories that dip.
func TestForward(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 1))
	compared, left := make(map[string]bool), 0
	for i := range 1000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 14, Dips: i%3 == 0})
		step.Machine += int64(i % 2 * 5) // of which no history says anything
		for _, name := range schedulers.Names() {
			want, dips, ok := simulated(&step, name)
			if !ok {
				continue
			}
			compared[name] = true
			plan, err := stepplan.Schedule(&step, name)
			if why := new(stepplan.LeftOut); dips && errors.As(err, &why) {
				left++
			} else if dips || err != nil || !slices.Equal([]int64(plan), want) {
				t.Fatalf("%s: found %v, error %v, expected %v, left out %v in\n%+v", name, plan, err, want, dips, step)
			}
		}
	}
	if len(compared) != 24 || left == 0 { // 7 orders of plans, 3 families of 5, easy-sjbf, conservative
		t.Errorf("found %d schedulers and %d left out: %v", len(compared), left, compared)
	}
}
