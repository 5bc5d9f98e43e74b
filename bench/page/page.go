package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/folder"
	"github.com/optgap/optgap/bench/record"
)

// Study is what a study's folder holds.
type Study struct {
	Name    string // of one study only
	Info    folder.Info
	Steps   []optgap.Step // steps that are not there have no Gantt chart
	Results []record.Result
}

//go:embed assets
var assets embed.FS

// scripts are the parts of the page's script in their order.
var scripts = []string{"data.js", "table.js", "layout.js", "gantt.js", "page.js"}

var document = template.Must(template.New("page.html").ParseFS(assets, "assets/page.html"))

// Write writes the page of one or more studies. Equal studies give equal bytes. The error is
// an [*optgap.FieldError] where there is no study, one without results, or two of one name.
func Write(w io.Writer, studies []Study) error {
	if err := validate(studies); err != nil {
		return err
	}
	c, err := newContent(studies)
	if err != nil {
		return err
	}
	return document.Execute(w, c)
}

func validate(studies []Study) error {
	if len(studies) == 0 {
		return &optgap.FieldError{Field: "studies", Found: "none", Expected: "at least one"}
	}
	names := map[string]bool{}
	for _, s := range studies {
		if names[s.Name] {
			return &optgap.FieldError{Field: "study", Found: fmt.Sprintf("%q twice", s.Name), Expected: "another name for each"}
		}
		names[s.Name] = true
		if len(s.Results) == 0 {
			return &optgap.FieldError{Field: s.Name, Found: "no result", Expected: "at least one"}
		}
	}
	return nil
}

// content is what the template shows.
type content struct {
	Title     string
	Style     template.CSS
	Script    template.JS
	Setup     template.JS // what the script has to know besides the data
	Facts     []fact
	Names     []string
	Methods   []sheet
	Losses    []sheet
	Charts    []chart
	Decisions []sheet
	Failures  []failure
	Unsolved  int
	Data      []payload
}

func newContent(studies []Study) (*content, error) {
	c := &content{Names: names(studies), Facts: facts(studies), Failures: failures(studies)}
	c.Title = strings.Join(c.Names, ", ")
	for _, f := range c.Failures {
		c.Unsolved += f.Count
	}
	style, err := assets.ReadFile("assets/page.css")
	if err != nil {
		return nil, err
	}
	c.Style = template.CSS(style)
	var script strings.Builder
	for _, name := range scripts {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		script.Write(text)
	}
	c.Script = template.JS(script.String())
	if c.Setup, err = setup(studies); err != nil {
		return nil, err
	}
	if err := c.draw(studies); err != nil {
		return nil, err
	}
	c.Data, err = payloads(studies)
	return c, err
}

func names(studies []Study) (names []string) {
	for _, s := range studies {
		names = append(names, s.Name)
	}
	return names
}
