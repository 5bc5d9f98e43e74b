package optgap_test

import (
	"math/rand/v2"
	"slices"
	"testing"

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
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: starts %v, want %v of %d processors for %d s on %v", seed, got, want, width, duration, h)
		}
		p.Reset(h)
		if got, want := h.Earliest(width, duration), p.Earliest(0, width, duration); got != want {
			t.Fatalf("seed %d: earliest start %d, want %d on %v", seed, got, want, h)
		}
	}
}

// TestTaken: in each second, what a history takes is what is not free.
func TestTaken(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		machine := 1 + r.Int64N(8)
		h := randomHistory(r, machine, 10, true)
		const end = 200
		busy := make([]int64, end)
		for _, taken := range h.Taken(machine, end) {
			if taken.Width < 1 || taken.Start >= taken.End {
				t.Fatalf("seed %d: found %+v of %v", seed, taken, h)
			}
			for second := taken.Start; second < taken.End; second++ {
				busy[second] += taken.Width
			}
		}
		for second, b := range busy {
			if want := machine - h.At(int64(second)); b != want {
				t.Fatalf("seed %d: %d taken in second %d, expected %d of %v", seed, b, second, want, h)
			}
		}
	}
}
