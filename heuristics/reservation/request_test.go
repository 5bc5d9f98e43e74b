package reservation_test

import (
	"encoding/json"
	"testing"

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
	if both.Validate() == nil {
		t.Error("a width beside parts is accepted")
	}
	other := good
	other.ID = 2
	if err := reservation.Validate([]reservation.Request{good, other}); err != nil {
		t.Error(err)
	}
	if reservation.Validate([]reservation.Request{good, other, good}) == nil {
		t.Error("an id is accepted twice")
	}
}

// TestWhenRoundTrips: every time comes back from its JSON form.
func TestWhenRoundTrips(t *testing.T) {
	for text, w := range map[string]reservation.When{
		`"now"`: reservation.Now, `"asap"`: reservation.ASAP, `-5`: reservation.At(-5), `0`: reservation.At(0),
	} {
		got, err := json.Marshal(w)
		if err != nil || string(got) != text {
			t.Errorf("%v: %s, %v, want %s", w, got, err, text)
		}
		var again reservation.When
		if err := json.Unmarshal(got, &again); err != nil || again != w {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
	for _, text := range []string{`"later"`, `1.5`, `{}`, `true`, `9223372036854775808`} {
		var w reservation.When
		if err := json.Unmarshal([]byte(text), &w); must.Field(err) == "" {
			t.Errorf("%s: %v, error %v", text, w, err)
		}
	}
}
