package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]; no option has an effect. The jobs of the replays are not kept, so only what follows from other values
// is derived again. All else needs the trace.
func SweepFiles(runs, settings Input, _ Options) (Report, error) {
	all := problems[struct{}]{name: "scheduler", required: []string{""}, field: "run", lacking: "one for each setting"}
	problem := func(line int, s sweep.Setting) error {
		name := settingOf(s)
		return all.add(name, line, Fault{Index: len(all.order), Method: name, subject: "replay"}, struct{}{})
	}
	var found replays
	key := func(run sweep.Run) (string, answer) { return settingOf(run.Setting), answer{} }
	keep := func(l ledger, run sweep.Run, _ struct{}) {
		l.about.Trace = run.Trace
		found = append(found, &replayed{run, l})
	}
	_, err := inspect(&all, lines(settings, record.ParseParts[sweep.Setting]), problem,
		lines(runs, record.ParseParts[sweep.Run]), key, keep)
	for _, run := range found {
		found.check(run)
	}
	return all.Report(), err
}

// settingOf names a setting.
func settingOf(s sweep.Setting) string {
	return strings.Trim(fmt.Sprintf("%s, %s, factor %g, %s", s.Name, s.Scheduler, s.Factor, s.Estimates), ", ")
}

// replayed is a run, and where its faults go.
type replayed struct {
	sweep.Run
	ledger
}

// replays are the runs of a sweep.
type replays []*replayed

// check holds a run against the values that follow from others of its own, and from those of other runs.
func (all replays) check(run *replayed) {
	want, first := run.Run, all[0]
	want.Trace, want.Machine = first.Trace, max(1, first.Machine)
	want.Metrics = derived(run.Metrics, &run.Run)
	want.Difference = all.differences(run)
	want.Sites = slices.Clone(run.Sites)
	for i, site := range run.Sites {
		if site.Metrics != nil {
			want.Sites[i].Metrics = derived(site.Metrics, &run.Run)
		}
	}
	if s := run.Stats; s != nil {
		stats := *s
		stats.Tries = s.Same + int(total(s.SwitchesTo))
		want.Stats = &stats
	}
	const why = "as follows from other values"
	run.report.compare(run.about, Parts(run.Run), Parts(want), sums, why, "overfull", "reservations")
	parts, whole := divided(&run.Run)
	run.report.compare(run.about, Parts(parts), Parts(whole), sums, "the sum of all")
	same := func(other *replayed) bool { return other.Estimates == run.Estimates }
	if other := all[slices.IndexFunc(all, same)]; !trimmed(&run.Run) {
		found, want := common(run.Metrics), common(other.Metrics)
		run.report.compare(run.about, Parts(found), Parts(want), sums, "as in the run "+other.about.Method)
	}
}

// trimmed reports whether averages over time are over a part of the replay, or over windows of the trace. Averages over
// jobs are then of other jobs.
func trimmed(r *sweep.Run) bool { return r.Numbers["window"] > 0 || r.Windows != nil }

// derived returns metrics, those of a run or of a site of it, in which all are made again that follow from others: from
// the averages of the classes, by Little's law, and by shares of the machine's time.
func derived(m *performance.Metrics, run *sweep.Run) *performance.Metrics {
	want, n := *m, maps.Clone(m.Numbers)
	want.Numbers = n
	is := func(key string, v float64) {
		if _, ok := n[key]; ok {
			n[key] = v
		}
	}
	if run.Windows == nil { // which have no classes
		jobs, wait, response := 0.0, 0.0, 0.0
		for _, c := range m.Classes {
			of := float64(c.Jobs)
			jobs, wait, response = jobs+of, wait+of*c.Wait, response+of*c.ART
		}
		n["jobs"] = max(1, jobs)
		n["wait"], n["art"], n["run_time"] = wait/n["jobs"], response/n["jobs"], (response-wait)/n["jobs"]
	}
	if makespan := n["makespan"]; !trimmed(run) && makespan > 0 {
		is("queue", n["wait"]*n["jobs"]/makespan)
		is("throughput", n["jobs"]/makespan*3600)
	}
	if run.Overfull == nil { // else a log uses more than there is
		is("util", 1-n["loc"]-n["idle"]-n["reserved"])
	}
	if run.Estimates != sweep.AsGiven { // past which no job runs
		is("killed", 0)
	}
	// No average is outside of its own interval.
	around := func(intervals map[string]confidence.Interval) map[string]confidence.Interval {
		want := make(map[string]confidence.Interval)
		for key, i := range intervals {
			want[key] = confidence.Interval{Low: min(i.Low, n[key]), High: max(i.High, n[key])}
		}
		return want
	}
	want.Tenths, want.Confidence = around(m.Tenths), around(m.Confidence)
	return &want
}

// differences returns the averages of a run minus those of the run that it is compared with. Where the sweep is under
// way, that may be missing.
func (all replays) differences(run *replayed) map[string]performance.Difference {
	i := slices.IndexFunc(all, func(r *replayed) bool {
		return r.Label() == run.Against && r.Factor == run.Factor && r.Estimates == run.Estimates
	})
	if run.Against == "" || i < 0 {
		return run.Difference
	}
	want := make(map[string]performance.Difference)
	for key, d := range run.Difference {
		d.Value = run.Numbers[key] - all[i].Numbers[key]
		want[key] = d
	}
	return want
}

// common returns what a run has in common with another one with the same estimates: the jobs, their work, and the names
// of the metrics that not all runs have.
func common(m *performance.Metrics) map[string]any {
	n := m.Numbers
	return map[string]any{
		"run_time": n["run_time"], "killed": n["killed"], "util * makespan": n["util"] * n["makespan"],
		"classes": lists.Each(m.Classes, func(c performance.Class) int { return c.Jobs }),
		"bounds":  m.SlowdownBounds, "tenths": slices.Sorted(maps.Keys(m.Tenths)),
	}
}

// divided returns sums over the parts of a run, and the wholes that they make up, by their fields.
func divided(run *sweep.Run) (parts, whole map[string]any) {
	parts, whole = make(map[string]any), make(map[string]any)
	sum := func(field string, of, all any) { parts[field], whole[field] = of, all }
	machine, jobs := int64(0), 0.0
	for _, site := range run.Sites {
		machine += site.Machine
		if site.Metrics != nil {
			jobs += site.Numbers["jobs"]
		}
	}
	if run.Sites != nil {
		sum("sites.machine", machine, run.Machine)
	}
	if run.Sites != nil && !trimmed(run) {
		sum("sites.jobs", jobs, run.Numbers["jobs"])
	}
	if s := run.Stats; s != nil && !trimmed(run) {
		sum("policies.started_with", total(s.StartedWith), run.Numbers["jobs"])
	}
	if s := run.Stats; s != nil && s.Cases != nil {
		sum("policies.cases", total(s.Cases), s.Tries)
	}
	return parts, whole
}

// total returns the sum of numbers.
func total[K comparable](of map[K]int) (sum float64) {
	for _, n := range of {
		sum += float64(n)
	}
	return sum
}
