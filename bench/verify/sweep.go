package verify

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/record"
)

// SweepFiles checks the runs of a sweep against the file of its settings. Errors are as
// for [Files]. The jobs of the replays are not kept, so metrics are not computed again.
// They are held against each other and against those of other runs.
func SweepFiles(runs, settings Input) (Report, error) {
	c := &sweepChecker{places: make(map[setting]int), runs: make(map[setting]int), first: make(map[string]*replayed)}
	return inspect(c, lines(settings, parts[setting]), lines(runs, parts[replayed]))
}

// parts reads the fields that T has.
func parts[T any](r io.Reader, file string) iter.Seq2[T, error] {
	return record.ReadParts(r, file, func(*T) error { return nil })
}

// setting tells the runs of a sweep apart.
type setting struct {
	Name      string  `json:"name"`
	Scheduler string  `json:"scheduler"`
	Factor    float64 `json:"factor"` // of the interarrival times
	Estimates string  `json:"estimates"`
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
	Policies  *struct {
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
	settings []setting
	places   map[setting]int
	runs     map[setting]int      // the line of a setting's run
	first    map[string]*replayed // the first run, by kind of estimates
	earliest *replayed            // the first run of all
	report   Report
}

// problem adds a setting, which has to be new.
func (c *sweepChecker) problem(s numbered[setting]) error {
	if _, ok := c.places[s.value]; ok {
		return fmt.Errorf("found the setting %s a second time, expected it once", s.value)
	}
	c.places[s.value] = len(c.settings)
	c.settings = append(c.settings, s.value)
	return nil
}

// result checks a run.
func (c *sweepChecker) result(r numbered[replayed]) error {
	run := &r.value
	place, known := c.places[run.setting]
	about := Fault{Line: r.line, Trace: run.Trace, Index: place, Method: run.setting.String(), replay: true}
	j := &sweepJudge{metrics: run.metrics, ledger: c.report.ledger(about)}
	j.hold(known, "scheduler", run.setting.String(), "one of the %d settings of the sweep", len(c.settings))
	once(&j.ledger, c.runs, run.setting, "scheduler", run.setting.String(), "each run")
	const format = "optgap-run/1"
	j.hold(run.Format == format, "format", run.Format, "%s", format)
	if c.earliest == nil {
		c.earliest = run
	}
	j.hold(run.Trace == c.earliest.Trace, "trace", run.Trace, "%s, as in the first run", c.earliest.Trace)
	j.hold(run.Machine == c.earliest.Machine && run.Machine > 0, "machine", run.Machine,
		"%d processors, as in the first run, and at least 1", c.earliest.Machine)
	j.all()
	j.parts(run)
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

// Report returns the report of all checks so far.
func (c *sweepChecker) Report() Report {
	r := c.report
	r.Steps = len(c.settings)
	for i, s := range c.settings {
		if c.runs[s] == 0 {
			r.Unanswered++
			about := Fault{Index: i, Method: s.String(), replay: true}
			r.Missing = append(r.Missing, about.missing("run", "one for each setting"))
		}
	}
	return r
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
