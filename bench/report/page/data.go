package page

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/harness"
)

// Rows holds the rows of a study. Its schedules are in elements of their own.
type Rows struct {
	Columns []string `json:"columns"` // of summary.csv, the same in all studies
	// Cells and Shown hold the cells of summary.csv and of the table by the name of their column, row by row.
	Cells map[string][]string `json:"cells"`
	Shown map[string][]string `json:"shown"`
	Steps []int               `json:"steps"` // indices of the steps that have a Gantt chart, in the order of their chunks

	// Warned holds the warnings of each row that has some.
	Warned map[int][]string `json:"warned,omitempty"`

	// Losses holds, by step, what the schedulers lose: the two ends of each interval in percent. Steps of which
	// package loss knows too little are missing.
	Schedulers []string          `json:"schedulers"`
	Losses     map[int][]float64 `json:"losses"`
}

// chunkSteps is the number of steps that are encoded and decoded at once.
const chunkSteps = 64

// payload is an encoded value under the id of its HTML element.
type payload struct {
	ID   string
	Text template.HTML // base64 has no character that HTML would read
}

// payloads returns the payloads of all studies, encoded on all cores. Study S has its rows under "study-S", and the
// schedules of its steps under "steps-S-C" for chunk C.
func payloads(studies []measured, columns []scriptColumn) ([]payload, error) {
	var all []payload
	var values []func() any // of the payloads
	add := func(value func() any, id string, numbers ...any) {
		all, values = append(all, payload{ID: fmt.Sprintf(id, numbers...)}), append(values, value)
	}
	names := namesIn(lists.Each(studies, func(m measured) Study { return m.Study })) // all have the same columns
	for k, s := range studies {
		steps, results := drawable(s.Study)
		add(func() any { return rowsOf(s, names, columns, steps) }, "study-%d", k)
		for i := 0; i < len(steps); i += chunkSteps {
			end := min(i+chunkSteps, len(steps))
			add(func() any { return drawings(steps[i:end], results[i:end]) }, "steps-%d-%d", k, i/chunkSteps)
		}
	}
	zips := sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	return all, harness.All(context.Background(), runtime.GOMAXPROCS(0), len(all), func(i int) (err error) {
		zip := zips.Get().(*gzip.Writer)
		defer zips.Put(zip)
		all[i].Text, err = encode(values[i](), zip)
		return err
	})
}

// namesIn returns the names that have columns.
func namesIn(studies []Study) summary.Names {
	return summary.NamesIn(lists.Each(studies, func(s Study) []record.Result { return s.Results })...)
}

// objective returns what the results of all studies minimise; "": the ARTwW.
func objective(studies []Study) optgap.Objective {
	if len(studies) == 0 {
		return ""
	}
	return optgap.Objective(studies[0].Results[0].ObjectiveName)
}

// rowsOf returns the rows of a study, of which these steps have Gantt charts.
func rowsOf(s measured, names summary.Names, shown []scriptColumn, steps []*optgap.Step) Rows {
	h := Rows{
		Cells: map[string][]string{}, Shown: map[string][]string{}, Warned: map[int][]string{}, Losses: map[int][]float64{},
		Steps: lists.Each(steps, func(step *optgap.Step) int { return step.Index }),
	}
	for _, c := range summary.Columns(names) {
		h.Columns = append(h.Columns, c.Key)
		h.Cells[c.Key] = lists.Each(lists.Pointers(s.Results), c.Value)
	}
	rows := rowsIn(s.Study)
	for _, c := range shown {
		h.Shown[c.Name] = lists.Each(rows, c.text)
	}
	for row, r := range s.Results {
		if len(r.Warnings) > 0 {
			h.Warned[row] = r.Warnings
		}
	}
	policies := s.Comparison.Policies()
	h.Schedulers = s.Losses.Schedulers
	for _, step := range s.Comparison.Steps {
		if o, why := loss.Observe(policies, step.Results...); why == "" {
			for _, l := range o.Loss {
				h.Losses[step.First.Index] = append(h.Losses[step.First.Index], rounded(l.Low), rounded(l.High))
			}
		}
	}
	return h
}

// rounded leaves six digits after the point of a loss, as many of them are stored.
func rounded(percent float64) float64 { return math.Round(1e6*percent) / 1e6 }

// encode returns the value as JSON, compressed by gzip, in base64.
func encode(value any, zip *gzip.Writer) (template.HTML, error) {
	var packed strings.Builder
	text := base64.NewEncoder(base64.StdEncoding, &packed)
	zip.Reset(text)
	err := cmp.Or(json.NewEncoder(zip).Encode(value), zip.Close(), text.Close())
	return template.HTML(packed.String()), err
}

// row is a row of the table of steps: a result as it is judged there.
type row struct {
	study  string // its name
	result *record.Result
}

// rowsIn returns the rows of a study.
func rowsIn(s Study) []row {
	return lists.Each(lists.Pointers(judged(s.Results)), func(r *record.Result) row { return row{s.Name, r} })
}

// judged returns results of which those of the methods policies and given have the quality of their own schedule: the
// least objective of all methods divided by theirs, nil if there is no other. Against itself the best policy, which
// policies takes, would lose nothing.
func judged(results []record.Result) []record.Result {
	least, known := map[int]float64{}, map[int]int{}
	for _, r := range results {
		if o := float64(r.Objective); o > 0 {
			least[r.Index] = min(cmp.Or(least[r.Index], o), o)
			known[r.Index]++
		}
	}
	all := slices.Clone(results)
	for i := range all {
		r, quality := &all[i], 0.0
		if r.Method != policies && r.Method != record.Given {
			continue
		}
		own, best := float64(r.Objective), least[r.Index]
		if r.Method == record.Given && r.Quality != nil { // of the best policy's objective, or its own
			quality = min(best, own*r.Quality.ARTwW) / own
		} else if own > 0 && known[r.Index] > 1 {
			quality = best / own
		}
		if r.Quality, r.LossPercent = nil, nil; quality > 0 {
			r.Quality, r.LossPercent = &record.Quality{ARTwW: quality}, new(100*(1-quality))
		}
	}
	return all
}

// scriptColumn is a column of the table of steps.
type scriptColumn struct {
	Name   string
	Head   string // above the column
	Unit   string // below Head
	About  string // text under the pointer
	Number bool   // stands right, and is sorted from the largest
	Told   bool   // the pointer is told the stored value, as it is rounded
	Hidden bool   // until it is asked for
	Frozen bool   // stays in sight
	text   func(row) string
}

// frozenColumns are the first columns, which stay in sight, and filteredColumns those whose different texts a reader
// can choose from.
const (
	frozenColumns   = "study index method"
	filteredColumns = "study method status ended_by best_policy"
)

// columns returns the columns that are shown, those without any value left out.
func columns(studies []Study, rows []row) (all []scriptColumn) {
	if len(studies) > 1 {
		all = append(all, scriptColumn{Name: "study", Head: "study", About: "the study", Frozen: true,
			text: func(r row) string { return r.study }})
	}
	known := append(summary.Columns(namesIn(studies)), table.Integers("warnings", "",
		"number of warnings that the result carries", func(r *record.Result) int64 { return int64(len(r.Warnings)) }))
	for _, c := range table.Named(known, summary.OnPage) {
		head, unit := c.Head()
		all = append(all, scriptColumn{
			Name: c.Key, Head: head, Unit: strings.Replace(unit, "processor", "proc.", 1), About: c.About,
			Number: c.Kind != table.Word, Told: c.Kind == table.Real || c.Show.Factor != 0, Hidden: c.Show.Extra,
			Frozen: slices.Contains(strings.Fields(frozenColumns), c.Key), text: func(r row) string {
				if c.Key == "best_policy" {
					return canvas.Name(r.result.BestPolicy)
				}
				return c.Text(r.result)
			},
		})
	}
	return slices.DeleteFunc(all, func(c scriptColumn) bool {
		return !slices.ContainsFunc(rows, func(r row) bool { return c.text(r) != "" })
	})
}

// A filter lists the different texts of a column.
type filter struct {
	Name, Label string
	Values      []string
}

// filters returns the filters of the columns that are shown.
func (d *shown) filters(rows []row) (all []filter) {
	for name := range strings.FieldsSeq(filteredColumns) {
		for _, c := range d.Columns {
			if c.Name != name {
				continue
			}
			f := filter{name, strings.ReplaceAll(name, "_", " "), lists.Distinct(rows, c.text)}
			f.Values = slices.DeleteFunc(f.Values, func(text string) bool { return text == "" })
			if name != "study" { // studies stay in the order of the page
				slices.Sort(f.Values)
			}
			all = append(all, f)
		}
	}
	return all
}

// jobColours is the number of jobs of a Gantt chart after which the colours repeat.
const jobColours = 24

// setup returns the settings of the script.
func (d *shown) setup(studies []Study) (template.JS, error) {
	var colours []string
	for i := range jobColours {
		colours = append(colours, canvas.Hex(canvas.JobColor(i)))
	}
	text, err := json.Marshal(map[string]any{
		"studies": names(studies), "colours": colours, "cost": costOf(objective(studies)), "chunkSteps": chunkSteps,
	})
	return template.JS(text), err // json.Marshal escapes <, > and &
}
