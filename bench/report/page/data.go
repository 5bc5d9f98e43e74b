package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/palette"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/harness"
)

// Head tells the sizes of a study. Its rows and schedules are in elements of their own.
type Head struct {
	Columns []string `json:"columns"` // of summary.csv, the same in all studies
	Rows    int      `json:"rows"`
	Steps   []int    `json:"steps"` // indices of the steps that have a Gantt chart, in the order of their chunks

	// Warnings holds the different warnings of the results, and Warned those of each row that has
	// some, as indices.
	Warnings []string      `json:"warnings,omitempty"`
	Warned   map[int][]int `json:"warned,omitempty"`
}

// Cells are rows of summary.csv by column: Cells[c][r] is the cell of column c in row r.
type Cells [][]string

// A chunk is a part of the rows or steps that is encoded and decoded at once.
const (
	chunkRows  = 4096 // rows of a chunk
	chunkSteps = 64   // steps of a chunk
)

// payload is an encoded value under the id of its HTML element.
type payload struct {
	ID   string
	Text template.HTML // base64 has no character that HTML would read
}

// payloads returns the payloads of all studies, encoded on all cores. Study S has its head
// under "study-S", its rows under "rows-S-C" for chunk C, and the schedules of its steps
// under "steps-S-C".
func payloads(studies []Study) ([]payload, error) {
	var all []payload
	var values []func() any // of the payloads
	add := func(value func() any, id string, numbers ...any) {
		all, values = append(all, payload{ID: fmt.Sprintf(id, numbers...)}), append(values, value)
	}
	names := namesIn(studies) // so that all chunks of all studies have the same columns
	for k, s := range studies {
		steps, results := drawable(s)
		add(func() any { return headOf(s, names, steps) }, "study-%d", k)
		for i := 0; i < len(s.Results); i += chunkRows {
			chunk := s.Results[i:min(i+chunkRows, len(s.Results))]
			add(func() any { return cellsOf(names, chunk) }, "rows-%d-%d", k, i/chunkRows)
		}
		for i := 0; i < len(steps); i += chunkSteps {
			end := min(i+chunkSteps, len(steps))
			add(func() any { return drawings(steps[i:end], results[i:end]) }, "steps-%d-%d", k, i/chunkSteps)
		}
	}
	encoders := sync.Pool{New: func() any { return new(encoder) }}
	return all, harness.All(context.Background(), runtime.GOMAXPROCS(0), len(all), func(i int) (err error) {
		e := encoders.Get().(*encoder)
		defer encoders.Put(e)
		all[i].Text, err = e.encode(values[i]())
		return err
	})
}

// namesIn returns the names that have columns.
func namesIn(studies []Study) summary.Names {
	return summary.NamesIn(frame.Each(studies, func(s Study) []record.Result { return s.Results })...)
}

// objective returns what the results of all studies minimise; "": the ARTwW.
func objective(studies []Study) optgap.Objective {
	if len(studies) == 0 {
		return ""
	}
	return optgap.Objective(studies[0].Results[0].ObjectiveName)
}

// headOf returns the head of a study, of which these steps have Gantt charts.
func headOf(s Study, names summary.Names, steps []*optgap.Step) Head {
	h := Head{Rows: len(s.Results), Steps: make([]int, len(steps))}
	for _, c := range summary.Columns(names) {
		h.Columns = append(h.Columns, c.Key)
	}
	for i, step := range steps {
		h.Steps[i] = step.Index
	}
	places := map[string]int{}
	for row := range s.Results {
		for _, text := range s.Results[row].Warnings {
			if _, known := places[text]; !known {
				places[text] = len(h.Warnings)
				h.Warnings = append(h.Warnings, text)
			}
			if h.Warned == nil {
				h.Warned = map[int][]int{}
			}
			h.Warned[row] = append(h.Warned[row], places[text])
		}
	}
	return h
}

// cellsOf returns the rows of results.
func cellsOf(names summary.Names, results []record.Result) Cells {
	columns := summary.Columns(names)
	cells := make(Cells, len(columns))
	for c, column := range columns {
		cells[c] = make([]string, len(results))
		for r := range results {
			cells[c][r] = column.Value(&results[r])
		}
	}
	return cells
}

// encoder encodes one value after the other.
type encoder struct {
	packed bytes.Buffer
	zip    *gzip.Writer
}

// encode returns the value as JSON, compressed by gzip, in base64.
func (e *encoder) encode(value any) (template.HTML, error) {
	e.packed.Reset()
	text := base64.NewEncoder(base64.StdEncoding, &e.packed)
	if e.zip == nil {
		e.zip = gzip.NewWriter(text)
	} else {
		e.zip.Reset(text)
	}
	if err := json.NewEncoder(e.zip).Encode(value); err != nil {
		return "", err
	}
	if err := e.zip.Close(); err != nil {
		return "", err
	}
	err := text.Close()
	return template.HTML(e.packed.String()), err
}

// scriptColumn is a column of summary.csv that the script shows.
type scriptColumn struct {
	Name string `json:"name"` // in summary.csv
	Head string `json:"head"` // above the column
	Unit string `json:"unit"` // below Head
	// Kind is word, integer, number, or time: a number with at least two significant
	// digits.
	Kind   string  `json:"kind"`
	Digits int     `json:"digits"` // after the point
	Factor float64 `json:"factor"` // that a number is multiplied by before it is shown; 0: 1
	About  string  `json:"about"`  // text under the pointer
	Hidden bool    `json:"hidden"` // until it is asked for
}

// shownColumns are the columns of the table, in their order: Table 1 of Grothklags and Streit (2004) with
// method and proof. Where another average is minimised than the ARTwW, it stands before that.
const shownColumns = "index now jobs makespan accumulated_run_time method time_scale status ended_by scope " +
	"objective_value artww quality " +
	"loss_percent best_policy gap solve_seconds cpu_seconds peak_memory_bytes objective bound"

// hiddenColumns are those of shownColumns that are shown on request.
const hiddenColumns = "now makespan accumulated_run_time time_scale scope cpu_seconds objective bound"

// columns returns the columns that are shown.
func columns(studies []Study) (all []scriptColumn) {
	of := make(map[string]summary.Column)
	for _, c := range summary.Columns(namesIn(studies)) {
		of[c.Key] = c
	}
	kinds := map[frame.Kind]string{frame.Word: "word", frame.Whole: "integer", frame.Real: "number"}
	for name := range strings.FieldsSeq(shownColumns) {
		c, ok := of[name]
		if !ok {
			continue
		}
		s := scriptColumn{
			Name: name, Head: cmp.Or(c.Show.Head, strings.ReplaceAll(name, "_", " ")),
			Unit: cmp.Or(c.Show.Unit, c.Unit), Kind: kinds[c.Kind],
			Digits: c.Show.Digits, Factor: c.Show.Factor, About: c.About,
		}
		s.Unit = strings.Replace(s.Unit, "processor", "proc.", 1)
		switch {
		case c.Show.Time:
			s.Kind, s.Unit = "time", "" // each has its own
		case c.Show.Factor != 0:
			s.Kind = "number"
		}
		if name == "jobs" {
			s.Unit = "" // as its head
		}
		s.Hidden = slices.Contains(strings.Fields(hiddenColumns), name)
		all = append(all, s)
	}
	return all
}

// jobColours is the number of jobs of a Gantt chart after which the colours repeat.
const jobColours = 24

// setup returns the settings of the script.
func (d *shown) setup(studies []Study, short []string) (template.JS, error) {
	var colours []string
	for i := range jobColours {
		colours = append(colours, palette.Hex(palette.Job(i)))
	}
	costs := make([]cost, len(studies))
	for i := range studies {
		costs[i] = costOf(objective(studies[i:]))
	}
	show := "" // the command that writes a step of a library
	if d.Library != nil {
		show = d.Library.command("show", "")
	}
	text, err := json.Marshal(map[string]any{
		"studies": names(studies), "short": short, "columns": columns(studies), "colours": colours,
		"costs": costs, "show": show, "chunkRows": chunkRows, "chunkSteps": chunkSteps,
		"policies": namesIn(studies).Policies, "average": record.AverageOf(objective(studies)).Name,
		"dynp": new(record.Result).ListedPolicies(), "paper": onPaper(),
	})
	return template.JS(text), err // json.Marshal escapes <, > and &
}
