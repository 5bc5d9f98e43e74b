package sections

import (
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/run/folder"
)

// A Source is a folder or file.
type Source struct {
	Name string      // of one source only
	Info folder.Info // the zero value where only the results are there
	// OfPaper: it is a part of a paper's experiment, and no study or sweep of its own
	OfPaper bool
}

// A Part is what a folder or file of one kind holds: a [Study], [Sweep], [Moldable], [Offline] or
// [Experiment].
type Part interface {
	kind() *kind
	subject() page.Subject
	// rows returns all values of parts of its kind, a row for each result of theirs.
	rows(parts []Part) table.Table
	// view returns what the section of the kind shows; that of studies is made of all of them.
	view() view
}

// A kind says where parts of one kind stand: in tables, and on the page in the order of kinds.
type kind struct {
	tables                []string // files of their rows
	column                string   // of the names of parts in these
	id, heading, question string   // of the section
	about                 template.HTML
}

// Content is what a page is about. All names are different.
type Content struct {
	Studies []Study
	Parts   []Part // of other kinds
	Papers  []Paper
	Command string // the command line that makes the page; "": not known
	Missing int    // what has been asked for, and has no result yet
}

// byKind returns the parts of each kind, in the order of kinds.
func (c Content) byKind() [][]Part {
	all := append(lists.Each(c.Studies, func(s Study) Part { return s }), c.Parts...)
	place := func(p Part) int { return slices.Index(kinds, p.kind()) }
	slices.SortStableFunc(all, func(a, b Part) int { return place(a) - place(b) })
	return lists.GroupBy(all, Part.kind)
}

// Page returns the page of the content. Equal content gives equal pages. The error is that of
// [page.Page.Validate].
func (c Content) Page() (page.Page, error) {
	parts := c.byKind()
	p := page.Page{
		Subjects: lists.Each(slices.Concat(parts...), Part.subject),
		Thing:    "run",
		Missing:  c.Missing,
	}
	p.Commands = lists.Union(
		p.Subjects,
		func(s page.Subject) []string { return strings.Split(s.Info.Command, "\n") },
	)
	p.Commands = lists.NonZero(append(p.Commands, c.Command))
	switch ofPaper := func(s Study) bool { return s.OfPaper }; {
	case len(c.Parts) > 0:
	case slices.ContainsFunc(c.Studies, ofPaper):
		p.Thing = "part"
	default:
		p.Thing = "study"
	}
	if err := p.Validate(); err != nil {
		return p, err
	}
	switch only := parts[0][0].kind(); {
	case len(c.Studies) > 0:
		p.Heading = "How far from optimal?"
		parts = parts[1:]
	case len(parts) == 1:
		p.Heading = strings.ToUpper(only.question[:1]) + only.question[1:]
	default:
		p.Heading = "Results"
	}
	p.Sections = lists.Each(parts, sectionOf)
	if len(c.Studies) > 0 {
		addStudies(&p, c.Studies)
	}
	p.Sections = append(papers(c.Papers), p.Sections...)
	return p, nil
}

// about returns what the page says of the source. holds are its results in words.
func (s Source) about(results int, holds string) page.Subject {
	return page.Subject{
		Name:    s.Name,
		Info:    s.Info,
		Results: results,
		Holds:   holds,
		Limit:   s.Info.Arguments["time-limit"],
		Trace:   s.Info.Trace,
		Drive:   s.Info.Arguments["drive"],
	}
}

// view is what a section shows of a source.
type view struct {
	answer page.Block
	sheets []page.Sheet // for people
	charts []page.Chart // those of all sources stand together
	stored []page.Sheet // nothing rounded, beside the rows
}

// sectionOf returns the section about parts of one kind: their answers, their tables and their
// charts.
func sectionOf(parts []Part) page.Section {
	k := parts[0].kind()
	s := page.Section{
		ID:      k.id,
		Link:    k.heading,
		Heading: k.heading + ": " + k.question,
		About:   k.about,
	}
	var sheets, stored []page.Sheet
	charts := make([][]page.Chart, len(parts))
	names := make([]string, len(parts))
	for i, part := range parts {
		v := part.view()
		v.stored = append([]page.Sheet{{Table: part.rows([]Part{part})}}, v.stored...)
		names[i], charts[i] = part.subject().Name, v.charts
		for _, tables := range [][]page.Sheet{v.sheets, v.stored} {
			for k := range tables {
				tables[k].Name = names[i]
			}
		}
		if len(parts) > 1 {
			v.answer.Name = names[i]
		}
		for k := range v.answer.Charts {
			v.answer.Charts[k].Name += "-" + strconv.Itoa(i)
		}
		s.Blocks = append(s.Blocks, v.answer)
		sheets = append(sheets, v.sheets...)
		stored = append(stored, v.stored...)
	}
	s.Blocks = append(
		s.Blocks,
		page.Block{Sheets: sheets},
		page.Block{Charts: together(names, charts)},
		page.Block{Folded: "All stored values", Sheets: stored},
	)
	return s
}

// together returns the charts of several sources: those of one name side by side on one scale where
// each is a single plot, otherwise with a number each. names are those of the sources, which tell
// the plots apart.
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
			one.Columns = 2
			one.OneScale = true
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

// chartOf returns the chart with the plots of marks on axes like those of a plot, or nil without
// marks. They are joined where x has an order.
func chartOf(c page.Chart, like figure.Plot, ordered bool, marks []figure.Mark) []page.Chart {
	c.Plots = like.With(ordered, marks)
	if len(marks) == 0 {
		return nil
	}
	return []page.Chart{c}
}

// words joins words that are not blank.
func words(separator string, all ...string) string {
	return strings.Join(lists.NonZero(all), separator)
}

// The kinds of parts.
var (
	studies = &kind{column: "study", tables: StudyTables()}
	replays = &kind{
		tables: []string{"replays.csv"}, column: "sweep",
		id: "replays", heading: "Replays", question: "how do the schedulers perform?",
		about: "The performance of each scheduler over the whole trace.",
	}
	moldables = &kind{
		tables:   []string{"moldable.csv"},
		column:   "run",
		id:       "moldables",
		heading:  "Moldable jobs",
		question: "how far above the lower bounds?",
		about: "Each algorithm over all instances: weighted sum of ends (minsum) and makespan, divided by the largest " +
			"lower bound. Times are shifted geometric means, shift 1 s.",
	}
	traces = &kind{
		tables:   []string{"offline.csv"},
		column:   "run",
		id:       "traces",
		heading:  "Whole traces",
		question: "what can no scheduler beat?",
		about:    "The bound holds for every schedule of the trace, also for one that knows all arrivals and run times.",
	}
	experiments = &kind{
		tables:   []string{"experiments.csv"},
		column:   "experiment",
		id:       "experiments",
		heading:  "Experiments",
		question: "how much of the machine is used?",
		about:    "Means over experiments with drawn jobs, as those of Aida (2000). They have no optimum to compare with.",
	}
)

// kinds are all kinds, in the order of the page.
var kinds = []*kind{studies, replays, moldables, traces, experiments}

// each returns the values of all parts, which are of one type.
func each[P Part, V any](parts []Part, of func(P) []V) (all []V) {
	for _, p := range parts {
		all = append(all, of(p.(P))...)
	}
	return all
}

// StudyTables returns the names of the tables of studies, one for each format of [table.Stored].
func StudyTables() []string {
	return lists.Each(table.Stored(), func(form string) string { return "results." + form })
}

// TableNames returns the names of all tables that there may be.
func TableNames() []string {
	return slices.Concat(lists.Each(kinds, func(k *kind) []string { return k.tables })...)
}

// WriteTables writes a row for each result into a folder, which is made if need be, and returns the
// number of files. The first column has the name of the part of each row. There are tables of what
// the content has only. An *optgap.FieldError refuses the folder of a run, whose results have the
// name of a table.
func (c Content) WriteTables(dir string) (files int, err error) {
	if name, _ := folder.FindInfo(dir); name != "" {
		return 0, optgap.BadField(dir, name+" of a run", "a folder without a run")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	for _, parts := range c.byKind() {
		k := parts[0].kind()
		t := parts[0].rows(parts)
		t.Columns = append(table.Words(k.column), t.Columns...)
		row := 0
		for _, p := range parts {
			s := p.subject()
			for range s.Results {
				t.Rows[row] = append([]string{s.Name}, t.Rows[row]...)
				row++
			}
		}
		for _, name := range k.tables {
			write := func(w io.Writer) error { return t.Write(w, filepath.Ext(name)[1:]) }
			if err := stream.WriteFile(filepath.Join(dir, name), write); err != nil {
				return files, err
			}
			files++
		}
	}
	return files, nil
}
