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
	for _, layout := range offsetLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return []int64{t.Unix()}
		}
	}
	wall, err := time.Parse(clockLayout, text)
	if err != nil {
		return nil
	}
	var found []int64
	for _, near := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := wall.Add(near).In(zone).Zone()
		at := wall.Unix() - int64(offset)
		if time.Unix(at, 0).In(zone).Format(clockLayout) == text && (len(found) == 0 || found[0] != at) {
			found = append(found, at)
		}
	}
	return found
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
