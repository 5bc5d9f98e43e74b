package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Study is the content of the folder of a study.
type Study struct {
	Name    string // of one study only
	Info    folder.Info
	Steps   []optgap.Step // steps that are not there have no Gantt chart
	Results []record.Result
}

// Sweep is the content of the folder or file of a sweep: replays, see package sweep.
type Sweep struct {
	Name string
	Info folder.Info // the zero value for a file
	Runs []sweep.Run
}

// Moldable is the content of the folder or file of results for moldable jobs.
type Moldable struct {
	Name    string
	Info    folder.Info // the zero value for a file
	Results []record.MoldableResult
	Rows    table.Table // all values of the results, as programs read them
}

// Content is the content of a page. All names are different.
type Content struct {
	Studies   []Study
	Sweeps    []Sweep
	Moldables []Moldable
}

//go:embed assets
var assets embed.FS

// scripts are the parts of the page's script in their order.
var scripts = []string{"data.js", "table.js", "sheet.js", "layout.js", "gantt.js", "page.js"}

var document = template.Must(template.New("page.html").ParseFS(assets, "assets/page.html"))

// Write writes the page. Equal content gives equal bytes. The error is an
// [*optgap.FieldError] where the content is empty, where a part of it has no results, or
// where two parts have the same name.
func Write(w io.Writer, c Content) error {
	if err := c.validate(); err != nil {
		return err
	}
	d, err := newDocument(c)
	if err != nil {
		return err
	}
	return document.Execute(w, d)
}

// validate returns the error of Write.
func (c Content) validate() error {
	all := c.subjects()
	if len(all) == 0 {
		return &optgap.FieldError{Field: "studies", Found: "none", Expected: "at least one"}
	}
	names := map[string]bool{}
	for _, s := range all {
		if names[s.name] {
			return &optgap.FieldError{Field: "study", Found: fmt.Sprintf("%q twice", s.name), Expected: "another name for each"}
		}
		names[s.name] = true
		if s.results == 0 {
			return &optgap.FieldError{Field: s.name, Found: "no result", Expected: "at least one"}
		}
	}
	return nil
}

// shown holds the values of the template.
type shown struct {
	Title   string
	Style   template.CSS
	Script  template.JS
	Setup   template.JS // settings of the script
	Facts   []fact
	Names   []string // of the subjects
	Studies bool     // there are studies
	Average string   // that the studies minimise, such as ARTwW
	Methods []sheet
	Losses  []sheet
	// Distributions are of the losses of each policy.
	Distributions []sheet
	Charts        []chart
	Decisions     []sheet
	Failures      []failure
	Failed        int // number of results that failed
	Replays       part
	Moldables     part
	Data          []payload
}

// title returns the title of a page about subjects. It fits into the line at the top that
// always stays in sight.
func title(names []string) string {
	const room = 80
	all := strings.Join(names, ", ")
	if len(names) < 2 || len(all) <= room {
		return all
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

// newDocument computes the values of the template.
func newDocument(c Content) (*shown, error) {
	all := c.subjects()
	d := &shown{Facts: facts(all), Studies: len(c.Studies) > 0, Failures: failures(c.Studies)}
	d.Average = record.AverageOf(objective(c.Studies)).Name
	for _, s := range all {
		d.Names = append(d.Names, s.name)
	}
	d.Title = title(d.Names)
	for _, f := range d.Failures {
		d.Failed += f.Count
	}
	style, err := assets.ReadFile("assets/page.css")
	if err != nil {
		return nil, err
	}
	d.Style = template.CSS(style)
	var script strings.Builder
	for _, name := range scripts {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		script.Write(text)
	}
	d.Script = template.JS(script.String())
	if d.Setup, err = setup(c.Studies); err != nil {
		return nil, err
	}
	if err := d.draw(c.Studies); err != nil {
		return nil, err
	}
	if d.Replays, err = replays(c.Sweeps); err != nil {
		return nil, err
	}
	d.Moldables = moldables(c.Moldables)
	d.Data, err = payloads(c.Studies)
	return d, err
}

// names returns the names of studies.
func names(studies []Study) []string {
	names := make([]string, 0, len(studies)) // not nil, which is null in JSON
	for _, s := range studies {
		names = append(names, s.Name)
	}
	return names
}
