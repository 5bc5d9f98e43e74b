package report

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// StudyOptions choose the content of the report of a study.
type StudyOptions struct {
	Title   string // of the study, such as its trace and machine
	Rows    int    // rows of the table of steps, evenly spread; 0: all
	Methods int    // number of methods that were asked for; 0: of those that have results
	Losses  bool   // show the losses of the policies in place of the results
	Against string // the scheduler that the losses of the others are compared with; "": the policy with the least
	Asked   Asked
	facts   loss.Facts // of the steps that are known
}

// Know takes a step of the results, for the losses in other measures than that of Eq. 7.
func (o *StudyOptions) Know(step *optgap.Step) {
	if o.facts == nil {
		o.facts = loss.Facts{}
	}
	o.facts.Add(step)
}

// ErrNoLosses is the error that no step has both all policies and a lower bound, and none is lost.
var ErrNoLosses = errors.New("found no loss, expected some")

// StudyReport holds the results of a study, and what is computed of them. Its methods return tables
// and figures.
type StudyReport struct {
	results    []record.Result
	options    StudyOptions
	Comparison *summary.Comparison
	Totals     []summary.Total
	Losses     loss.Table // of no step where none has a bound and all policies
}

// Study returns the report of at least one result. The error wraps [ErrNoLosses].
func Study(results []record.Result, o StudyOptions) (*StudyReport, error) {
	c := summary.Collect(results)
	losses := loss.Of(c, o.Against, o.facts, o.Asked.Of)
	r := &StudyReport{
		results:    results,
		options:    o,
		Comparison: c,
		Totals:     c.Totals(),
		Losses:     losses,
	}
	if o.Asked.Hindsight {
		r.options.Title += InHindsight
	}
	if o.Methods == 0 {
		r.options.Methods = len(c.Methods)
	}
	if o.Losses && r.Losses.All.Steps == 0 && r.Losses.Lost == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoLosses, r.LeftOut())
	}
	return r, nil
}

// Tables returns the tables for people: the losses, or the comparison of several methods.
// For a single method these are the tables of Grothklags and Streit.
func (r *StudyReport) Tables() []table.Table {
	o := r.options
	if o.Losses && r.Losses.All.Steps == 0 {
		return r.averages()
	}
	if o.Losses {
		return LossTables(
			o.Title+": "+format.Count(r.Losses.All.Steps, "self-tuning step"),
			r.Losses,
		)
	}
	title := o.Title + ": self-tuning steps"
	if o.Methods > 1 {
		steps := MethodSteps(r.Comparison, title, o.Rows)
		methods := Methods(r.Totals)
		return append([]table.Table{steps, methods}, r.averages()...)
	}
	s := summary.Of(r.results)
	shown, remark := thinned(r.results, o.Rows)
	title += remark
	if s.Compared > 0 {
		whose, against := against(r.results[0].Method)
		title += "\nperf. loss: of " + whose + ", against " + against
	}
	tables := []table.Table{StepsTable(title, shown, s)}
	if s.Compared > 0 {
		tables = append(tables, PowerTable(r.results[0].Method, s))
	}
	if len(s.RatiosToBounds) > 0 {
		tables = append(tables, BoundsTable(s))
	}
	return append(tables, r.averages()...)
}

// against says whose losses results of a method have, and against what.
func against(method string) (whose, what string) {
	if method == record.Given {
		return "the schedule", "the best known one"
	}
	return "the best policy", "the schedule of " + method
}

// averages returns the tables of averages over the steps that have rows.
func (r *StudyReport) averages() []table.Table {
	return table.WithRows(LossAverages(r.Losses), Averages(r.Totals, r.Losses.Of))
}

// LeftOut says which steps are not among the losses, and why; "": none.
func (r *StudyReport) LeftOut() string { return r.Losses.Left.String(len(r.Comparison.Steps)) }

// CSV returns the table for programs: the losses, or a row for each result.
func (r *StudyReport) CSV() table.Table {
	if r.options.Losses {
		return table.FieldRows(r.Losses.Lines())
	}
	return summary.Rows(r.results)
}

// Lines returns the values of the JSON lines for programs: the losses, or the results.
func (r *StudyReport) Lines() []any {
	if r.options.Losses {
		return lists.Anys(r.Losses.Lines())
	}
	return lists.Anys(r.results)
}

// Figures returns the figures by name: [MethodFigures], and with losses [LossFigure] as loss.
func (r *StudyReport) Figures() figure.Set {
	figures := MethodFigures(r.Comparison, r.options.Title)
	if r.options.Losses {
		figures["loss"] = LossFigure(r.options.Title, r.Losses)
	}
	return figures
}

// StepsTable returns Table 1 of Grothklags and Streit (2004). It has a row for each result,
// and the averages of the summary below. Beside the columns of the paper stand the status
// and the ratio to the best bound. The row of an unsolved result has no metrics. Where
// the results minimise another average than the ARTwW, this average stands in its column. The
// narrow form leaves out the sizes, the slowdown and the quality.
func StepsTable(title string, results []record.Result, s *summary.Summary) table.Table {
	names := summary.NamesIn(results)
	foot := stepAverages(s)
	// of a solved result alone
	own := []string{
		"objective_value",
		"artww",
		"sldwa",
		"quality",
		"loss_percent",
		"ratio_to_bound",
	}
	columns := Spelt(table.Named(summary.Columns(names), names.WithLosses(summary.InText, true)))
	t := table.Table{
		Title:  title,
		Footer: lists.Each(columns, func(c summary.Column) string { return foot[c.Key] }),
	}
	for _, r := range lists.Pointers(results) {
		var cells []table.Cell
		for _, c := range columns {
			cell := c.Cell(r)
			switch {
			case c.Key == "status":
				cell.Text = summary.Outcome(r)
			case slices.Contains(own, c.Key) && !summary.Solved(r):
				cell.Text = ""
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t.Where(func(i int) bool {
		switch key := columns[i].Key; {
		case key == "artww":
			return names.OfARTwW()
		case strings.HasSuffix(key, "_loss_percent"):
			return t.HasText(i)
		}
		return true
	})
}

// Spelt returns columns in which schedulers are called as people read them: the best policy, and
// the heads of losses.
func Spelt(columns []summary.Column) []summary.Column {
	for i := range columns {
		c := &columns[i]
		if c.Key == "best_policy" {
			c.Value = func(r *record.Result) string { return figure.Name(r.BestPolicy) }
		}
		if name, ok := strings.CutSuffix(c.Show.Head, summary.LossHead); ok {
			c.Show.Head = figure.Name(name) + summary.LossHead
		}
	}
	return columns
}

// stepAverages returns the last row of StepsTable by the keys of columns. It counts proofs on the
// grid and proofs at one second apart.
func stepAverages(s *summary.Summary) map[string]string {
	return map[string]string{
		"now":                  "averages",
		"jobs":                 format.Decimal(s.Jobs, 1),
		"makespan":             format.Optional(s.Makespan, format.Whole),
		"accumulated_run_time": format.Whole(s.AccumulatedRunTime),
		"time_scale":           format.Optional(s.TimeScale, format.Whole),
		"quality":              format.Optional(s.Quality, format.Ratio),
		"loss_percent":         format.Existing(s.LossPercent, format.Percent),
		"solve_seconds":        format.Time(s.Seconds),
		"status": fmt.Sprintf("optimal of %s:\n%s on the grid,\n%s at 1 s",
			format.Count(s.Steps, "step"), count(s.OnGrid), count(s.AtSecond)),
		"ratio_to_bound": format.Optional(s.RatioToBound, format.Ratio),
	}
}

// PowerTable compares the power of the policies and of the method (Grothklags and Streit,
// end of section 3.2). The quality is the objective of the method divided by that of the
// policy. The power is the quality per second of computation.
func PowerTable(method string, s *summary.Summary) table.Table {
	names := s.PolicyNames
	powers := []string{format.Significant(s.Power, 4)}
	for _, name := range names {
		powers = append(powers, format.Significant(s.PolicySummaries[name].Power, 4))
	}
	powers = format.AlignPoints(powers)
	_, what := against(method)
	t := table.Table{
		Title: "Power: the quality that a second of computation gives (quality / average time per step)\n" +
			"quality, perf. loss: against " + what + schedulers.AboutPlans(names),
		Columns: slices.Concat(
			table.Words("scheduler"),
			table.Numbers("best of the\npolicies", "quality", "perf.\nloss"),
			table.Numbers("time per\nstep", "quality\nper second"),
		),
	}
	for i, name := range names {
		p := s.PolicySummaries[name]
		t.Row(
			figure.Name(name),
			count(p.Best),
			format.Optional(p.Quality, format.Ratio),
			format.Existing(p.LossPercent, format.Percent),
			format.Time(p.PlanSeconds),
			powers[i+1],
		)
	}
	quality := 1.0
	loss := 0.0
	if method == record.Given {
		quality, loss = s.Quality, *s.LossPercent
	}
	t.Row(
		method,
		"",
		format.Ratio(quality),
		format.Percent(loss),
		format.Time(s.Seconds),
		powers[0],
	)
	return t
}

// BoundsTable returns the ratio of the method's objective to each lower bound on the
// one-second problem.
func BoundsTable(s *summary.Summary) table.Table {
	t := table.Table{
		Title:   "Objective divided by lower bounds on the one-second problem, averages",
		Columns: append(table.Words("bound"), table.Numbers("ratio")...),
	}
	for _, name := range slices.Sorted(maps.Keys(s.RatiosToBounds)) {
		t.Row(string(name), format.Ratio(s.RatiosToBounds[name]))
	}
	t.Row("best of them", format.Optional(s.RatioToBound, format.Ratio))
	return t
}
