package importing

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/field"
)

// clockLayout is how sacct prints a time, unless SLURM_TIME_FORMAT says otherwise.
const clockLayout = "2006-01-02T15:04:05"

// isoLayouts are forms of ISO 8601. Fractions of seconds may follow the seconds.
var isoLayouts = []string{
	clockLayout + "Z07:00",
	clockLayout + "Z0700",
	clockLayout + "-07",
	clockLayout + " MST",
	clockLayout,
	"2006-01-02T15:04",
	"2006-01-02",
}

// lastSecond is above all seconds of the next 3,000 years. Logs in milliseconds have larger
// numbers.
const lastSecond = 1e11

// readMoment returns the seconds since 1970 that a text may mean: two if the clock of the zone
// showed it twice, at the end of summer time. The text is a number of the unit, or a time in the
// layout that the unit is. Without a unit it is seconds, or a time as in ISO 8601. A time that
// tells no zone is of the zone's clock. Where there are none, expected says what the text had to
// be.
func readMoment(text, unit string, zone *time.Location) (found []int64, expected string) {
	if isLayout(unit) {
		found, expected = shownBy(unit, text, zone)
		if expected == unit && !yearDigits.MatchString(text) {
			expected += ", with the year (LSF writes it by LSB_DISPLAY_YEAR=Y)"
		}
		return found, expected
	}
	const date, year = len("2006-01-02"), len("2006")
	if unit != "" || len(text) < date || text[year] != '-' {
		n, err := field.ParseDecimal(text)
		if err != nil {
			return nil, "a number of " + cmp.Or(
				unit,
				"seconds or a time such as 2026-03-29T01:59:59",
			)
		}
		return readSeconds(n, unit)
	}
	if len(text) > date && text[date] == ' ' {
		text = text[:date] + "T" + text[date+1:]
	}
	if wall, ok := readClock(text); ok {
		return clockShowed(wall, zone)
	}
	for _, layout := range isoLayouts {
		found, expected = shownBy(layout, text, zone)
		if found != nil || expected != layout {
			return found, expected
		}
	}
	return nil, "a time such as 2026-03-29T01:59:59"
}

// yearDigits finds a year.
var yearDigits = regexp.MustCompile(`[0-9]{4}`)

// readSeconds returns a number of a unit in seconds.
func readSeconds(n float64, unit string) (found []int64, expected string) {
	at := math.Floor(lengthUnits[unit].of(n))
	if math.Abs(at) < lastSecond {
		return []int64{int64(at)}, ""
	}
	unit = cmp.Or(unit, "seconds")
	for _, fits := range []string{"ms", "us", "ns"} {
		if lengthUnits[fits].of(math.Abs(n)) < lastSecond {
			return nil, fmt.Sprintf(
				"a moment in %s; the unit that fits is %s (COLUMN:%s)",
				unit,
				fits,
				fits,
			)
		}
	}
	return nil, "a moment in " + unit
}

// epochDigits is the largest number of digits of a whole number of seconds since 1970.
const epochDigits = 11

// isLayout reports whether the unit of a moment is a layout as package time has them.
func isLayout(unit string) bool { return strings.Contains(unit, "2006") }

// withZone returns a layout whose zone is read where it ends in one that is always the same.
func withZone(layout string) string {
	for _, name := range []string{"UTC", "GMT"} {
		before, ok := strings.CutSuffix(layout, name)
		if ok {
			return before + "MST"
		}
	}
	if strings.HasSuffix(layout, "5Z") {
		return layout + "07:00"
	}
	return layout
}

// shownBy returns the seconds since 1970 that a text in a layout means. Where it is not in the
// layout, the layout is expected. Fractions of seconds are cut.
func shownBy(layout, text string, zone *time.Location) (found []int64, expected string) {
	offset := strings.Contains(layout, "-07") || strings.Contains(layout, "Z07")
	named := !offset && strings.Contains(layout, "MST")
	in := time.UTC
	if named {
		in = zone
	}
	t, err := time.ParseInLocation(layout, text, in)
	if named && err != nil {
		t, err = time.Parse(strings.Replace(layout, "MST", "Z07:00", 1), text)
	}
	switch {
	case err != nil:
		return nil, layout
	case named && !isCertain(t, zone):
		return nil, "UTC, GMT or a name of the zone " + zone.String() + ", as other names of zones have several meanings"
	case named || offset:
		return []int64{t.Unix()}, ""
	}
	return clockShowed(t.Unix(), zone)
}

// isCertain reports whether the zone that a time names is the same everywhere, or one of the zone
// of the log. Package time takes any other name for UTC.
func isCertain(t time.Time, zone *time.Location) bool {
	name, _ := t.Zone()
	return t.Location() == zone || name == "UTC" || name == "GMT" || name == ""
}

// clockShowed is shownAt, with what is expected of a time that the clock jumped over.
func clockShowed(wall int64, zone *time.Location) (found []int64, expected string) {
	found = shownAt(wall, zone)
	if found == nil {
		expected = "a time that the clock showed in " + zone.String()
	}
	return found, expected
}

// readClock reads a time in clockLayout, and returns it in seconds since 1970 as if the clock were
// that of UTC. Most times of a log are such, and RFC 3339 is what package time reads fastest.
func readClock(text string) (seconds int64, ok bool) {
	t, err := time.Parse(time.RFC3339, text+"Z")
	return t.Unix(), err == nil && len(text) == len(clockLayout)
}

// shownAt returns the seconds since 1970 in which the clock of a zone showed a time. wall is the
// time, as if the clock were that of UTC.
func shownAt(wall int64, zone *time.Location) (found []int64) {
	const day = 24 * 3600
	for _, near := range []int64{wall - day, wall + day} {
		offset := offsetAt(near, zone)
		at := wall - offset
		if offsetAt(at, zone) == offset && (len(found) == 0 || found[0] != at) {
			found = append(found, at)
		}
	}
	return found
}

// offsetAt returns by how many seconds the clock of a zone is before that of UTC.
func offsetAt(second int64, zone *time.Location) int64 {
	_, offset := time.Unix(second, 0).In(zone).Zone()
	return int64(offset)
}

// settled returns those of the instants of a submission, a start and an end that fit best:
// no time before the one before it, and the end so many seconds after the start. end is nil
// where it is unknown, and held is negative where that is.
func settled(submits, starts, ends []int64, held int64) (submit, start, end int64) {
	best := int64(-1)
	if ends == nil {
		ends = []int64{-1}
	}
	for _, s := range submits {
		for _, b := range starts {
			for _, e := range ends {
				if misfit := misfitOf(s, b, e, held); best < 0 || misfit < best {
					best = misfit
					submit = s
					start = b
					end = e
				}
			}
		}
	}
	return submit, start, end
}

// misfitOf says in seconds how badly the times of a job fit together. A negative end or held
// is unknown.
func misfitOf(submit, start, end, held int64) int64 {
	misfit := 2 * max(submit-start, 0)
	if end >= 0 {
		misfit += 2 * max(start-end, 0)
	}
	if end >= 0 && held >= 0 {
		misfit += max(end-start-held, start+held-end)
	}
	return misfit
}

// zeroTime is the zero of a clock, which logs write as the start or the end of what has not started
// or ended: 0, or 1970-01-01 in any zone. Where the submission is 0 or earlier, 0 is a time.
func zeroTime(at, submit int64) bool {
	const day, quarter = 24 * 3600, 900
	inZone := submit >= yearsOfSeconds && math.Abs(float64(at)) < day && at%quarter == 0
	return at == 0 && submit > 0 || inZone
}

// yearsOfSeconds is from when on seconds are taken to be those since 1970: those of a log's own
// clock are fewer.
const yearsOfSeconds = 1e8
