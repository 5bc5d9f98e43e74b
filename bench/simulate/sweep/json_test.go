package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// reread returns a run that was written and read again.
func reread(t *testing.T, r Run) Run {
	text := must.Get(json.Marshal(r))
	var again Run
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err, string(text))
	}
	second, err := json.Marshal(again)
	must.Need(t, err == nil && string(second) == string(text),
		"written again:", string(second), err, "want", string(text))
	return again
}

// TestRunsRoundTrip: runs that measure and lack what those of TestResumedSweeps do not are read as they were.
func TestRunsRoundTrip(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(80)
	trimmed := Sweep{
		Trace:   swf.Trace{Name: "kth-like", Machine: machine, Jobs: jobs},
		Measure: performance.Options{Bounds: []int64{300, 60, 10}, WarmUp: 3600},
	}
	grid := Sweep{
		Trace: swf.Trace{Machine: 2 * machine, Jobs: jobs}, Sites: []int64{machine, machine - 1, 1},
		Measure: performance.Options{Bounds: []int64{10}},
		Reservations: []reservation.Request{
			{ID: 1, Width: 8, Duration: 10, When: reservation.At(60)}, {ID: 2, Width: 1000, Duration: 10},
		},
	}
	short := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10}}}
	instant := Sweep{Trace: swf.Trace{Machine: 1, Jobs: short}}
	for name, c := range map[string]struct {
		sweep    Sweep
		settings []Setting
	}{
		"trimmed": {trimmed, []Setting{{Scheduler: "dynp-simple", Factor: 1}}},
		"grid":    {grid, []Setting{{Scheduler: "fcfs", Factor: 1}, {Scheduler: "dynp-advanced", Factor: 1}}},
		"instant": {instant, []Setting{{Scheduler: "fcfs", Factor: 1}}},
	} {
		runs, err := c.sweep.Run(t.Context(), c.settings)
		must.Need(t, err == nil, name, err)
		for _, r := range runs {
			again := reread(t, r)
			must.DeepEqual(t, again, r, name, r.Label(), again.Metrics, r.Metrics)
		}
	}
}

// goodRun returns a run as JSON.
func goodRun(t *testing.T) string {
	t.Helper()
	s := Sweep{
		Trace: swf.Trace{Machine: 8, Jobs: []optgap.TraceJob{
			{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10}, RunTime: 5},
		}},
		Sites:        []int64{4, 4},
		Reservations: []reservation.Request{{ID: 2, Width: 1000, Duration: 10}},
	}
	runs := must.Get(s.Run(t.Context(), []Setting{{Scheduler: "dynp-advanced"}}))
	text := must.Get(json.Marshal(runs[0]))
	for _, err := range ReadRuns(bytes.NewReader(text), "runs.jsonl") {
		must.Equal(t, err, nil)
	}
	return string(text)
}

// TestBadRuns: an error names the field that makes a run wrong.
func TestBadRuns(t *testing.T) {
	good := goodRun(t)
	for _, c := range []struct{ old, new, want string }{
		{`"format":"optgap-run/1"`, `"format":"optgap-result/1"`, `format: found "optgap-result/1", expected "optgap-run/1"`},
		{`"format":"optgap-run/1",`, ``, `format: found no value, expected a string`},
		{`"machine":8,`, ``, `machine: found no value, expected an integer`},
		{`"machine":8,`, `"machine":"8",`, `machine: found a JSON string, expected an integer`},
		{`"machine":8,`, `"machine":8,"machine":8,`, `machine: found a second value, expected one`},
		{`"machine":8,`, `"Machine":8,`, `machine: found no value`},
		{`"jobs":1,`, `"jobs":1.5,`, `jobs: found 1.5, expected a whole number`},
		{`"jobs":1,`, `"jobs":"1",`, `jobs: found a JSON string, expected a number`},
		{`"jobs":1,`, ``, `jobs: found no value, expected a number`},
		{`"makespan":5,`, `"makespan":5,"makespam":5,`, `makespam: found a field of this name`},
		{`"sld_300":1,`, ``, `found a field of this name`}, // sldww_300 has no bound
		{`"sld_300":1,`, `"sld_300":1,"sld_-1":1,`, `sld_-1: found a field of this name`},
		{`"loc":0,`, `"loc":null,`, `loc: found no value, expected a number`},
		{`"up_to":300`, `"upto":300`, `classes[0].upto: found a field of this name, expected up_to`},
		{`"classes":[`, `"classes":[3,`, `classes`},
		{`"too_wide":1`, `"too_narrow":1`, `reservations.refused: found "too_narrow", expected one of too_wide`},
		{`"sites":[{`, `"sites":[{"size":1,`, `sites`},
		{`"sites":[`, `"sites":[[],`, `found a JSON array, expected an object`},
		{`"tries":`, `"tried":`, `policies.tried: found a field of this name, expected tries`},
		{`"sites":[`, `"best_possible":{"at_least":1},"sites":[`,
			`best_possible: found a run of simulate --bounds of earlier`},
		{good, `[]`, `found a JSON array, expected an object`},
		{good, `null`, `expected an object`},
	} {
		changed := strings.Replace(good, c.old, c.new, 1)
		must.Hold(t, changed != good, c.old, "is not in", good)
		for _, err := range ReadRuns(strings.NewReader(changed), "runs.jsonl") {
			var where *record.LineError
			must.Hold(t, err != nil && strings.Contains(err.Error(), c.want) && errors.As(err, &where),
				c.new, "for", c.old, "error", err, "want", c.want)
		}
	}
}

// TestShrinkRequests: times from second 100 on are halved and rounded down, but
// dates stay as long after their submissions, and durations as they are.
func TestShrinkRequests(t *testing.T) {
	before := []reservation.Request{
		{ID: 1, Duration: 7, Submit: 100, When: reservation.Now},
		{ID: 2, Duration: 7, Submit: 151, When: reservation.At(171)},
		{ID: 3, Duration: 7, Submit: 95, When: reservation.ASAP},
	}
	after := shrinkRequests(before, 100, 0.5)
	for i, want := range []struct {
		submit int64
		when   reservation.When
	}{{100, reservation.Now}, {125, reservation.At(145)}, {97, reservation.ASAP}} {
		if r := after[i]; r.Submit != want.submit || r.When != want.when || r.Duration != 7 {
			t.Errorf("request %d: %+v, want %+v", r.ID, r, want)
		}
	}
	must.Hold(t, before[1].Submit == 151, "the given requests were changed")
}

// TestGrid runs three jobs on three sites beside a reservation: job 1 takes site 0,
// job 2 site 1, and job 3 fits site 1 only. Site 2 has no job.
func TestGrid(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 100, Submit: 0}, RunTime: 100},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 50, Submit: 0}, RunTime: 50},
		{Job: optgap.Job{ID: 3, Width: 8, Estimate: 50, Submit: 0}, RunTime: 50},
	}
	s := Sweep{
		Trace: swf.Trace{Machine: 13, Jobs: jobs}, Sites: []int64{4, 8, 1}, Measure: performance.Options{Bounds: []int64{60}},
		Reservations: []reservation.Request{
			{ID: 1, Width: 8, Duration: 10, When: reservation.At(60)}, // before any job: site 1 is free
			{ID: 2, Width: 9, Duration: 10},
		},
	}
	runs := must.Get(s.Run(t.Context(), []Setting{{Scheduler: "fcfs"}}))
	r := runs[0]
	c := r.Reservations
	must.Hold(t, c.Admitted == 1 && c.Refused["too_wide"] == 1, "reservations", c)
	// Job 3 starts at 70, when job 2 and the reservation have ended: it ends at 120.
	if r.Sites[2].Metrics != nil || r.Sites[0].Numbers["jobs"] != 1 || r.Sites[1].Numbers["jobs"] != 2 ||
		r.Sites[1].Numbers["makespan"] != 120 || r.Numbers["makespan"] != 120 {
		t.Errorf("sites %+v, %+v", r.Sites[0].Metrics, r.Sites[1].Metrics)
	}
	text := must.Get(json.Marshal(r))
	want := `"reservations":{"admitted":1,"refused":{"too_wide":1}},"sites":[{"machine":4,"jobs":1,`
	must.Hold(t, strings.Contains(string(text), want), text)
}
