package analysis

import (
	"fmt"
	"math"
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
