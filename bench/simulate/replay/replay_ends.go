package replay

// end is the actual end of a running job.
type end struct {
	time int64
	job  int32
}

// before compares ends by time, then by job.
func (a end) before(b end) bool { return a.time < b.time || a.time == b.time && a.job < b.job }

// endHeap is a binary heap with the earliest end first. Package container/heap would
// allocate memory for every element.
type endHeap []end

// push adds an end.
func (h *endHeap) push(e end) {
	*h = append(*h, e)
	s := *h
	for i := len(s) - 1; i > 0; {
		parent := (i - 1) / 2
		if !s[i].before(s[parent]) {
			return
		}
		s[i], s[parent] = s[parent], s[i]
		i = parent
	}
}

// pop removes the earliest end and returns it. The heap is not empty.
func (h *endHeap) pop() end {
	s := *h
	first := s[0]
	last := len(s) - 1
	s[0] = s[last]
	s = s[:last]
	*h = s
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if s[child].before(s[least]) {
				least = child
			}
		}
		if least == i {
			return first
		}
		s[i], s[least] = s[least], s[i]
		i = least
	}
}
