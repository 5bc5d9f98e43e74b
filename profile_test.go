package optgap_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap"
)

// TestOpenings compares the stretches of starts with a look at every second, and the
// earliest start with that of a profile.
func TestOpenings(t *testing.T) {
	const end = 200 // after the last change of any of these histories
	var p optgap.Profile
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		machine := 1 + r.Int64N(8)
		h := randomHistory(r, machine, 10, true)
		width, duration := 1+r.Int64N(machine+1), 1+r.Int64N(12)
		fits := func(start int64) bool {
			for u := start; u < start+duration; u++ {
				if h.At(u) < width {
					return false
				}
			}
			return true
		}
		var want, got []int64
		for start := range int64(end) {
			if fits(start) {
				want = append(want, start)
			}
		}
		for first, last := range h.Openings(width, duration) {
			for start := first; start <= min(last, end-1); start++ {
				got = append(got, start)
			}
		}
		must.Need(t, slices.Equal(got, want),
			"seed", seed, "starts", got, "want", want, "of", width, "processors for", duration, "s on", h)
		p.Reset(h)
		if got, want := h.Earliest(width, duration), p.Earliest(0, width, duration); got != want {
			t.Fatalf("seed %d: earliest start %d, want %d on %v", seed, got, want, h)
		}
	}
}

// seconds is a profile with the number of free processors of each second. It is the oracle
// for Profile.
type seconds []int64

func (s seconds) earliest(from, width, duration int64) int64 {
	last := int64(len(s)) - 1 // the last value holds forever
	for t := from; t <= last; t++ {
		fits := true
		for u := t; u < t+duration && fits; u++ {
			fits = s[min(u, last)] >= width
		}
		if fits {
			return t
		}
	}
	return optgap.Never
}

func randomHistory(r *rand.Rand, machine int64, changes int, rising bool) optgap.History {
	h := optgap.History{{Time: 0, Free: r.Int64N(machine + 1)}}
	for len(h) < changes {
		last := h[len(h)-1]
		free := r.Int64N(machine + 1)
		if rising {
			free = last.Free + r.Int64N(machine-last.Free+1)
		}
		h = append(h, optgap.Change{Time: last.Time + 1 + r.Int64N(9), Free: free})
	}
	return append(h, optgap.Change{Time: h[len(h)-1].Time + 1 + r.Int64N(9), Free: machine})
}

// TestProfileMatchesSeconds places random jobs into profiles with random histories, dips included, takes some back, and
// compares each answer with a count per second. Hundreds of placements per profile make blocks split. A profile of more
// remembers where searches ended: they mostly begin now, sometimes later and sometimes earlier.
func TestProfileMatchesSeconds(t *testing.T) {
	var p optgap.Profile // reused on purpose
	type job struct{ start, width, duration int64 }
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 1))
		machine, jobs := 1+r.Int64N(20), 150
		if seed%16 == 0 {
			jobs = 1500
		}
		h := randomHistory(r, machine, 1+r.IntN(60), seed%2 == 0)
		oracle := make(seconds, 40*jobs)
		for i := range oracle {
			oracle[i] = h.At(int64(i))
		}
		p.Reset(h)
		var placed []job
		reserve := func(j job, width int64) {
			for u := j.start; u < j.start+j.duration; u++ {
				oracle[u] -= width
			}
		}
		now := r.Int64N(20)
		for i := range jobs {
			from, j := now, job{width: 1 + r.Int64N(machine), duration: 1 + r.Int64N(40)}
			switch r.IntN(20) {
			case 0:
				from += r.Int64N(500)
			case 1:
				from -= r.Int64N(now + 1)
			}
			if i%50 == 49 { // an earlier job is taken back, and one of its size placed
				k := r.IntN(len(placed))
				j = placed[k]
				placed = slices.Delete(placed, k, k+1)
				p.Reserve(j.start, j.duration, -j.width)
				reserve(j, -j.width)
			}
			j.start = oracle.earliest(from, j.width, j.duration)
			first := p.Earliest(from, j.width, j.duration)
			if got := p.Place(from, j.width, j.duration); got != j.start || first != got {
				t.Fatalf("seed %d, job %d: earliest %d, placed at %d from %d, want %+v", seed, i, first, got, from, j)
			}
			placed = append(placed, j)
			reserve(j, j.width)
		}
		for u := range int64(len(oracle)) {
			got := p.At(u)
			must.Need(t, got == oracle[u], "seed", seed, "At", u, "=", got, "want", oracle[u])
		}
		previous := int64(-1)
		for c := range p.Changes() {
			must.Need(t, c.Time > previous && c.Free == oracle[min(c.Time, int64(len(oracle))-1)],
				"seed", seed, "change", c, "out of order or wrong")
			previous = c.Time
		}
	}
}

func TestProfileNever(t *testing.T) {
	var p optgap.Profile
	p.Reset(optgap.History{{Time: 0, Free: 4}, {Time: 10, Free: 2}})
	must.Equal(t, p.Earliest(0, 3, 11), optgap.Never, "3 processors for 11 seconds")
	must.Equal(t, p.Place(0, 5, 1), optgap.Never, "5 of 4 processors")
	must.Equal(t, p.At(0), 4, "a job that never fits reserved something")
}
