package page

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// A Page is what a page shows.
type Page struct {
	Heading  string    // the question that it answers
	Subjects []Subject // what it is about
	Thing    string    // what a subject is called, such as "study"
	Missing  int       // subjects that have been asked for, and have no result yet
	Sections []Section
	Commands []string // that make the page again, in this order
	Steps    *Steps   // of the sections [TableOfSteps] and [Explorer]; nil: there are none
}

// The IDs of the sections about Page.Steps, whose content is that of all pages.
const (
	TableOfSteps = "results"
	Explorer     = "explore"
)

// A Section is a part of a page with a heading. A link at the top leads to it.
type Section struct {
	ID, Link string
	Heading  string // none if blank
	About    template.HTML
	Blocks   []Block
}

// A Block is a part of a section: what there is of it, in the order of its fields.
type Block struct {
	Folded   string // what is read in the place of the block until it is opened; "": it is open
	Name     string
	Sentence string // stands out
	Words    string
	Charts   []Chart
	Beside   []Sheet // among the charts
	Sheets   []Sheet
	Warning  string // with a link to the section "failures"
}

// A Chart is a figure under a name of its own, which is that of its file too.
type Chart struct {
	figure.Figure
	Name, About string
}

// A Sheet is a table whose numbers are final.
type Sheet struct {
	Name string
	Note string // behind the name; none if blank
	table.Table
	Links  [][]Link // before the text of a cell of each row, nil if there are none
	LinkAt int      // the column of that cell
}

// A Link leads to a step.
type Link struct{ Study, Step int } // the place of the study in Steps, and the index of the step

//go:embed assets
var assets embed.FS

// document is parsed by the first page alone: most commands write none.
var document = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page.html").ParseFS(assets, "assets/page.html"))
})

// shown holds the values of the template.
type shown struct {
	Page
	Style         template.CSS
	Setup, Script template.JS // Setup are the settings of the script
	Data          []payload
}

// jobColours is the number of jobs of a Gantt chart after which the colours repeat.
const jobColours = 24

// Write writes a valid page. Equal pages give equal bytes. What is not printable in names is
// escaped.
func Write(w io.Writer, p Page) error {
	d := shown{
		Page:   p,
		Style:  template.CSS(asset("*.css")) + colours(),
		Script: template.JS(asset("*.js")),
	}
	setup := map[string]any{"studies": []string{}, "chunkSteps": chunkSteps, "cost": Cost{}}
	var hues []string
	for i := range jobColours {
		hues = append(hues, figure.Hex(figure.JobColor(i)))
	}
	setup["colours"] = hues
	if s := p.Steps; s != nil {
		setup["studies"], setup["cost"] = lists.Each(s.Studies, func(r Rows) string { return r.Study }), s.Cost
		var err error
		d.Data, err = s.payloads()
		if err != nil {
			return err
		}
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return err
	}
	d.Setup = template.JS(text) // json.Marshal escapes <, > and &
	var page strings.Builder
	err = document().Execute(&page, d)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, format.Printable(page.String()))
	return err
}

// Figures returns the charts of the page by name.
func (p Page) Figures() figure.Set {
	figures := figure.Set{}
	for _, s := range p.Sections {
		for _, b := range s.Blocks {
			for _, c := range b.Charts {
				figures[c.Name] = c.Figure
			}
		}
	}
	return figures
}

// Validate returns an [*optgap.FieldError] where there are no subjects, where one has no results,
// or where two have the same name.
func (p Page) Validate() error {
	if len(p.Subjects) == 0 {
		return optgap.BadField("studies", "none", "at least one")
	}
	names := map[string]bool{}
	for _, s := range p.Subjects {
		if names[s.Name] {
			return optgap.BadField(
				"study",
				fmt.Sprintf("%q twice", s.Name),
				"another name for each",
			)
		}
		names[s.Name] = true
		if s.Results == 0 {
			return optgap.BadField(s.Name, "no result", "at least one")
		}
	}
	return nil
}

// Title returns the names of the subjects. It fits into the line at the top that always stays in
// sight.
func (p Page) Title() string {
	const room = 80
	names := lists.Each(p.Subjects, func(s Subject) string { return s.Name })
	separator := ", "
	if strings.Contains(strings.Join(names, "\n"), separator) {
		separator = "; "
	}
	all := strings.Join(names, separator)
	if len(names) < 2 || len(all) <= room {
		return all
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

// Holds says how much the page shows.
func (p Page) Holds() string {
	results := 0
	for _, s := range p.Subjects {
		results += s.Results
	}
	return format.Count(results, "result") + " of " + format.Count(len(p.Subjects), p.Thing)
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
