package record

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

const goodMoldable = `{"format":"optgap-moldable/1","name":"small","machine":4,"tick":1e-06,"jobs":[` +
	`{"id":1,"weight":3,"times":[12,7,5,4]},{"id":2,"weight":1,"sequential":20,"amdahl":{"serial":0.5}},` +
	`{"id":3,"weight":2,"min_width":2,"max_width":3,"sequential":12,"downey":{"parallelism":4,"sigma":0}},` +
	`{"id":4,"weight":1,"min_width":4,"times":[9]}]}`

// Amdahl with a serial share of 1/2 is 1, 4/3, 3/2 and 8/5 times as fast: 20, 15, 13.33 and
// 12.5. Downey with A = 4 and sigma = 0 is linear: 6 on 2 processors, 4 on 3.
func TestReadMoldable(t *testing.T) {
	values, bad := collect(ReadMoldable(strings.NewReader(goodMoldable), "i.jsonl"))
	must.Need(t, len(bad) == 0 && len(values) == 1, bad)
	want := &moldable.Instance{Name: "small", Machine: 4, Tick: 1e-6, Jobs: []moldable.Job{
		{ID: 1, Weight: 3, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{20, 15, 13, 13}},
		{ID: 3, Weight: 2, MinWidth: 2, Times: []int64{6, 4}},
		{ID: 4, Weight: 1, MinWidth: 4, Times: []int64{9}},
	}}
	must.DeepEqual(t, values[0], want)
}

// Each way in which a line can be wrong has an error that says where, what was found and
// what was expected.
func TestBadMoldableIsExplained(t *testing.T) {
	for _, c := range []struct{ change, to, want string }{
		{goodMoldable, `{}`, `format: found "", expected "optgap-moldable/1"`},
		{`moldable/1`, `moldable/2`, `format: found "optgap-moldable/2", expected "optgap-moldable/1"`},
		{`"machine":4`, `"machine":0`, `machine: found 0, expected 1 to 1048576`},
		{`"tick":1e-06`, `"tick":-1`, `tick: found -1, expected a number of seconds above 0`},
		{`"tick":1e-06`, `"tick":1e999`, `tick: found a JSON number 1e999, expected a number within the range of a double`},
		{`[12,7,5,4]`, `[]`, `jobs[0].times: found none, expected the time on one processor and more`},
		{`[12,7,5,4]`, `[12,7,0,4]`, `jobs[0].times[2]: found 0, expected at least 1 tick`},
		{`[12,7,5,4]`, `[12,7,5,4,4]`, `jobs[0].times: found times on up to 5 processors, expected at most 4, the machine`},
		{`[12,7,5,4]`, `[9223372036854775807]`,
			`jobs: found a sum of times above the range of int64, expected a smaller sum`},
		{`,"times":[12,7,5,4]`, ``, `jobs[0].times: found no value, expected an array, or sequential with amdahl or downey`},
		{`"times":[12,7,5,4]`, `"times":[12],"sequential":12`,
			`jobs[0].sequential: found 12, expected none beside times, which begin with it`},
		{`"times":[12,7,5,4]`, `"times":[12],"amdahl":{"serial":0}`,
			`jobs[0].amdahl: found a model, expected none beside times`},
		{`"times":[12,7,5,4]`, `"times":[12],"max_width":1`,
			`jobs[0].max_width: found 1, expected none without a model, as the vector ends there`},
		{`"id":2`, `"id":1`, `jobs[1].id: found 1, expected an id other than that of jobs[0]`},
		{`"weight":3`, `"weight":0`, `jobs[0].weight: found 0, expected at least 1`},
		{`"sequential":20`, `"sequential":0`,
			`jobs[1].sequential: found 0, expected 1 to 288230376151711743 ticks, so that works stay within int64`},
		{`"sequential":20`, `"sequential":9000000000000000000`,
			`jobs[1].sequential: found 9000000000000000000, ` +
				`expected 1 to 288230376151711743 ticks, so that works stay within int64`},
		{`"sequential":20,`, ``, `jobs[1].sequential: found no value, expected the time on one processor, beside amdahl`},
		{`,"amdahl":{"serial":0.5}`, ``, `jobs[1].sequential: found 20, expected amdahl or downey beside it`},
		{`{"serial":0.5}`, `{"serial":1.5}`, `jobs[1].amdahl.serial: found 1.5, expected a share from 0 to 1`},
		{`{"serial":0.5}`, `{}`, `jobs[1].amdahl.serial: found no value, expected a number within the range of a double`},
		{`{"serial":0.5}`, `{"seriel":0.5}`, `jobs[1].amdahl.seriel: found a field of this name, expected serial`},
		{`{"serial":0.5}`, `{"serial":0.5},"downey":{"parallelism":1,"sigma":0}`,
			`jobs[1].downey: found a second model, expected one, as amdahl is given`},
		{`"parallelism":4`, `"parallelism":0`, `jobs[2].downey.parallelism: found 0, expected 1 to 10^9`},
		{`"sigma":0`, `"sigma":-1`, `jobs[2].downey.sigma: found -1, expected 0 to 10^9`},
		{`"min_width":2`, `"min_width":0`, `jobs[2].min_width: found 0, expected 1 to 4, the machine`},
		{`"min_width":2`, `"min_width":5`, `jobs[2].min_width: found 5, expected 1 to 4, the machine`},
		{`"max_width":3`, `"max_width":9`, `jobs[2].max_width: found 9, expected 2 to 4, the machine`},
		{`"min_width":4`, `"min_width":5`, `jobs[3].min_width: found 5, expected 1 to 4, the machine`},
		{`"min_width":4`, `"minwidth":4`, `jobs[3].minwidth: found a field of this name, expected min_width`},
	} {
		line := strings.Replace(goodMoldable, c.change, c.to, 1)
		values, bad := collect(ReadMoldable(strings.NewReader("\n"+line+"\n"+goodMoldable), "i.jsonl"))
		want := "i.jsonl:2: " + c.want
		must.Hold(t, len(bad) == 1 && bad[0] == want, c.to, "found", bad, "expected", want)
		must.Equal(t, len(values), 1, c.to, "good instances")
	}
}

// An instance comes back equal from its JSON form.
func TestMoldableComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: true})
		var text strings.Builder
		must.Do(WriteLine(&text, MoldableOf(in)))
		values, bad := collect(ReadMoldable(strings.NewReader(text.String()), "i.jsonl"))
		must.Need(t, len(bad) == 0 && len(values) == 1, bad)
		for i := range in.Jobs { // 0 and 1 mean the same
			in.Jobs[i].MinWidth, values[0].Jobs[i].MinWidth = in.Jobs[i].Least(), values[0].Jobs[i].Least()
		}
		must.Need(t, reflect.DeepEqual(values[0], in), in, "then", values[0])
	})
}

// Whatever is read as an instance is valid.
func FuzzReadMoldable(f *testing.F) {
	f.Add(goodMoldable)
	f.Add(goodMoldable[:80])
	f.Add(`{"format":"optgap-moldable/1","machine":1048576,"tick":1,"jobs":[` +
		`{"id":1,"weight":1,"sequential":9000000000000,"downey":{"parallelism":1e300,"sigma":1e300}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		values, _ := collect(ReadMoldable(strings.NewReader(text), "f"))
		for _, in := range values {
			err := in.Validate()
			must.Need(t, err == nil, "accepted, but", err)
		}
	})
}

// A result comes back equal, and one of another format is bad.
func TestReadMoldableResults(t *testing.T) {
	in := &moldable.Instance{Jobs: []moldable.Job{{ID: 7}, {ID: 9}}}
	r := MoldableResult{
		Format: MoldableResultFormat, Name: "small", Algorithm: "bicriteria", Status: "feasible", EndedBy: "finished",
		Minsum: 78, Makespan: 20,
		Starts:         MoldableStartsOf(in, moldable.Schedule{{Start: 0, Width: 2}, {Start: 5, Width: 1}}),
		MinsumBounds:   map[moldable.BoundName]int64{moldable.BoundRelaxed: 70},
		MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 19},
		Certificates: map[moldable.BoundName]optgap.Certificate{
			moldable.BoundRelaxed: {Bound: 70, Bits: 3, Ends: []int64{4, 9}, Price: []int64{2, 1}},
		},
	}
	var text strings.Builder
	must.Do(WriteLine(&text, r))
	const want = `"starts":[{"id":7,"start":0,"width":2},{"id":9,"start":5,"width":1}]`
	must.Contain(t, text.String(), want)
	text.WriteString("{}\n" + strings.Replace(text.String(), "relaxed", "lagrange", 1))
	values, bad := collect(ReadMoldableResults(strings.NewReader(text.String()), "r.jsonl"))
	must.Hold(t, len(values) == 1 && reflect.DeepEqual(values[0], r), "found", values)
	wrong := []string{
		`r.jsonl:2: format: found "", expected "optgap-moldable-result/1"`,
		`r.jsonl:3: minsum_bounds: found lagrange, expected relaxed alone, as other bounds on it are gone: ` +
			`run the command again`,
	}
	must.EqualSlices(t, bad, wrong)
}

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
		err := reservation.Validate(requests)
		must.Need(t, err == nil, "accepted, but", err)
		var b bytes.Buffer
		for _, r := range requests {
			must.Do(WriteLine(&b, ReservationOf(r)))
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
