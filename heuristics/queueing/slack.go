package queueing

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// tries is the largest number of positions of the plan at which a new job is tried before it gets
// its conservative start.
const tries = 8

// planned is a waiting job whose key is its planned start.
type planned struct {
	heuristics.WaitingJob
	latest int64 // the latest start that the job may get: promised start plus slack
}

func comparePlanned(a, b planned) int { return a.Compare(b.WaitingJob) }

// Slack is slack-based backfilling. Every waiting job has a planned start, and a
// new job may push others back as far as their slack allows.
//
// With n waiting jobs a submission takes up to tries plans of n
// placements, and the end of a job before its estimate one; without slack a
// submission takes a single placement.
type Slack struct {
	jobs    []optgap.TraceJob
	factor  float64 // see NewSlack
	size    int64   // processors
	running heuristics.Running
	plan    []planned // waiting jobs in the order of their planned starts
	profile optgap.Profile
	changed int                     // reservations made or released since the profile was built
	freed   bool                    // a job ended before its estimate since the last compression
	ended   []heuristics.RunningJob // since the last refresh

	blocked reservation.Calendar // processors that no job may have

	waited, started int64 // total wait in seconds, and number, of started jobs

	trial        optgap.Profile // of the position that is tried
	trialPlan    []planned
	history      optgap.History
	profileReady bool // false until the first refresh
}

// NewSlack returns the scheduler. factor times the average wait of the jobs started so far is the
// slack of a new job, at least 0; 0: no slack, which is conservative backfilling with compression. Jobs are
// known by their index.
func NewSlack(processors int64, jobs []optgap.TraceJob, factor float64) *Slack {
	return &Slack{jobs: jobs, factor: factor, size: processors}
}

// slack returns how many seconds a new job may be delayed, rounded down. It is at most a quarter
// of the range of int64, which is as good as no limit.
func (s *Slack) slack() int64 {
	if s.started == 0 || s.factor == 0 {
		return 0
	}
	return int64(min(s.factor*float64(s.waited)/float64(s.started), math.MaxInt64/4))
}

// Submit plans a job that arrives now.
func (s *Slack) Submit(now int64, job int32) error {
	s.refresh(now)
	p := planned{WaitingJob: heuristics.WaitingJob{Job: s.jobs[job].Job, Index: job}}
	slack := s.slack()
	conservative := s.profile.Earliest(now, p.Width, p.Estimate)
	if s.factor > 0 && conservative > now && s.jump(now, p, conservative, slack) {
		return nil
	}
	p.Key = conservative
	p.latest = conservative + slack
	s.profile.Reserve(p.Key, p.Estimate, p.Width)
	s.changed++
	at, _ := slices.BinarySearchFunc(s.plan, p, comparePlanned)
	s.plan = slices.Insert(s.plan, at, p)
	return nil
}

// jump tries to plan p ahead of others, at the foremost position of the plan that
// delays no job past its latest start. It reports whether there is one.
func (s *Slack) jump(now int64, p planned, conservative, slack int64) bool {
	for k := range s.plan {
		if k == tries {
			return false
		}
		s.reset(&s.trial, now)
		for _, w := range s.plan[:k] {
			s.trial.Reserve(w.Key, w.Estimate, w.Width)
		}
		p.Key = s.trial.Earliest(now, p.Width, p.Estimate)
		if p.Key >= conservative {
			return false // a later position gains nothing either
		}
		if s.push(now, p, k) {
			p.latest = p.Key + slack
			s.trialPlan = append(append(s.trialPlan, s.plan[:k]...), p)
			slices.SortFunc(s.trialPlan, comparePlanned)
			s.plan, s.trialPlan = s.trialPlan, s.plan
			s.profile, s.trial = s.trial, s.profile
			s.changed = 0
			return true
		}
	}
	return false
}

// push reserves p in the trial profile. Then it plans the jobs of the plan from k on, in
// their order, each at its earliest start, and writes them into trialPlan. It tells
// whether none of them starts later than it may.
func (s *Slack) push(now int64, p planned, k int) bool {
	s.trial.Reserve(p.Key, p.Estimate, p.Width)
	s.trialPlan = s.trialPlan[:0]
	for _, w := range s.plan[k:] {
		w.Key = s.trial.Place(now, w.Width, w.Estimate)
		if w.Key > w.latest {
			return false
		}
		s.trialPlan = append(s.trialPlan, w)
	}
	return true
}

// End tells that a running job has ended.
func (s *Slack) End(job int32) {
	s.ended = append(s.ended, s.running.Remove(job))
}

// Start appends to dst the waiting jobs that start now.
func (s *Slack) Start(now int64, dst []int32) []int32 {
	s.refresh(now)
	if s.freed {
		s.compress(now)
		s.freed = false
	}
	n := 0
	for ; n < len(s.plan) && s.plan[n].Key == now; n++ {
		p := s.plan[n]
		s.running.Add(heuristics.RunningJob{End: now + p.Estimate, Width: p.Width, Job: p.Index})
		s.waited += now - p.Submit
		s.started++
		dst = append(dst, p.Index)
	}
	s.plan = slices.Delete(s.plan, 0, n)
	return dst
}

// compress moves each job, in the order of planned starts, to the earliest start
// that all others leave it. No job gets later.
func (s *Slack) compress(now int64) {
	moved := false
	for i := range s.plan {
		p := &s.plan[i]
		if p.Key == now {
			continue
		}
		s.profile.Reserve(p.Key, p.Estimate, -p.Width)
		// Not Place: after a release it forgets where searches have ended.
		start := s.profile.Earliest(now, p.Width, p.Estimate)
		s.profile.Reserve(start, p.Estimate, p.Width)
		if start != p.Key {
			p.Key = start
			moved = true
			s.changed++
		}
	}
	if moved {
		slices.SortFunc(s.plan, comparePlanned)
	}
}

// refresh releases the processors that ended jobs have reserved after now. It builds the
// profile anew once it holds too many segments of the past.
func (s *Slack) refresh(now int64) {
	if !s.profileReady || s.changed > 64+2*(len(s.plan)+len(s.running)+len(s.ended)) {
		s.freed = s.freed ||
			slices.ContainsFunc(s.ended, func(r heuristics.RunningJob) bool { return r.End > now })
		s.reset(&s.profile, now)
		for _, p := range s.plan {
			s.profile.Reserve(p.Key, p.Estimate, p.Width)
		}
		s.changed = 0
		s.profileReady = true
	} else {
		for _, r := range s.ended {
			if r.End > now {
				s.profile.Reserve(now, r.End-now, -r.Width)
				s.freed = true
				s.changed++
			}
		}
	}
	s.ended = s.ended[:0]
}

// reset makes a profile equal to what running jobs and blocks leave free from now on, in
// seconds of the trace.
func (s *Slack) reset(p *optgap.Profile, now int64) {
	s.history = s.running.History(now, s.size, s.history)
	p.Reset(s.blocked.Carve(s.history))
}

// Block takes processors from all jobs in the seconds [start, end), as an advance reservation
// does. It is called before any job is submitted. Jobs may start when a block ends, so Start
// has to be called then too.
func (s *Slack) Block(start, end, width int64) { s.blocked.Hold(start, end-start, width) }
