package reservation_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestCommonStart compares requests over several sites with trying one second
// after the other.
func TestCommonStart(t *testing.T) {
	for seed, r := range steptest.Sources(1000, 2) {
		var sites []reservation.Site
		var states []counted
		var machines []int64
		for range 1 + r.IntN(4) {
			machine := 1 + r.Int64N(6)
			running, counts := randomRunning(r, 0, machine)
			sites = append(sites, reservation.Site{Calendar: reservation.NewCalendar(machine), Running: running})
			states = append(states, counted{free: counts})
			machines = append(machines, machine)
		}
		for id := range 12 {
			q := randomRequest(r, id, 0, slices.Max(machines))
			wantStart, wantSite, refused := anywhere(states, machines, q)
			if r.IntN(2) == 0 {
				q.Width = 0
				for _, i := range r.Perm(len(sites))[:1+r.IntN(len(sites))] {
					q.Parts = append(q.Parts, reservation.Part{Site: i, Width: 1 + r.Int64N(machines[i])})
				}
				wantStart, wantSite, refused = together(states, q), 0, reservation.Admitted
				if date, dated := q.When.Date(); dated && wantStart > date {
					refused = reservation.BusyThen
				} else if q.When == reservation.Now && wantStart > 0 {
					refused = reservation.BusyNow
				}
				if refused != reservation.Admitted {
					wantStart = 0
				}
			}
			d := reservation.Admit(sites, q)
			if d.Start != wantStart || d.Site != wantSite || d.Refused != refused {
				t.Fatalf("seed %d, %+v: got %+v, want %q at %d on site %d", seed, q, d, refused, wantStart, wantSite)
			}
			if refused != reservation.Admitted {
				continue
			}
			parts := q.Parts
			if parts == nil {
				parts = []reservation.Part{{Site: wantSite, Width: q.Width}}
			}
			for _, p := range parts {
				for s := wantStart; s < wantStart+q.Duration; s++ {
					states[p.Site].free[s] -= p.Width
				}
			}
		}
		for i := range sites {
			checkHistory(t, sites[i].Calendar.Carve(sites[i].Running), 0, states[i].free)
		}
	}
}

// anywhere decides a request without parts. The site is the first of those with the
// earliest start.
func anywhere(
	states []counted, machines []int64, q reservation.Request,
) (start int64, site int, refused reservation.Reason) {
	refused = reservation.TooWide
	for i := range states {
		s, why := states[i].wanted(q, 0, machines[i])
		switch {
		case why == reservation.TooWide:
		case why != reservation.Admitted:
			if refused == reservation.TooWide {
				refused = why
			}
		case refused != reservation.Admitted || s < start:
			start, site, refused = s, i, reservation.Admitted
		}
	}
	return start, site, refused
}

// together returns the first second, not before the one that is wanted, at which
// all parts fit.
func together(states []counted, q reservation.Request) int64 {
	start, _ := q.When.Date()
	for ; ; start++ {
		fits := true
		for _, p := range q.Parts {
			fits = fits && states[p.Site].fits(start, q.Duration, p.Width)
		}
		if fits {
			return start
		}
	}
}

func TestRefusalsOverSites(t *testing.T) {
	sites := []reservation.Site{{Calendar: reservation.NewCalendar(4), Running: optgap.History{{Time: 0, Free: 4}}}}
	for _, c := range []struct {
		parts []reservation.Part
		want  reservation.Reason
	}{
		{[]reservation.Part{{Site: 0, Width: 4}, {Site: 1, Width: 1}}, reservation.NoSite},
		{[]reservation.Part{{Site: 0, Width: 5}}, reservation.TooWide},
		{[]reservation.Part{{Site: 0, Width: 4}}, reservation.Admitted},
		{[]reservation.Part{{Site: 0, Width: 1}}, reservation.BusyNow},
	} {
		if d := reservation.Admit(sites, reservation.Request{Duration: 9, Parts: c.parts}); d.Refused != c.want {
			t.Errorf("%v: %q, want %q", c.parts, d.Refused, c.want)
		}
	}
}
