package sections

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// stepsOf returns the table of steps.
func stepsOf(studies []measured) *page.Steps {
	results := lists.Each(studies, func(m measured) []record.Result { return m.Results })
	average := studies[0].Comparison.Average
	s := &page.Steps{Cost: page.Cost{Words: average.Cost, Unit: average.CostUnit}}
	if average.Unit == "" {
		s.Cost.Digits = 4
	}
	s.Plans = strings.TrimSpace(schedulers.AboutPlans(record.PolicyNames(results...)))
	names := summary.NamesIn(results...) // all studies have the same columns
	columns := shownColumns(names)
	s.Studies = lists.Each(studies, func(m measured) page.Rows { return m.rows(names, columns) })
	if len(studies) > 1 {
		for _, r := range s.Studies {
			r.Shown["study"] = slices.Repeat([]string{r.Study}, len(r.Shown["index"]))
		}
		s.Columns = []page.Column{
			{Name: "study", Head: "study", About: "the study", Frozen: true},
		}
	}
	for _, c := range columns {
		head, unit := c.Head()
		s.Columns = append(s.Columns, page.Column{
			Name:   c.Key,
			Head:   head,
			Unit:   strings.Replace(unit, "processor", "proc.", 1),
			About:  c.About,
			Number: c.Kind != table.Word,
			Told:   c.Kind == table.Real || c.Show.Factor != 0,
			Hidden: c.Show.Extra,
			Frozen: c.Key == "index" || c.Key == "method",
		})
	}
	s.Columns = slices.DeleteFunc(s.Columns, func(c page.Column) bool {
		return !slices.ContainsFunc(s.Studies, func(r page.Rows) bool {
			return cmp.Or(r.Shown[c.Name]...) != ""
		})
	})
	return s
}

// shownColumns returns the columns that people may see.
func shownColumns(names summary.Names) []summary.Column {
	return report.Spelt(table.Named(append(summary.Columns(names), table.Integers("warnings", "",
		"number of warnings that the result carries", func(r *record.Result) int64 { return int64(len(r.Warnings)) })),
		names.WithLosses(summary.OnPage, false)))
}

// rows returns the rows of a study.
func (m measured) rows(names summary.Names, shown []summary.Column) page.Rows {
	steps, of := drawable(m.Study)
	h := page.Rows{
		Study:  m.Name,
		Draw:   func(i int) page.Drawing { return draw(steps[i], of[i]) },
		Cells:  map[string][]string{},
		Shown:  map[string][]string{},
		Warned: map[int][]string{},
		Losses: map[int][]float64{},
		Steps:  lists.Each(steps, func(step *optgap.Step) int { return step.Index }),
	}
	for _, c := range summary.Columns(names) {
		h.Columns = append(h.Columns, c.Key)
		h.Cells[c.Key] = lists.Each(lists.Pointers(m.Results), c.Value)
	}
	own := lists.Pointers(judged(m.Results))
	for _, c := range shown {
		h.Shown[c.Key] = lists.Each(own, c.Text)
	}
	for row, r := range m.Results {
		if len(r.Warnings) > 0 {
			h.Warned[row] = r.Warnings
		}
	}
	policies := m.Comparison.Policies
	h.Schedulers = m.Losses.Schedulers
	for _, step := range m.Comparison.Steps {
		if o, why := loss.Observe(policies, step.Results...); why == "" {
			for _, l := range o.Loss {
				h.Losses[step.First.Index] = append(
					h.Losses[step.First.Index],
					rounded(l.Low),
					rounded(l.High),
				)
			}
		}
	}
	return h
}

// rounded leaves six digits after the point of a loss, as many of them are stored.
func rounded(percent float64) float64 { return math.Round(1e6*percent) / 1e6 }

// drawable returns the steps of a study that have results, in the order of their file, each with
// its results.
func drawable(s Study) (steps []*optgap.Step, results [][]*record.Result) {
	own := map[int][]*record.Result{}
	for i := range s.Results {
		r := &s.Results[i]
		own[r.Index] = append(own[r.Index], r)
	}
	for i := range s.Steps {
		if found := own[s.Steps[i].Index]; len(found) > 0 {
			steps = append(steps, &s.Steps[i])
			results = append(results, found)
		}
	}
	return steps, results
}

// policies is the name of the method whose schedule is the plan of the best policy. Package
// method has the name too, but needs HiGHS.
const policies = "policies"

// mostPlans is the number of policies beside those of dynP whose plans have a Gantt chart.
const mostPlans = 4

// draw lays out the plans of the best policy and of those that were asked for, and the schedules of
// the methods.
func draw(step *optgap.Step, results []*record.Result) page.Drawing {
	d := page.Drawing{Machine: step.Machine, Weights: weights(step)}
	d.Jobs = lists.Each(step.Jobs, func(j optgap.Job) [4]int64 {
		return [4]int64{j.ID, j.Width, j.Estimate, j.Submit}
	})
	first := results[0]
	asked := slices.DeleteFunc(
		record.PolicyNames([]record.Result{*first}),
		func(name string) bool {
			return name == first.BestPolicy || !loss.Own(name)
		},
	)
	var panels []gantt.Panel
	for _, name := range append([]string{first.BestPolicy}, asked[:min(mostPlans, len(asked))]...) {
		p, err := report.PlanPanel(step, first, name)
		if err != nil {
			d.Panels = []page.Panel{{Title: "no schedules", Why: err.Error()}}
			return d
		}
		panels = append(panels, p)
	}
	for _, r := range results {
		if r.Method != policies {
			panels = append(panels, report.MethodPanel(step, r))
		}
	}
	end := step.History.End()
	for _, p := range panels {
		if p.Schedule != nil && p.Schedule.Check(step) == nil {
			end = max(end, p.Schedule.Makespan(step))
		}
	}
	d.Panels = lists.Each(
		panels,
		func(p gantt.Panel) page.Panel { return lay(step, p.Title, p.Schedule, end) },
	)
	return d
}

// weights returns the costs of a second of each job's response time, in the unit of
// page.Steps.Cost; nil means its width.
func weights(step *optgap.Step) []float64 {
	unit := 1.0
	switch o := step.Objective(); {
	case o == optgap.ObjectiveARTwW:
		return nil
	case o.Average().Slowdown:
		unit = step.ObjectiveValue(1) * float64(len(step.Jobs))
	}
	all := make([]float64, len(step.Jobs))
	for i := range step.Jobs {
		all[i] = float64(step.Weight(i)) * unit
	}
	return all
}

// lay gives the jobs of a schedule their processors. It shows the history up to end.
func lay(step *optgap.Step, title string, s optgap.Schedule, end int64) page.Panel {
	d := page.Panel{Title: title}
	if s == nil {
		d.Why = "no schedule of its own"
		return d
	}
	layout, err := replay.PlaceStep(step, s, end)
	if err != nil {
		d.Why = err.Error()
		return d
	}
	d.Average = record.Minimised(step, s.Objective(step))
	d.End = s.Makespan(step)
	d.Starts = s
	d.Blocks = lists.Each(layout.Jobs, func(blocks []replay.Block) [][2]int64 {
		return lists.Each(
			blocks,
			func(b replay.Block) [2]int64 { return [2]int64{b.Low, b.High} },
		)
	})
	d.Taken = lists.Each(layout.History, func(b replay.Block) [4]int64 {
		return [4]int64{b.Start, b.End, b.Low, b.High}
	})
	return d
}

// judged returns results of which those of the methods policies and given have the quality of their
// own schedule: the least objective of all methods divided by theirs, nil if there is no other.
// Against itself the best policy, which policies takes, would lose nothing.
func judged(results []record.Result) []record.Result {
	least := map[int]float64{}
	known := map[int]int{}
	for _, r := range results {
		if o := float64(r.Objective); o > 0 {
			least[r.Index] = min(cmp.Or(least[r.Index], o), o)
			known[r.Index]++
		}
	}
	all := slices.Clone(results)
	for i := range all {
		r := &all[i]
		quality := 0.0
		if r.Method != policies && r.Method != record.Given {
			continue
		}
		own := float64(r.Objective)
		best := least[r.Index]
		// Its quality is against the objective of the best policy, or its own.
		if r.Method == record.Given && r.Quality != nil {
			quality = min(best, own*r.Quality.ARTwW) / own
		} else if own > 0 && known[r.Index] > 1 {
			quality = best / own
		}
		r.Quality = nil
		r.LossPercent = nil
		if quality > 0 {
			r.Quality = &record.Quality{ARTwW: quality}
			r.LossPercent = new(100 * (1 - quality))
		}
	}
	return all
}
