package performance_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// three is an outcome on 4 processors with a hand-made schedule:
//
//	second   0        100       200        300       400
//	job 1    2 processors       |
//	job 2             waits     4 processors         |
//	job 3                                  submitted in 300, waits to 400, no run time
func three() *replay.Outcome {
	return &replay.Outcome{
		Jobs: []optgap.TraceJob{
			{Job: optgap.Job{ID: 1, Width: 2, Estimate: 500, Submit: 0}, RunTime: 200},
			{Job: optgap.Job{ID: 2, Width: 4, Estimate: 200, Submit: 100}, RunTime: 999}, // killed
			{Job: optgap.Job{ID: 3, Width: 1, Estimate: 10, Submit: 300}, RunTime: 0},
		},
		Starts: []int64{0, 200, 400},
	}
}

// TestEvaluate carries its arithmetic. Job 1: wait 0, duration 200. Job 2: wait
// 100, duration 200, response 300. Job 3: wait 100, duration 0, response 100.
func TestEvaluate(t *testing.T) {
	p := must.Get(performance.Evaluate(three(), 4, performance.Options{Bounds: []int64{60, 1000}}))
	third := 100.0 / 60 // slowdown of job 3: max(100, 60) / max(0, 60)
	want := map[string]float64{
		"jobs": 3, "killed": 1,
		"artww":      (2*200 + 4*300 + 1*100) / 7.0,
		"art":        (200 + 300 + 100) / 3.0,
		"wait":       (0 + 100 + 100) / 3.0,
		"run_time":   (200 + 200 + 0) / 3.0,
		"sldwa":      (2*200 + 4*300 + 1*100) / (2*200 + 4*200.0),
		"sldww_60":   (2*1 + 4*1.5 + third) / 7,
		"sld_60":     (1 + 1.5 + third) / 3,
		"sldww_1000": 1, "sld_1000": 1, // no response time is above 1000
		"makespan":   400,
		"util":       (2*200 + 4*200) / (4 * 400.0),
		"loc":        100 * 2 / (4 * 400.0), // [100, 200): 2 processors idle, job 2 waits; [300, 400): none idle
		"idle":       100 * 2 / (4 * 400.0), // [0, 100): 2 processors idle, nobody waits
		"throughput": 3 / (400 / 3600.0),
		"queue":      (100 + 100) / 400.0,
		"queue_max":  1,
		"wait_p50":   100, "wait_p90": 100, "wait_p95": 100, "wait_p99": 100, "wait_max": 100, // of 0, 100, 100
		"wait_stddev": math.Sqrt((66.0+2/3.0)*(66.0+2/3.0)/3 + 2*(100/3.0)*(100/3.0)/3),
		"sld_60_p50":  1.5, "sld_60_p90": third, "sld_60_p95": third, "sld_60_p99": third, "sld_60_max": third,
	}
	for key, w := range want {
		v, ok := p.Numbers[key]
		must.Hold(t, ok && near(v, w), key, "is", v, "exists", ok, "want", w)
	}
	n := p.Numbers
	wantClasses := []performance.Class{
		{UpTo: 300, Jobs: 3, ARTwW: n["artww"], ART: n["art"], Wait: n["wait"], SLDwW60: n["sldww_60"]},
		{UpTo: 600}, {UpTo: 12 * 3600}, {},
	}
	must.EqualSlices(t, p.Classes, wantClasses, "classes")
}

// TestTrimming: a warm-up of 100 s leaves the window [100, 400]. The makespan is 400 all the same.
func TestTrimming(t *testing.T) {
	// Jobs 2 and 3; 2*100 + 4*200 of 4*300; job 2 waits [100, 200) beside 2 idle ones; all 3 end in it.
	p := must.Get(performance.Evaluate(three(), 4, performance.Options{WarmUp: 100}))
	for key, want := range map[string]float64{
		"jobs": 2, "makespan": 400, "window": 300, "util": 1000 / 1200.0, "loc": 200 / 1200.0, "idle": 0,
		"throughput": 3 / 300.0 * 3600,
	} {
		must.Hold(t, near(p.Numbers[key], want), key, "is", p.Numbers[key], "want", want)
	}
	for _, o := range []performance.Options{
		{WarmUp: 400}, {WarmUp: 1000}, {WarmUp: -1}, {Bounds: []int64{0}},
	} {
		_, err := performance.Evaluate(three(), 4, o)
		must.AboutField(t, err, "", o)
	}
}

// TestTenths: each range holds the average, and is stored with the metrics. Few jobs have none.
func TestTenths(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	jobs := slowreplay.Trace(r, 300, 9)
	o := must.Get(replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(9, jobs, heuristics.SJF)))
	m := must.Get(performance.Evaluate(o, 9, performance.Options{}))
	for _, key := range []string{"artww", "art", "wait", "sldwa", "sldww_60"} {
		v := m.Numbers[key]
		i, ok := m.Tenths[key]
		must.Hold(t, ok && i.Low < v && i.High > v, key, "found the range", i, "around", v)
	}
	var back performance.Metrics
	numbers := must.Get(record.Split(must.Get(json.Marshal(m)), &back))
	if err := back.ReadNumbers(numbers, false); err != nil || !reflect.DeepEqual(&back, m) {
		t.Errorf("read back %+v, error %v", back, err)
	}
	few, err := performance.Evaluate(three(), 4, performance.Options{})
	must.Hold(t, err == nil && few.Tenths == nil, "of three jobs found", few.Tenths, "error", err)
}

// shares are averages over time.
type shares struct {
	util, loc, idle, reserved, queue float64
	longest                          int
}

// perSecond computes the averages over time second by second.
func perSecond(o *replay.Outcome, machine, from, to int64) (s shares) {
	var used, lost, unused, held, waiting int64
	for now := from; now < to; now++ {
		busy, reserved, here := int64(0), int64(0), 0
		for i, j := range o.Jobs {
			if o.Starts[i] <= now && now < o.End(i) {
				busy += j.Width
			}
			if j.Submit <= now && now < o.Starts[i] {
				here++
			}
		}
		for _, d := range o.Reservations {
			if d.Refused == reservation.Admitted && d.Start <= now && now < d.End() {
				reserved += d.Request.Width
			}
		}
		used, held = used+busy, held+reserved
		waiting += int64(here)
		s.longest = max(s.longest, here)
		if here > 0 {
			lost += machine - busy - reserved
		} else {
			unused += machine - busy - reserved
		}
	}
	all := float64(machine * (to - from))
	s.util, s.loc, s.idle, s.reserved = float64(used)/all, float64(lost)/all, float64(unused)/all, float64(held)/all
	s.queue = float64(waiting) / float64(to-from)
	return s
}

// TestEvaluateMatchesSeconds compares random replays, trimmed or not, with reservations or none, with a
// count per second, and checks the identities
//
//	util = area / (machine * makespan)    util + loc + idle + reserved = 1
func TestEvaluateMatchesSeconds(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 8))
		machine := 1 + r.Int64N(9)
		jobs := slowreplay.Trace(r, 40, machine)
		if jobs[39].Submit < 40 {
			continue // no time is left after the warm-up
		}
		requests := slowreplay.Requests(r, int(seed%3)*10, jobs, machine)
		o := must.Get(replay.RunReserved(
			context.Background(), jobs, requests, dynp.NewSinglePolicy(machine, jobs, heuristics.SJF)))
		options := performance.Options{WarmUp: int64(seed % 30)}
		p := must.Get(performance.Evaluate(o, machine, options))
		from, to := jobs[0].Submit+options.WarmUp, jobs[len(jobs)-1].Submit
		area := int64(0)
		for i, j := range jobs {
			area += j.Width * j.Duration()
			to = max(to, o.End(i))
		}
		want := perSecond(o, machine, from, to)
		n := p.Numbers
		if !near(n["util"], want.util) || !near(n["loc"], want.loc) || !near(n["idle"], want.idle) ||
			!near(n["reserved"], want.reserved) || !near(n["queue"], want.queue) || n["queue_max"] != float64(want.longest) {
			t.Fatalf("seed %d, %+v: got %+v, want %+v", seed, options, p, want)
		}
		sum := n["util"] + n["loc"] + n["idle"] + n["reserved"]
		must.Need(t, near(sum, 1), "seed", seed, "the shares add up to", sum, "want 1")
		if options.WarmUp == 0 && !near(n["util"], float64(area)/(float64(machine)*n["makespan"])) {
			t.Fatalf("seed %d: util %v, want area %d over %d * %v", seed, n["util"], area, machine, n["makespan"])
		}
	}
}

// TestNoTime: a trace whose only job takes no time has neither a utilisation
// nor a slowdown by area.
func TestNoTime(t *testing.T) {
	o := &replay.Outcome{Jobs: []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 1, Submit: 7}}},
		Starts: []int64{7}}
	p := must.Get(performance.Evaluate(o, 1, performance.Options{}))
	for _, key := range []string{"util", "loc", "idle", "throughput", "queue", "sldwa"} {
		v, ok := p.Numbers[key]
		must.Hold(t, !ok, key, "is", v, "should not exist")
	}
	text, err := json.Marshal(p)
	must.Hold(t, err == nil && json.Valid(text), text, "error", err)
}

// TestOverfull: the same as counted second by second.
func TestOverfull(t *testing.T) {
	seen := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		o, busy := &replay.Outcome{Jobs: slowreplay.Trace(r, 20, 4)}, make([]int64, 300)
		for _, j := range o.Jobs {
			start := j.Submit + r.Int64N(20)
			o.Starts = append(o.Starts, start)
			for s := start; s < start+j.Duration(); s++ {
				busy[s] += j.Width
			}
		}
		want, before := performance.Overfull{}, false
		for _, b := range busy {
			if b > 6 {
				want.Seconds++
				want.Busiest = max(want.Busiest, b)
				if !before {
					want.Moments++
				}
			}
			before = b > 6
		}
		got := performance.OverfullOf(o, 6)
		must.Need(t, got == want, "seed", seed, "found", got, "expected", want)
		seen += want.Moments
	}
	must.Hold(t, seen != 0, "no moment is overfull")
}

// TestTable: every metric has all that a table needs, its key is there once, and
// plotted metrics have different titles.
func TestTable(t *testing.T) {
	for _, bounds := range [][]int64{nil, {60, 300}, {10}} {
		var keys, names, titles []string
		for _, m := range performance.Table(bounds) {
			must.Hold(t, m.Key != "" && m.Name != "" && m.Meaning != "" && m.Format != nil,
				m, "lacks something")
			must.Equal(t, m.Unit == "s", strings.HasSuffix(m.Name, "[s]"), m.Name)
			keys, names = append(keys, m.Key), append(names, m.Name)
			if m.Title != "" {
				titles = append(titles, m.Title)
			}
		}
		for _, texts := range [][]string{keys, names, titles} {
			slices.Sort(texts)
			must.Equal(t, len(slices.Compact(slices.Clone(texts))), len(texts), "bounds", bounds, texts)
		}
		must.Hold(t, slices.Contains(keys, "sldww_60"), "bounds", bounds, "SLDwW_60 is missing")
	}
}

// TestTexts: values of the replay that three makes, as tables show them.
func TestTexts(t *testing.T) {
	m := must.Get(performance.Evaluate(three(), 4, performance.Options{}))
	for key, want := range map[string]string{
		"jobs": "3", "artww": "242.9", "sldwa": "1.417", "sld_300": "1.000", "util": "75.00 %", "loc": "12.50 %",
		"makespan": "400", "window": "", "throughput": "27.0", "wait_p50": "100.0", "wait_max": "100", "reserved": "",
	} {
		metric := performance.ByKey(key)
		must.Hold(t, metric.Key == key && metric.Text(m) == want, key, "is", metric.Text(m), "want", want)
	}
}

func TestNoJobsHaveNoMetrics(t *testing.T) {
	must.Refuse(t, must.Err(performance.Evaluate(&replay.Outcome{}, 4, performance.Options{})), "",
		"a replay without jobs")
}
