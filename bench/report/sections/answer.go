package sections

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// answersOf returns the answers of studies.
func answersOf(studies []measured) []page.Block {
	if len(studies) == 1 {
		return []page.Block{studies[0].answer()}
	}
	return []page.Block{lossesOf(studies), timesOf(studies)}
}

// answer returns the answer of a single study.
func (m measured) answer() (b page.Block) {
	b.Sentence = m.Answer()
	if m.Losses.All.Steps == 0 {
		return b
	}
	var marks []figure.Mark
	for k, name := range m.Losses.Schedulers {
		if name != loss.Best {
			marks = append(marks, report.LossMark(name, m.Losses.All.Losses[k]))
		}
	}
	b.Charts = chartOf(
		averageLosses("policy-losses"),
		lossAxes(m.Losses.Objective),
		false,
		marks,
	)
	if len(m.Losses.Rows) > 1 {
		c := bare(report.LossFigure("", m.Losses), byWaiting, charted[0].about)
		c.Title = "Average loss by number of waiting jobs"
		b.Charts = append(b.Charts, c)
	}
	t := report.LossAverages(m.Losses)
	name, note, _ := strings.Cut(t.Title, "\n")
	b.Beside = []page.Sheet{{Name: name, Note: note, Table: t}}
	return b
}

// averageLosses is the chart of the average losses of policies, without its plot.
func averageLosses(name string) page.Chart {
	return page.Chart{
		Figure: figure.Figure{Title: "Average performance loss against the optimum"}, Name: name,
		About: "Whiskers: 95 % intervals of the averages over all steps. " +
			"Light: what may be lost where the optimum is not proven.",
	}
}

// lossAxes are the axes of that chart.
func lossAxes(o optgap.Objective) figure.Plot {
	return figure.Plot{Y: "loss in " + o.Average().About, Percent: true}
}

// lossesOf returns the losses of each policy in each of several studies.
func lossesOf(studies []measured) (b page.Block) {
	all := lists.Each(studies, func(m measured) loss.Table { return m.Losses })
	known := lists.Where(all, func(t loss.Table) bool { return t.All.Steps > 0 })
	if len(known) == 0 {
		return page.Block{Sentence: report.NoAnswer(all...)}
	}
	names := lists.Union(known, func(t loss.Table) []string { return t.Schedulers })
	average := known[0].Objective.Average().Name
	b = matrix{
		"Studies and policies",
		"average performance loss in " + average + " [%], with its 95 % interval over all steps" +
			schedulers.AboutPlans(names),
		averageLosses("losses-by-study"),
		lossAxes(known[0].Objective),
		names,
		func(share float64) string { return format.Percentage(100 * share) },
		func(m measured, scheduler string) (at figure.Mark, ok bool) {
			k := slices.Index(m.Losses.Schedulers, scheduler)
			if k < 0 || m.Losses.All.Steps == 0 {
				return at, false
			}
			return report.LossMark(scheduler, m.Losses.All.Losses[k]), true
		},
		func(m measured) []table.Cell {
			proven := table.Number("proven", "")
			if m.Losses.All.Steps > 0 {
				proven.Text = format.Share(m.Losses.All.ProvenShare(), 1)
			}
			steps := format.Integer(m.Losses.All.Steps)
			return []table.Cell{table.Number("steps", steps), proven}
		},
	}.answer(studies)
	// Measurements of the paper are of the same steps.
	if !slices.ContainsFunc(studies, func(m measured) bool { return m.OfPaper }) {
		b.Sentence = report.HaveFailed(
			all...) + compareSentence(
			known,
			len(studies),
			average,
		) + ". " +
			report.ProvenOn(all...)
	}
	return b
}

// timesOf returns the average time per step of each method in each of several studies.
func timesOf(studies []measured) page.Block {
	return matrix{
		"Studies and methods",
		"shifted geometric mean of the time per step, shift 1 s, with its 95 % interval over all steps",
		page.Chart{
			Figure: figure.Figure{Title: "Time per step"},
			Name:   "times-by-study",
			About:  "Shifted geometric means, shift 1 s. Whiskers: 95 % intervals over all steps.",
		},
		figure.Plot{Y: "time [s]"},
		lists.Union(
			studies,
			func(m measured) []string { return m.Comparison.Methods },
		),
		format.Time,
		func(m measured, method string) (at figure.Mark, ok bool) {
			k := slices.Index(m.Comparison.Methods, method)
			if k < 0 {
				return at, false
			}
			times := m.Totals[k].Time
			mean := times.Seconds()
			i := times.SecondsSample(m.Losses.Of)
			at.Line = method
			at.Point = figure.Point{Y: mean, Interval: i}
			return at, mean > 0
		},
		func(measured) []table.Cell { return nil },
	}.answer(studies)
}

// A matrix has a value of each scheduler or method in each study, drawn and in a table.
type matrix struct {
	title, note string
	chart       page.Chart
	axes        figure.Plot
	names       []string // of schedulers or methods
	write       func(float64) string
	mark        func(m measured, name string) (at figure.Mark, ok bool)
	about       func(m measured) []table.Cell // cells about a study
}

// answer returns the chart, with the studies along x, and the table, with a row for each study.
// Without any mark there are none.
func (x matrix) answer(studies []measured) (b page.Block) {
	var marks []figure.Mark
	for _, name := range x.names {
		for i, s := range studies {
			if at, ok := x.mark(s, name); ok {
				at.X = float64(i)
				marks = append(marks, at)
			}
		}
	}
	x.axes.X = "study"
	x.axes.Categories = lists.Each(studies, func(m measured) string { return m.Name })
	b.Charts = chartOf(x.chart, x.axes, false, marks)
	if b.Charts == nil {
		return b
	}
	sheet := page.Sheet{Name: x.title, Note: x.note}
	for _, s := range studies {
		cells := append([]table.Cell{table.Name("study", s.Name)}, x.about(s)...)
		for _, name := range x.names {
			cell := table.Number(name, "")
			if at, ok := x.mark(s, name); ok {
				cell.Text = report.Range(at.Ends(), x.write)
				if at.Interval != nil {
					cell.Text += " (" + report.Confident(at.Interval, x.write) + ")"
				}
			}
			cells = append(cells, cell)
		}
		sheet.Add(cells...)
	}
	b.Sheets = []page.Sheet{sheet}
	return b
}

// compareSentence says which scheduler loses least and which most in most of the studies, whose
// losses are known. all is the number of all studies.
func compareSentence(known []loss.Table, all int, average string) string {
	least := map[string]int{}
	most := map[string]int{}
	ranges := map[string]confidence.Interval{}
	for _, t := range known {
		order := t.Ranking()
		losses := t.All.Losses
		best := order[0]
		worst := order[len(order)-1]
		least[t.Schedulers[best]]++
		if losses[worst].Average.High > losses[best].Average.High {
			most[t.Schedulers[worst]]++
		}
		for k, name := range t.Schedulers {
			own := losses[k].Average
			if whole, more := ranges[name]; more {
				own = confidence.Interval{
					Low:  min(whole.Low, own.Low),
					High: max(whole.High, own.High),
				}
			}
			ranges[name] = own
		}
	}
	of := format.Count(len(known), "study")
	if len(known) < all {
		of += " whose losses are known"
	}
	first := lists.ByCount(least)[0]
	text := fmt.Sprintf(
		"%s loses least in %d of %s: %s of %s against the optimum on average",
		first,
		least[first],
		of,
		report.Within(ranges[first]),
		average,
	)
	if worst := lists.ByCount(most); worst != nil && worst[0] != first {
		text += fmt.Sprintf(
			"; %s loses most in %d: %s",
			worst[0],
			most[worst[0]],
			report.Within(ranges[worst[0]]),
		)
	}
	return text
}
