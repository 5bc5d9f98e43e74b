package queueing

import (
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// widthIndex finds the first job of a queue whose width lies in a range and
// whose estimate is short enough. It is a tree with a leaf for each job of the trace. The
// leaves are sorted by width and, within a width, by position in the queue. So the
// search jumps from one width that has such a job to the next.
type widthIndex struct {
	queue    *queue
	leaf     []int32 // by position in the queue
	position []int32 // in the queue, by leaf
	widths   []int64 // the distinct widths, rising
	begin    []int32 // first leaf of each of widths, and the number of leaves
	estimate minTree // by leaf: the estimate where the job waits, else absent
}

func newWidthIndex(jobs []optgap.TraceJob, q *queue) widthIndex {
	x := widthIndex{
		queue: q, leaf: make([]int32, len(jobs)), position: make([]int32, len(jobs)), estimate: newMinTree(len(jobs)),
	}
	count := make(map[int64]int32)
	for _, j := range jobs {
		count[j.Width]++
	}
	for w := range count {
		x.widths = append(x.widths, w)
	}
	slices.Sort(x.widths)
	next := make(map[int64]int32, len(count)) // the next leaf of each width
	leaves := int32(0)
	for _, w := range x.widths {
		x.begin = append(x.begin, leaves)
		next[w] = leaves
		leaves += count[w]
	}
	x.begin = append(x.begin, leaves)
	for position, job := range q.job {
		w := jobs[job].Width
		x.leaf[position], x.position[next[w]] = next[w], int32(position)
		next[w]++
	}
	return x
}

func (x *widthIndex) add(job int32, estimate int64) {
	x.estimate.set(int(x.leaf[x.queue.position[job]]), estimate)
}

func (x *widthIndex) remove(job int32) { x.add(job, absent) }

// first returns the first waiting job in the order of the queue with over < width <=
// most and an estimate of at most limit. It returns -1 if there is none. It searches
// once for each width that has such a job.
func (x *widthIndex) first(over, most, limit int64) int32 {
	from, to := int(x.begin[x.upTo(over)]), int(x.begin[x.upTo(most)])
	best := int32(-1) // position in the queue
	for {
		leaf := x.estimate.next(from, to, limit)
		if leaf < 0 {
			break
		}
		if position := x.position[leaf]; best < 0 || position < best {
			best = position
		}
		class := sort.Search(len(x.widths), func(i int) bool { return int(x.begin[i+1]) > leaf })
		from = int(x.begin[class+1])
	}
	if best < 0 {
		return -1
	}
	return x.queue.job[best]
}

// upTo returns how many of the widths are at most w.
func (x *widthIndex) upTo(w int64) int {
	return sort.Search(len(x.widths), func(i int) bool { return x.widths[i] > w })
}
