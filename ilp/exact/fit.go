package exact

import "math"

// fit is where a job fits on the segments of a node.
type fit struct {
	start  int64 // the first possible start from the front on
	priced int64 // least priced cost of a start from there on
}

// least returns what schedules cost at least by the prices, in units. left are the
// jobs left, free the segments, front the earliest start, cost that of the placed
// jobs.
func (d *diagram) least(left []int32, free []segment, front, cost int64) int64 {
	for i, n := range left {
		if n > 0 {
			d.fits[i] = d.fit(i, free, front)
		}
	}
	return d.bound(left, free, cost)
}

// leastAfter is least for a child of the node that is expanded: a job was placed from
// the front up to end. Only jobs that do not fit beside it have other starts than at
// the node.
func (d *diagram) leastAfter(left []int32, free []segment, front, end, cost int64) int64 {
	beside := int64(math.MaxInt64) // processors
	for i := 0; i < len(free) && free[i].time < end; i++ {
		beside = min(beside, free[i].free)
	}
	for i, n := range left {
		if n > 0 {
			f := d.before[i]
			if f.start < front || f.start < end && d.kinds[i].width > beside {
				f = d.fit(i, free, max(f.start, front))
			}
			d.fits[i] = f
		}
	}
	return d.bound(left, free, cost)
}

// fit returns where a job of a kind fits from a second on.
func (d *diagram) fit(kind int, free []segment, from int64) fit {
	k := &d.kinds[kind]
	start := earliest(free, max(from, k.earliest), k.width, k.duration)
	return fit{start, d.tails[kind].from(start)}
}

// bound returns the bound by prices for jobs that start where they fit.
func (d *diagram) bound(left []int32, free []segment, cost int64) int64 {
	total, first := cost<<d.unit, int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			f := &d.fits[i]
			if f.priced >= never {
				return never
			}
			total += int64(n) * f.priced
			first = min(first, f.start)
		}
	}
	for i := index(free, min(first, d.timeline.end())); i < len(free); i++ {
		from, to := max(first, free[i].time), d.until(free, i)
		if from >= to {
			break
		}
		total -= d.worth(free[i].free, from, to)
	}
	return total
}

// until returns the end of a segment, at most the end of the timeline.
func (d *diagram) until(free []segment, i int) int64 {
	if i+1 < len(free) {
		return min(free[i+1].time, d.timeline.end())
	}
	return d.timeline.end()
}

// worth returns what the best sets on so many processors are worth in the seconds from
// one to before another.
func (d *diagram) worth(free, from, to int64) int64 {
	row := d.pack.rows[free/d.pack.divisor]
	return row.until(to) - row.until(from)
}
