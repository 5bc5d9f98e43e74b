package sections_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// htmlOf returns a page.
func htmlOf(t testing.TB, c sections.Content) string {
	var b bytes.Buffer
	must.Do(page.Write(&b, must.Get(c.Page())))
	return b.String()
}

func figuresOf(c sections.Content) map[string]figure.Figure { return must.Get(c.Page()).Figures() }

// written returns the page of studies.
func written(t testing.TB, studies ...sections.Study) string {
	t.Helper()
	return htmlOf(t, sections.Content{Studies: studies})
}

// payload reads the data of an element of the page.
func payload(t testing.TB, html, id string, into any) {
	t.Helper()
	_, rest, found := strings.Cut(html, ` id="`+id+`">`)
	text, _, ended := strings.Cut(rest, "</script>")
	must.Need(t, found && ended, "found no element", id)
	zip := must.Get(gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text))))
	must.Do(json.NewDecoder(zip).Decode(into))
}

// TestRowsAreTheCSV shows that the page holds each cell of summary.csv as it is.
func TestRowsAreTheCSV(t *testing.T) {
	odd := pagetest.Study("odd", 3, 4)
	odd.Results = recordtest.Studied() // names with commas, blank cells, tiny numbers
	studies := []sections.Study{pagetest.Study("a", 70, 3), odd}
	html := written(t, studies...)
	for k, s := range studies {
		rowsAreTheCSV(t, html, k, s)
	}
}

// rowsAreTheCSV compares the rows of the study at place k of the page with its summary.csv.
func rowsAreTheCSV(t *testing.T, html string, k int, s sections.Study) {
	t.Helper()
	var found page.Rows
	payload(t, html, fmt.Sprint("study-", k), &found)
	var text bytes.Buffer
	must.Do(summary.Rows(s.Results).Write(&text, table.CSV))
	lines := must.Get(csv.NewReader(&text).ReadAll())
	must.Need(t, slices.Equal(found.Columns, lines[0]) && len(found.Cells) == len(lines[0]),
		"found the columns", found.Columns, "expected", lines[0])
	for c, name := range lines[0] {
		var want []string
		for _, line := range lines[1:] {
			want = append(want, line[c])
		}
		must.EqualSlices(t, found.Cells[name], want, "column", name)
	}
}

// TestSchedulesAreTheStored shows that the starts on the page are those of the results, and that
// the blocks of a job are as many processors as its width.
func TestSchedulesAreTheStored(t *testing.T) {
	s := pagetest.Study("a", 70, 6) // two chunks
	html := written(t, s)
	place := 0
	for _, id := range []string{"steps-0-0", "steps-0-1"} {
		var steps []struct {
			Jobs   [][4]int64 `json:"j"`
			Panels []struct {
				Title  string       `json:"t"`
				Starts []int64      `json:"b"`
				Blocks [][][2]int64 `json:"p"`
				Why    string       `json:"why"`
			} `json:"s"`
		}
		payload(t, html, id, &steps)
		for _, d := range steps {
			step, exact := s.Steps[place], s.Results[2*place+1]
			place++
			must.Need(t, len(d.Panels) == 2 && len(d.Jobs) == len(step.Jobs), "step", step.Index, "found", d)
			if !summary.Solved(&exact) {
				must.Hold(t, d.Panels[1].Starts == nil && d.Panels[1].Why != "",
					"step", step.Index, "found a schedule of a crash")
				continue
			}
			for i, j := range step.Jobs {
				start, width := d.Panels[1].Starts[i], int64(0)
				for _, block := range d.Panels[1].Blocks[i] {
					width += block[1] - block[0]
				}
				must.Equal(t, start, exact.Starts[i].Start)
				must.Equal(t, width, j.Width)
				must.Equal(t, d.Jobs[i][0], j.ID)
			}
		}
	}
	must.Equal(t, place, len(s.Steps), "steps")
}

// TestSelfContained shows that nothing in the page names another file or place, and that what
// studies hold is text in it.
func TestSelfContained(t *testing.T) {
	s := pagetest.Study(`<b>"x"&`, 12, 4)
	html := written(t, s)
	reference := regexp.MustCompile(`(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import|https?://[^"\s)]*`)
	for _, found := range reference.FindAllString(html, -1) {
		if !strings.HasPrefix(found, `href="#`) && found != "url(#hatch)" && found != "url(#plot)" &&
			!strings.HasPrefix(found, "http://www.w3.org/") {
			t.Errorf("found %s", found)
		}
	}
	must.Hold(t, !strings.Contains(html, `<b>"x"`), "the name of a study is HTML")
	must.Hold(t, strings.Contains(html, "process N was &lt;killed&gt;"),
		"found no cause of the crashes")
	for i := range s.Results[:2] { // all that there is of a step
		s.Results[i].Bound, s.Results[i].Bounds, s.Results[i].Gap = 0, nil, nil
	}
	must.Hold(t, strings.Contains(written(t, s), "1 of 12 steps is left out: 1 with no lower bound"),
		"found no word of the step that has no bound")
	html = written(t, s)
	must.Hold(t, written(t, s) == html, "equal studies give other bytes")
}

// TestSideBySide shows what several studies share and where they differ.
func TestSideBySide(t *testing.T) {
	a, b := pagetest.Study("a", 20, 5), pagetest.Study("b", 30, 5)
	b.Info.Arguments["seed"], b.Info.Arguments["gap"] = "8", "0.1"
	html := written(t, a, b)
	for _, want := range []string{
		`<tr class="differs"><th scope="row">--seed</th><td>7</td><td>8</td></tr>`,
		`<tr class="differs"><th scope="row">--gap</th><td></td><td>0.1</td></tr>`,
		`<tr><th scope="row">--method</th><td>policies,exact</td><td>policies,exact</td></tr>`,
		`id="study-1"`, `id="chart-cactus"`, `id="chart-times-by-study"`, "<caption>All studies <small>",
	} {
		// no step is proven
		must.Equal(t, strings.Contains(html, want), want != `id="chart-cactus"`, want)
	}
}

// TestFigures shows that each chart of the page is there to be written as a file, and has an id of
// its own.
func TestFigures(t *testing.T) {
	studies := []sections.Study{pagetest.Study("a", 20, 5), pagetest.Study("b", 30, 5)}
	figures := figuresOf(sections.Content{Studies: studies})
	html := written(t, studies...)
	n := strings.Count(html, ` id="chart-`)
	must.Hold(t, n == len(figures) && len(figures["loss"].Plots) == 2 && figures["loss"].Plots[1].Title == "b",
		"found", n, "charts and", len(figures), "figures")
	for name, f := range figures {
		must.Equal(t, strings.Count(html, ` id="chart-`+name+`"`), 1, "charts", name)
		must.Equal(t, f.Write(io.Discard, "pdf"), nil, name)
	}
}

func TestRefuses(t *testing.T) {
	empty := pagetest.Study("a", 2, 3)
	empty.Results = nil
	for want, studies := range map[string][]sections.Study{
		"studies: found none, expected at least one":             nil,
		"a: found no result, expected at least one":              {empty},
		`study: found "a" twice, expected another name for each`: {pagetest.Study("a", 2, 3), pagetest.Study("a", 2, 3)},
	} {
		_, err := sections.Content{Studies: studies}.Page()
		var field *optgap.FieldError
		must.Hold(t, errors.As(err, &field) && err.Error() == want, "found", err, "expected", want)
	}
}

// A study without its steps has all but the Gantt charts; a result with a schedule that does not
// fit has a reason in its place.
func TestWithoutSteps(t *testing.T) {
	s := pagetest.Study("a", 5, 4)
	s.Results[1].Starts[0].Start = -5
	var steps []json.RawMessage
	payload(t, written(t, s), "steps-0-0", &steps)
	must.Hold(t, strings.Contains(string(steps[0]), `"why"`), "found", steps)
	s.Steps = nil
	must.Hold(t, !strings.Contains(written(t, s), `id="steps-0-0"`),
		"found steps of a study without any")
}

// Many studies do not fill the head, which stays in sight.
func TestTitle(t *testing.T) {
	long := strings.Repeat("n", 60)
	for want, names := range map[string][]string{"a": {"a"}, "a, b, c": {"a", "b", "c"},
		long + " and 2 more": {long, "b" + long, "c"}} {
		var studies []sections.Study
		for _, name := range names {
			studies = append(studies, pagetest.Study(name, 1, 2))
		}
		must.Hold(t, strings.Contains(written(t, studies...), "<small>"+want+"</small></h1>"),
			names, "expected the title", want)
	}
}

// TestSetupHasNoNull: a list without entries is one for the script, whatever a page is about.
func TestSetupHasNoNull(t *testing.T) {
	bare := pagetest.Study("a", 1, 2)
	for i := range bare.Results {
		bare.Results[i].Bound, bare.Results[i].Bounds, bare.Results[i].Policies = 0, nil, nil
	}
	for name, c := range map[string]sections.Content{
		"a study without bounds and policies": {Studies: []sections.Study{bare}},
		"two of them":                         {Studies: []sections.Study{bare, pagetest.Study("b", 3, 3)}},
		"sweep":                               {Parts: []sections.Part{pagetest.Sweep("s")}},
		"moldable":                            {Parts: []sections.Part{pagetest.Moldable("m")}},
	} {
		_, rest, _ := strings.Cut(htmlOf(t, c), "const setup = ")
		setup, _, _ := strings.Cut(rest, "\n")
		must.Hold(t, len(setup) >= 100 && !strings.Contains(setup, "null"), name, "found null in", setup)
	}
}

// TestEachPolicy: a policy of another program has its losses as a column that sorts, and its plan as a Gantt chart.
func TestEachPolicy(t *testing.T) {
	s := pagetest.Study("a", 3, 4)
	for i := range s.Results {
		r := &s.Results[i]
		r.Policies = maps.Clone(r.Policies)
		mine := r.Policies["LJF"]
		mine.Starts = nil
		for _, j := range s.Steps[i/2].Jobs { // one after the other, once all processors are free
			mine.Starts = append(mine.Starts, record.Start{ID: j.ID, Start: 7200 + 40_000*int64(len(mine.Starts))})
		}
		mine.Objective = 2 * r.Objective
		r.Policies["mine"] = mine
	}
	html := written(t, s)
	var rows page.Rows
	payload(t, html, "study-0", &rows)
	for i, r := range s.Results {
		want := ""
		if summary.Solved(&r) {
			want = "50.00"
		}
		must.Equal(t, rows.Shown["mine_loss_percent"][i], want, "result", i, "the loss")
	}
	must.Hold(t, strings.Contains(html, `data-column="mine_loss_percent"`),
		"found no heading of the losses")
	var steps []page.Drawing
	payload(t, html, "steps-0-0", &steps)
	for i, d := range steps {
		k := slices.IndexFunc(d.Panels, func(p page.Panel) bool { return strings.HasPrefix(p.Title, "mine") })
		must.Hold(t, k >= 0 && len(d.Panels[k].Starts) == len(s.Steps[i].Jobs),
			"step", i, "found no plan of mine among", d.Panels)
	}
}

// How long writing takes, and how large the page becomes: two methods, 15 jobs a step.
//
//	go test ./bench/report/page -run '^$' -bench Write
func BenchmarkWrite(b *testing.B) {
	sizes := []int{1000, 20000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, steps := range sizes {
		b.Run(fmt.Sprintf("steps=%d", steps), func(b *testing.B) {
			s := pagetest.Study("a", steps, 15)
			var html bytes.Buffer
			for b.Loop() {
				html.Reset()
				must.Do(page.Write(&html, must.Get(sections.Content{Studies: []sections.Study{s}}.Page())))
			}
			b.ReportMetric(float64(html.Len())/1e6, "MB")
		})
	}
}
