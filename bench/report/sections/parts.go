package sections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
)

// Moldable is the content of the folder or file of results for moldable jobs.
type Moldable struct {
	Source
	Results []record.MoldableResult
}

func (Moldable) kind() *kind { return moldables }

func (m Moldable) subject() page.Subject {
	return m.about(len(m.Results), format.Count(len(m.Results), "result")+" for moldable jobs")
}

func (Moldable) rows(parts []Part) table.Table {
	return experiment.Rows(each(parts, func(m Moldable) []record.MoldableResult { return m.Results }))
}

func (m Moldable) view() view {
	averages := report.MoldableAverages(summary.Moldables(m.Results)).Filled()
	return view{answer: m.answer(), sheets: []page.Sheet{{Table: averages}}}
}

// answer returns the answer of moldable jobs: minsum and makespan of each algorithm over their
// bounds.
func (m Moldable) answer() (b page.Block) {
	add := func(criterion string, of func(summary.Moldable) confidence.Values) {
		name := criterion + " / lower bound"
		var marks []figure.Mark
		for _, m := range summary.Moldables(m.Results) {
			if r := of(m); len(r) > 0 {
				i := confidence.Sample(r, confidence.Endless)
				at := figure.Point{Y: r.Mean(), Interval: i}
				marks = append(marks, figure.Mark{Line: m.Algorithm, Point: at})
			}
		}
		c := page.Chart{
			Figure: figure.Figure{Title: name},
			Name:   strings.ToLower(criterion),
			About:  "Averages over instances. Whiskers: their 95 % intervals. 1 would be optimal.",
		}
		if charts := chartOf(c, figure.Plot{Y: name}, false, marks); charts != nil {
			b.Charts = append(b.Charts, charts...)
			b.Sentence = words(
				" ",
				b.Sentence,
				criterion+" over its lower bound, on average: "+ranked(marks, format.Ratio),
			)
		}
	}
	add("Minsum", func(m summary.Moldable) confidence.Values { return m.Minsum })
	add("Makespan", func(m summary.Moldable) confidence.Values { return m.Makespan })
	return b
}

// Offline is the content of the folder of a bound on a whole trace.
type Offline struct {
	Source
	Best   record.Offline // prices and starts are not needed
	Rungs  []record.Rung  // nil: the folder has none
	Ladder *record.Ladder // below all schedulers; nil: it is made of Best and Rungs, without an interval
}

func (Offline) kind() *kind { return traces }

func (o Offline) subject() page.Subject {
	s := o.about(1, "a bound on a whole trace")
	s.Machine, s.Average, s.Limit = o.Best.Machine, o.Best.Average().About, "" // it is that of the whole search
	return s
}

func (Offline) rows(parts []Part) table.Table {
	return record.OfflineRows(
		each(parts, func(o Offline) []record.Offline { return []record.Offline{o.Best} }),
	)
}

func (o Offline) view() view {
	below, complete := record.Below(&o.Best, o.Rungs)
	below = cmp.Or(o.Ladder, below)
	v := view{
		answer: page.Block{Sentence: report.OfflineText(o.Best) + "."},
		sheets: []page.Sheet{{Table: report.LadderTable([]*record.Ladder{below}).Filled()}},
	}
	if complete {
		v.sheets[0].Note = report.LadderSteps(below)
		v.stored = append(v.stored, page.Sheet{Note: "rungs", Table: record.RungRows(o.Rungs)})
	}
	return v
}

// Experiment is the content of the folder of experiments with static jobs, as those of Aida (2000).
type Experiment struct {
	Source
	Points []Point
	Rows   table.Table // all values of the points, as programs read them
}

// Point is a mean over the experiments of a model of job sizes. Utilisation is a share. Its 95 %
// interval is as wide as Within to both sides; 0: there is none. Their names in YAML are those of
// the columns of points.csv.
type Point struct {
	Model       string  `yaml:"model"`
	Scheduler   string  `yaml:"scheduler"`
	Load        float64 `yaml:"load"`
	Utilisation float64 `yaml:"utilisation"`
	Within      float64 `yaml:"utilisation_ci95"`
}

func (Experiment) kind() *kind { return experiments }

func (e Experiment) subject() page.Subject {
	return e.about(len(e.Points), format.Count(len(e.Points), "mean")+" of experiments")
}

func (e Experiment) rows(parts []Part) table.Table { // all have the same columns
	return table.Table{
		Columns: e.Rows.Columns,
		Rows:    each(parts, func(e Experiment) [][]string { return e.Rows.Rows }),
	}
}

func (e Experiment) view() view {
	c := page.Chart{
		Figure: figure.Figure{Title: "Utilisation", OneScale: true}, Name: "utilisation",
		About: "A plot for each model of job sizes. Whiskers: 95 % intervals. More is better.",
	}
	axes := figure.Plot{X: "load", Y: "utilisation", Percent: true}
	return view{
		answer: page.Block{Charts: chartOf(c, axes, true, lists.Each(e.Points, Point.mark))},
		sheets: []page.Sheet{{Note: "utilisation at the highest load", Table: e.busiest()}},
	}
}

// mark returns the mark of a point.
func (p Point) mark() figure.Mark {
	m := figure.Mark{Plot: p.Model, Line: p.Scheduler}
	m.X = p.Load
	m.Y = p.Utilisation
	if p.Within > 0 {
		m.Interval = &confidence.Interval{
			Low:  max(p.Utilisation-p.Within, 0),
			High: min(p.Utilisation+p.Within, 1),
		}
	}
	return m
}

// busiest returns the utilisation of each scheduler at the highest load, with a column for each
// model.
func (e Experiment) busiest() table.Table {
	most := slices.MaxFunc(
		e.Points,
		func(a, b Point) int { return cmp.Compare(a.Load, b.Load) },
	).Load
	points := lists.Where(e.Points, func(p Point) bool { return p.Load == most })
	models := lists.Distinct(points, func(p Point) string { return p.Model })
	var t table.Table
	for _, own := range lists.GroupBy(points, func(p Point) string { return p.Scheduler }) {
		cells := []table.Cell{table.Name("scheduler", figure.Name(own[0].Scheduler))}
		for _, model := range models {
			cell := table.Number(model, "")
			for _, p := range own {
				if p.Model == model {
					cell.Text = format.Share(p.Utilisation, 1)
				}
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t
}

// Paper is the report of a paper's experiment: what it states, beside what is measured.
type Paper struct {
	Name   string        `json:"-"`
	Format string        `json:"format"`
	Lead   string        `json:"lead"`   // counts the verdicts, then lines about the run
	Tables []table.Table `json:"tables"` // the ledger of its statements first
	// SHA-256 of this text with a blank seal (`"seal": ""`)
	Seal string `json:"seal"`
}

// papers returns the section about papers; nil without any.
func papers(all []Paper) []page.Section {
	if len(all) == 0 {
		return nil
	}
	blocks := lists.Each(all, func(p Paper) page.Block {
		var b page.Block
		b.Sentence, b.Words, _ = strings.Cut(p.Lead, "\n")
		if len(all) > 1 {
			b.Name = p.Name
		}
		b.Sheets = lists.Each(p.Tables, func(t table.Table) page.Sheet {
			name, note, _ := strings.Cut(strings.ReplaceAll(t.Title, "\n", " "), ". ")
			shown := t.Where(func(c int) bool { return !t.Columns[c].Extra })
			return page.Sheet{Name: name, Note: note, Table: shown}
		})
		return b
	})
	return []page.Section{{ID: "paper", Link: "Paper", Blocks: blocks}}
}
