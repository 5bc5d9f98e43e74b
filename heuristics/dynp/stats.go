package dynp

import "maps"

// Stats counts the decisions and the started jobs of a planning scheduler (Streit 2002,
// Tables 4 to 6).
type Stats struct {
	StartedWith map[string]int `json:"started_with,omitempty"` // jobs started under each policy, by its name
	Tries       int            `json:"tries"`                  // calls of the decider: "total tries of switches"
	SwitchesTo  map[string]int `json:"switches_to,omitempty"`  // calls that changed the policy, by the name of the new one
	Same        int            `json:"same"`                   // calls that kept the policy
	Cases       map[Case]int   `json:"cases,omitempty"`        // calls by row of Table 1, nil but for DynP's policies
	Backlog     float64        `json:"backlog,omitempty"`      // mean number of waiting jobs at a call; 0: no call
}

// Stats returns the counts so far.
func (s *Scheduler) Stats() Stats {
	out := s.stats
	out.StartedWith = maps.Clone(out.StartedWith)
	out.SwitchesTo = maps.Clone(out.SwitchesTo)
	out.Cases = maps.Clone(out.Cases)
	out.Backlog /= float64(max(out.Tries, 1))
	return out
}

// follow makes a policy that was decided on the active one, and counts the decision.
func (s *Scheduler) follow(next int) {
	s.stats.Tries++
	s.stats.Backlog += float64(s.Waiting())
	if next == s.active {
		s.stats.Same++
		return
	}
	s.active = next
	s.stale = true
	s.stats.SwitchesTo[s.Policy().Name]++
}
