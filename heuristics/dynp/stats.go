package dynp

// Stats counts the decisions and the started jobs of a planning scheduler (Streit 2002,
// Tables 4 to 6).
type Stats struct {
	StartedWith map[string]int // jobs started under each policy, by its name
	Tries       int            // calls of the decider: "total tries of switches"
	SwitchesTo  map[string]int // calls that changed the policy, by the name of the new one
	Same        int            // calls that kept the policy
	Cases       map[Case]int   // calls by row of Table 1; empty unless the policies are those of DynP
	BacklogSum  int64          // waiting jobs, added up over the calls: see Backlog
}

// Backlog returns the average number of waiting jobs at a call of the decider; NaN
// without calls.
func (s *Stats) Backlog() float64 { return float64(s.BacklogSum) / float64(s.Tries) }

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
		StartedWith: map[string]int{}, SwitchesTo: map[string]int{}, Cases: map[Case]int{},
		Tries: c.tries, Same: c.tries, BacklogSum: c.backlog,
	}
	for i, p := range s.policies {
		out.StartedWith[p.Name] = c.started[i]
		out.SwitchesTo[p.Name] = c.switches[i]
		out.Same -= c.switches[i]
	}
	for i, n := range c.cases {
		if n > 0 {
			out.Cases[table1[i].name] = n
		}
	}
	return out
}
