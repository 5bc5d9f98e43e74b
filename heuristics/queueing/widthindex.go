package queueing

import (
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// widthIndex finds the first job of a queue whose width lies in a range and
// whose estimate is short enough. Its leaves are the jobs of the trace by width
// and, within a width, by place in the queue; the tree over them holds the
// estimate where the job waits. All leaves of a width lie together, so the
// search jumps from one width that has such a job to the next.
type widthIndex struct {
	queue    *queue
	leaf     []int32 // by place in the queue
	place    []int32 // by leaf
	widths   []int64 // the distinct widths, rising
	begin    []int32 // first leaf of each of widths, and the number of leaves
	estimate minTree // by leaf
}

func newWidthIndex(jobs []optgap.TraceJob, q *queue) widthIndex {
	x := widthIndex{
		queue: q, leaf: make([]int32, len(jobs)), place: make([]int32, len(jobs)), estimate: newMinTree(len(jobs)),
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
	for place, job := range q.job {
		w := jobs[job].Width
		x.leaf[place], x.place[next[w]] = next[w], int32(place)
		next[w]++
	}
	return x
}

func (x *widthIndex) add(job int32, estimate int64) {
	x.estimate.set(int(x.leaf[x.queue.place[job]]), estimate)
}

func (x *widthIndex) remove(job int32) { x.add(job, absent) }

// first returns the first waiting job in the order of the queue with over < width <=
// most and an estimate of at most limit. It returns -1 if there is none. It searches
// once for each width that has such a job.
func (x *widthIndex) first(over, most, limit int64) int32 {
	from, to := int(x.begin[x.upTo(over)]), int(x.begin[x.upTo(most)])
	best := int32(-1)
	for {
		leaf := x.estimate.next(from, to, limit)
		if leaf < 0 {
			break
		}
		if place := x.place[leaf]; best < 0 || place < best {
			best = place
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
