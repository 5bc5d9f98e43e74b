package page

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/run/harness"
)

// Steps are the table of steps, with a row for each result, and the Gantt charts.
type Steps struct {
	Studies []Rows   // all have the same columns
	Columns []Column // those that are shown; those without any value are left out
	Cost    Cost
	Plans   string // what the policies are
}

// A Column is a column of the table of steps.
type Column struct {
	Name   string
	Head   string // above the column
	Unit   string // below Head
	About  string // text under the pointer
	Number bool   // stands right, and is sorted from the largest
	Told   bool   // the pointer is told the stored value, as it is rounded
	Hidden bool   // until it is asked for
	Frozen bool   // stays in sight
}

// Rows holds the rows of a study. Its schedules are in elements of their own.
type Rows struct {
	Study   string                  `json:"-"`       // its name
	Draw    func(place int) Drawing `json:"-"`       // the Gantt chart of a place in Steps
	Columns []string                `json:"columns"` // of summary.csv, the same in all studies
	// Cells and Shown hold the cells of summary.csv and of the table by the name of their column,
	// row by row.
	Cells map[string][]string `json:"cells"`
	Shown map[string][]string `json:"shown"`
	Steps []int               `json:"steps"` // indices of the steps that have a Gantt chart, in the order of their chunks

	// Warned holds the warnings of each row that has some.
	Warned map[int][]string `json:"warned,omitempty"`

	// Losses holds, by step, what the schedulers lose: the two ends of each interval in percent.
	// Steps of which package loss knows too little are missing.
	Schedulers []string          `json:"schedulers"`
	Losses     map[int][]float64 `json:"losses"`
}

// A Cost says in what a Gantt chart counts what a schedule costs more than another.
type Cost struct {
	Words  string `json:"words"`
	Unit   string `json:"unit"`   // in the head of a column
	Digits int    `json:"digits"` // after the point
}

// A Drawing is a step of a Gantt chart. The names in JSON are short, as there are many steps.
type Drawing struct {
	Machine int64      `json:"m"`
	Jobs    [][4]int64 `json:"j"` // id, width, estimate, submission of each job
	// Weights are the costs of a second of each job's response time, in the unit of Cost; nil means
	// its width.
	Weights []float64 `json:"w,omitempty"`
	Panels  []Panel   `json:"s"`
}

// A Panel is a schedule of a Gantt chart.
type Panel struct {
	Title   string  `json:"t"`
	Average string  `json:"a,omitempty"` // that is minimised, such as "ARTwW 12.3 s"
	End     int64   `json:"e,omitempty"` // makespan
	Starts  []int64 `json:"b,omitempty"` // of the jobs
	// Blocks holds, for each block of each job, the first processor and the one after the last.
	Blocks [][][2]int64 `json:"p,omitempty"`
	// Taken holds, for each block of the history, its start, its end, the first processor
	// and the one after the last.
	Taken [][4]int64 `json:"h,omitempty"`
	Why   string     `json:"why,omitempty"` // why there is no schedule; "": there is one
}

// filteredColumns are those whose different texts a reader can choose from.
const filteredColumns = "study method status ended_by best_policy"

// A filter lists the different texts of a column.
type filter struct {
	Name, Label string
	Values      []string
}

// Filters returns the filters of the columns that are shown.
func (s *Steps) Filters() (all []filter) {
	for name := range strings.FieldsSeq(filteredColumns) {
		if !slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name == name }) {
			continue
		}
		values := lists.Union(s.Studies, func(r Rows) []string { return r.Shown[name] })
		values = lists.NonZero(values)
		if name != "study" { // studies stay in the order of the page
			slices.Sort(values)
		}
		all = append(all, filter{name, strings.ReplaceAll(name, "_", " "), values})
	}
	return all
}

// chunkSteps is the number of steps that are encoded and decoded at once.
const chunkSteps = 64

// payload is an encoded value under the id of its HTML element.
type payload struct {
	ID   string
	Text template.HTML // base64 has no character that HTML would read
}

// payloads returns the payloads of all studies, encoded on all cores. Study S has its rows under
// "study-S", and the schedules of its steps under "steps-S-C" for chunk C.
func (s *Steps) payloads() ([]payload, error) {
	var all []payload
	var values []func() any // of the payloads
	add := func(value func() any, id string, numbers ...any) {
		all = append(all, payload{ID: fmt.Sprintf(id, numbers...)})
		values = append(values, value)
	}
	for k, rows := range s.Studies {
		add(func() any { return rows }, "study-%d", k)
		for from := 0; from < len(rows.Steps); from += chunkSteps {
			add(func() any {
				drawings := make([]Drawing, min(chunkSteps, len(rows.Steps)-from))
				for i := range drawings {
					drawings[i] = rows.Draw(from + i)
				}
				return drawings
			}, "steps-%d-%d", k, from/chunkSteps)
		}
	}
	zips := sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	return all, harness.All(
		context.Background(),
		runtime.GOMAXPROCS(0),
		len(all),
		func(i int) (err error) {
			zip := zips.Get().(*gzip.Writer)
			defer zips.Put(zip)
			all[i].Text, err = encode(values[i](), zip)
			return err
		},
	)
}

// encode returns the value as JSON, compressed by gzip, in base64.
func encode(value any, zip *gzip.Writer) (template.HTML, error) {
	var packed strings.Builder
	text := base64.NewEncoder(base64.StdEncoding, &packed)
	zip.Reset(text)
	plain, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	_, err = zip.Write(printable(plain))
	err = cmp.Or(err, zip.Close(), text.Close())
	return template.HTML(packed.String()), err
}

// escaped matches the strings of a JSON text that may have characters other than printable ASCII.
var escaped = regexp.MustCompile(`"(?:[^"\\]|\\.)*(?:\\u|[^ -~])(?:[^"\\]|\\.)*"`)

// printable returns a JSON text whose strings have escapes in the place of what is not printable.
func printable(text []byte) []byte {
	return escaped.ReplaceAllFunc(text, func(token []byte) []byte {
		var s string
		if json.Unmarshal(token, &s) != nil {
			return token
		}
		again, _ := json.Marshal(format.Printable(s))
		return again
	})
}
