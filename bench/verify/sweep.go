package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/record"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]. The jobs of the replays are not kept, so metrics are not computed again.
// They are held against each other and against those of other runs.
func SweepFiles(runs, settings Input) (Report, error) {
	all := problems[setting, struct{}]{required: []string{""}, field: "run", lacking: "one for each setting"}
	c := &sweepChecker{problems: all, first: make(map[string]*replayed), runs: make(map[setting]*replayed)}
	return inspect(c, lines(settings, record.ParseParts[setting]), lines(runs, record.ParseParts[replayed]))
}

// setting tells the runs of a sweep apart.
type setting struct {
	Name      string  `json:"name"`
	Scheduler string  `json:"scheduler"`
	Factor    float64 `json:"factor"` // of the interarrival times
	Estimates string  `json:"estimates"`
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

// replayed is a run: its setting, and its metrics by their keys. Classes, sites and
// policies have metrics of their own.
type replayed struct {
	setting
	Format    string             `json:"format"`
	Trace     string             `json:"trace"`
	Machine   int64              `json:"machine"` // processors
	Classes   []metrics          `json:"classes"`
	Sites     []metrics          `json:"sites"`
	Intervals map[string]metrics `json:"ci95"`

	Overfull   metrics            `json:"overfull"`
	Against    string             `json:"against"`
	Difference map[string]metrics `json:"difference"`

	Policies *struct {
		StartedWith map[string]float64 `json:"started_with"`
		Tries       float64            `json:"tries"`
		SwitchesTo  map[string]float64 `json:"switches_to"`
		Same        float64            `json:"same"`
		Cases       map[string]float64 `json:"cases"`
	} `json:"policies"`

	metrics metrics
}

// metrics are the numbers of a JSON object by their keys.
type metrics map[string]float64

// UnmarshalJSON reads the numbers, and passes over all else.
func (m *metrics) UnmarshalJSON(text []byte) error {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*m = make(metrics)
	for key, v := range all {
		if number, ok := v.(float64); ok {
			(*m)[key] = number
		}
	}
	return nil
}

// UnmarshalJSON reads the fields, and all numbers as metrics.
func (r *replayed) UnmarshalJSON(text []byte) error {
	type fields replayed // without this method
	if err := json.Unmarshal(text, (*fields)(r)); err != nil {
		return err
	}
	return r.metrics.UnmarshalJSON(text)
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
func (c *sweepChecker) problem(s numbered[setting]) error {
	about := Fault{Index: len(c.order), Method: s.value.String(), replay: true}
	if c.add(s.value, s.line, about, struct{}{}) > 0 {
		return fmt.Errorf("found the setting %s a second time, expected it once", s.value)
	}
	return nil
}

// result checks a run.
func (c *sweepChecker) result(r numbered[replayed]) error {
	run := &r.value
	about := Fault{Method: run.setting.String(), replay: true}
	of, known := c.of[run.setting]
	if known {
		about = of.about
	}
	about.Line, about.Trace = r.line, run.Trace
	j := &sweepJudge{metrics: run.metrics, ledger: c.report.ledger(about)}
	if j.hold(known, "scheduler", about.Method, "one of the %d settings of the sweep", len(c.order)) {
		c.enter(&j.ledger, of, answer{}, false, "scheduler", about.Method, "each run")
	}
	const format = "optgap-run/1"
	j.hold(run.Format == format, "format", run.Format, "%s", format)
	if c.earliest == nil {
		c.earliest = run
	}
	j.hold(run.Trace == c.earliest.Trace, "trace", run.Trace, "%s, as in the first run", c.earliest.Trace)
	j.hold(run.Machine == c.earliest.Machine && run.Machine > 0, "machine", run.Machine,
		"%d processors, as in the first run, and at least 1", c.earliest.Machine)
	j.overfull = run.Overfull["seconds"] > 0
	j.all()
	j.parts(run)
	c.runs[run.labelled(cmp.Or(run.Name, run.Scheduler))] = run
	if run.Against != "" {
		c.against = append(c.against, compared{run, j})
	}
	if run.Estimates != "" {
		j.is("killed", 0, "no job runs past such estimates")
	}
	if other := c.first[run.Estimates]; other == nil {
		c.first[run.Estimates] = run
	} else {
		j.sameJobs(run, other)
	}
	return nil
}

// Report holds each run that is compared with another against that run. It ends the checks.
func (c *sweepChecker) Report() Report {
	for _, r := range c.against {
		if other := c.runs[r.labelled(r.Against)]; other != nil { // a sweep that is under way may lack it
			r.judge.differences(r.replayed, other)
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

// ascending tells whether numbers rise but for the error of sums.
func ascending(numbers []float64) bool {
	return slices.IsSortedFunc(numbers, func(later, earlier float64) int {
		if atMost(earlier, later) {
			return 0
		}
		return -1
	})
}
