package reservation_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

func TestRefusalsOverSites(t *testing.T) {
	sites := []reservation.Site{{Calendar: &reservation.Calendar{}, Running: optgap.History{{Time: 0, Free: 4}}}}
	for _, c := range []struct {
		parts []reservation.Part
		want  reservation.Reason
	}{
		{[]reservation.Part{{Site: 0, Width: 4}, {Site: 1, Width: 1}}, reservation.NoSite},
		{[]reservation.Part{{Site: 0, Width: 5}}, reservation.TooWide},
		{[]reservation.Part{{Site: 0, Width: 4}}, reservation.Admitted},
		{[]reservation.Part{{Site: 0, Width: 1}}, reservation.BusyNow},
	} {
		must.Equal(t, reservation.Admit(sites, reservation.Request{Duration: 9, Parts: c.parts}).Refused,
			c.want, c.parts)
	}
}
