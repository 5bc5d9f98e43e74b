package queueing_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// slow is a scheduler with lists that it sorts and searches anew
// every time. It shares no code with the others. A rule names the jobs that
// start now, given the indices of the waiting ones in order of submission.
type slow struct {
	machine int64
	jobs    []optgap.TraceJob
	starts  []int64 // of the jobs submitted so far; -1: waits
	now     int64
	over    []int // jobs that have ended since the last start
	gone    map[int]bool
	rule    func(s *slow, now int64, waiting []int) []int
	submit  func(s *slow, now int64, job int)    // may be nil
	ended   func(s *slow, now int64, jobs []int) // may be nil
}

func (s *slow) Submit(now int64, job int32) error {
	s.starts = append(s.starts, -1)
	if s.submit != nil {
		s.submit(s, now, int(job))
	}
	return nil
}

func (s *slow) End(job int32) {
	s.over = append(s.over, int(job))
	if s.gone == nil {
		s.gone = map[int]bool{}
	}
	s.gone[int(job)] = true
}

func (s *slow) Start(now int64, dst []int32) []int32 {
	s.now = now
	if len(s.over) > 0 && s.ended != nil {
		s.ended(s, now, s.over)
	}
	s.over = nil
	for _, i := range s.rule(s, now, s.waiting()) {
		s.starts[i] = now
		dst = append(dst, int32(i))
	}
	return dst
}

func (s *slow) waiting() []int {
	var w []int
	for i, start := range s.starts {
		if start < 0 {
			w = append(w, i)
		}
	}
	return w
}

// running returns the jobs that hold processors at the moment.
func (s *slow) running() []int {
	var r []int
	for i, start := range s.starts {
		if start >= 0 && !s.gone[i] {
			r = append(r, i)
		}
	}
	return r
}

func (s *slow) free(now int64) int64 { return s.freeBy(now, now) }

// freeBy returns the processors that running jobs leave free in second t, by their
// estimates. One that has not ended holds them now.
func (s *slow) freeBy(now, t int64) int64 {
	free := s.machine
	for _, i := range s.running() {
		if t == now || s.starts[i]+s.jobs[i].Estimate > t {
			free -= s.jobs[i].Width
		}
	}
	return free
}

// sorted orders jobs by name: f is by submission, s and l by estimate, w and n
// by width; 3 is WFP3, u UNICEF and 1 F1; ties by submission, then id.
func (s *slow) sorted(jobs []int, order byte) []int {
	jobs = slices.Clone(jobs)
	slices.SortFunc(jobs, func(a, b int) int {
		x, y := s.jobs[a], s.jobs[b]
		c := int64(0)
		switch order {
		case 's':
			c = x.Estimate - y.Estimate
		case 'l':
			c = y.Estimate - x.Estimate
		case 'w':
			c = y.Width - x.Width
		case 'n':
			c = x.Width - y.Width
		case '3', 'u', '1':
			c = int64(cmp.Compare(s.score(x, order), s.score(y, order)))
		}
		return int(cmp.Or(c, x.Submit-y.Submit, x.ID-y.ID))
	})
	return jobs
}

// score is the value by which a job is ordered, the least first.
func (s *slow) score(j optgap.TraceJob, order byte) float64 {
	wait, run, wide := float64(s.now-j.Submit), float64(j.Estimate), float64(j.Width)
	switch {
	case order == '3':
		return -wide * math.Pow(wait/run, 3)
	case order == '1':
		return math.Log10(run)*wide + 870*math.Log10(math.Max(1, float64(j.Submit)))
	case wide == 1:
		return math.Inf(-1)
	}
	return -(wait / (math.Log2(wide) * run))
}

func strictRule(order byte) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		free := s.free(now)
		for _, i := range s.sorted(waiting, order) {
			if s.jobs[i].Width > free {
				break
			}
			free -= s.jobs[i].Width
			start = append(start, i)
		}
		return start
	}
}

func firstFitRule(order byte, aging int64) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		free := s.free(now)
		if aging > 0 {
			for _, i := range s.sorted(waiting, 'f') {
				if now-s.jobs[i].Submit <= aging {
					break
				}
				if s.jobs[i].Width > free {
					return start
				}
				free -= s.jobs[i].Width
				start = append(start, i)
			}
		}
		for _, i := range s.sorted(waiting, order) {
			if s.jobs[i].Width <= free && !slices.Contains(start, i) {
				free -= s.jobs[i].Width
				start = append(start, i)
			}
		}
		return start
	}
}

// easyRule starts a job before the head if the head could still start at its shadow time
// with that job running. It looks at the shadow time alone. fill is the order after the head.
func easyRule(order, fill byte) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) (start []int) {
		head, shadow := -1, int64(0)
		room := func(t int64) int64 { // in second t, with what has been chosen
			free := s.freeBy(now, t)
			for _, i := range start {
				if now+s.jobs[i].Estimate > t {
					free -= s.jobs[i].Width
				}
			}
			return free
		}
		queue := s.sorted(waiting, order)
		for k, i := range queue {
			j := s.jobs[i]
			fits := j.Width <= room(now)
			if head < 0 && !fits {
				head = i
				copy(queue[k+1:], s.sorted(queue[k+1:], fill))
				for shadow = now; room(shadow) < j.Width; {
					shadow++
				}
				continue
			}
			if !fits {
				continue
			}
			if head >= 0 && now+j.Estimate > shadow && room(shadow)-j.Width < s.jobs[head].Width {
				continue
			}
			start = append(start, i)
		}
		return start
	}
}

func ivsRule(interactive int64, waitingVotes bool) func(*slow, int64, []int) []int {
	return func(s *slow, now int64, waiting []int) []int {
		voters := waiting
		if !waitingVotes {
			voters = append(slices.Clone(waiting), s.running()...)
		}
		short, long, demand := 0, 0, int64(0)
		for _, i := range voters {
			if s.jobs[i].Estimate <= interactive {
				short++
			} else {
				long++
			}
		}
		for _, i := range waiting {
			demand += s.jobs[i].Width
		}
		switch saturated := demand > s.machine; {
		case saturated && short > long:
			return firstFitRule('s', 0)(s, now, waiting)
		case saturated && long > short:
			return firstFitRule('l', 0)(s, now, waiting)
		}
		return strictRule('f')(s, now, waiting)
	}
}

// slowPlan is the plan of the slow scheduler under slack-based backfilling.
type slowPlan struct {
	factor float64
	start  map[int]int64 // of the waiting jobs
	latest map[int]int64
}

func slowSlack(machine int64, jobs []optgap.TraceJob, factor float64) *slow {
	p := &slowPlan{factor, map[int]int64{}, map[int]int64{}}
	return &slow{machine: machine, jobs: jobs, rule: p.rule, submit: p.submit, ended: p.compress}
}

// order returns the planned jobs by planned start, then submission, then id.
func (p *slowPlan) order(s *slow) []int {
	var jobs []int
	for i := range p.start {
		jobs = append(jobs, i)
	}
	jobs = s.sorted(jobs, 'f')
	slices.SortStableFunc(jobs, func(a, b int) int { return int(p.start[a] - p.start[b]) })
	return jobs
}

// earliest returns the first second at which the job fits beside the running
// jobs and those of the given plan.
func (s *slow) earliest(now int64, job int, plan map[int]int64) int64 {
	type held struct{ from, to, width int64 }
	var all []held
	for _, i := range s.running() {
		all = append(all, held{s.starts[i], s.starts[i] + s.jobs[i].Estimate, s.jobs[i].Width})
	}
	for i, start := range plan {
		all = append(all, held{start, start + s.jobs[i].Estimate, s.jobs[i].Width})
	}
	first := now
	for u := now; u < first+s.jobs[job].Estimate; u++ {
		free := s.machine
		for _, h := range all {
			if h.from <= u && u < h.to {
				free -= h.width
			}
		}
		if free < s.jobs[job].Width {
			first = u + 1
		}
	}
	return first
}

func (p *slowPlan) submit(s *slow, now int64, job int) {
	waited, count := int64(0), int64(0)
	for i, start := range s.starts {
		if start >= 0 {
			waited, count = waited+start-s.jobs[i].Submit, count+1
		}
	}
	slack := int64(0)
	if count > 0 {
		slack = int64(p.factor * float64(waited) / float64(count))
	}
	conservative := s.earliest(now, job, p.start)
	order := p.order(s)
	for k := range order {
		if p.factor == 0 || k == 8 {
			break
		}
		plan := map[int]int64{}
		for _, i := range order[:k] {
			plan[i] = p.start[i]
		}
		first := s.earliest(now, job, plan)
		if first >= conservative {
			break
		}
		plan[job] = first
		late := false
		for _, i := range order[k:] {
			plan[i] = s.earliest(now, i, plan)
			late = late || plan[i] > p.latest[i]
		}
		if !late {
			p.start, p.latest[job] = plan, first+slack
			return
		}
	}
	p.start[job], p.latest[job] = conservative, conservative+slack
}

func (p *slowPlan) compress(s *slow, now int64, ended []int) {
	if !slices.ContainsFunc(ended, func(i int) bool { return s.jobs[i].Duration() < s.jobs[i].Estimate }) {
		return
	}
	for _, i := range p.order(s) {
		if p.start[i] > now {
			delete(p.start, i)
			p.start[i] = s.earliest(now, i, p.start)
		}
	}
}

func (p *slowPlan) rule(s *slow, now int64, _ []int) (start []int) {
	for _, i := range p.order(s) {
		if p.start[i] == now {
			start = append(start, i)
			delete(p.start, i)
		}
	}
	return start
}

// subject is a scheduler, with a slow one that starts the same jobs.
type subject struct {
	name string
	make func(machine int64, jobs []optgap.TraceJob) heuristics.Scheduler
	slow func(machine int64, jobs []optgap.TraceJob) *slow
}

// ruled returns a function that makes slow schedulers with a rule.
func ruled(rule func(*slow, int64, []int) []int) func(int64, []optgap.TraceJob) *slow {
	return func(machine int64, jobs []optgap.TraceJob) *slow {
		return &slow{machine: machine, jobs: jobs, rule: rule}
	}
}

// orders are the policies by which queues are ordered, with their letters in the slow
// scheduler.
var orders = []struct {
	letter byte
	policy heuristics.Policy
}{
	{'f', heuristics.FCFS}, {'s', heuristics.SJF}, {'l', heuristics.LJF}, {'w', heuristics.WJF}, {'n', heuristics.NJF},
}

// subjects returns every scheduler with its default options and with others.
func subjects() []subject {
	type jobs = []optgap.TraceJob
	type scheduler = heuristics.Scheduler
	var all []subject
	for _, o := range orders {
		strict := func(m int64, j jobs) scheduler { return queueing.NewStrict(m, j, o.policy) }
		firstFit := func(m int64, j jobs) scheduler {
			return queueing.NewFirstFit(m, j, o.policy, 0)
		}
		easy := func(m int64, j jobs) scheduler { return queueing.NewEASY(m, j, o.policy, o.policy) }
		all = append(all,
			subject{"strict-" + o.policy.Name, strict, ruled(strictRule(o.letter))},
			subject{"first-fit-" + o.policy.Name, firstFit, ruled(firstFitRule(o.letter, 0))},
			subject{"easy-" + o.policy.Name, easy, ruled(easyRule(o.letter, o.letter))})
	}
	aged := map[byte]heuristics.Policy{'f': heuristics.FCFS, 'w': heuristics.WJF, 'n': heuristics.NJF}
	for _, aging := range []int64{1, 15, 60} {
		for order, policy := range aged {
			firstFit := func(m int64, j jobs) scheduler {
				return queueing.NewFirstFit(m, j, policy, aging)
			}
			name := fmt.Sprintf("first-fit-%s-aging-%d", policy.Name, aging)
			all = append(all, subject{name, firstFit, ruled(firstFitRule(order, aging))})
		}
	}
	ivs := func(interactive int64, waitingOnly bool) subject {
		make := func(m int64, j jobs) scheduler { return queueing.NewIVS(m, j, interactive, waitingOnly) }
		return subject{"ivs", make, ruled(ivsRule(interactive, waitingOnly))}
	}
	slack := func(name string, factor float64) subject {
		return subject{name, func(m int64, j jobs) scheduler { return queueing.NewSlack(m, j, factor) },
			func(m int64, j jobs) *slow { return slowSlack(m, j, factor) }}
	}
	for order, name := range map[byte]string{'3': "WFP3", 'u': "UNICEF", '1': "F1", 's': "SJF"} {
		policy := must.Get(heuristics.PolicyByName(name))
		scored := func(m int64, j jobs) scheduler { return queueing.NewScoredEASY(m, j, policy, 0) }
		all = append(all, subject{"easy:" + name, scored, ruled(easyRule(order, order))})
	}
	sjbf := func(m int64, j jobs) scheduler {
		return queueing.NewEASY(m, j, heuristics.FCFS, heuristics.SJF)
	}
	return append(all,
		subject{"easy-sjbf", sjbf, ruled(easyRule('f', 's'))},
		ivs(10, false),
		ivs(7, true),
		slack("conservative", 0),
		slack("slack", 1),
		slack("slack-2", 2))
}

func replayed(t *testing.T, s subject, machine int64, jobs []optgap.TraceJob) []int64 {
	t.Helper()
	scheduler := s.make(machine, jobs)
	starts, err := slowreplay.Run(jobs, scheduler)
	must.Need(t, err == nil, s.name, err)
	return starts
}

// TestMatchesSecondBySecond: every scheduler starts every job when the slow
// one does. No second has more processors in use than there are.
func TestMatchesSecondBySecond(t *testing.T) {
	for _, s := range subjects() {
		traces := 30
		if strings.HasPrefix(s.name, "slack") {
			traces = 10 // its simulator makes many plans
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for seed, r := range steptest.Sources(traces, 11) {
				machine := 1 + r.Int64N(16)
				jobs := slowreplay.Trace(r, 40, machine)
				got := replayed(t, s, machine, jobs)
				want, err := slowreplay.Run(jobs, s.slow(machine, jobs))
				must.Need(t, err == nil && slices.Equal(got, want),
					"seed", seed, "starts", got, "want", want, err)
				if err := slowreplay.Check([]int64{machine}, jobs, got, nil, nil); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		})
	}
}
