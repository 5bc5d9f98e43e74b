package analysis

import (
	"fmt"
	"math"
	"strings"

	"github.com/optgap/optgap"
)

// A SessionRule defines when the session of a user ends: where the user submits no job for
// more than Gap seconds. The zero value stands for FromEnd and DefaultGap.
//
// From FromEnd the gap is the think time of the user, from the latest end of the jobs in the
// session to the next submission. A job that is submitted while others run has no think time
// and belongs to the session. This is the traditional rule, with 20 minutes. Its sessions
// grow with long jobs. Zakay and Feitelson ("On Identifying User Session Boundaries in
// Parallel Workload Logs", JSSPP 2012) therefore take FromSubmission, the time between
// submissions, as Arlitt ("Characterizing Web User Sessions", 2000) does for requests to web
// servers.
type SessionRule struct {
	Gap  float64 // seconds; 0: DefaultGap
	From string  // FromEnd or FromSubmission; "": FromEnd
}

// The moments from which a gap between sessions counts, and the default gap in seconds.
const (
	FromEnd        = "end"
	FromSubmission = "submission"
	DefaultGap     = 20 * 60
)

func (r SessionRule) validate() error {
	switch {
	case !(r.Gap >= 0) || math.IsInf(r.Gap, 1):
		return optgap.BadField("session-gap", r.Gap, "a time above 0")
	case r.From != "" && r.From != FromEnd && r.From != FromSubmission:
		return optgap.BadField("session-from", fmt.Sprintf("%q", r.From),
			strings.Join([]string{FromEnd, FromSubmission}, " or "))
	}
	return nil
}

// An event holds the times and the user of a job.
type event struct {
	submit, end float64
	user        int64
}

// A session is the current session of a user.
type session struct {
	jobs                int64
	first, last, active float64 // first and last submission; moment from which the gap counts
}

// users describes the users and their sessions, nil if no event has a user. The events are in
// the order of submission.
func users(events []event, rule SessionRule) (*Users, *Sessions) {
	if rule.Gap == 0 {
		rule.Gap = DefaultGap
	}
	if rule.From == "" {
		rule.From = FromEnd
	}
	sizes, lengths := tally{}, tally{}
	end := func(s *session) {
		sizes.add(float64(s.jobs))
		lengths.add(s.last - s.first)
	}
	all, current, submitted := &Users{}, map[int64]*session{}, map[int64]int64{}
	for _, e := range events {
		if e.user < 0 {
			continue
		}
		all.Jobs++
		submitted[e.user]++
		s := current[e.user]
		if s == nil || e.submit-s.active > rule.Gap {
			if s != nil {
				end(s)
			}
			s = &session{first: e.submit, active: e.submit}
			current[e.user] = s
		}
		s.jobs++
		s.last = e.submit
		if rule.From == FromEnd {
			s.active = max(s.active, e.end)
		} else {
			s.active = e.submit
		}
	}
	if all.Jobs == 0 {
		return nil, nil
	}
	for _, s := range current {
		end(s)
	}
	most := int64(0)
	for _, n := range submitted {
		most = max(most, n)
	}
	all.Count, all.LargestShare = int64(len(submitted)), float64(most)/float64(all.Jobs)
	jobs := sizes.quantity()
	return all, &Sessions{Count: jobs.Count, Gap: rule.Gap, From: rule.From, Jobs: *jobs, Length: *lengths.quantity()}
}
