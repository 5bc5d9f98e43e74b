package reservation_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/reservation"
)

// TestParts: an admitted request without parts holds its width on the decision's site, one
// with parts holds these parts, and a refused one holds nothing.
func TestParts(t *testing.T) {
	two := []reservation.Part{{Site: 0, Width: 3}, {Site: 2, Width: 1}}
	for _, c := range []struct {
		decision reservation.Decision
		want     []reservation.Part
	}{
		{reservation.Decision{Request: reservation.Request{Width: 4}, Site: 2}, []reservation.Part{{Site: 2, Width: 4}}},
		{reservation.Decision{Request: reservation.Request{Parts: two}}, two},
		{reservation.Decision{Request: reservation.Request{Width: 4}, Refused: reservation.BusyNow}, nil},
		{reservation.Decision{Request: reservation.Request{Parts: two}, Refused: reservation.NoSite}, nil},
	} {
		if got := c.decision.Parts(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: parts %v, want %v", c.decision, got, c.want)
		}
	}
}
