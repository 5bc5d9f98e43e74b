package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/simulate/replaytest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// reread returns a run that was written and read again.
func reread(t interface{ Fatal(...any) }, r Run) Run {
	text := must.Get(json.Marshal(r))
	var again Run
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err, string(text))
	}
	second, err := json.Marshal(again)
	if err != nil || string(second) != string(text) {
		t.Fatal("written again:", string(second), err, "want", string(text))
	}
	return again
}

// TestRunsRoundTrip: runs that measure and lack what those of TestResumedSweeps do not are read as they were.
func TestRunsRoundTrip(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(80)
	trimmed := Sweep{
		Trace: "kth-like", Machine: machine, Jobs: jobs,
		Measure: performance.Options{Bounds: []int64{300, 60, 10}, WarmUp: 3600, CutDrain: true},
	}
	grid := Sweep{
		Machine: 2 * machine, Jobs: jobs, Sites: []int64{machine, machine - 1, 1},
		Measure: performance.Options{Bounds: []int64{10}},
		Reservations: []reservation.Request{
			{ID: 1, Width: 8, Duration: 10, When: reservation.At(60)}, {ID: 2, Width: 1000, Duration: 10},
		},
	}
	instant := Sweep{Machine: 1, Jobs: []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10}}}}
	for name, c := range map[string]struct {
		sweep    Sweep
		settings []Setting
	}{
		"trimmed": {trimmed, []Setting{{Scheduler: "dynp-simple", Factor: 1}}},
		"grid":    {grid, []Setting{{Scheduler: "fcfs", Factor: 1}, {Scheduler: "dynp-advanced", Factor: 1}}},
		"instant": {instant, []Setting{{Scheduler: "fcfs", Factor: 1}}},
	} {
		runs, err := c.sweep.Run(t.Context(), c.settings)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, r := range runs {
			again := reread(t, r)
			if !reflect.DeepEqual(again, r) {
				t.Errorf("%s: %s is read as\n%+v\n%+v, want\n%+v\n%+v", name, r.Label(), again, again.Metrics, r, r.Metrics)
			}
		}
	}
}

// TestAnyRunRoundTrips: the same of runs with any values.
func TestAnyRunRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		if again := reread(t, r); !reflect.DeepEqual(again, r) {
			t.Fatalf("read as\n%+v\n%+v, want\n%+v\n%+v", again, again.Metrics, r, r.Metrics)
		}
	})
}

func drawRun(t *rapid.T) Run {
	count := rapid.IntRange(0, 1<<40)
	r := Run{
		Setting: Setting{
			Name: rapid.String().Draw(t, "name"), Scheduler: rapid.SampledFrom([]string{"fcfs", Basic}).Draw(t, "scheduler"),
			Factor:    rapid.Float64Range(1e-9, 1e9).Draw(t, "factor"),
			Estimates: rapid.SampledFrom([]Estimates{AsGiven, Perfect, PerfectSufficient}).Draw(t, "estimates"),
		},
		Trace: rapid.String().Draw(t, "trace"), Machine: rapid.Int64().Draw(t, "machine"), Metrics: drawMetrics(t),
	}
	if r.Scheduler == Basic {
		r.Options.Basic = &dynp.BasicOptions{Lower: rapid.Float64().Draw(t, "lower"), Upper: rapid.Float64().Draw(t, "upper")}
	}
	if rapid.Bool().Draw(t, "planning") {
		names := rapid.MapOfN(rapid.SampledFrom([]string{"FCFS", "SJF", "LJF"}), count, 1, 3)
		r.Stats = &dynp.Stats{
			StartedWith: names.Draw(t, "started"), SwitchesTo: names.Draw(t, "switches"), Same: count.Draw(t, "same"),
			Cases: rapid.MapOfN(rapid.SampledFrom([]dynp.Case{"6b", "10a"}), count, 1, 2).Draw(t, "cases"),
		}
		if r.Stats.Tries = count.Draw(t, "tries"); r.Stats.Tries > 0 {
			r.Stats.Backlog = rapid.Float64Min(2).Draw(t, "backlog")
		}
	}
	if rapid.Bool().Draw(t, "reserved") {
		reasons := rapid.SampledFrom(table.Each(reservation.Reasons(), reasonKey))
		r.Reservations = &Answers{
			Admitted: count.Draw(t, "admitted"),
			Refused:  rapid.MapOfN(reasons, count, 1, 4).Draw(t, "refused"),
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "sites") {
		s := Site{Machine: rapid.Int64().Draw(t, "processors")}
		if rapid.Bool().Draw(t, "used") {
			s.Metrics = drawMetrics(t)
		}
		r.Sites = append(r.Sites, s)
	}
	return r
}

// drawMetrics draws metrics of which all values exist, and none is left out.
func drawMetrics(t *rapid.T) *performance.Metrics {
	draw, count := rapid.Float64Range(1e-300, 1e300), rapid.IntRange(1, 1<<53)
	some := rapid.SampledFrom([]int64{1, 10, 60, 300, 1 << 40})
	m := &performance.Metrics{
		Numbers: map[string]float64{}, SlowdownBounds: rapid.SliceOfNDistinct(some, 0, 3, rapid.ID[int64]).Draw(t, "bounds"),
		Classes: []performance.Class{
			{UpTo: 300, Jobs: count.Draw(t, "of class"), ARTwW: draw.Draw(t, "artww")},
			{SLDwW60: draw.Draw(t, "sldww")},
		},
	}
	if len(m.SlowdownBounds) == 0 {
		m.SlowdownBounds = nil
	}
	for _, metric := range performance.Table(m.SlowdownBounds) {
		m.Numbers[metric.Key] = draw.Draw(t, metric.Key)
		if metric.Whole {
			m.Numbers[metric.Key] = float64(count.Draw(t, metric.Key))
		}
	}
	return m
}

// goodRun returns a run as JSON.
func goodRun(t *testing.T) string {
	t.Helper()
	s := Sweep{
		Machine: 8, Sites: []int64{4, 4},
		Jobs:         []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10}, RunTime: 5}},
		Reservations: []reservation.Request{{ID: 2, Width: 1000, Duration: 10}},
	}
	runs := must.Get(s.Run(t.Context(), []Setting{{Scheduler: "dynp-advanced"}}))
	text := must.Get(json.Marshal(runs[0]))
	for _, err := range ReadRuns(bytes.NewReader(text), "runs.jsonl") {
		if err != nil {
			t.Error(err)
		}
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
		{good, `[]`, `found a JSON array, expected an object`},
		{good, `null`, `expected an object`},
	} {
		changed := strings.Replace(good, c.old, c.new, 1)
		if changed == good {
			t.Errorf("%s is not in %s", c.old, good)
		}
		for _, err := range ReadRuns(strings.NewReader(changed), "runs.jsonl") {
			var where *record.LineError
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &where) {
				t.Errorf("%s for %s: error %v, want %q", c.new, c.old, err, c.want)
			}
		}
	}
}
