package dynp

import (
	"slices"

	"github.com/optgap/optgap"
)

// waiting is a waiting job with the values that planning needs. So a pass over a queue
// reads one flat array.
type waiting struct {
	key, submit, id int64
	width, estimate int64
	job             int32
}

func newWaiting(key int64, j optgap.Job, job int32) waiting {
	return waiting{key, j.Submit, j.ID, j.Width, j.Estimate, job}
}

// before tells whether a stands before b in a queue: by key, then submission, then id.
func (a waiting) before(b waiting) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	if a.submit != b.submit {
		return a.submit < b.submit
	}
	return a.id < b.id
}

// queue holds waiting jobs ordered by a policy.
type queue struct {
	key   func(optgap.Job) int64
	items []waiting
}

func (q *queue) insert(j optgap.Job, job int32) {
	w := newWaiting(q.key(j), j, job)
	q.items = slices.Insert(q.items, q.search(w), w)
}

func (q *queue) remove(j optgap.Job) {
	at := q.search(waiting{key: q.key(j), submit: j.Submit, id: j.ID})
	q.items = slices.Delete(q.items, at, at+1)
}

// search returns the index of the first item that is not before w.
func (q *queue) search(w waiting) int {
	low, high := 0, len(q.items)
	for low < high {
		if mid := int(uint(low+high) / 2); q.items[mid].before(w) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
