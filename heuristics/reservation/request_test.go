package reservation_test

import (
	"encoding/json"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// TestValidate breaks one field of a good request at a time.
func TestValidate(t *testing.T) {
	good := reservation.Request{ID: 1, Width: 4, Duration: 60, Submit: 100, When: reservation.At(100)}
	must.Do(good.Validate())
	for field, spoil := range map[string]func(*reservation.Request){
		"duration":       func(r *reservation.Request) { r.Duration = 0 },
		"submit":         func(r *reservation.Request) { r.Submit = reservation.MaxSecond + 1 },
		"start":          func(r *reservation.Request) { r.When = reservation.At(99) },
		"width":          func(r *reservation.Request) { r.Width = 0 },
		"sites[0].site":  func(r *reservation.Request) { r.Width, r.Parts = 0, []reservation.Part{{Site: -1, Width: 1}} },
		"sites[0].width": func(r *reservation.Request) { r.Width, r.Parts = 0, []reservation.Part{{Site: 0, Width: 0}} },
		"sites[1].site": func(r *reservation.Request) {
			r.Width, r.Parts = 0, []reservation.Part{{Site: 2, Width: 1}, {Site: 2, Width: 1}}
		},
	} {
		r := good
		spoil(&r)
		err := r.Validate()
		must.Equal(t, must.Field(err), field, r, err)
	}
	both := good
	both.Parts = []reservation.Part{{Site: 0, Width: 1}}
	must.Hold(t, both.Validate() != nil, "a width beside parts is accepted")
	other := good
	other.ID = 2
	must.Do(reservation.Validate([]reservation.Request{good, other}))
	must.Hold(t, reservation.Validate([]reservation.Request{good, other, good}) != nil,
		"an id is accepted twice")
}

// TestWhenRoundTrips: every time comes back from its JSON form.
func TestWhenRoundTrips(t *testing.T) {
	for text, w := range map[string]reservation.When{
		`"now"`: reservation.Now, `"asap"`: reservation.ASAP, `-5`: reservation.At(-5), `0`: reservation.At(0),
	} {
		got, err := json.Marshal(w)
		must.Hold(t, err == nil && string(got) == text, w, got, err, "want", text)
		var again reservation.When
		if err := json.Unmarshal(got, &again); err != nil || again != w {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
	for _, text := range []string{`"later"`, `1.5`, `{}`, `true`, `9223372036854775808`} {
		var w reservation.When
		must.AboutField(t, json.Unmarshal([]byte(text), &w), "", text, w)
	}
}

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
