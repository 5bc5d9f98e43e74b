package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]; no option has an effect. The jobs of the replays are not kept, so metrics are not computed again.
// They are held against each other and against those of other runs.
func SweepFiles(runs, settings Input, _ Options) (Report, error) {
	c := &sweepChecker{problems: problems[struct{}]{
		name: "scheduler", required: []string{""}, field: "run", lacking: "one for each setting",
	}}
	err := inspect(lines(settings, record.ParseParts[sweep.Setting]), c.problem, lines(runs, parseReplayed), c.result)
	for _, run := range c.runs {
		c.check(run)
	}
	return c.Report(), err
}

// replayed is a run, as it is stored on a line.
type replayed struct {
	sweep.Run
	ledger
	text any
}

func parseReplayed(line []byte) (*replayed, error) {
	run, err := record.ParseParts[sweep.Run](line)
	text := Parts(json.RawMessage(line))
	if parts, ok := text.(map[string]any); ok { // bounds of basic dynP, which earlier versions wrote
		delete(parts, "lower")
		delete(parts, "upper")
	}
	return &replayed{Run: run, text: text}, err
}

// settingOf names a setting.
func settingOf(s sweep.Setting) string {
	text := s.Scheduler
	if s.Name != "" {
		text = s.Name + " (" + s.Scheduler + ")"
	}
	text += fmt.Sprintf(", factor %g", s.Factor)
	if s.Estimates != sweep.AsGiven {
		text += fmt.Sprintf(", %s estimates", s.Estimates)
	}
	return text
}

// sweepChecker checks runs once it has them all.
type sweepChecker struct {
	problems[struct{}]
	runs []*replayed
}

// problem adds a setting, which has to be new.
func (c *sweepChecker) problem(line int, s sweep.Setting) error {
	name := settingOf(s)
	return c.add(name, line, Fault{Index: len(c.order), Method: name, subject: "replay"}, struct{}{})
}

func (c *sweepChecker) result(line int, run *replayed) (err error) {
	if _, run.ledger, err = c.enter(settingOf(run.Setting), line, answer{}, false); err == nil {
		c.runs = append(c.runs, run)
	}
	return err
}

// check holds a run against the nearest that is possible, and against others.
func (c *sweepChecker) check(run *replayed) {
	run.about.Trace = run.Trace
	want, first := run.Run, c.runs[0]
	want.Trace, want.Machine = first.Trace, max(1, first.Machine)
	busiest := 0.0 // share of the machine, where a log uses more than it has
	if o := run.Overfull; o != nil {
		busiest = float64(o.Busiest) / float64(want.Machine)
	}
	want.Metrics = possible(run.Metrics, busiest, &run.Run)
	if run.Estimates != sweep.AsGiven { // past which no job runs
		numbers(want.Numbers).is("killed", 0)
	}
	want.Difference = c.differences(run)
	want.Sites = slices.Clone(run.Sites)
	for i, site := range run.Sites {
		if site.Metrics != nil {
			want.Sites[i].Metrics = possible(site.Metrics, 0, &run.Run)
		}
	}
	run.parts(&want)
	free := []string{"overfull", "reservations"}
	run.report.compare(run.about, run.text, Parts(want), sums, "the nearest that is possible", free...)
	same := func(other *replayed) bool { return other.Estimates == run.Estimates }
	if other := c.runs[slices.IndexFunc(c.runs, same)]; !trimmed(&run.Run) {
		why := "as in the run " + settingOf(other.Setting)
		found, want := common(run.Metrics, other.Metrics), common(other.Metrics, run.Metrics)
		run.report.compare(run.about, Parts(found), Parts(want), sums, why)
	}
}

// differences returns the averages of a run minus those of the run that it is compared with. Where the sweep is under
// way, that may be missing.
func (c *sweepChecker) differences(run *replayed) map[string]performance.Difference {
	i := slices.IndexFunc(c.runs, func(r *replayed) bool {
		return r.Label() == run.Against && r.Factor == run.Factor && r.Estimates == run.Estimates
	})
	switch {
	case run.Against == "":
		return nil
	case i < 0:
		return run.Difference
	}
	run.hold(len(run.Difference) > 0, "difference", "none", "those to the run %s", settingOf(c.runs[i].Setting))
	all := make(map[string]performance.Difference)
	for key, d := range run.Difference {
		a, b := run.Numbers[key], c.runs[i].Numbers[key]
		if math.Abs(d.Value-(a-b)) > sums*max(1, math.Abs(a), math.Abs(b)) {
			d.Value = a - b
		}
		if d.Interval != nil {
			d.Interval = around(*d.Interval, d.Value)
		}
		all[key] = d
	}
	return all
}

// around returns the nearest interval with a value.
func around(i paired.Interval, value float64) *paired.Interval {
	return &paired.Interval{Low: min(i.Low, value), High: max(i.High, value)}
}

// common returns what a run has in common with another one with the same estimates: the jobs, their work, and the names
// of the metrics that not all runs have. An average over equal values, such as waits of 0, has no interval.
func common(m, other *performance.Metrics) map[string]any {
	n := m.Numbers
	varying := slices.DeleteFunc(slices.Sorted(maps.Keys(m.Confidence)), func(key string) bool {
		average := other.Numbers[key]
		return average == 0 || average == 1 && strings.HasPrefix(key, "sld")
	})
	return map[string]any{
		"run_time": n["run_time"], "killed": n["killed"], "util * makespan": n["util"] * n["makespan"],
		"classes": lists.Each(m.Classes, func(c performance.Class) int { return c.Jobs }),
		"bounds":  m.SlowdownBounds, "ci95": varying,
	}
}

// parts holds sums over the parts of a run against the whole, and derives what follows from them.
func (l *ledger) parts(run *sweep.Run) {
	jobs := run.Numbers["jobs"]
	sum := func(field string, parts, whole float64, of string) {
		l.hold(near(parts, whole), field, parts, "%v %s", whole, of)
	}
	if len(run.Sites) > 0 {
		machine, ran := 0.0, 0.0
		for _, site := range run.Sites {
			if machine += float64(site.Machine); site.Metrics != nil {
				ran += site.Numbers["jobs"]
			}
		}
		sum("sites", machine, float64(run.Machine), "processors of all sites")
		if !trimmed(run) {
			sum("sites", ran, jobs, "jobs on all sites")
		}
	}
	if p := run.Possible; p != nil { // with the same sums in both divisions of the jobs
		periods, want, about := total(p.Periods), *p, l.about
		about.Field = "best_possible.widths."
		l.report.compare(about, Parts(total(p.Widths)), Parts(periods), sums, "summed over the periods")
		if periods.Bound > 0 {
			want.AtMost = periods.Average / periods.Bound
		}
		run.Possible = &want
	}
	if s := run.Stats; s != nil {
		want := *s
		want.Tries = s.Same + count(s.SwitchesTo)
		if !trimmed(run) {
			sum("policies.started_with", float64(count(s.StartedWith)), jobs, "jobs by all policies")
		}
		if s.Cases != nil {
			sum("policies.cases", float64(count(s.Cases)), float64(want.Tries), "tries")
		}
		run.Stats = &want
	}
}

// total returns the sum of parts.
func total(parts []sweep.Part) (sum sweep.Part) {
	for _, p := range parts {
		sum.Weight, sum.Average = sum.Weight+p.Weight, sum.Average+p.Average
		sum.Best, sum.Bound = sum.Best+p.Best, sum.Bound+p.Bound
	}
	return sum
}

// count returns the sum of numbers.
func count[K comparable](of map[K]int) (sum int) {
	for _, n := range of {
		sum += n
	}
	return sum
}
