package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]; no option has an effect. The jobs of the replays are not kept, so metrics are not computed again.
// They are held against each other and against those of other runs.
func SweepFiles(runs, settings Input, _ Options) (Report, error) {
	all := problems[string, struct{}]{
		name: "scheduler", required: []string{""}, field: "run", lacking: "one for each setting",
	}
	c := &sweepChecker{problems: all, first: make(map[sweep.Estimates]*replayed), runs: make(map[string]*replayed)}
	return inspect(c, lines(settings, record.ParseParts[sweep.Setting]), lines(runs, parseReplayed))
}

// replayed is a run: its setting, and all its numbers.
type replayed struct {
	sweep.Setting
	Format  string `json:"format,omitempty"`
	Trace   string `json:"trace,omitempty"`
	Against string `json:"against,omitempty"`

	numbers numbers
}

// parseReplayed returns the run on a line.
func parseReplayed(line []byte) (*replayed, error) {
	r, err := record.ParseParts[replayed](line)
	if err != nil {
		return nil, err
	}
	r.numbers = make(numbers)
	all := Parts(json.RawMessage(line))
	walk("", all, all, func(path string, v, _ any) {
		if _, isNumber := v.(json.Number); isNumber {
			r.numbers[path], _ = number(v)
		}
	})
	return &r, nil
}

// labelled names the run of the same jobs under a label.
func (r *replayed) labelled(label string) string {
	return settingOf(sweep.Setting{Scheduler: label, Factor: r.Factor, Estimates: r.Estimates})
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

// numbers are those of a JSON value by their paths, such as classes[0].jobs.
type numbers map[string]float64

// in returns the numbers of a part of the value.
func (n numbers) in(part string) numbers {
	found := make(numbers)
	for path, v := range n {
		if rest, ok := strings.CutPrefix(path, part+"."); ok {
			found[rest] = v
		}
	}
	return found
}

// list returns the numbers of the parts of a list.
func (n numbers) list(name string) (parts []numbers) {
	for {
		part := n.in(indexed(name, len(parts)))
		if len(part) == 0 {
			return parts
		}
		parts = append(parts, part)
	}
}

// sum returns the sum of all numbers.
func (n numbers) sum() (sum float64) {
	for _, v := range n {
		sum += v
	}
	return sum
}

// total returns the sum over all parts of the product of numbers of each.
func total(parts []numbers, factors ...string) (sum float64) {
	for _, part := range parts {
		product := 1.0
		for _, factor := range factors {
			product *= part[factor]
		}
		sum += product
	}
	return sum
}

// sweepChecker checks runs one by one.
type sweepChecker struct {
	problems[string, struct{}]
	first    map[sweep.Estimates]*replayed // the first run, by kind of estimates
	runs     map[string]*replayed          // by replayed.labelled
	earliest *replayed                     // the first run of all
	against  []compared                    // runs that are compared with others
}

// compared is a run whose averages are compared with those of another run.
type compared struct {
	*replayed
	judge *sweepJudge
}

// problem adds a setting, which has to be new.
func (c *sweepChecker) problem(line int, s sweep.Setting) error {
	name := settingOf(s)
	return c.add(name, line, Fault{Index: len(c.order), Method: name, subject: "replay"}, struct{}{})
}

// result checks a run.
func (c *sweepChecker) result(line int, run *replayed) error {
	name, about := settingOf(run.Setting), Fault{Trace: run.Trace, subject: "replay"}
	of, known := c.of[name]
	if known {
		about.Index = of.about.Index
	}
	j := &sweepJudge{numbers: run.numbers, ledger: c.report.ledger(about, line, name)}
	j.held = map[string]bool{"factor": true}
	if j.hold(known, "scheduler", name, "one of the %d settings of the sweep", len(c.order)) {
		c.enter(&j.ledger, of, answer{}, false, "scheduler", name, "each run")
	}
	j.hold(run.Format == record.RunFormat, "format", run.Format, record.RunFormat)
	c.earliest = cmp.Or(c.earliest, run)
	j.hold(run.Trace == c.earliest.Trace, "trace", run.Trace, "%s, as in the first run", c.earliest.Trace)
	machine, same := run.numbers["machine"], c.earliest.numbers["machine"]
	j.hold(machine == same && machine > 0, "machine", machine,
		"%v processors, as in the first run, and at least 1", same)
	j.all()
	j.parts()
	c.runs[run.labelled(run.Label())] = run
	if run.Against != "" {
		c.against = append(c.against, compared{run, j})
	}
	if run.Estimates != "" {
		j.is("killed", 0, "no job runs past such estimates")
	}
	for path := range run.numbers {
		if first := beginning(path); !j.held[first] && first != "difference" { // which is held later
			j.report.unchecked(path)
		}
	}
	if other := c.first[run.Estimates]; other == nil {
		c.first[run.Estimates] = run
	} else if !j.trimmed() {
		why := "as in the run " + settingOf(other.Setting)
		j.report.compare(j.about, Parts(run.common()), Parts(other.common()), sums, why)
	}
	return nil
}

// common returns what runs with the same estimates have in common: the jobs, their work, and the names of the metrics.
func (r *replayed) common() map[string]any {
	// There only where they are above 0, or only for some schedulers.
	optional := []string{"sldwa", "reserved", "window", "lower", "upper"}
	all := map[string]any{"util * makespan": r.numbers["util"] * r.numbers["makespan"]}
	for path, v := range r.numbers {
		key, within := strings.CutPrefix(strings.TrimSuffix(path, ".low"), "ci95.")
		switch {
		case slices.Contains([]string{"jobs", "run_time", "killed"}, path),
			strings.HasPrefix(path, "classes[") && strings.HasSuffix(path, ".jobs"):
			all[path] = v
		case within && !strings.Contains(key, "."), !strings.Contains(path, ".") && !slices.Contains(optional, path):
			all[strings.TrimSuffix(path, ".low")] = "one"
		}
	}
	return all
}

// Report holds each run that is compared with another against that run. It ends the checks.
func (c *sweepChecker) Report() Report {
	for _, r := range c.against {
		if other := c.runs[r.labelled(r.Against)]; other != nil { // a sweep that is under way may lack it
			r.judge.differences(other)
		}
	}
	c.against = nil
	return c.problems.Report()
}

// atMost is a <= b but for the error of sums.
func atMost(a, b float64) bool { return a <= b || near(a, b) }
