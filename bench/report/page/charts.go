package page

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/stepplan"
)

// chart is a figure as SVG, in the widths of one and of two columns of print. A phone shows the narrow one.
type chart struct {
	Name, Title, About string
	Wide               bool // several plots
	SVG, Narrow        template.HTML
}

// sheet is a table whose numbers are final.
type sheet struct {
	Study string
	Note  string // behind the name; none if blank
	table.Table
	Links  [][]link // before the text of a cell of each row, nil if there are none
	LinkAt int      // the column of that cell
}

// link leads to a step.
type link struct{ Study, Step int } // the number of the study on the page, and the index of the step

// byWaiting is the name of the chart of the losses by number of waiting jobs. It belongs to the answer of a
// single study.
const byWaiting = "loss-average"

// about returns the text about a chart.
func about(name string) string {
	i := slices.IndexFunc(charted, func(c struct{ name, about string }) bool { return c.name == name })
	return charted[i].about
}

// charted are the charts of the page in their order, each with a text about it.
var charted = []struct{ name, about string }{
	{byWaiting, "Lines: what is certainly lost against the optimum at one second. " +
		"Shaded: what may be lost where the optimum is not proven. Whiskers: 95 % intervals."},
	{"loss", "How the losses are distributed in each class. Quantiles of too few steps are left out."},
	{"profile-time", "Share of steps on which a method needs at most so many times the least time to a proof. " +
		"Higher is better."},
	{"profile-quality", "Share of steps on which a method's objective is at most so many times the least. " +
		"Higher is better."},
	{"cactus", "Share of steps that were proven optimal within a time per step. Higher is better."},
	{"gaps", "Share of steps whose gap, (objective - bound) / objective, is at most so large. Higher is better."},
	{"times", "Share of steps that were done with within a time, however they ended."},
}

// kept is a figure of the page under a name of its own.
type kept struct {
	figure.Figure
	name, about string
}

// Drawn returns the figure as SVG, for wide screens and for narrow ones.
func (k kept) Drawn() (chart, error) {
	wide, err := svgOf(k.Figure)
	if err != nil {
		return chart{}, err
	}
	k.Width = canvas.SingleColumn
	narrow, err := svgOf(k.Figure)
	return chart{k.name, k.Title, k.about, len(k.Plots) > 1, wide, narrow}, err
}

// figures fills in the tables, and returns the figures in their order.
func (c *shown) figures(studies []measured) (all []kept) {
	figures := make([]map[string]figure.Figure, len(studies))
	for i, s := range studies {
		figures[i] = c.study(s)
	}
	if len(studies) > 1 {
		c.Methods, c.Losses, c.Distributions = joined(c.Methods), joined(c.Losses), joined(c.Distributions)
	}
	for _, kind := range charted {
		var own []figure.Figure
		for i, s := range studies {
			if f, ok := figures[i][kind.name]; ok {
				own = append(own, labelled(f, s.Name, len(studies) > 1))
			}
		}
		own = beside(own)
		for i, f := range own {
			name := kind.name
			if len(own) > 1 {
				name += "-" + strconv.Itoa(i+1)
			}
			all = append(all, kept{f, name, kind.about})
		}
	}
	return all
}

// Figures returns the charts of the page by name. Where each study has a chart of its own,
// the name has a number. The error is that of [Write].
func Figures(c Content) (map[string]figure.Figure, error) {
	d, err := newDocument(c)
	if err != nil {
		return nil, err
	}
	figures := map[string]figure.Figure{}
	for _, k := range d.drawn() {
		figures[k.name] = k.Figure
	}
	return figures, nil
}

// drawn returns all charts of the page.
func (d *shown) drawn() []kept {
	all := slices.Concat(d.Charts, d.Replays.Charts, d.Moldables.Charts)
	for _, a := range d.Answers {
		all = append(all, a.Charts...)
	}
	for _, p := range []part{d.Replays, d.Moldables, d.Experiments} {
		for _, a := range p.Answers {
			all = append(all, a.Charts...)
		}
	}
	return all
}

// study adds the tables of a study and returns its figures.
func (c *shown) study(s measured) map[string]figure.Figure {
	c.Methods = append(c.Methods, sheet{Study: s.Name, Table: report.Methods(s.Totals)})
	for _, t := range []table.Table{report.Averages(s.Totals), report.Costs(s.Totals)} {
		if len(t.Rows) > 0 {
			c.Methods = append(c.Methods, sheet{Study: s.Name, Note: t.Title, Table: t})
		}
	}
	figures := report.MethodFigures(s.Comparison, "")
	maps.Copy(figures, report.EffortFigures(s.Comparison, ""))
	if s.Losses.All.Steps > 0 {
		maps.Copy(figures, report.LossFigures("", s.Losses))
		tables := report.LossTables("", s.Losses)
		tables[0].Title = "" // so that those of several studies are one
		c.Losses = append(c.Losses, sheet{Study: s.Name, Note: strings.Join(s.notes(), "; "), Table: tables[0]})
		for _, t := range tables[1:] {
			c.Distributions = append(c.Distributions, sheet{Study: s.Name, Note: t.Title, Table: t})
		}
	}
	return figures
}

// notes returns what has to be known of the losses of a study.
func (m measured) notes() []string {
	notes := m.Notes()
	if text := stepplan.AboutPlans(m.Losses.Schedulers); text != "" {
		notes = append(notes, strings.TrimSpace(text))
	}
	if left := m.LeftOut(); left != "" {
		notes = append(notes, left)
		if policies := leftOut(m.Results); policies != "" {
			notes = append(notes, "policies "+policies)
		}
	}
	return notes
}

// joined puts the tables of several studies that have the same title and columns into one, with
// the study in the first column. A last row of a table is a row of its own.
func joined(sheets []sheet) (all []sheet) {
	for _, own := range lists.GroupBy(sheets, func(s sheet) string { return fmt.Sprint(s.Title, s.Columns) }) {
		title := own[0].Title
		one := sheet{Study: "All studies", Note: title}
		one.Title, one.Columns = title, append(table.Words("study"), own[0].Columns...)
		for _, s := range own {
			if s.Note != "" && s.Note != title {
				one.Note = words("; ", one.Note, s.Study+": "+s.Note)
			}
			for _, row := range append(slices.Clone(s.Rows), s.Footer) {
				if row != nil {
					one.Rows = append(one.Rows, append([]string{s.Study}, row...))
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// leftOut says which policies have no schedules of which steps; "": all have some.
func leftOut(results []record.Result) string {
	var left summary.LeftOut
	for i := range results {
		left.Count(&results[i])
	}
	return left.String()
}

// labelled returns a figure of a study without a subtitle. Where there are several
// studies, the name of the study stands above the plots.
func labelled(f figure.Figure, study string, several bool) figure.Figure {
	f.Subtitle = ""
	f.Plots = slices.Clone(f.Plots)
	for i := range f.Plots {
		if several && len(f.Plots) == 1 {
			f.Plots[i].Title = study
		}
	}
	if several && len(f.Plots) > 1 {
		f.Title += ", " + study
	}
	return f
}

// beside puts figures of one plot each into one figure. The studies stand side by side, on
// one scale. Figures of several plots stay as they are.
func beside(figures []figure.Figure) []figure.Figure {
	if len(figures) < 2 || len(figures[0].Plots) > 1 {
		return figures
	}
	all := figures[0]
	all.Columns, all.OneScale = 2, true
	for _, f := range figures[1:] {
		all.Plots = append(all.Plots, f.Plots...)
	}
	return []figure.Figure{all}
}

// size matches the size of an SVG in points. Without a size the picture takes the width of
// the page.
var size = regexp.MustCompile(`^(?s:.*?)<svg width="[^"]*" height="[^"]*"`)

// svgOf draws a figure for use within HTML. The title stands in the page.
func svgOf(f figure.Figure) (template.HTML, error) {
	name := template.HTMLEscapeString(f.Title)
	f.Title, f.Subtitle = "", ""
	var b bytes.Buffer
	if err := f.Write(&b, canvas.SVG); err != nil {
		return "", err
	}
	return template.HTML(size.ReplaceAllLiteral(b.Bytes(), []byte(`<svg role="img" aria-label="`+name+`"`))), nil
}

// of returns the chart with the plots of marks on axes like those of a plot, or nil without marks. They are joined
// where x has an order.
func (k kept) of(like figure.Plot, ordered bool, marks []figure.Mark) []kept {
	if k.Plots = like.With(ordered, marks); len(marks) == 0 {
		return nil
	}
	return []kept{k}
}

// words joins words that are not blank.
func words(separator string, all ...string) string {
	var kept []string
	for _, w := range all {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, separator)
}
