package dynp

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

// counts are the numbers of Stats in slices, so that counting touches no map.
type counts struct {
	started, switches []int // by policy
	tries             int
	cases             []int // by row of table1
	backlog           int64
}

// Stats returns the counts so far.
func (s *Scheduler) Stats() Stats {
	c := &s.counts
	out := Stats{
		StartedWith: map[string]int{},
		SwitchesTo:  map[string]int{},
		Tries:       c.tries,
		Same:        c.tries,
	}
	if c.tries > 0 {
		out.Backlog = float64(c.backlog) / float64(c.tries)
	}
	for i, p := range s.policies {
		out.StartedWith[p.Name] = c.started[i]
		out.SwitchesTo[p.Name] = c.switches[i]
		out.Same -= c.switches[i]
	}
	for i, n := range c.cases {
		if n > 0 && out.Cases == nil {
			out.Cases = map[Case]int{}
		}
		if n > 0 {
			out.Cases[table1[i].name] = n
		}
	}
	return out
}
