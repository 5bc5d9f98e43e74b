package reservation_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/steptest"
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
	for seed, r := range steptest.Sources(1000, 1) {
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
			d := reservation.Admit([]reservation.Site{{Calendar: c, Running: running}}, q)
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
