package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Study is the content of the folder of a study.
type Study struct {
	Name    string // of one study only
	Info    folder.Info
	Command string        // the command line that makes the study again; "": not known
	Steps   []optgap.Step // steps that are not there have no Gantt chart
	Results []record.Result
}

// Sweep is the content of the folder or file of a sweep: replays, see package sweep.
type Sweep struct {
	Name    string
	Info    folder.Info // the zero value for a file
	Command string      // as of a study
	Runs    []sweep.Run
}

// Moldable is the content of the folder or file of results for moldable jobs.
type Moldable struct {
	Name    string
	Info    folder.Info // the zero value for a file
	Command string      // as of a study
	Results []record.MoldableResult
	Rows    table.Table // all values of the results, as programs read them
}

// Offline is the content of the folder of a bound on a whole trace.
type Offline struct {
	Name    string
	Info    folder.Info
	Command string         // as of a study
	Best    record.Offline // prices and starts are not needed
	Rungs   []record.Rung  // nil: the folder has none
	Ladder  *record.Ladder // with an interval, and the rungs as replays beside the bound; nil without the jobs
	Runs    []sweep.Run
}

// Content is the content of a page. All names are different.
type Content struct {
	Studies   []Study
	Sweeps    []Sweep
	Moldables []Moldable
	Offlines  []Offline
	// Experiments are those of Aida (2000).
	Experiments []Experiment
	Missing     int // studies, sweeps and runs that have been asked for, and have no result yet
}

//go:embed assets
var assets embed.FS

// document is parsed by the first page alone: most commands write none.
var document = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page.html").ParseFS(assets, "assets/page.html"))
})

// Write writes the page. Equal content gives equal bytes. The error is an
// [*optgap.FieldError] where the content is empty, where a part of it has no results, or
// where two parts have the same name.
func Write(w io.Writer, c Content) error {
	d, err := newDocument(c)
	if err != nil {
		return err
	}
	if d.Data, err = payloads(d.studies, d.Columns); err != nil {
		return err
	}
	return document().Execute(w, d)
}

// validate returns the error of Write.
func (c Content) validate() error {
	all := c.subjects()
	if len(all) == 0 {
		return optgap.BadField("studies", "none", "at least one")
	}
	names := map[string]bool{}
	for _, s := range all {
		if names[s.name] {
			return optgap.BadField("study", fmt.Sprintf("%q twice", s.name), "another name for each")
		}
		names[s.name] = true
		if s.results == 0 {
			return optgap.BadField(s.name, "no result", "at least one")
		}
	}
	return nil
}

// shown holds the values of the template.
type shown struct {
	studies    []measured
	Title      string
	Heading    string // what the page answers
	Style      template.CSS
	Script     template.JS
	Setup      template.JS // settings of the script
	Facts      []fact
	Unfinished string   // what is missing; "": nothing
	Names      []string // of the subjects
	Several    bool     // there are several subjects
	Studies    bool     // there are studies
	Average    string   // that the studies minimise, such as ARTwW
	Answers    []answer // of the studies
	Plans      string   // what FCFS, SJF and LJF are, where they meet EASY
	Methods    []sheet
	Losses     []sheet
	// Distributions are of the losses of each policy.
	Distributions []sheet
	Charts        []kept
	Troubles      troubles
	Replays       part
	Moldables     part
	Offlines      part
	Experiments   part
	Commands      []command
	Data          []payload
	Columns       []scriptColumn // of the table of steps
	Filters       []filter
}

// title returns the title of a page about subjects. It fits into the line at the top that
// always stays in sight.
func title(names []string) string {
	const room = 80
	separator := ", "
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, separator) }) {
		separator = "; "
	}
	all := strings.Join(names, separator)
	if len(names) < 2 || len(all) <= room {
		return all
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

// heading is the question that the page answers. Replays have no optimum.
func heading(c Content) string {
	switch {
	case len(c.Studies) > 0:
		return "How far from optimal?"
	case len(c.Sweeps)+len(c.Moldables)+len(c.Experiments) == 0:
		return "What can no scheduler beat?"
	case len(c.Moldables) == 0:
		return "How do the schedulers perform?"
	case len(c.Sweeps) == 0:
		return "How far above the lower bounds?"
	}
	return "Results"
}

// newDocument computes the values of the template, but for Data.
func newDocument(c Content) (*shown, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	all := c.subjects()
	d := &shown{Heading: heading(c), Facts: facts(all), Studies: len(c.Studies) > 0, Several: len(all) > 1}
	d.Unfinished = c.unfinished()
	d.Average = objective(c.Studies).Average().Name
	policies := lists.Union(c.Studies, func(s Study) []string { return record.PolicyNames(s.Results) })
	d.Plans = strings.TrimSpace(stepplan.AboutPlans(policies))
	d.Names = lists.Each(all, func(s subject) string { return s.name })
	d.Title = title(d.Names)
	d.Style, d.Script = template.CSS(asset("*.css"))+colours(), template.JS(asset("*.js"))
	d.Troubles, d.Commands = troublesOf(c.Studies), commands(all)
	d.studies = lists.Each(c.Studies, measure)
	d.Answers, d.Charts = answersOf(d.studies), d.figures(d.studies)
	if len(d.studies) == 1 {
		d.Charts = slices.DeleteFunc(d.Charts, func(k kept) bool { return k.name == byWaiting })
	}
	d.Replays = replays(c.Sweeps)
	d.Offlines = offlines(c.Offlines)
	d.Moldables, d.Experiments = moldables(c.Moldables), experiments(c.Experiments)
	var rows []row
	for _, s := range c.Studies {
		rows = append(rows, rowsIn(s)...)
	}
	d.Columns = columns(c.Studies, rows)
	d.Filters = d.filters(rows)
	var err error
	d.Setup, err = d.setup(c.Studies)
	return d, err
}

// asset returns the text of all embedded files with such names, in their order.
func asset(pattern string) string {
	var all strings.Builder
	names, _ := fs.Glob(assets, "assets/"+pattern)
	for _, name := range names {
		text, _ := assets.ReadFile(name) // embedded: it is there
		all.Write(text)
	}
	return all.String()
}

// command is a command line, to be copied.
type command struct{ Of, Line string }

// commands returns the command lines that are known, beside the names of what they make.
func commands(subjects []subject) (all []command) {
	for _, s := range subjects {
		if s.command != "" {
			all = append(all, command{s.name, s.command})
		}
	}
	return all
}

// names returns the names of studies.
func names(studies []Study) []string {
	return lists.Each(studies, func(s Study) string { return s.Name })
}
