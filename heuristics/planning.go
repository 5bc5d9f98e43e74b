package heuristics

import (
	"slices"

	"github.com/optgap/optgap"
)

// Planning is the planning-based scheduler of the papers: at every event it
// re-plans all waiting jobs in the order of the active policy, and the jobs
// planned for now start. With a decider it is the self-tuning dynP scheduler:
// at every submission that leaves at least two jobs waiting it plans with all
// three policies and lets the decider choose.
//
// A job is known by its index in the slice given to NewPlanning.
type Planning struct {
	// OnStep, where set, is called at every submission that leaves at least
	// two jobs waiting, before the decider runs. index counts these steps from
	// 0, waiting the jobs. step builds the step; calling it only where needed
	// saves the work.
	OnStep func(index, waiting int, step func() *optgap.Step) error

	machine  int64
	jobs     []optgap.TraceJob
	decider  Decider
	policies []Policy // all that may become active
	active   int      // index into policies
	queues   []queue  // the waiting jobs in the order of each of policies
	running  []run    // by estimated end, then by index
	steps    int
	cases    map[Case]int

	history optgap.History
	profile optgap.Profile
}

// run is a running job.
type run struct {
	end   int64 // estimated
	width int64
	job   int32
}

// queue holds waiting jobs ordered by a policy.
type queue struct {
	key   func(optgap.Job) int64
	items []waiting
}

// waiting is a job with what planning needs of it, so that a pass over a queue
// touches one flat array.
type waiting struct {
	key, submit, id int64
	width, estimate int64
	job             int32
}

func (a waiting) before(b waiting) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	if a.submit != b.submit {
		return a.submit < b.submit
	}
	return a.id < b.id
}

// NewPlanning returns a scheduler that follows one policy.
func NewPlanning(machine int64, jobs []optgap.TraceJob, policy Policy) *Planning {
	return newPlanning(machine, jobs, []Policy{policy}, nil)
}

// NewDynP returns the self-tuning dynP scheduler, which starts with FCFS.
func NewDynP(machine int64, jobs []optgap.TraceJob, decider Decider) *Planning {
	return newPlanning(machine, jobs, DynP(), decider)
}

func newPlanning(machine int64, jobs []optgap.TraceJob, policies []Policy, decider Decider) *Planning {
	s := &Planning{machine: machine, jobs: jobs, policies: policies, decider: decider, cases: map[Case]int{}}
	for _, p := range policies {
		s.queues = append(s.queues, queue{key: p.Key})
	}
	return s
}

// Policy returns the active policy.
func (s *Planning) Policy() Policy { return s.policies[s.active] }

// Cases returns how often the decider met each case of Table 1.
func (s *Planning) Cases() map[Case]int { return s.cases }

// Submit adds a job that arrives now and runs a self-tuning step where at least
// two jobs wait. It returns OnStep's error.
func (s *Planning) Submit(now int64, job int32) error {
	j := s.jobs[job].Job
	for q := range s.queues {
		s.queues[q].insert(j, job)
	}
	waiting := len(s.queues[0].items)
	if waiting < 2 {
		return nil
	}
	if s.OnStep != nil {
		if err := s.OnStep(s.steps, waiting, func() *optgap.Step { return s.step(now) }); err != nil {
			return err
		}
	}
	s.steps++
	if s.decider != nil {
		s.tune(now)
	}
	return nil
}

// End tells that a running job has ended.
func (s *Planning) End(job int32) {
	for i, r := range s.running {
		if r.job == job {
			s.running = slices.Delete(s.running, i, i+1)
			return
		}
	}
}

// Start re-plans the waiting jobs and appends those that start now to dst.
func (s *Planning) Start(now int64, dst []int32) []int32 {
	active := &s.queues[s.active]
	if len(active.items) == 0 {
		return dst
	}
	s.observe(now)
	s.profile.Reset(s.history)
	first := len(dst)
	free := s.history[0].Free
	if free < s.narrowest() {
		return dst
	}
	for _, w := range active.items {
		start := s.profile.Place(now, w.width, w.estimate)
		if start != now {
			continue
		}
		dst = append(dst, w.job)
		if free -= w.width; free == 0 {
			break // no later job of the queue can start now
		}
	}
	s.leave(now, dst[first:])
	return dst
}

// narrowest returns the least width of the waiting jobs.
func (s *Planning) narrowest() int64 {
	width := s.machine
	for _, w := range s.queues[s.active].items {
		width = min(width, w.width)
	}
	return width
}

// leave moves started jobs from the queues to the running ones.
func (s *Planning) leave(now int64, started []int32) {
	for _, job := range started {
		j := s.jobs[job].Job
		for q := range s.queues {
			s.queues[q].remove(j)
		}
		r := run{now + j.Estimate, j.Width, job}
		at, _ := slices.BinarySearchFunc(s.running, r.end, func(a run, end int64) int {
			if a.end <= end {
				return -1
			}
			return 1
		})
		s.running = slices.Insert(s.running, at, r)
	}
}

// observe sets history to that of the running jobs, in absolute seconds.
func (s *Planning) observe(now int64) {
	free := s.machine
	for _, r := range s.running {
		free -= r.width
	}
	s.history = append(s.history[:0], optgap.Change{Time: now, Free: free})
	for _, r := range s.running {
		free += r.width
		if last := &s.history[len(s.history)-1]; last.Time == r.end {
			last.Free = free
		} else {
			s.history = append(s.history, optgap.Change{Time: r.end, Free: free})
		}
	}
}

// tune plans with every policy and lets the decider choose the active one.
func (s *Planning) tune(now int64) {
	s.observe(now)
	var value [3]int64
	for q := range s.queues {
		s.profile.Reset(s.history)
		for _, w := range s.queues[q].items {
			value[q] += w.width * (s.profile.Place(now, w.width, w.estimate) - w.submit + w.estimate)
		}
	}
	next, c := s.decider(Qualities{value[0], value[1], value[2]}, s.policies[s.active])
	s.cases[c]++
	for q, p := range s.policies {
		if p.Name == next.Name {
			s.active = q
		}
	}
}

// step returns the present situation as a step, its jobs in the order of their
// submission.
func (s *Planning) step(now int64) *optgap.Step {
	s.observe(now)
	st := &optgap.Step{
		Format: optgap.StepFormat, Index: s.steps, Now: now, Machine: s.machine, Policy: s.Policy().Name,
		History: slices.Clone(s.history),
	}
	for i := range st.History {
		st.History[i].Time -= now
	}
	for _, w := range s.queues[0].items {
		j := s.jobs[w.job].Job
		j.Submit -= now
		st.Jobs = append(st.Jobs, j)
	}
	slices.SortStableFunc(st.Jobs, FCFS.compare)
	return st
}

func (q *queue) insert(j optgap.Job, job int32) {
	w := waiting{q.key(j), j.Submit, j.ID, j.Width, j.Estimate, job}
	q.items = slices.Insert(q.items, q.search(w), w)
}

func (q *queue) remove(j optgap.Job) {
	at := q.search(waiting{key: q.key(j), submit: j.Submit, id: j.ID})
	q.items = slices.Delete(q.items, at, at+1)
}

// search returns the place of the first item that is not before w.
func (q *queue) search(w waiting) int {
	at, _ := slices.BinarySearchFunc(q.items, w, func(a, b waiting) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	return at
}
