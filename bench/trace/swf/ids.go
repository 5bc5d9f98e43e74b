package swf

import "github.com/optgap/optgap"

// idSet finds repeated job numbers. Most traces number their jobs upwards. As long
// as a trace does, a number is compared with the last one only.
type idSet map[int64]struct{}

// add reports whether id is new. jobs are all that were added before.
func (s *idSet) add(id int64, jobs []optgap.TraceJob) bool {
	if *s == nil {
		if len(jobs) == 0 || id > jobs[len(jobs)-1].ID {
			return true
		}
		*s = make(idSet, 2*len(jobs))
		for _, j := range jobs {
			(*s)[j.ID] = struct{}{}
		}
	}
	if _, known := (*s)[id]; known {
		return false
	}
	(*s)[id] = struct{}{}
	return true
}
