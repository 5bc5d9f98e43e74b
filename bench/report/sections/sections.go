package sections

import (
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Study is the content of the folder of a study.
type Study struct {
	Source
	Steps   []optgap.Step // steps that are not there have no Gantt chart
	Results []record.Result
}

// Sweep is the content of the folder or file of a sweep: replays, see package sweep.
type Sweep struct {
	Source
	Runs []sweep.Run
}

// Moldable is the content of the folder or file of results for moldable jobs.
type Moldable struct {
	Source
	Results []record.MoldableResult
	Rows    table.Table // all values of the results, as programs read them
}

// Offline is the content of the folder of a bound on a whole trace.
type Offline struct {
	Source
	Best   record.Offline // prices and starts are not needed
	Rungs  []record.Rung  // nil: the folder has none
	Ladder *record.Ladder // with an interval, and the rungs as replays beside the bound; nil without the jobs
	Runs   []sweep.Run
}

// Experiment is the content of the folder of experiments with static jobs, as those of Aida (2000).
type Experiment struct {
	Source
	Points []Point
	Rows   table.Table // all values of the points, as programs read them
}

// A Source is a folder or file.
type Source struct {
	Name string      // of one source only
	Info folder.Info // the zero value where only the results are there
	Part bool        // of a paper's experiment: no study or sweep of its own
}

// Content is what a page is about. All names are different.
type Content struct {
	Studies     []Study
	Sweeps      []Sweep
	Moldables   []Moldable
	Offlines    []Offline
	Experiments []Experiment // those of Aida (2000)
	Papers      []Paper
	Command     string // the command line that makes the page; "": not known
	Missing     int    // what has been asked for, and has no result yet
}

// Page returns the page of the content. Equal content gives equal pages. The error is that of [page.Page.Validate].
func (c Content) Page() (page.Page, error) {
	p := page.Page{Subjects: c.subjects(), Thing: "run", Missing: c.Missing}
	p.Commands = lists.Union(p.Subjects, func(s page.Subject) []string { return strings.Split(s.Info.Command, "\n") })
	p.Commands = slices.DeleteFunc(append(p.Commands, c.Command), func(line string) bool { return line == "" })
	switch part := func(s Study) bool { return s.Part }; {
	case len(p.Subjects) > len(c.Studies):
	case slices.ContainsFunc(c.Studies, part):
		p.Thing = "part"
	default:
		p.Thing = "study"
	}
	if err := p.Validate(); err != nil {
		return p, err
	}
	others := slices.Concat(replays(c.Sweeps), moldables(c.Moldables), offlines(c.Offlines), experiments(c.Experiments))
	headings := lists.Distinct(others, func(s section) string { return s.question })
	switch {
	case len(c.Studies) > 0:
		p.Heading = "How far from optimal?"
	case len(headings) == 1:
		p.Heading = headings[0]
	default:
		p.Heading = "Results"
	}
	p.Sections = lists.Each(others, func(s section) page.Section { return s.Section })
	if len(c.Studies) > 0 {
		addStudies(&p, c.Studies)
	}
	p.Sections = append(papers(c.Papers), p.Sections...)
	return p, nil
}

// Write writes the page of the content.
func (c Content) Write(w io.Writer) error {
	p, err := c.Page()
	if err != nil {
		return err
	}
	return page.Write(w, p)
}

// Figures returns the charts of the page by name.
func (c Content) Figures() (map[string]figure.Figure, error) {
	p, err := c.Page()
	return p.Figures(), err
}

// subjects returns what the page is about, in its order.
func (c Content) subjects() (all []page.Subject) {
	add := func(s Source, results int, holds string) *page.Subject {
		all = append(all, page.Subject{
			Name: s.Name, Info: s.Info, Results: results, Holds: holds, Limit: s.Info.Arguments["time-limit"],
			Trace: s.Info.Trace, Drive: s.Info.Arguments["drive"],
		})
		return &all[len(all)-1]
	}
	for _, s := range c.Studies {
		one := add(s.Source, len(s.Results), count(len(s.Steps), "step")+", "+count(len(s.Results), "result"))
		one.Average = record.AverageIn(s.Results).About
		if len(s.Steps) > 0 {
			one.Machine = s.Steps[0].Machine
		}
	}
	for _, s := range c.Sweeps {
		one := add(s.Source, len(s.Runs), count(len(s.Runs), "replay"))
		if len(s.Runs) > 0 {
			one.Machine, one.Trace = s.Runs[0].Machine, trace(s.Runs)
		}
	}
	for _, m := range c.Moldables {
		add(m.Source, len(m.Results), count(len(m.Results), "result")+" for moldable jobs")
	}
	for _, o := range c.Offlines {
		one := add(o.Source, 1, "a bound on a whole trace")
		one.Machine, one.Average, one.Limit = o.Best.Machine, o.Best.Average().About, "" // it is that of the whole search
	}
	for _, e := range c.Experiments {
		add(e.Source, len(e.Points), count(len(e.Points), "mean")+" of experiments")
	}
	return all
}

// count writes a number of things.
func count(n int, thing string) string { return format.Count(int64(n), thing) }

// section is a section of a page, and the question that it answers.
type section struct {
	question string
	page.Section
}

// view is what a section shows of a source.
type view struct {
	answer page.Block
	sheets []page.Sheet // for people
	charts []page.Chart // those of all sources stand together
	stored []page.Sheet // nothing rounded
}

// sectionOf returns the section about sources of one kind: their answers, their tables and their charts. Without
// sources there is none.
func sectionOf[S any](
	sources []S, of func(S) (Source, view), id, link, heading, question string, about template.HTML,
) []section {
	if len(sources) == 0 {
		return nil
	}
	s := page.Section{ID: id, Link: link, Heading: heading + ": " + question, About: about}
	var sheets, stored []page.Sheet
	charts := make([][]page.Chart, len(sources))
	names := make([]string, len(sources))
	for i := range sources {
		source, v := of(sources[i])
		for _, tables := range [][]page.Sheet{v.sheets, v.stored} {
			for k := range tables {
				tables[k].Name = source.Name
			}
		}
		if names[i], charts[i] = source.Name, v.charts; len(sources) > 1 {
			v.answer.Name = source.Name
		}
		for k := range v.answer.Charts {
			v.answer.Charts[k].Name += "-" + strconv.Itoa(i)
		}
		s.Blocks = append(s.Blocks, v.answer)
		sheets, stored = append(sheets, v.sheets...), append(stored, v.stored...)
	}
	s.Blocks = append(s.Blocks, page.Block{Sheets: sheets}, page.Block{Charts: together(names, charts)},
		page.Block{Folded: "All stored values", Sheets: stored})
	return []section{{upper(question), s}}
}

// upper begins a text with a capital.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// together returns the charts of several sources: those of one name side by side on one scale where each is a single
// plot, otherwise with a number each. names are those of the sources, which tell the plots apart.
func together(names []string, charts [][]page.Chart) (all []page.Chart) {
	if len(names) == 1 {
		return charts[0]
	}
	var every []page.Chart
	for i, own := range charts {
		for _, c := range own {
			c.Plots = slices.Clone(c.Plots)
			if len(c.Plots) == 1 {
				c.Plots[0].Title = names[i]
			} else {
				c.Title += ", " + names[i]
			}
			every = append(every, c)
		}
	}
	for _, own := range lists.GroupBy(every, func(c page.Chart) string { return c.Name }) {
		if len(own) > 1 && len(own[0].Plots) == 1 {
			one := own[0]
			one.Columns, one.OneScale = 2, true
			for _, c := range own[1:] {
				one.Plots = append(one.Plots, c.Plots...)
			}
			own = []page.Chart{one}
		}
		for i := range own {
			if len(own) > 1 {
				own[i].Name += "-" + strconv.Itoa(i+1)
			}
		}
		all = append(all, own...)
	}
	return all
}

// bare returns a figure as a chart, without the subtitle, which the page has elsewhere.
func bare(f figure.Figure, name, about string) page.Chart {
	f.Subtitle = ""
	return page.Chart{Figure: f, Name: name, About: about}
}

// chartOf returns the chart with the plots of marks on axes like those of a plot, or nil without marks. They are joined
// where x has an order.
func chartOf(c page.Chart, like figure.Plot, ordered bool, marks []figure.Mark) []page.Chart {
	if c.Plots = like.With(ordered, marks); len(marks) == 0 {
		return nil
	}
	return []page.Chart{c}
}

// words joins words that are not blank.
func words(separator string, all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(w string) bool { return w == "" }), separator)
}
