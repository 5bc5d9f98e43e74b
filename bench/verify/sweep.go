package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/optgap/optgap/bench/record"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]; no option has an effect. The jobs of the replays are not kept, so metrics are not computed again.
// They are held against each other and against those of other runs.
func SweepFiles(runs, settings Input, _ Options) (Report, error) {
	all := problems[setting, struct{}]{
		name: "scheduler", required: []string{""}, field: "run", lacking: "one for each setting",
	}
	c := &sweepChecker{problems: all, first: make(map[string]*replayed), runs: make(map[setting]*replayed)}
	return inspect(c, lines(settings, record.ParseParts[setting]), lines(runs, record.ParseParts[replayed]))
}

// setting tells the runs of a sweep apart.
type setting struct {
	Name      string  `json:"name,omitempty"`
	Scheduler string  `json:"scheduler"`
	Factor    float64 `json:"factor"` // of the interarrival times
	Estimates string  `json:"estimates,omitempty"`
}

// labelled is a setting of the same jobs under a label, which is its name or else its scheduler.
func (s setting) labelled(label string) setting {
	return setting{Scheduler: label, Factor: s.Factor, Estimates: s.Estimates}
}

func (s setting) String() string {
	text := s.Scheduler
	if s.Name != "" {
		text = s.Name + " (" + s.Scheduler + ")"
	}
	text += fmt.Sprintf(", factor %g", s.Factor)
	if s.Estimates != "" {
		text += ", " + s.Estimates + " estimates"
	}
	return text
}

// replayed is a run: its setting, and all its numbers.
type replayed struct {
	setting
	Format  string `json:"format"`
	Trace   string `json:"trace"`
	Against string `json:"against"`

	numbers numbers
}

// UnmarshalJSON reads the fields and the numbers.
func (r *replayed) UnmarshalJSON(text []byte) error {
	type fields replayed // without this method
	var all any
	if err := cmp.Or(json.Unmarshal(text, (*fields)(r)), json.Unmarshal(text, &all)); err != nil {
		return err
	}
	r.numbers = make(numbers)
	r.numbers.read("", all)
	return nil
}

// numbers are those of a JSON value by their paths, such as classes[0].jobs.
type numbers map[string]float64

func (n numbers) read(path string, v any) {
	switch v := v.(type) {
	case float64:
		n[path] = v
	case map[string]any:
		for name, part := range v {
			n.read(below(path, name), part)
		}
	case []any:
		for i, part := range v {
			n.read(indexed(path, i), part)
		}
	}
}

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
	problems[setting, struct{}]
	first    map[string]*replayed  // the first run, by kind of estimates
	runs     map[setting]*replayed // by setting.labelled
	earliest *replayed             // the first run of all
	against  []compared            // runs that are compared with others
}

// compared is a run whose averages are compared with those of another run.
type compared struct {
	*replayed
	judge *sweepJudge
}

// problem adds a setting, which has to be new.
func (c *sweepChecker) problem(line int, s setting) error {
	return c.add(s, line, Fault{Index: len(c.order), Method: s.String(), subject: "replay"}, struct{}{})
}

// result checks a run.
func (c *sweepChecker) result(line int, r replayed) error {
	run, name, about := &r, r.String(), Fault{Trace: r.Trace, subject: "replay"}
	of, known := c.of[run.setting]
	if known {
		about.Index = of.about.Index
	}
	j := &sweepJudge{numbers: run.numbers, ledger: c.report.ledger(about, line, name)}
	j.held = map[string]bool{"factor": true}
	if j.hold(known, "scheduler", name, "one of the %d settings of the sweep", len(c.order)) {
		c.enter(&j.ledger, of, answer{}, false, "scheduler", name, "each run")
	}
	const format = "optgap-run/1"
	j.hold(run.Format == format, "format", run.Format, "%s", format)
	c.earliest = cmp.Or(c.earliest, run)
	j.hold(run.Trace == c.earliest.Trace, "trace", run.Trace, "%s, as in the first run", c.earliest.Trace)
	machine, same := run.numbers["machine"], c.earliest.numbers["machine"]
	j.hold(machine == same && machine > 0, "machine", machine,
		"%v processors, as in the first run, and at least 1", same)
	j.all()
	j.parts()
	c.runs[run.labelled(cmp.Or(run.Name, run.Scheduler))] = run
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
		why := func(string) string { return "as in the run " + other.setting.String() }
		j.report.compare(j.about, run.common(), other.common(), func(_ string, a, b float64) bool { return near(a, b) }, why)
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

// sums is the relative error of the sum of many floats that are added in another order.
const sums = 1e-9

// near compares floats that come of sums.
func near(a, b float64) bool { return math.Abs(a-b) <= sums*max(1, math.Abs(a), math.Abs(b)) }

// atMost is a <= b but for the error of sums.
func atMost(a, b float64) bool { return a <= b || near(a, b) }
