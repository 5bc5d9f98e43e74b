package importing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// spanDigits is the largest number of digits of a part of a length of time.
const spanDigits = 9

// span reads a length of time, such as 2-00:00:00, 240:00:00, 1:00:00:00, 30:00 or 90, and
// returns it in seconds. The parts are days, hours, minutes and seconds, from the right.
// ok is false for any other text.
func span(text string) (seconds int64, ok bool) {
	days, rest, dashed := strings.Cut(text, "-")
	if !dashed {
		days, rest = "0", text
	}
	units := []int64{24 * 3600, 3600, 60, 1}
	parts := strings.Split(rest, ":")
	if len(parts) > len(units) || dashed && len(parts) > 3 {
		return 0, false
	}
	units = units[len(units)-len(parts):]
	seconds, ok = count(days, spanDigits)
	seconds *= 24 * 3600
	for i, part := range parts {
		n, digits := count(part, spanDigits)
		ok = ok && digits
		seconds += n * units[i]
	}
	return seconds, ok
}

// count reads a whole number with at most so many digits, which are fewer than 19.
func count(text string, most int) (int64, bool) {
	if len(text) > most {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err == nil
}

// eachLine calls visit with the number and the text of each line that is not blank. It ends
// with the first error.
func eachLine(r io.Reader, name string, visit func(line int, text string) error) error {
	in := swf.NewLines(r)
	for in.Next() {
		if in.TooLong {
			return wrong(name, in.Number, "line", fmt.Sprintf("more than %d bytes", swf.MaxLine), "a shorter line")
		}
		text := string(in.Text)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := visit(in.Number, text); err != nil {
			return err
		}
	}
	return in.Error(name)
}

// columns are the fields that a line of sacct has.
type columns struct {
	names []string       // as in the header
	known map[string]int // places of the names that were asked for, as they are spelt; -1: there is no such column
}

// readColumns reads the header of sacct --parsable2. needed are the columns that it must have:
// one of each list.
func readColumns(header string, needed [][]string) (columns, error) {
	c := columns{strings.Split(header, "|"), map[string]int{}}
	for _, names := range needed {
		if !slices.ContainsFunc(names, c.has) {
			expected := "the header of sacct --parsable2 with a column " + strings.Join(names, " or ")
			return c, optgap.BadField("header", quote(header), expected)
		}
	}
	for i, name := range c.names {
		if name != "" && c.place(name) != i {
			return c, optgap.BadField("header", "column "+quote(name)+" twice", "each once")
		}
	}
	return c, nil
}

// place returns the place of a column, in upper or lower case; -1: there is none of that name.
func (c columns) place(name string) int {
	i, ok := c.known[name]
	if !ok {
		i = slices.IndexFunc(c.names, func(other string) bool { return strings.EqualFold(other, name) })
		c.known[name] = i
	}
	return i
}

// has reports whether there is a column of that name.
func (c columns) has(name string) bool { return c.place(name) >= 0 }

// first returns the first of the names that is a column; "": none is.
func (c columns) first(names ...string) string {
	if i := slices.IndexFunc(names, c.has); i >= 0 {
		return names[i]
	}
	return ""
}

// isHeader reports whether the values of a line are the names of columns, in this order or in another one.
func isHeader(values []string) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, name) })
	}
	return has("State") && (has("JobID") || has("JobIDRaw"))
}

// row is a line of sacct, and the first fault that was found in it.
type row struct {
	columns
	values []string
	fault  error // nil: none
}

// get returns the value in a column; "": there is no such column.
func (r *row) get(name string) string {
	if i := r.place(name); i >= 0 {
		return strings.TrimSpace(r.values[i])
	}
	return ""
}

// any returns the value in the first of the columns that exists, and its name.
func (r *row) any(names ...string) (value, name string) {
	name = r.first(names...)
	return r.get(name), name
}

// bad notes a fault of the value in a column.
func (r *row) bad(reason Reason, name, expected string) {
	r.fault = cmp.Or(r.fault, newFault(reason, name, quote(r.get(name)), expected))
}

// clockLayout is how sacct prints a time, unless SLURM_TIME_FORMAT says otherwise.
const clockLayout = "2006-01-02T15:04:05"

// offsetLayouts are the same with the offset of the zone.
var offsetLayouts = []string{clockLayout + "Z07:00", clockLayout + "Z0700"}

// epochDigits is the largest number of digits of a number of seconds since 1970. It is enough
// for the next 3,000 years.
const epochDigits = 11

// instants returns the seconds since 1970 that a text may mean: none if it is no time, two if
// the clock of the zone showed it twice, at the end of summer time. The text is a number of
// seconds, a time with an offset, or a time of the zone's clock.
func instants(text string, zone *time.Location) []int64 {
	if n, ok := count(text, epochDigits); ok {
		return []int64{n}
	}
	if wall, ok := readClock(text); ok {
		return shownAt(wall, zone)
	}
	for _, layout := range offsetLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return []int64{t.Unix()}
		}
	}
	return nil
}

// readClock reads a time in clockLayout, and returns it in seconds since 1970 as if the clock were that of UTC. Most
// times of a log are such, and RFC 3339 is what package time reads fastest.
func readClock(text string) (seconds int64, ok bool) {
	t, err := time.Parse(time.RFC3339, text+"Z")
	return t.Unix(), err == nil && len(text) == len(clockLayout)
}

// shownAt returns the seconds since 1970 in which the clock of a zone showed a time. wall is the time, as if the clock
// were that of UTC.
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
					best, submit, start, end = misfit, s, b, e
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
