package reservation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
)

const end = 400 // of the seconds that the tests count

// counted is a machine with a count of free processors for each second.
type counted struct {
	running []int64 // free beside the running jobs
	free    []int64 // and beside the reservations
}

// randomRunning returns the history of random running jobs from a second on, and
// its counts.
func randomRunning(r *rand.Rand, now, machine int64) (optgap.History, []int64) {
	free := r.Int64N(machine + 1)
	h := optgap.History{{Time: now, Free: free}}
	for free < machine {
		free += 1 + r.Int64N(machine-free)
		h = append(h, optgap.Change{Time: h[len(h)-1].Time + 1 + r.Int64N(9), Free: free})
	}
	counts := make([]int64, end)
	for t := now; t < end; t++ {
		counts[t] = h.At(t)
	}
	return h, counts
}

func (c counted) fits(start, duration, width int64) bool {
	return slices.Min(c.free[start:start+duration]) >= width
}

func randomRequest(r *rand.Rand, id int, now, machine int64) reservation.Request {
	q := reservation.Request{ID: int64(id), Width: 1 + r.Int64N(machine+1), Duration: 1 + r.Int64N(12), Submit: now}
	switch r.IntN(3) {
	case 1:
		q.When = reservation.ASAP
	case 2:
		q.When = reservation.At(now + r.Int64N(40))
	}
	return q
}

// wanted decides by trying one second after the other.
func (c counted) wanted(q reservation.Request, now, machine int64) (start int64, refused reservation.Reason) {
	date, dated := q.When.Date()
	switch {
	case q.Width > machine:
		return 0, reservation.TooWide
	case q.When == reservation.ASAP:
		for start = now; !c.fits(start, q.Duration, q.Width); start++ {
		}
		return start, reservation.Admitted
	case dated && c.fits(date, q.Duration, q.Width):
		return date, reservation.Admitted
	case dated:
		return 0, reservation.BusyThen
	case c.fits(now, q.Duration, q.Width):
		return now, reservation.Admitted
	}
	return 0, reservation.BusyNow
}

// TestMatchesCounts admits random requests as time passes, with running jobs
// that fit between the reservations, and compares every decision, every history
// and every next end with counts per second.
func TestMatchesCounts(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		machine := 1 + r.Int64N(8)
		c := reservation.NewCalendar(machine)
		reserved := make([]int64, end)
		for now, id := int64(0), 0; now < 150; now += r.Int64N(12) {
			running, counts := randomRunning(r, now, machine)
			free := slices.Clone(counts)
			short := false
			for s := range free {
				free[s] -= reserved[s]
				short = short || int64(s) >= now && free[s] < 0
			}
			if short {
				continue // no such jobs could have started
			}
			state := counted{counts, free}
			id++
			q := randomRequest(r, id, now, machine)
			start, refused := state.wanted(q, now, machine)
			d := c.Admit(running, q)
			if d.Start != start || d.Refused != refused {
				t.Fatalf("seed %d, second %d, %+v: got %v at %d, want %q at %d", seed, now, q, d.Refused, d.Start, refused, start)
			}
			if refused == reservation.Admitted {
				for s := start; s < start+q.Duration; s++ {
					reserved[s] += q.Width
					free[s] -= q.Width
				}
			}
			carved := c.Carve(running)
			checkHistory(t, carved, now, free)
			checkNextEnd(t, c, now, reserved)
		}
	}
}

func checkHistory(t *testing.T, h optgap.History, now int64, free []int64) {
	t.Helper()
	for s := now; s < end; s++ {
		if h.At(s) != free[s] {
			t.Fatalf("second %d: history %v has %d free, want %d", s, h, h.At(s), free[s])
		}
	}
	for i := range h {
		if i > 0 && (h[i].Time <= h[i-1].Time || h[i].Free == h[i-1].Free) || h[0].Time != now {
			t.Fatalf("second %d: history %v is not one of changes", now, h)
		}
	}
}

func checkNextEnd(t *testing.T, c *reservation.Calendar, now int64, reserved []int64) {
	t.Helper()
	want, expected := int64(0), false
	for s := now + 1; s < end && !expected; s++ {
		want, expected = s, reserved[s] < reserved[s-1]
	}
	got, ok := c.NextEnd(now)
	if ok != expected || ok && got != want {
		t.Fatalf("second %d: next end %d, %v, want %d, %v", now, got, ok, want, expected)
	}
}

// TestCommonStart compares requests over several sites with trying one second
// after the other.
func TestCommonStart(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 2))
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

// anywhere decides a request without parts: the site with the earliest start,
// of those the first.
func anywhere(states []counted, machines []int64, q reservation.Request) (start int64, site int, refused reservation.Reason) {
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

func ExampleCalendar() {
	c := reservation.NewCalendar(8)
	running := optgap.History{{Time: 100, Free: 2}, {Time: 400, Free: 8}} // 6 processors busy until second 400
	var decisions []reservation.Decision
	for _, q := range []reservation.Request{
		{ID: 1, Width: 4, Duration: 60, Submit: 100, When: reservation.Now},
		{ID: 2, Width: 4, Duration: 60, Submit: 100, When: reservation.ASAP},
		{ID: 3, Width: 4, Duration: 60, Submit: 100, When: reservation.At(430)},
		{ID: 4, Width: 1, Duration: 60, Submit: 100, When: reservation.At(440)},
	} {
		d := c.Admit(running, q)
		decisions = append(decisions, d)
		fmt.Println(d.String())
	}
	fmt.Println(reservation.Count(decisions))
	fmt.Println("history:", c.Carve(running))
	// Output:
	// reservation 1 (now) refused: busy now
	// reservation 2 (asap) from second 400 to 460
	// reservation 3 (430) from second 430 to 490
	// reservation 4 (440) refused: busy then
	// 2 of 4 reservations admitted, refused: 1 busy now, 1 busy then
	// history: [{100 2} {400 4} {430 0} {460 4} {490 8}]
}
