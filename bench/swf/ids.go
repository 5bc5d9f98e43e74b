package swf

import "github.com/optgap/optgap"

// idSet tells repeated job numbers. Most traces number their jobs upwards, so
// numbers are only compared with the last one until that fails.
type idSet map[int64]struct{}

// add reports whether id is new among the jobs, which have all been added.
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
