package clairvoyant

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// LadderFormat names the version of the JSON form of a ladder.
const LadderFormat = "optgap-ladder/1"

// Ladder says how far a scheduler is from the best possible on a trace, and why. Each rung knows more than the one
// above it. All values are averages in seconds, or numbers under the slowdown. A difference between two rungs is below 0
// where the lower one is worse: the best schedule of a step looks at the jobs that wait, not at those that come.
type Ladder struct {
	Format        string `json:"format"`
	Trace         string `json:"trace"`
	Machine       int64  `json:"machine"` // for which `found` and `bound` hold
	Jobs          int    `json:"jobs"`
	ObjectiveName string `json:"objective_name"`
	Scheduler     string `json:"scheduler"`

	// [s, or a number] the average under the scheduler, and that with run times as estimates
	Value         float64 `json:"value"`
	ExactEstimate float64 `json:"exact_estimates,omitempty"`
	// the averages under the best schedule found at each step, by estimates and by run times
	Optimum        float64 `json:"optimum"`
	OptimumPerfect float64 `json:"optimum_perfect"`
	// the averages of the best schedule known, and of the bound
	Found float64 `json:"found"`
	Bound float64 `json:"bound"`

	// differences of the averages, from the scheduler down to the bound
	Planning float64 `json:"planning"`
	RunTimes float64 `json:"run_times"`
	Arrivals float64 `json:"arrivals"`
	Open     float64 `json:"open"`

	AtLeast float64 `json:"at_least"` // times the best possible average
	AtMost  float64 `json:"at_most,omitempty"`

	Steps         int   `json:"steps"`        // of the rung by estimates
	ProvenSteps   int   `json:"proven_steps"` // whose schedule is proven optimal
	PerfectSteps  int   `json:"perfect_steps"`
	PerfectProven int   `json:"perfect_proven"`
	LongestStep   int   `json:"longest_step"` // [jobs] of both rungs
	StepWork      int64 `json:"step_work"`

	Overfull string `json:"overfull,omitempty"` // how far a log uses more than the machine has
}

// Replayed is the replay of a trace under a scheduler. The jobs are by submission.
type Replayed struct {
	Scheduler string
	Starts    []int64
	Exact     []int64 // the starts with run times as estimates, nil if they are not known
	Overfull  string  // how far the replay uses more than the machine has; "": it does not
}

// LadderOf returns the ladder of a scheduler. jobs are those of the bound, and rungs are those of RungNames. An error
// says which rung is missing, or is that of a sum beyond int64.
func LadderOf(of *record.Offline, rungs []record.Rung, jobs []optgap.TraceJob, s Replayed) (l *Ladder, err error) {
	l, complete := Below(of, rungs)
	l.Scheduler, l.Overfull = s.Scheduler, s.Overfull
	if l.Value, err = average(of.OfflineTrace, jobs, s.Starts); err == nil && s.Exact != nil {
		l.ExactEstimate, err = average(of.OfflineTrace, jobs, s.Exact)
	}
	if err != nil {
		return nil, err
	}
	if !complete {
		return nil, optgap.BadField("rungs", fmt.Sprint(len(rungs)), format.Enumeration("and", RungNames()))
	}
	l.differ()
	return l, nil
}

// Below returns a ladder without a scheduler: what is the same for all. It has no rungs, and is not complete, where one
// of RungNames is missing.
func Below(of *record.Offline, rungs []record.Rung) (l *Ladder, complete bool) {
	l = &Ladder{
		Format: LadderFormat, Trace: of.Trace, Machine: of.Machine, Jobs: of.Jobs, ObjectiveName: of.ObjectiveName,
		Found: of.ObjectiveValue, Bound: of.BoundValue,
	}
	known := map[string]record.Rung{}
	for _, r := range rungs {
		known[r.Rung] = r
	}
	p, perfect := known[Optimum], known[OptimumPerfect]
	if p.Starts == nil || perfect.Starts == nil {
		return l, false
	}
	l.Optimum, l.OptimumPerfect = p.ObjectiveValue, perfect.ObjectiveValue
	l.Steps, l.ProvenSteps, l.PerfectSteps, l.PerfectProven = p.Steps, p.ProvenSteps, perfect.Steps, perfect.ProvenSteps
	l.LongestStep, l.StepWork = max(p.LongestStep, perfect.LongestStep), p.StepWork
	l.differ()
	return l, true
}

// differ fills in how rungs differ. One that is better than the best schedule found takes its place.
func (l *Ladder) differ() {
	l.Found = min(l.Found, l.Optimum, l.OptimumPerfect)
	if l.Scheduler != "" && l.Overfull == "" {
		l.Found = min(l.Found, l.Value)
	}
	l.Planning, l.RunTimes = l.Value-l.Optimum, l.Optimum-l.OptimumPerfect
	l.Arrivals, l.Open = l.OptimumPerfect-l.Found, l.Found-l.Bound
	l.AtLeast = l.Value / l.Found
	if l.Bound > 0 {
		l.AtMost = l.Value / l.Bound
	}
}

// Stored returns the ladders that runs store: of those beside the same bound as the first that has rungs. Where the
// objective is the metric of a slowdown, all but the rungs count no job as less than 1, so that nothing is compared.
func Stored(runs []sweep.Run) (ladders []*Ladder) {
	var first *sweep.Possible
	for _, r := range runs {
		p := r.Possible
		if p == nil || p.Optimum == 0 || first != nil && !p.Same(first) {
			continue
		}
		first = p
		l := &Ladder{
			ObjectiveName: p.Objective, Scheduler: r.Label(), Value: r.Numbers[p.Objective], Overfull: r.AboutOverfull(),
			Optimum: p.Optimum, OptimumPerfect: p.OptimumPerfect,
		}
		for _, part := range p.Widths {
			l.Found += part.Best
			l.Bound += part.Bound
		}
		if !l.Slowdown() {
			l.differ()
		}
		ladders = append(ladders, l)
	}
	return ladders
}

// average returns the average of starts. The error is that of weights beyond int64.
func average(of record.OfflineTrace, jobs []optgap.TraceJob, starts []int64) (float64, error) {
	r := record.Offline{OfflineTrace: of, Starts: starts}
	_, err := r.Derive(jobs)
	return r.ObjectiveValue, err
}

// LadderPart is a part of what lies between a scheduler and the bound.
type LadderPart struct {
	What  string // "knowing run times"
	Value float64
}

// Parts returns what lies between the scheduler and the bound, from the scheduler on, but for what is open.
func (l *Ladder) Parts() []LadderPart {
	return []LadderPart{
		{"planning better at each step", l.Planning}, {"knowing run times", l.RunTimes}, {"knowing arrivals", l.Arrivals},
	}
}

// Slowdown reports whether the averages are of slowdowns.
func (l *Ladder) Slowdown() bool { return l.average().Slowdown }

func (l *Ladder) average() optgap.Average {
	return record.OfflineTrace{ObjectiveName: l.ObjectiveName}.Average()
}

// Metric is that of the averages.
func (l *Ladder) Metric() performance.Metric {
	m, _ := performance.ByKey(l.average().Metric)
	return m
}

// metric is Metric, with the words for its unit after a number.
func (l *Ladder) metric() (m performance.Metric, unit string) {
	m = l.Metric()
	if m.Unit != "" {
		unit = " " + m.Unit
	}
	return m, unit
}

// String words the ladder.
func (l *Ladder) String() string {
	m, unit := l.metric()
	above := l.Value - l.Bound
	amount := func(v float64) string {
		text := m.Format(v) + unit
		if above > 0 {
			text += fmt.Sprintf(" (%.0f %%)", 100*v/above)
		}
		return text
	}
	text := fmt.Sprintf("%s: %s %s%s", l.Scheduler, l.ObjectiveName, m.Format(l.Value), unit)
	if l.AtMost > 0 {
		text += fmt.Sprintf(", %s to %s times the best possible", format.Bound(l.AtLeast, 2, math.Floor),
			format.Bound(l.AtMost, 2, math.Ceil))
	}
	text += fmt.Sprintf(". Of %s%s above the bound", m.Format(above), unit)
	worse := false
	for i, p := range l.Parts() {
		verb, value := " would save ", p.Value
		if value < 0 {
			verb, value, worse = " would cost ", -value, true
		} else if i > 0 {
			verb = " "
		}
		text += ", " + p.What + verb + amount(value)
	}
	text += "; " + amount(l.Open) + " are open"
	if l.Overfull != "" {
		text += fmt.Sprintf(" (%s: best and bound are those of %s)", l.Overfull, format.Count(l.Machine, "processor"))
	}
	if worse {
		text += "; a rung that costs plans for the jobs that wait, and not for those that come"
	}
	return text + "."
}

// AboutSteps says how many steps of the rungs are proven.
func (l *Ladder) AboutSteps() string {
	return fmt.Sprintf("Optimum of each step: %d of %d proven by estimates, %d of %d by run times, of up to %d jobs.",
		l.ProvenSteps, l.Steps, l.PerfectProven, l.PerfectSteps, l.LongestStep)
}

// LadderTable returns the rungs that are the same for all schedulers, and the schedulers above them.
func LadderTable(ladders []*Ladder) table.Table {
	m, unit := ladders[0].metric()
	name := ladders[0].ObjectiveName
	if unit != "" {
		name += " [" + m.Unit + "]"
	}
	t := table.Table{Columns: append(table.Keys(table.Words("rung", "knows")...), table.Numbers(name, "above the next")...)}
	row := func(rung, knows string, value, above float64) {
		text := ""
		if !math.IsNaN(above) {
			text = m.Format(above)
		}
		t.Rows = append(t.Rows, []string{rung, knows, m.Format(value), text})
	}
	for _, l := range ladders {
		if l.Scheduler != "" {
			row(l.Scheduler, "estimates", l.Value, l.Planning)
		}
		if l.ExactEstimate > 0 {
			row(l.Scheduler+", exact estimates", "run times", l.ExactEstimate, l.ExactEstimate-l.OptimumPerfect)
		}
	}
	l := ladders[0]
	if l.Optimum > 0 {
		row("optimum of each step", "estimates", l.Optimum, l.RunTimes)
		row("optimum of each step", "run times", l.OptimumPerfect, l.OptimumPerfect-found(ladders))
	}
	row("best schedule found", "run times and arrivals", found(ladders), found(ladders)-l.Bound)
	row("bound", "everything", l.Bound, math.NaN())
	t.Rows[len(t.Rows)-1][2] = format.LowerBound(l.Bound, m.Format)
	return t
}

// LadderRows returns ladders as rows of CSV.
func LadderRows(ladders []*Ladder) table.Table {
	return table.FieldRows(lists.Each(ladders, func(l *Ladder) Ladder { return *l }))
}

// found is the average of the best schedule that any of the ladders has.
func found(ladders []*Ladder) float64 {
	best := math.Inf(1)
	for _, l := range ladders {
		best = min(best, l.Found)
	}
	return best
}

// ReadRungs reads the rungs in the folder of a bound, nil if it has none. An *optgap.FieldError refuses those of
// another trace, machine or reading, and sums that the starts do not have.
func ReadRungs(dir string, of record.OfflineTrace, jobs []optgap.TraceJob) ([]record.Rung, error) {
	dir = filepath.Join(dir, RungsDir)
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	content, err := folder.Read(dir, RungsLayout)
	if err != nil {
		return nil, err
	}
	in, err := instance(jobs, of)
	if err != nil {
		return nil, err
	}
	of.Format = record.RungFormat
	for _, r := range content.Results {
		if r.OfflineTrace != of {
			return nil, optgap.BadField(dir, fmt.Sprintf("%+v", r.OfflineTrace), fmt.Sprintf("%+v", of))
		}
		sum, err := in.Sum(r.Starts)
		value, _ := average(of, jobs, r.Starts) // of known weights
		if err != nil || sum != r.Objective || value != r.ObjectiveValue {
			return nil, optgap.BadField(dir, fmt.Sprintf("objective %d, %v of %s", r.Objective, r.ObjectiveValue, r.Rung),
				fmt.Sprintf("%d, %v, as of its starts", sum, value))
		}
	}
	return content.Results, nil
}
