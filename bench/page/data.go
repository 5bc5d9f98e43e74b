package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/summary"
)

// Rows are the results of a study: the cells of summary.csv by column.
type Rows struct {
	Columns []string   `json:"columns"`
	Cells   [][]string `json:"cells"` // Cells[c][r] is the cell of column c in row r
	Steps   []int      `json:"steps"` // indices of the steps that have a Gantt chart, in the order of their chunks
}

// chunkSteps is how many steps are decoded at once.
const chunkSteps = 64

// payload is an encoded value under the id of its HTML element.
type payload struct {
	ID   string
	Text template.HTML // base64 has no character that HTML would read
}

// payloads returns for each study its rows, "rows-S", and the schedules of its steps,
// "steps-S-C" for chunk C. They are encoded on all cores.
func payloads(studies []Study) ([]payload, error) {
	var all []payload
	var values []func() any // of the payloads
	add := func(value func() any, id string, numbers ...any) {
		all, values = append(all, payload{ID: fmt.Sprintf(id, numbers...)}), append(values, value)
	}
	for k, s := range studies {
		steps, results := drawable(s)
		add(func() any { return rowsOf(s, steps) }, "rows-%d", k)
		for i := 0; i < len(steps); i += chunkSteps {
			end := min(i+chunkSteps, len(steps))
			add(func() any { return drawings(steps[i:end], results[i:end]) }, "steps-%d-%d", k, i/chunkSteps)
		}
	}
	failed := make([]error, len(all))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
				var text string
				text, failed[i] = encode(values[i]())
				all[i].Text = template.HTML(text)
			}
		})
	}
	workers.Wait()
	return all, errors.Join(failed...)
}

// rowsOf returns the rows of a study, of which these steps have Gantt charts.
func rowsOf(s Study, steps []*optgap.Step) Rows {
	t := summary.Rows(s.Results)
	rows := Rows{Cells: make([][]string, len(t.Columns)), Steps: []int{}}
	for _, step := range steps {
		rows.Steps = append(rows.Steps, step.Index)
	}
	for i, c := range t.Columns {
		rows.Columns = append(rows.Columns, c.Name)
		for _, row := range t.Rows {
			rows.Cells[i] = append(rows.Cells[i], row[i])
		}
	}
	return rows
}

// encode is the reverse of [Decode].
func encode(value any) (string, error) {
	var packed bytes.Buffer
	text := base64.NewEncoder(base64.StdEncoding, &packed)
	zip := gzip.NewWriter(text)
	if err := json.NewEncoder(zip).Encode(value); err != nil {
		return "", err
	}
	if err := zip.Close(); err != nil {
		return "", err
	}
	err := text.Close()
	return packed.String(), err
}

// Decode reads the text of one of the page's elements "rows-S" into a [Rows].
func Decode(text string, into any) error {
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err != nil {
		return err
	}
	plain, err := io.ReadAll(zip)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// column says how the script shows a column of summary.csv.
type column struct {
	Name string `json:"name"` // in summary.csv
	Head string `json:"head"` // above the column
	Unit string `json:"unit"` // below it
	// Kind is word, integer, number, or time: a number with at least two digits that say
	// something.
	Kind   string `json:"kind"`
	Digits int    `json:"digits"` // after the point
	Factor int    `json:"factor"` // that a number is multiplied by before it is shown; 0: 1
	About  string `json:"about"`  // what the pointer is told
}

// columns are those of the table, in their order: Table 1 of Grothklags and Streit (2004) with
// method and proof.
func columns() []column {
	const word, integer, number, seconds = "word", "integer", "number", "time"
	return []column{
		{Name: "index", Head: "step", Kind: integer, About: "number of the self-tuning step in its replay, from 0"},
		{Name: "now", Head: "submission time", Unit: "s", Kind: integer, About: "moment of the step, as a second of the trace"},
		{Name: "jobs", Head: "jobs", Kind: integer, About: "waiting jobs"},
		{Name: "makespan", Head: "makespan", Unit: "s", Kind: integer, About: "the largest makespan of the policies' plans"},
		{Name: "accumulated_run_time", Head: "acc. run time", Unit: "s", Kind: integer, About: "sum of the estimates"},
		{Name: "method", Head: "method", Kind: word, About: "what solved the step"},
		{Name: "time_scale", Head: "scale", Unit: "s", Kind: integer, About: "length of a slot of the grid; blank: one second"},
		{Name: "status", Head: "status", Kind: word, About: "optimal, feasible: stopped at a limit with a schedule, limit or memory: stopped without one, infeasible, crashed, error"},
		{Name: "scope", Head: "proven on", Kind: word, About: "the problem that the status is about: at one second, or on the grid"},
		{Name: "artww", Head: "ARTwW", Unit: "s", Kind: number, Digits: 1, About: "average response time weighted by width"},
		{Name: "quality", Head: "quality", Kind: number, Digits: 4, About: "ARTwW of the schedule divided by that of the best policy (Eq. 7)"},
		{Name: "loss_percent", Head: "perf. loss", Unit: "%", Kind: number, Digits: 2, About: "(1 - quality) * 100 %: what the best policy loses"},
		{Name: "best_policy", Head: "best policy", Kind: word, About: "the policy with the smallest objective"},
		{Name: "gap", Head: "gap", Unit: "%", Kind: number, Digits: 2, Factor: 100, About: "(objective - bound) / objective"},
		{Name: "solve_seconds", Head: "comp. time", Unit: "s", Kind: seconds, Digits: 3, About: "wall time of the method"},
		{Name: "objective", Head: "objective", Unit: "proc.-s", Kind: integer, About: "sum of width times response time"},
		{Name: "bound", Head: "bound", Unit: "proc.-s", Kind: integer, About: "the largest lower bound on the one-second problem"},
	}
}

// jobColours is after how many jobs of a Gantt chart the colours repeat.
const jobColours = 24

// setup returns what the script has to know besides the data.
func setup(studies []Study) (template.JS, error) {
	var colours []string
	for i := range jobColours {
		c := canvas.JobColour(i)
		colours = append(colours, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	text, err := json.Marshal(map[string]any{"studies": names(studies), "columns": columns(), "colours": colours, "chunk": chunkSteps})
	return template.JS(text), err // json.Marshal escapes <, > and &
}
