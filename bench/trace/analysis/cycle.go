package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
	_ "time/tzdata" // the same zones on all machines

	"github.com/optgap/optgap/bench/trace/swf"
)

const (
	hour = 3600.0
	week = 7 * 24 * hour
)

// A clock turns seconds of a trace into hours of the week.
type clock struct {
	name  string
	begin float64 // Unix time of second 0
	zone  *time.Location
}

// newClock reads UnixStartTime, TimeZoneString and TimeZone of the header. The format calls
// TimeZone deprecated, so it counts only where TimeZoneString names no known zone. Without
// both the zone is UTC.
func newClock(h swf.Header) clock {
	begin, err := strconv.ParseInt(h.Get("UnixStartTime"), 10, 64)
	if err != nil || begin <= 0 {
		return clock{name: ClockTrace}
	}
	c := clock{begin: float64(begin)}
	if name := h.Get("TimeZoneString"); name != "" && name != "Local" { // which is another zone on each machine
		if c.zone, err = time.LoadLocation(name); err == nil {
			c.name = name
			return c
		}
	}
	const day = 24 * 3600
	shift, err := strconv.Atoi(h.Get("TimeZone"))
	if err != nil || shift < -day || shift > day {
		shift = 0
	}
	c.name = "UTC"
	if shift != 0 {
		c.name = fmt.Sprintf("UTC%+d s", shift)
	}
	c.zone = time.FixedZone(c.name, shift)
	return c
}

// hourOfWeek returns the hour of the week, 0 to 167, of a second of the trace.
func (c *clock) hourOfWeek(second float64) int {
	if c.zone == nil {
		return int(math.Mod(second, week) / hour)
	}
	t := time.Unix(int64(c.begin+math.Floor(second)), 0).In(c.zone)
	sinceMonday := (int(t.Weekday()) + 6) % 7
	return 24*sinceMonday + t.Hour()
}

// count counts a submission in an hour of the week.
func (c *Cycle) count(hourOfWeek int) {
	c.Hours[hourOfWeek%24]++
	c.Days[hourOfWeek/24]++
	c.Week[hourOfWeek]++
}

// A Peak holds the places of the largest and the least count of a cycle.
type Peak struct {
	Most, Least           int     // the first of equal ones
	MostShare, LeastShare float64 // share of all counts
}

// PeakOf returns the peak of counts. At least one count is above 0.
func PeakOf(counts []int64) Peak {
	var p Peak
	total := int64(0)
	for i, n := range counts {
		total += n
		if n > counts[p.Most] {
			p.Most = i
		}
		if n < counts[p.Least] {
			p.Least = i
		}
	}
	p.MostShare, p.LeastShare = float64(counts[p.Most])/float64(total), float64(counts[p.Least])/float64(total)
	return p
}

func cycleStatistics() []Statistic {
	peak := func(of func(*Cycle) []int64, value func(Peak) float64) func(*Analysis) *float64 {
		return func(a *Analysis) *float64 {
			counts := of(&a.Cycle)
			if !slices.ContainsFunc(counts, func(n int64) bool { return n > 0 }) { // no submission is known
				return nil
			}
			v := value(PeakOf(counts))
			return &v
		}
	}
	hours := func(c *Cycle) []int64 { return c.Hours[:] }
	days := func(c *Cycle) []int64 { return c.Days[:] }
	ofHours := func(key, name string, unit Unit, value func(Peak) float64) Statistic {
		return brief("hours_"+key, "hours of the day", name, unit, peak(hours, value))
	}
	ofDays := func(key, name string, unit Unit, value func(Peak) float64) Statistic {
		return brief("days_"+key, "days of the week", name, unit, peak(days, value))
	}
	return []Statistic{
		ofHours("most", "busiest from", Hour, func(p Peak) float64 { return float64(p.Most) }),
		ofHours("most_share", "its share of jobs", Share, func(p Peak) float64 { return p.MostShare }),
		ofHours("least", "quietest from", Hour, func(p Peak) float64 { return float64(p.Least) }),
		ofHours("least_share", "its share of jobs", Share, func(p Peak) float64 { return p.LeastShare }),
		ofDays("most", "busiest", Weekday, func(p Peak) float64 { return float64(p.Most + 1) }),
		ofDays("most_share", "its share of jobs", Share, func(p Peak) float64 { return p.MostShare }),
		ofDays("least", "quietest", Weekday, func(p Peak) float64 { return float64(p.Least + 1) }),
		ofDays("least_share", "its share of jobs", Share, func(p Peak) float64 { return p.LeastShare }),
	}
}
