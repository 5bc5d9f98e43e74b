package reservation_test

import (
	"testing"

	"github.com/optgap/optgap/heuristics/must"
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
		must.EqualSlices(t, c.decision.Parts(), c.want, c.decision, "parts")
	}
}
