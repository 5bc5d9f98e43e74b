package dynp

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Replan is a reading of the papers. It says when plans are made, which planned starts a
// new plan may change, and when the decider compares plans. The papers leave this open.
// Under every reading the decider runs only where at least two jobs wait, and jobs that end
// in the same second make one event.
//
// Streit (2002) says in a footnote of section 3.2 that a newly submitted job "is
// directly placed in the schedule", in section 5 that a "rescheduling process
// is done every time a job ends", and in section 3.1 that the decider of basic
// dynP runs "every time a new job is submitted".
//
// The last two readings differ from the paper's text, but they come near to its
// Tables 4 to 6. In these tables FCFS and SJF give equal plans in 16 of 19 thousand
// decisions (cases 1, 4b and 6). Different orders of 14 waiting jobs seldom give
// equal plans. And the simple decider with ARTwW, which started 3 % of the jobs with LJF,
// ends with response times near those that MS reaches with LJF for 90 % of the jobs.
// Both follow if the plan of FCFS takes the waiting queue in the order in which the
// last plan left it. With the simple decider this order is often that of LJF, whose
// plan was made last in the decision before. FCFS in these readings is therefore
// not first come, first served.
type Replan string

const (
	// ReplanFull plans all waiting jobs anew at every submission and every end. The
	// decider runs at submissions.
	ReplanFull Replan = "full"
	// ReplanEnds is as ReplanFull, but the decider runs at ends.
	ReplanEnds Replan = "ends"
	// ReplanBoth is as ReplanFull, but the decider runs at submissions and ends.
	ReplanBoth Replan = "both"
	// ReplanInsert places a submitted job beside the planned ones. At ends all jobs are
	// planned anew and the decider runs.
	ReplanInsert Replan = "insert"
	// ReplanPromise is as ReplanInsert, but planned starts are promises. At ends jobs move
	// to earlier starts only, in the order of the policy.
	ReplanPromise Replan = "promise"
	// ReplanQueue is as ReplanBoth, with one waiting queue. New jobs join it at its end.
	// The queue is sorted by each plan of a decision, that of FCFS first, and then by the
	// plan that is followed. FCFS takes the queue as it is.
	ReplanQueue Replan = "queue"
	// ReplanQueueBack is as ReplanQueue, but following LJF leaves the queue in the order
	// of SJF.
	ReplanQueueBack Replan = "queue-back"
)

// rules are the choices that make a reading.
type rules struct {
	name         Replan
	tuneAtSubmit bool // the decider runs at submissions
	tuneAtEnd    bool // the decider runs at ends
	insert       bool // the plan lasts, and a submission places the new job in it
	promise      bool // ends move jobs to earlier starts only
	keep         bool // there is one queue, which keeps its order
	back         bool // following LJF leaves the queue in the order of SJF
}

// readings holds the rules of each reading, the default first.
var readings = []rules{
	{name: ReplanFull, tuneAtSubmit: true},
	{name: ReplanEnds, tuneAtEnd: true},
	{name: ReplanBoth, tuneAtSubmit: true, tuneAtEnd: true},
	{name: ReplanInsert, tuneAtEnd: true, insert: true},
	{name: ReplanPromise, tuneAtEnd: true, insert: true, promise: true},
	{name: ReplanQueue, tuneAtSubmit: true, tuneAtEnd: true, keep: true},
	{name: ReplanQueueBack, tuneAtSubmit: true, tuneAtEnd: true, keep: true, back: true},
}

// Replans returns all readings, the default first.
func Replans() []Replan {
	var names []Replan
	for _, r := range readings {
		names = append(names, r.name)
	}
	return names
}

// rules returns the reading of that name; the empty name is ReplanFull.
func (r Replan) rules() (rules, error) {
	if r == "" {
		r = ReplanFull
	}
	i := slices.IndexFunc(readings, func(x rules) bool { return x.name == r })
	if i < 0 {
		return rules{}, optgap.BadText("replan", string(r), oneOf(Replans()))
	}
	return readings[i], nil
}

// startPlanned brings the planned starts up to date. It appends to dst the jobs that are
// planned to start now.
//
// No job is planned to start between two events. Every planned start is the end of
// a reservation or, by the estimates, of another job, and both are events. A job
// may end before its estimate but not after. A new reservation may lie where jobs
// are planned, so after it all jobs are planned anew, promises included.
func (s *Scheduler) startPlanned(now int64, dst []int32) []int32 {
	s.observe(now)
	items := s.ordered(now, s.active)
	if s.displaced() || s.stale && !s.rules.promise {
		s.layOut(now, items)
	} else {
		s.recall(now, items)
		if s.stale {
			s.advance(now, items)
		}
	}
	s.stale = false
	for i := range items {
		s.planned[items[i].Index] = s.starts[i]
		if s.starts[i] == now {
			dst = append(dst, items[i].Index)
		}
	}
	return dst
}

// recall writes into starts the planned starts of the items. Those that have none get their
// earliest one beside the others, in the order of their submission.
func (s *Scheduler) recall(now int64, items []heuristics.WaitingJob) {
	s.profile.Reset(s.history)
	s.order = s.order[:0]
	for i := range items {
		w := &items[i]
		s.starts[i] = s.planned[w.Index]
		if s.starts[i] == optgap.Never {
			s.order = append(s.order, int32(i))
		} else {
			s.profile.Reserve(s.starts[i], w.Estimate, w.Width)
		}
	}
	slices.SortFunc(s.order, func(a, b int32) int { return int(items[a].Index - items[b].Index) })
	for _, i := range s.order {
		s.starts[i] = s.profile.Place(now, items[i].Width, items[i].Estimate)
	}
}

// advance moves the items to earlier starts in the plan that the profile holds. It
// goes through them in the order of the policy until no single item can move.
func (s *Scheduler) advance(now int64, items []heuristics.WaitingJob) {
	for moved := true; moved; {
		moved = false
		for i := range items {
			w := &items[i]
			s.profile.Reserve(s.starts[i], w.Estimate, -w.Width)
			start := s.profile.Place(now, w.Width, w.Estimate)
			moved = moved || start < s.starts[i]
			s.starts[i] = start
		}
	}
}

// arrange sorts the one queue of ReplanQueue and ReplanQueueBack by a policy, ties
// by submission, then id. FCFS takes the queue as it is.
func (s *Scheduler) arrange(now int64, policy int) {
	if p := s.policies[policy]; p.Name != heuristics.FCFS.Name {
		p.Sort(s.line, now, s.epoch)
	}
}

// arrangeBack sorts the one queue by SJF after LJF was followed, if the reading is
// ReplanQueueBack.
func (s *Scheduler) arrangeBack(now int64) {
	if s.rules.back && s.Policy().Name == heuristics.LJF.Name {
		heuristics.SJF.Sort(s.line, now, s.epoch)
	}
}
