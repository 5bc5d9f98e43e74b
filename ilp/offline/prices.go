package offline

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Prices are the prices of a processor: Price[b] / Denominator for each second from Times[b] to
// before Times[b+1], in weight times seconds, and 0 at all other seconds. They prove a bound.
type Prices struct {
	Denominator int64   `json:"denominator"` // at least 1
	Times       []int64 `json:"times"`       // ascending; one more than prices
	Price       []int64 `json:"price"`       // at least 0
	// Extra is what jobs pay above that, compressed: see extras; nil: nothing.
	Extra []byte `json:"extra,omitempty"`
}

// floats returns the prices in weight times seconds.
func (p *Prices) floats() []float64 {
	all := make([]float64, len(p.Price))
	for b, v := range p.Price {
		all[b] = float64(v) / float64(p.Denominator)
	}
	return all
}

// curve is the price of time with its integral. T is float64 for the search, and int64 for the
// proof.
type curve[T int64 | float64] struct {
	times []int64
	price []T // one more than buckets: the price after the last bucket is 0
	until []T // integral of the price up to each of times
}

func newCurve[T int64 | float64](times []int64, price []T) *curve[T] {
	c := &curve[T]{
		times: times,
		price: append(slices.Clone(price), 0),
		until: make([]T, len(times)),
	}
	c.integrate(0)
	return c
}

// integrate sets the integrals from a bucket on.
func (c *curve[T]) integrate(from int) {
	for b := from + 1; b < len(c.times); b++ {
		c.until[b] = c.until[b-1] + c.price[b-1]*T(c.times[b]-c.times[b-1])
	}
}

// bucket returns the last bucket that begins at t or before it. t is not before all buckets.
func (c *curve[T]) bucket(t int64) int {
	b, found := slices.BinarySearch(c.times, t)
	if !found {
		b--
	}
	return b
}

// total returns the integral of the price up to t.
func (c *curve[T]) total(t int64) T {
	if t < c.times[0] {
		return 0
	}
	b := c.bucket(t)
	return c.until[b] + c.price[b]*T(t-c.times[b])
}

// place is a start of a job, and the buckets of its start and of its end.
type place struct {
	start    int64
	from, to int32
}

// cheapest returns the least sum of slope times wait and width times the prices while the job runs,
// and the first start that has it. released is the release, with its buckets.
//
// The cost is linear between the starts at which the start or the end of the job is at the border
// of two buckets. A least one is at the release, or where the slope rises: where the price falls at
// the start, or rises at the end.
func (c *curve[T]) cheapest(j *Job, released place, slope T) (least T, at place) {
	width := T(j.Width)
	last := len(c.times) - 1
	i := int(released.from)
	k := int(released.to)
	cost := func(s int64) T {
		end := c.until[k] + c.price[k]*T(s+j.Duration-c.times[k])
		return width * (end - c.until[i] - c.price[i]*T(s-c.times[i]))
	}
	least = cost(released.start)
	at = released
	// A longer wait costs more than the prices at the release. The factor is for the rounding of
	// large integers.
	longest := int64(min(float64(least)/float64(slope)*(1+1e-9)+1, mostTime))
	for i < last {
		s := c.times[i+1]
		low := false
		if k < last && c.times[k+1]-j.Duration < s {
			s = c.times[k+1] - j.Duration
			low = c.price[k+1] > c.price[k]
			k++
		} else {
			low = c.price[i+1] < c.price[i]
			i++
			if k < last && c.times[k+1]-j.Duration == s {
				low = low || c.price[k+1] > c.price[k]
				k++
			}
		}
		wait := s - j.Release
		if wait > longest || slope*T(wait) >= least {
			break
		}
		if !low {
			continue
		}
		if v := slope*T(wait) + cost(s); v < least {
			least = v
			at = place{s, int32(i), int32(k)}
		}
	}
	return least, at
}

// cheapestOwn is cheapest for a job with extras. The cost changes from one border to the next by
// the slope, and by what the job pays where it ends less what it pays where it starts. visited is
// the number of prices that it looks at.
func (c *curve[T]) cheapestOwn(
	j *Job,
	released place,
	slope T,
	own extra[T],
) (least T, at place, visited int) {
	width := T(j.Width)
	last := len(c.times) - 1
	i := int(released.from)
	k := int(released.to)
	now := released.start
	price := func(b int) T { return c.price[b] + own.at(b) }
	cost := c.total(now+j.Duration) - c.total(now)
	for b := max(i, own.first); b <= min(k, own.first+len(own.price)-1); b++ {
		visited++
		cost += own.at(b) * T(min(now+j.Duration, c.times[b+1])-max(now, c.times[b]))
	}
	cost *= width
	least = cost
	at = released
	longest := int64(min(float64(least)/float64(slope)*(1+1e-9)+1, mostTime))
	for i < last {
		next := c.times[i+1]
		if k < last {
			next = min(next, c.times[k+1]-j.Duration)
		}
		wait := next - j.Release
		if wait > longest || slope*T(wait) >= least {
			break
		}
		visited++
		cost += T(next-now) * (slope + width*(price(k)-price(i)))
		now = next
		if c.times[i+1] == now {
			i++
		}
		if k < last && c.times[k+1]-j.Duration == now {
			k++
		}
		if cost < least {
			least = cost
			at = place{now, int32(i), int32(k)}
		}
	}
	return least, at, visited
}

// releases returns the releases of the jobs with their buckets.
func releases[T int64 | float64](in *Instance, c *curve[T]) []place {
	all := make([]place, len(in.Jobs))
	for i := range in.Jobs {
		j := &in.Jobs[i]
		all[i] = place{
			j.Release,
			int32(c.bucket(j.Release)),
			int32(c.bucket(j.Release + j.Duration)),
		}
	}
	return all
}

// check refuses prices that are not of the form that Prices says.
func (p *Prices) check(in *Instance) error {
	rising := len(p.Times) == len(p.Price)+1 && p.Times[0] <= in.Jobs[0].Release
	for b := range p.Price {
		rising = rising && p.Times[b] < p.Times[b+1]
	}
	if !rising || p.Denominator < 1 || len(p.Times) > math.MaxInt32 || len(p.Price) > 0 && slices.Min(p.Price) < 0 {
		return optgap.BadField("prices", fmt.Sprintf("%d prices, %d times, denominator %d",
			len(p.Price), len(p.Times), p.Denominator), "ascending times from the first release on, prices from 0")
	}
	return nil
}

// Bound returns the largest integer that the prices prove to be a lower bound on the sum of every
// schedule. It computes with integers alone. Sums that exceed int64 are an *optgap.FieldError.
func (in *Instance) Bound(p *Prices) (int64, error) {
	if err := p.check(in); err != nil {
		return 0, err
	}
	extras, err := p.extras(len(in.Jobs))
	if err != nil {
		return 0, err
	}
	return in.bound(p, extras)
}

// bound is Bound with the extras by job; nil: none.
func (in *Instance) bound(p *Prices, extras []extra[int64]) (int64, error) {
	const most = 1 << 61
	paid := 0.0
	tooLarge := optgap.BadField("prices", "sums beyond int64", "smaller prices")
	for b, v := range p.Price {
		paid += float64(v) * float64(p.Times[b+1]-p.Times[b])
	}
	if paid*float64(in.Machine) > most {
		return 0, tooLarge
	}
	c := newCurve(p.Times, p.Price)
	best, ok := in.sets(c, extras)
	if !ok {
		return 0, tooLarge
	}
	sum := -in.Machine*c.until[len(c.until)-1] - best
	for i, at := range releases(in, c) {
		j := &in.Jobs[i]
		if float64(p.Denominator)*float64(j.Weight)*float64(max(1, j.Duration)) > most {
			return 0, tooLarge
		}
		slope := p.Denominator * j.Weight
		var least int64
		if extras != nil && len(extras[i].price) > 0 {
			least, _, _ = c.cheapestOwn(j, at, slope, extras[i])
		} else {
			least, _ = c.cheapest(j, at, slope)
		}
		least += slope * j.Duration
		if sum > 0 && least > math.MaxInt64-sum {
			return 0, tooLarge
		}
		sum += least
	}
	bound := sum / p.Denominator
	if sum > 0 && sum%p.Denominator > 0 {
		bound++
	}
	return bound, nil
}
