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
		d := Decision{Request: r}
		d.Start, d.Refused = common(sites, r.Parts, r)
		return conclude(sites, d)
	}
	d := Decision{Request: r, Refused: TooWide}
	for i := range sites {
		start, refused := common(sites, []Part{{i, r.Width}}, r)
		if refused == Admitted && (d.Refused == TooWide || start < d.Start) {
			d = Decision{Request: r, Start: start, Site: i}
		}
	}
	return conclude(sites, d)
}

// common returns the first second, from that which the request wants on, at which all parts have
// room, or why there is none.
func common(sites []Site, parts []Part, r Request) (start int64, refused Reason) {
	profiles := make([]*optgap.Profile, len(parts))
	for i, p := range parts {
		if p.Site >= len(sites) {
			return 0, NoSite
		}
		s := &sites[p.Site]
		if p.Width > s.Running[len(s.Running)-1].Free {
			return 0, TooWide
		}
		profiles[i] = s.Calendar.free(s.Running)
	}
	start = from(sites, r)
	for again := true; again; {
		again = false
		for i, p := range parts {
			if s := profiles[i].Earliest(start, p.Width, r.Duration); s > start {
				start = s
				again = true
			}
		}
	}
	return start, Admitted
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
