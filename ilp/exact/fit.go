package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// fit is the first start of a job that fits on the segments of a node.
type fit struct {
	start  int64 // in seconds, not before the front
	priced int64 // least priced cost of this start and all later ones, in units
}

// least returns the bound by prices, in units. left are the jobs left by kind, free the
// segments, front the earliest second at which jobs left may start, cost that of the
// placed jobs.
func (d *desk) least(left []int32, free []engine.Segment, front, cost int64) int64 {
	for i, n := range left {
		if n > 0 {
			d.fits[i] = d.fit(i, free, front)
		}
	}
	return d.bound(left, free, cost)
}

// leastAfter is least for a child of a node, whose fits are those before. The child has one more
// job, which runs from the front up to end. Only jobs that do not fit beside this job, or that
// could start before the front, start later than at the node.
func (d *desk) leastAfter(
	before []fit,
	left []int32,
	free []engine.Segment,
	front, end, cost int64,
) int64 {
	beside := int64(math.MaxInt64) // processors that stay free while the job runs
	for i := 0; i < len(free) && free[i].Time < end; i++ {
		beside = min(beside, free[i].Free)
	}
	for i, n := range left {
		if n > 0 {
			f := before[i]
			if f.start < front || f.start < end && d.problem.Kinds[i].Width > beside {
				f = d.fit(i, free, max(f.start, front))
			}
			d.fits[i] = f
		}
	}
	return d.bound(left, free, cost)
}

// fit returns the first start of a job of a kind that fits, from a second on.
func (d *diagram) fit(kind int, free []engine.Segment, from int64) fit {
	k := &d.problem.Kinds[kind]
	start := engine.Earliest(free, max(from, k.Earliest), k.Width, k.Duration)
	return fit{start, d.tails[kind].From(start)}
}

// bound returns the bound by prices, in units, for jobs left that start as fits says.
func (d *desk) bound(left []int32, free []engine.Segment, cost int64) int64 {
	total := cost << d.problem.Unit
	first := int64(math.MaxInt64)
	for i, n := range left {
		if n > 0 {
			f := &d.fits[i]
			if f.priced >= engine.Never {
				return engine.Never
			}
			total += int64(n) * f.priced
			first = min(first, f.start)
		}
	}
	for i := engine.Index(free, min(first, d.timeline.End())); i < len(free); i++ {
		from := max(first, free[i].Time)
		to := d.until(free, i)
		if from >= to {
			break
		}
		total -= d.worth(free[i].Free, from, to)
	}
	return total
}

// until returns the end of segment i, at most the end of the timeline.
func (d *diagram) until(free []engine.Segment, i int) int64 {
	if i+1 < len(free) {
		return min(free[i+1].Time, d.timeline.End())
	}
	return d.timeline.End()
}

// worth returns the value of the best sets on so many free processors, in the seconds from
// one second to before another.
func (d *diagram) worth(free, from, to int64) int64 {
	row := d.pack.Rows[free/d.pack.Divisor]
	return row.Until(to) - row.Until(from)
}
