package exact

// packing knows, for prices of each kind's jobs, the most valuable set of jobs
// that the machine holds in each second.
type packing struct {
	grid
	divisor int64 // of all processors here: divides all widths, or they are rounded down
	most    int64 // processors ever free, in divisors
	items   []item
	slices  []slice
	first   []int32  // slice that each bucket begins with
	value   []int64  // of each slice, of one second
	suffix  []int64  // of all seconds from each slice on
	rows    []*curve // by processors, in divisors: value of the best set
	dp      []int64
	taken   []bool // by item and processors
}

// item is so many jobs of a kind, taken or left together. Items of a kind sum up
// to every number of its jobs.
type item struct {
	kind        int
	count, size int64 // size in divisors
}

// slice is a part of a bucket with the same free processors throughout.
type slice struct {
	time, seconds, level int64 // level in divisors
}

// finest is the number of divisors that a machine may have. Widths are rounded
// down where it has more: a set of jobs that it holds, it still holds then.
const finest = 512

func newPacking(p *problem, g grid) *packing {
	k := &packing{grid: g}
	for _, kind := range p.kinds {
		k.divisor = gcd(kind.width, k.divisor)
	}
	free := int64(0)
	for _, seg := range p.free {
		free = max(free, seg.free)
	}
	k.divisor *= max(1, (free/k.divisor+finest-1)/finest)
	k.most = free / k.divisor
	for i, kind := range p.kinds {
		left := kind.count
		for n := int64(1); left > 0; n *= 2 {
			n = min(n, left)
			left -= n
			k.items = append(k.items, item{i, n, n * (kind.width / k.divisor)})
		}
	}
	at := 0
	for b := range g.n {
		k.first = append(k.first, int32(len(k.slices)))
		for t := g.start(b); t < g.start(b+1); {
			for at+1 < len(p.free) && p.free[at+1].time <= t {
				at++
			}
			end := g.start(b + 1)
			if at+1 < len(p.free) {
				end = min(end, p.free[at+1].time)
			}
			k.slices = append(k.slices, slice{t, end - t, p.free[at].free / k.divisor})
			t = end
		}
	}
	k.first = append(k.first, int32(len(k.slices)))
	k.value = make([]int64, len(k.slices))
	k.suffix = make([]int64, len(k.slices)+1)
	k.dp = make([]int64, k.most+1)
	k.taken = make([]bool, len(k.items)*int(k.most+1))
	return k
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// fill computes the best sets of a bucket for up to so many processors, in
// divisors.
func (k *packing) fill(bucket int, curves []*curve, most int64) {
	dp := k.dp[:most+1]
	clear(dp)
	row := int(k.most + 1)
	for i, it := range k.items {
		price := curves[it.kind].price[bucket] * it.count
		taken := k.taken[i*row : i*row+len(dp)]
		clear(taken)
		if price <= 0 {
			continue
		}
		for c := len(dp) - 1; c >= int(it.size); c-- {
			if v := dp[c-int(it.size)] + price; v > dp[c] {
				dp[c] = v
				taken[c] = true
			}
		}
	}
}

// settle computes everything for the curves. What the best sets hold is given to
// hold: so many job-seconds of a kind in a bucket.
func (k *packing) settle(curves []*curve, hold func(kind, bucket int, seconds int64)) (total int64) {
	row := int(k.most + 1)
	for b := range k.n {
		level := int64(0)
		for s := k.first[b]; s < k.first[b+1]; s++ {
			level = max(level, k.slices[s].level)
		}
		k.fill(b, curves, level)
		for s := k.first[b]; s < k.first[b+1]; s++ {
			sl := &k.slices[s]
			k.value[s] = k.dp[sl.level]
			total += k.value[s] * sl.seconds
			c := int(sl.level)
			for i := len(k.items) - 1; i >= 0; i-- {
				if k.taken[i*row+c] {
					hold(k.items[i].kind, b, k.items[i].count*sl.seconds)
					c -= int(k.items[i].size)
				}
			}
		}
	}
	return total
}

// finish prepares from and the rows.
func (k *packing) finish(curves []*curve) {
	k.rows = make([]*curve, k.most+1)
	for c := range k.rows {
		k.rows[c] = newCurve(k.grid)
	}
	for b := range k.n {
		k.fill(b, curves, k.most)
		for c, v := range k.dp {
			k.rows[c].price[b] = v
		}
		for s := k.first[b]; s < k.first[b+1]; s++ {
			k.value[s] = k.dp[k.slices[s].level]
		}
	}
	for _, r := range k.rows {
		r.sum()
	}
	for s := len(k.slices) - 1; s >= 0; s-- {
		k.suffix[s] = k.suffix[s+1] + k.value[s]*k.slices[s].seconds
	}
}

// from returns the value of the best sets in all seconds from t on.
func (k *packing) from(t int64) int64 {
	b := int(t >> k.shift)
	if b >= k.n {
		return 0
	}
	s := k.first[b]
	for s+1 < k.first[b+1] && k.slices[s+1].time <= t {
		s++
	}
	return k.suffix[s] - k.value[s]*(t-k.slices[s].time)
}
