package offline

import (
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// A price step aims at a gain of a share of the value: reach. After worseSteps
// steps without a gain the reach is multiplied by shrinks, and the search goes on from the best
// prices. Where the reach is below leastReach, buckets are halved.
const (
	firstReach = 0.1
	leastReach = 2e-4
	shrinks    = 0.6
	worseSteps = 6
)

// leastGain is the gain of two levels of buckets, as a share of the value, below which finer ones
// are not tried.
const leastGain = 1e-5

// raise searches for prices of a high bound, from others on; nil: from 0. upper is the sum of some
// schedule that ends at end. starts are the average cheapest starts of the jobs, of which the last
// steps count most.
func (in *Instance) raise(
	from *Prices, upper, end int64, stopped func() bool,
) (p *Prices, starts []float64) {
	s := newSearch(in, end)
	if from != nil && len(from.Price) > 0 {
		s.divide(from.Times, from.floats())
	}
	for slow := 0; slow < 2 && !stopped(); {
		before := s.reached
		s.level(float64(upper), stopped)
		slow++
		if s.reached-before > leastGain*s.reached {
			slow = 0
		}
		if !s.refine() {
			break
		}
	}
	return in.rounded(s.curve.times, s.best, func(int64) []byte { return nil }), s.starts
}

// rounded returns the prices as integers, with the largest denominator that leaves all sums in
// range, and extras; no prices where these prove no more.
func (in *Instance) rounded(
	times []int64,
	price []float64,
	extra func(denominator int64) []byte,
) *Prices {
	p := &Prices{Times: times, Price: make([]int64, len(price))}
	for p.Denominator = 1 << 16; p.Denominator > 0; p.Denominator /= 4 {
		for b, v := range price {
			p.Price[b] = int64(min(v*float64(p.Denominator), math.MaxInt64/2))
		}
		p.Extra = extra(p.Denominator)
		if bound, err := in.Bound(p); err == nil && bound > in.Alone() {
			return p
		}
	}
	return &Prices{Denominator: 1, Times: times[:1], Price: []int64{}}
}

// search holds prices on the way to better ones.
type search struct {
	in       *Instance
	curve    *curve[float64]
	released []place
	ascent   *engine.Ascent
	reached  float64   // the best value
	best     []float64 // its prices
	starts   []float64 // by job: average cheapest start
	length   []float64 // of the buckets, in seconds
	part     []float64 // by bucket: processor-seconds of jobs that begin or end in it
	rate     []float64 // by bucket: change of the processors of jobs that run through it
}

// perBucket is the number of jobs for each bucket of the first level.
const perBucket = 4

// newSearch returns a search with prices of 0, in buckets of equal length up to a second.
func newSearch(in *Instance, end int64) *search {
	first := in.Jobs[0].Release
	length := max(1, (end-first)/max(leastBuckets, int64(len(in.Jobs))/perBucket))
	times := []int64{first}
	for t := first; t < end; {
		t += length
		times = append(times, t)
	}
	s := &search{in: in, reached: math.Inf(-1), starts: make([]float64, len(in.Jobs))}
	for i, j := range in.Jobs {
		s.starts[i] = float64(j.Release)
	}
	s.divide(times, make([]float64, len(times)-1))
	return s
}

// divide sets the buckets and their prices.
func (s *search) divide(times []int64, price []float64) {
	s.curve = newCurve(times, price)
	s.best = price
	s.released = releases(s.in, s.curve)
	s.length = make([]float64, len(price))
	for b := range s.length {
		s.length[b] = float64(times[b+1] - times[b])
	}
	s.part = make([]float64, len(times))
	s.rate = make([]float64, len(times)+1)
	s.ascent = engine.NewAscent(s.length, math.Inf(1))
	s.ascent.Restart(price)
}

// level takes price steps on the buckets as they are.
func (s *search) level(upper float64, stopped func() bool) {
	for reach, worse := firstReach, 0; reach > leastReach && !stopped(); {
		if value := s.value(); value > s.reached {
			s.reached = value
			worse = 0
			s.best = append(s.best[:0], s.ascent.Price...)
		} else {
			worse++
			if worse == worseSteps {
				reach *= shrinks
				worse = 0
				s.ascent.Restart(s.best)
				s.value()
			}
		}
		if !s.ascent.Move(reach * min(upper-s.reached, s.reached)) {
			return
		}
	}
}

// recent is the share of a price step in the average cheapest starts.
const recent = 0.03

// value returns the value of the prices of the ascent, and sets its excess.
func (s *search) value() (sum float64) {
	c := s.curve
	copy(c.price, s.ascent.Price)
	c.integrate(0)
	clear(s.part)
	clear(s.rate)
	last := len(c.times) - 1
	for i, released := range s.released {
		j := &s.in.Jobs[i]
		least, at := c.cheapest(j, released, float64(j.Weight))
		s.starts[i] += recent * (float64(at.start) - s.starts[i])
		sum += least + float64(j.Weight)*float64(j.Duration)
		if int(at.from) == last {
			continue
		}
		width := float64(j.Width)
		s.part[at.from] += width * float64(c.times[at.from+1]-at.start)
		s.part[at.to] += width * float64(at.start+j.Duration-c.times[at.to])
		s.rate[at.from+1] += width
		s.rate[at.to] -= width
	}
	running := 0.0
	machine := float64(s.in.Machine)
	for b, length := range s.length {
		running += s.rate[b]
		s.ascent.Excess[b] = running + s.part[b]/length - machine
	}
	return sum - machine*c.until[last]
}

// Buckets are not halved where there are more than one for each job, or than mostBuckets where there
// are few jobs. Finer ones cost prices of jobs more than they gain: on 500 jobs of the Lublin model
// 1463 buckets proved more in 2 s than 5532 in 8 s. leastBuckets are those of the first level.
const (
	mostBuckets  = 1024
	leastBuckets = 256
)

// refine halves the buckets that have a price or a half with more jobs than processors, and those
// beside them. It returns false where there is none that can be halved.
func (s *search) refine() bool {
	times := s.curve.times
	price := slices.Clone(s.best)
	split := slices.Repeat([]bool{true}, len(price))
	s.divide(halved(times, price, split))
	s.value()
	half := 0
	for b := range price {
		split[b] = price[b] > 0 || s.ascent.Excess[half] > 0
		half++
		if times[b+1]-times[b] > 1 {
			split[b] = split[b] || s.ascent.Excess[half] > 0
			half++
		}
	}
	wide := slices.Clone(split)
	for b := range split {
		wide[b] = split[b] || b > 0 && split[b-1] || b+1 < len(split) && split[b+1]
	}
	fine, with := halved(times, price, wide)
	s.divide(fine, with)
	return len(fine) > len(times) && len(with) <= max(mostBuckets, len(s.in.Jobs))
}

// halved returns the buckets and their prices, with the marked ones in two halves, unless they are
// of a second.
func halved(times []int64, price []float64, split []bool) (fine []int64, with []float64) {
	for b, v := range price {
		from := times[b]
		to := times[b+1]
		fine = append(fine, from)
		with = append(with, v)
		if split[b] && to-from > 1 {
			fine = append(fine, from+(to-from)/2)
			with = append(with, v)
		}
	}
	return append(fine, times[len(price)]), with
}
