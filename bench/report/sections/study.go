package sections

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// Study is the content of the folder of a study.
type Study struct {
	Source
	Steps   []optgap.Step // steps that are not there have no Gantt chart
	Results []record.Result
}

func (Study) kind() *kind { return studies }

func (s Study) subject() page.Subject {
	about := s.about(
		len(s.Results),
		format.Count(len(s.Steps), "step")+", "+format.Count(len(s.Results), "result"),
	)
	about.Average = record.AverageIn(s.Results).About
	if len(s.Steps) > 0 {
		about.Machine = s.Steps[0].Machine
	}
	return about
}

func (Study) rows(parts []Part) table.Table {
	return summary.Rows(each(parts, func(s Study) []record.Result { return s.Results }))
}

func (Study) view() view { return view{} }

// byWaiting is the name of the chart of the losses by number of waiting jobs. It belongs to the
// answer of a single study.
const byWaiting = "loss"

// charted are the charts of studies in their order, each with a text about it.
var charted = []struct{ name, about string }{
	{byWaiting, "Lines: what is certainly lost against the optimum at one second. " +
		"Shaded: what may be lost where the optimum is not proven. Whiskers: 95 % intervals. Hollow: fewer than 10 steps."},
	{
		"profile-time",
		"Share of steps on which a method needs at most so many times the least time to a proof. " +
			"Higher is better.",
	},
	{
		"profile-quality",
		"Share of steps on which a method's objective is at most so many times the least. " +
			"Higher is better.",
	},
	{
		"cactus",
		"Share of steps that were proven optimal within a time per step. Higher is better.",
	},
	{
		"gaps",
		"Share of steps whose gap, (objective - bound) / objective, is at most so large. Higher is better.",
	},
	{
		"primal-gap",
		"(Objective known at a time - least known of the step) / objective, 100 % before the first schedule: " +
			"mean over the steps whose results hold what was known as it changed (--progress). The primal integral is the " +
			"area below, up to the longest time of a result. Lower is better.",
	},
	{"times", "Share of steps that were done with within a time, however they ended."},
}

// measured is a study with what is computed of it once.
type measured struct {
	Study
	*report.StudyReport
}

// addStudies adds the sections about studies around the others: their answer, and what it stands
// on.
func addStudies(p *page.Page, all []Study) {
	studies := lists.Each(all, func(s Study) measured {
		// It does not ask for losses.
		r, _ := report.Study(s.Results, report.StudyOptions{Asked: report.AskedOf(s.Info)})
		r.Losses = report.Named(r.Losses)
		return measured{s, r}
	})
	var methods, losses, distributions []page.Sheet
	for _, s := range studies {
		methods = append(methods, s.methods()...)
		if s.Losses.All.Steps > 0 {
			tables := report.LossTables("", s.Losses)
			tables[0].Title = "" // so that those of several studies are one
			losses = append(
				losses,
				page.Sheet{Name: s.Name, Note: strings.Join(s.notes(), "; "), Table: tables[0]},
			)
			for _, t := range tables[1:] {
				distributions = append(
					distributions,
					page.Sheet{Name: s.Name, Note: t.Title, Table: t},
				)
			}
		}
	}
	answers := answersOf(studies)
	troubled, list := troubles(all)
	answers = append(answers, page.Block{Warning: troubled.sentence(failed, warning)})
	p.Sections = append(
		[]page.Section{{ID: "answer", Link: "Answer", Blocks: answers}},
		p.Sections...)
	p.Steps = stepsOf(studies)
	add := func(id, link, heading string, about template.HTML, blocks ...page.Block) {
		p.Sections = append(
			p.Sections,
			page.Section{ID: id, Link: link, Heading: heading, About: about, Blocks: blocks},
		)
	}
	add(page.TableOfSteps, "Steps", "", "")
	add(page.Explorer, "Explore", "", "")
	add("charts", "Charts", "Charts", "", page.Block{Charts: chartsOf(studies)})
	add(
		"methods",
		"Methods",
		"Methods over all steps",
		"Average times are shifted geometric means, shift 1 s. "+
			"<i>Best</i>: steps on which no other method is better. <i>Proven at 1 s</i> and <i>by bounds</i> are about "+
			"the one-second problem, <i>on the grid</i> about the time-scaled one.",
		page.Block{Sheets: joined(methods)},
	)
	if losses != nil {
		average := template.HTMLEscapeString(studies[0].Comparison.Average.Name)
		add(
			"losses",
			"Losses",
			"Loss by number of waiting jobs",
			template.HTML("Average performance loss in "+average+
				", (1 - optimum / policy) * 100 %, against the optimum at one second. A range encloses what is not proven. "+
				"dynP is the best of FCFS, SJF and LJF at each step, best that of all."),
			page.Block{Sheets: joined(losses)},
			page.Block{
				Folded: "Distribution of the losses of each policy, with 95 % intervals of the averages",
				Sheets: joined(distributions),
			},
		)
	}
	add("failures", "Failures", "Failures, early ends and warnings", "", list)
}

// chartsOf returns the charts of studies in their order, but for that in the answer of a single
// one.
func chartsOf(studies []measured) (all []page.Chart) {
	figures := lists.Each(studies, func(m measured) figure.Set {
		own := report.MethodFigures(m.Comparison, "")
		maps.Copy(own, report.EffortFigures(m.Comparison, ""))
		if m.Losses.All.Steps > 0 {
			own[byWaiting] = report.LossFigure("", m.Losses)
		}
		if len(studies) == 1 {
			delete(own, byWaiting)
		}
		return own
	})
	names := lists.Each(studies, func(m measured) string { return m.Name })
	for _, c := range charted {
		charts := make([][]page.Chart, len(studies))
		for i := range studies {
			if f, ok := figures[i][c.name]; ok {
				charts[i] = []page.Chart{bare(f, c.name, c.about)}
			}
		}
		all = append(all, together(names, charts)...)
	}
	return all
}

// methods returns the tables about the methods of a study.
func (m measured) methods() []page.Sheet {
	all := []page.Sheet{{Name: m.Name, Table: report.Methods(m.Totals)}}
	for _, t := range table.WithRows(report.Averages(m.Totals, m.Losses.Of), report.Costs(m.Totals)) {
		all = append(all, page.Sheet{Name: m.Name, Note: t.Title, Table: t})
	}
	return all
}

// notes returns what has to be known of the losses of a study.
func (m measured) notes() (notes []string) {
	if text := schedulers.AboutPlans(m.Losses.Schedulers); text != "" {
		notes = append(notes, strings.TrimSpace(text))
	}
	if left := m.LeftOut(); left != "" {
		notes = append(notes, left)
	}
	for _, policy := range m.Comparison.Missing {
		notes = append(notes, policy.String())
	}
	return notes
}

// joined puts the tables of several studies that have the same title and columns into one, with
// the study in the first column. A last row of a table is a row of its own.
func joined(sheets []page.Sheet) (all []page.Sheet) {
	if len(lists.Distinct(sheets, func(s page.Sheet) string { return s.Name })) < 2 {
		return sheets
	}
	for _, own := range lists.GroupBy(sheets, func(s page.Sheet) string { return fmt.Sprint(s.Title, s.Columns) }) {
		title := own[0].Title
		one := page.Sheet{Name: "All studies", Note: title}
		one.Title, one.Columns = title, append(table.Words("study"), own[0].Columns...)
		for _, s := range own {
			if s.Note != "" && s.Note != title {
				one.Note = words("; ", one.Note, s.Name+": "+s.Note)
			}
			for _, row := range append(slices.Clone(s.Rows), s.Footer) {
				if row != nil {
					one.Row(append([]string{s.Name}, row...)...)
				}
			}
		}
		all = append(all, one)
	}
	return all
}
