package importing

import "time"

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
