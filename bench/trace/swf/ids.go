package swf

import "github.com/optgap/optgap"

// An idSet finds repeated job numbers; nil: the numbers of all jobs rise. Most traces number
// their jobs upwards, and a number is then compared with the last one only.
type idSet map[int64]struct{}

// add tells whether id is new. jobs holds all jobs that were added before.
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
