package engine

import "github.com/optgap/optgap"

// Timeline cuts the seconds from 0 to its end into n buckets. Borders of buckets are at
// least 2^shift seconds apart.
type Timeline struct {
	shift    uint
	N        int
	Borders  []int64            // the first second of each bucket, and the end
	bucketAt []int32            // bucketAt[c] is the bucket of second c * 2^shift
	Corners  map[int64]*corners // by duration, filled by cornersOf
}

// finer limits how close two borders can be: their distance is at least the average
// distance divided by finer.
const finer = 16

// mostCells is the largest number of prices, one for each kind and bucket. They take about
// half a gigabyte, with all other numbers by kind and bucket.
const mostCells = 1 << 22

// BucketsFor returns the given number of buckets, or less where there are thousands of
// kinds.
func BucketsFor(buckets, kinds int) int { return max(1, min(buckets, mostCells/(finer*kinds))) }

// NewTimeline returns a timeline of about so many buckets that includes second end. It has
// borders at the events, which are seconds, except at those close to an event before them
// in the list. Buckets between these borders are as even as possible.
func NewTimeline(end int64, buckets int, events []int64) *Timeline {
	g := &Timeline{Corners: map[int64]*corners{}}
	for end>>g.shift >= int64(buckets)*finer {
		g.shift++
	}
	g.Borders = g.apart(end+1, events)
	g.Borders = evenly(g.Borders, buckets)
	g.N = len(g.Borders) - 1
	g.bucketAt = make([]int32, end>>g.shift+1)
	b := 0
	for c := range g.bucketAt {
		for g.start(b+1) <= int64(c)<<g.shift {
			b++
		}
		g.bucketAt[c] = int32(b)
	}
	return g
}

// Around returns a timeline of about so many buckets, with borders at the changes of the free
// processors and at the starts and ends of a schedule of the step. The best prices change most
// there.
func (p *Problem) Around(step *optgap.Step, plan optgap.Schedule, buckets int) *Timeline {
	events := make([]int64, 0, len(p.Free)+2*len(plan))
	for _, seg := range p.Free {
		events = append(events, seg.Time)
	}
	for i, start := range plan {
		events = append(events, start, start+step.Jobs[i].Estimate)
	}
	return NewTimeline(plan.Makespan(step), buckets, events)
}

// apart returns 0, the end and the events between them in order of time. Events less than
// 2^shift seconds from an event before them in the list are left out.
func (g *Timeline) apart(end int64, events []int64) []int64 {
	// element c+1: the border among the 2^shift seconds from c * 2^shift on; 0: none.
	kept := make([]int64, end>>g.shift+3)
	add := func(t int64) {
		for _, k := range kept[t>>g.shift:][:3] {
			if k != 0 && max(t-k, k-t) < 1<<g.shift {
				return
			}
		}
		kept[t>>g.shift+1] = t
	}
	add(end)
	for _, t := range events {
		if 1<<g.shift <= t && t < end {
			add(t)
		}
	}
	borders := []int64{0}
	for _, t := range kept {
		if t > 0 {
			borders = append(borders, t)
		}
	}
	return borders
}

// evenly divides the pieces between borders into at most n pieces, as even as possible.
// Where there are already n pieces or more, they stay.
func evenly(borders []int64, n int) []int64 {
	pieces := func(i int, widest int64) int64 { return (borders[i+1] - borders[i] + widest - 1) / widest }
	last := len(borders) - 1
	low := int64(0)
	high := borders[last] // lengths of a piece: low makes more than n pieces, high does not
	for high-low > 1 {
		middle := low + (high-low)/2
		made := int64(0)
		for i := range last {
			made += pieces(i, middle)
		}
		if made <= int64(n) {
			high = middle
		} else {
			low = middle
		}
	}
	var divided []int64
	for i := range last {
		for k, n := int64(0), pieces(i, high); k < n; k++ {
			whole := borders[i+1] - borders[i]
			// k*whole could overflow.
			divided = append(divided, borders[i]+k*(whole/n)+k*(whole%n)/n)
		}
	}
	return append(divided, borders[last])
}

// start returns the first second of a bucket.
func (g *Timeline) start(bucket int) int64 { return g.Borders[bucket] }

// length returns the seconds of a bucket.
func (g *Timeline) length(bucket int) int64 { return g.Borders[bucket+1] - g.Borders[bucket] }

// lengths returns the seconds of all buckets.
func (g *Timeline) lengths() []float64 {
	lengths := make([]float64, g.N)
	for b := range lengths {
		lengths[b] = float64(g.length(b))
	}
	return lengths
}

// End returns the first second after the last bucket.
func (g *Timeline) End() int64 { return g.Borders[g.N] }

// bucket returns the bucket of second t >= 0; n after the last bucket.
func (g *Timeline) bucket(t int64) int {
	if t >= g.End() {
		return g.N
	}
	b := int(g.bucketAt[t>>g.shift])
	if g.Borders[b+1] <= t {
		b++
	}
	return b
}

// addPerSecond adds amount for each second from a to before b. area has a sum for each
// bucket. Seconds after the last bucket are left out.
func addPerSecond[T int64 | float64](g *Timeline, area []T, a, b int64, amount T) {
	b = min(b, g.End())
	for k := g.bucket(a); a < b; k++ {
		stop := min(b, g.start(k+1))
		area[k] += amount * T(stop-a)
		a = stop
	}
}

// over converts values of one second, one for each bucket, to another timeline. The new
// values are means over the new buckets.
func (g *Timeline) over(to *Timeline, values []float64) []float64 {
	means := make([]float64, to.N)
	for b, v := range values {
		addPerSecond(to, means, g.start(b), g.start(b+1), v)
	}
	for b := range means {
		means[b] /= float64(to.length(b))
	}
	return means
}
