package reservation

import "github.com/optgap/optgap"

// Site is a machine on which reservations can be made.
type Site struct {
	Calendar *Calendar
	// Running is the history of the running jobs alone, in seconds of the trace.
	// It begins in the present second and ends with the whole machine free.
	Running optgap.History
}

// Admit decides on a valid request. It enters an admitted reservation in the calendars. All
// histories begin in the same second, the present.
//
// A request without parts goes to the site on which it can start first, to the
// first of several such sites. A request with parts starts in the first second in
// which all its sites have room. A single machine is site 0.
func Admit(sites []Site, r Request) Decision {
	if len(r.Parts) > 0 {
		return admitParts(sites, r)
	}
	d := Decision{Request: r, Refused: TooWide}
	for i := range sites {
		if r.Width > sites[i].machine() {
			continue
		}
		start := sites[i].free().Earliest(from(sites, r), r.Width, r.Duration)
		if d.Refused == TooWide || start < d.Start {
			d.Refused = Admitted
			d.Start = start
			d.Site = i
		}
	}
	return conclude(sites, d)
}

func admitParts(sites []Site, r Request) Decision {
	for _, p := range r.Parts {
		switch {
		case p.Site >= len(sites):
			return Decision{Request: r, Refused: NoSite}
		case p.Width > sites[p.Site].machine():
			return Decision{Request: r, Refused: TooWide}
		}
	}
	profiles := make([]*optgap.Profile, len(r.Parts))
	for i, p := range r.Parts {
		profiles[i] = sites[p.Site].free()
	}
	// No common start is before the latest of the sites' own.
	start := from(sites, r)
	for again := true; again; {
		again = false
		for i, p := range r.Parts {
			if s := profiles[i].Earliest(start, p.Width, r.Duration); s > start {
				start = s
				again = true
			}
		}
	}
	return conclude(sites, Decision{Request: r, Start: start})
}

// from returns the second at which a request wants to start, or the present.
func from(sites []Site, r Request) int64 {
	if date, ok := r.When.Date(); ok {
		return date
	}
	return sites[0].Running[0].Time
}

// conclude refuses a request that would start later than it wants to. Any other request
// that is not refused yet is entered in the calendars.
func conclude(sites []Site, d Decision) Decision {
	r := d.Request
	if d.Refused == Admitted && d.Start > from(sites, r) && r.When != ASAP {
		d.Refused = BusyThen
		if r.When == Now {
			d.Refused = BusyNow
		}
	}
	if d.Refused != Admitted {
		return Decision{Request: r, Refused: d.Refused}
	}
	for _, p := range d.Parts() {
		sites[p.Site].Calendar.Hold(d.Start, r.Duration, p.Width)
	}
	return d
}

// free returns the processors that the running jobs and the reservations leave free.
func (s *Site) free() *optgap.Profile { return s.Calendar.free(s.Running) }

// machine returns the processors of the site.
func (s *Site) machine() int64 { return s.Running[len(s.Running)-1].Free }
