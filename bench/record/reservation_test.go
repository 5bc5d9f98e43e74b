package record

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

const (
	goodReservation = `{"format":"optgap-reservation/1","id":7,"width":16,"duration":3600,"submit":86400,"start":"asap"}`
	goodCommon      = `{"format":"optgap-reservation/1","id":8,"duration":60,"submit":5,"start":500,` +
		`"sites":[{"site":0,"width":16},{"site":2,"width":8}]}`
)

func readReservations(text string) (requests []reservation.Request, bad []string) {
	return collect(ReadReservations(strings.NewReader(text), "r.jsonl"))
}

func TestReadReservations(t *testing.T) {
	got, bad := readReservations(goodReservation + "\n\n" + goodCommon + "\n")
	must.Need(t, len(bad) == 0 && len(got) == 2, got, bad)
	want := reservation.Request{ID: 7, Width: 16, Duration: 3600, Submit: 86400, When: reservation.ASAP}
	if r := got[0]; !equalRequests(r, want) || r.Parts != nil {
		t.Errorf("got %+v", r)
	}
	parts := []reservation.Part{{Site: 0, Width: 16}, {Site: 2, Width: 8}}
	if r := got[1]; r.When != reservation.At(500) || r.Width != 0 || !slices.Equal(r.Parts, parts) {
		t.Errorf("got %+v", r)
	}
}

// Each way in which a line can be wrong has an error that names file, line and
// field, what was found and what was expected.
func TestBadReservationsAreExplained(t *testing.T) {
	for _, c := range []struct{ good, change, to, want string }{
		{goodReservation, goodReservation, `{`, `the JSON object is cut off, expected a whole one on the line`},
		{goodReservation, `n/1`, `n/2`, `format: found "optgap-reservation/2", expected "optgap-reservation/1"`},
		{goodReservation, `"width":16,`, ``, `width: found no value, expected processors, or sites with a width each`},
		{goodReservation, `16`, `0`, `width: found 0, expected at least 1`},
		{goodReservation, `3600`, `0`, `duration: found 0, expected 1 to 68719476736 seconds`},
		{goodReservation, `3600`, `68719476737`, `duration: found 68719476737, expected 1 to 68719476736 seconds`},
		{goodReservation, `86400`, `-68719476737`,
			`submit: found -68719476737, expected a second from -68719476736 to 68719476736`},
		{goodReservation, `,"start":"asap"`, ``, `start: found no value, expected "now", "asap" or a second of the trace`},
		{goodReservation, `"asap"`, `null`, `start: found no value, expected "now", "asap" or a second of the trace`},
		{goodReservation, `"asap"`, `"soon"`, `start: found "soon", expected "now", "asap" or a whole second`},
		{goodReservation, `"asap"`, `86400.5`, `start: found 86400.5, expected "now", "asap" or a whole second`},
		{goodReservation, `"asap"`, `86399`, `start: found 86399, expected at least 86400, the submission`},
		{goodReservation, `"asap"`, `68719476737`, `start: found 68719476737, expected at most 68719476736`},
		{goodReservation, `"asap"`, `"asap","end":5`,
			`end: found a field of this name, expected only fields that the format has`},
		{goodReservation, `"asap"}`, `"asap"}` + "\n" + goodReservation,
			`id: found 7, expected an id that no earlier line has`},
		{goodCommon, `"id":8`, `"id":8,"width":3`, `width: found 3, expected none beside sites, which have their own`},
		{goodCommon, `"site":2`, `"site":-1`, `sites[1].site: found -1, expected at least 0`},
		{goodCommon, `"site":2`, `"site":0`, `sites[1].site: found 0, expected no site twice`},
		{goodCommon, `"width":8`, `"width":0`, `sites[1].width: found 0, expected at least 1`},
	} {
		text := strings.Replace(c.good, c.change, c.to, 1)
		line := "r.jsonl:" + string(rune('2'+strings.Count(text, "\n"))) + ": "
		_, bad := readReservations("\n" + text + "\n")
		must.Hold(t, len(bad) == 1 && bad[0] == line+c.want, text, "found", bad, "expected", line+c.want)
	}
}

// Whatever is read as a reservation is valid and comes back equal from its JSON
// form.
func FuzzReadReservations(f *testing.F) {
	f.Add(goodReservation)
	f.Add(goodCommon + "\n\n" + goodReservation)
	f.Add(strings.Replace(goodReservation, `"asap"`, `"now"`, 1))
	f.Add(`{"format":"optgap-reservation/1","start":{}}`)
	f.Fuzz(func(t *testing.T, text string) {
		requests, _ := readReservations(text)
		if err := reservation.Validate(requests); err != nil {
			t.Fatalf("accepted, but %v", err)
		}
		var b bytes.Buffer
		for _, r := range requests {
			must.Do(NewWriter(&b).Write(ReservationOf(r)))
		}
		again, bad := readReservations(b.String())
		must.Need(t, len(bad) == 0 && slices.EqualFunc(requests, again, equalRequests),
			"found", again, bad, "expected", requests)
	})
}

func equalRequests(a, b reservation.Request) bool {
	return a.ID == b.ID && a.Width == b.Width && a.Duration == b.Duration && a.Submit == b.Submit && a.When == b.When &&
		slices.Equal(a.Parts, b.Parts)
}

const goodSchedule = `{"format":"optgap-schedule/1","index":3,"starts":[{"id":7,"start":60},{"id":9,"start":0}]}`

func TestReadSchedules(t *testing.T) {
	step := optgap.Step{Jobs: []optgap.Job{{ID: 9}, {ID: 7}}}
	for _, c := range []struct{ change, to, read, fit string }{
		{"", "", "", ""},
		{"schedule/1", "schedule/2", `format: found "optgap-schedule/2", expected "optgap-schedule/1"`, ""},
		{`"index":3,`, "", "index: found no value, expected an integer within 64 bits", ""},
		{`"index":3`, `"indx":3`, "indx: found a field of this name, expected index", ""},
		{`"index":3`, `"index":3,"solve_seconds":-1`, "solve_seconds: found -1, expected at least 0", ""},
		{`"id":9`, `"id":7`, "", "starts[1].id: found 7 a second time, expected each job of the step once"},
		{`"id":9`, `"id":8`, "", "starts: found no job 9, expected each job of the step once"},
		{`}]`, `},{"id":1,"start":0}]`, "", "starts: found 3 jobs, expected the 2 of the step"},
	} {
		values, bad := collect(ReadSchedules(strings.NewReader(strings.Replace(goodSchedule, c.change, c.to, 1)), "s.jsonl"))
		if c.read != "" {
			want := "s.jsonl:1: " + c.read
			must.Hold(t, len(bad) == 1 && bad[0] == want, "found", bad, "expected", want)
			continue
		}
		must.Need(t, len(bad) == 0 && len(values) == 1, c.to, "found", len(values), "schedules and", bad)
		starts, err := values[0].Of(&step)
		must.Hold(t, c.fit != "" || slices.Equal(starts, optgap.Schedule{0, 60}),
			"starts", starts, "error", err)
		if c.fit != "" && (err == nil || err.Error() != c.fit) {
			t.Errorf("error %v, expected %q", err, c.fit)
		}
	}
}
