package browsertest_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// storedRows returns the rows of summary.csv of the studies, row by row, with the study in the first column.
func storedRows(studies ...sections.Study) (names []string, rows []map[string]string) {
	var all []record.Result
	var of []string
	for _, s := range studies {
		all = append(all, s.Results...)
		of = append(of, slices.Repeat([]string{s.Name}, len(s.Results))...)
	}
	stored := summary.Rows(all)
	names = []string{"study"}
	for _, c := range stored.Columns {
		names = append(names, c.Name)
	}
	for i, line := range stored.Rows {
		row := map[string]string{"study": of[i]}
		for c, name := range names[1:] {
			row[name] = line[c]
		}
		rows = append(rows, row)
	}
	return names, rows
}

// TestTableIsTheCSV reads all rows out of the table in the browser. Each number is that of
// results.csv, rounded to the digits that are shown, and the pointer is told the stored value.
func TestTableIsTheCSV(t *testing.T) {
	a, other := pagetest.Study("a", 90, 6), pagetest.Study("b", 40, 5)
	b := show(t, a, other)
	b.allColumns()
	_, stored := storedRows(a, other)
	shown, told := b.cells(), b.titles()
	must.Need(t, len(shown) == len(stored) && len(told) == len(stored),
		"found", len(shown), "rows and", len(told), "with stored values, expected", len(stored))
	numbers := 0
	for i, row := range shown {
		must.Need(t, len(row) >= 15, "row", i, "found the columns", row, "expected more")
		for name, text := range row {
			want, known := stored[i][name]
			if row["method"] == "policies" { // judged against the best schedule of any method
				switch quality := ownQuality(stored[i], stored[i+1]); name {
				case "quality":
					want = quality
				case "loss_percent":
					if v, err := strconv.ParseFloat(quality, 64); err == nil {
						want = format.Exact(100 * (1 - v))
					} else {
						want = ""
					}
				}
			}
			must.Need(t, known, "found a column", name, "that results.csv does not have")
			factor := map[string]float64{"gap": 100, "peak_memory_bytes": 1e-6}[name]
			must.Hold(t, sameNumber(text, want, factor), "row", i, name, "found", text, "expected", want)
			if title, told := told[i][name]; told {
				numbers++
				must.Equal(t, title, stored[i][name], "row", i, name, "the pointer is told")
			}
		}
	}
	must.Hold(t, numbers >= 5*len(stored), "found", numbers, "stored values, expected several a row")
}

// ownQuality returns the quality of the best policy against the schedule of another method; "": that has none.
func ownQuality(policies, other map[string]string) string {
	own, err := strconv.ParseFloat(policies["objective"], 64)
	best, none := strconv.ParseFloat(other["objective"], 64)
	if err != nil || none != nil {
		return ""
	}
	return format.Exact(min(own, best) / own)
}

// sameNumber says whether a text shows a stored value: the same word, or the number times a
// factor rounded to the digits that are shown. Factor 0 stands for 1.
func sameNumber(text, stored string, factor float64) bool {
	want, err := strconv.ParseFloat(stored, 64)
	if err != nil || stored == "" {
		return text == stored
	}
	if factor != 0 {
		want *= factor
	}
	plain, unit, _ := strings.Cut(strings.ReplaceAll(text, ",", ""), " ")
	if length, time := map[string]float64{"s": 1, "ms": 1e-3, "µs": 1e-6}[unit]; time {
		want, factor = want/length, 1/length
	}
	found, err := strconv.ParseFloat(plain, 64)
	_, digits, _ := strings.Cut(plain, ".")
	last := math.Pow10(-len(digits))
	rounded := factor != 0 || strings.ContainsAny(stored, ".e")
	return err == nil && math.Abs(found-want) <= 0.5000001*last && (rounded || found == want)
}

// TestStepIsTheCSV opens one step after the other by the keyboard. The values of each are all
// cells of results.csv that are not blank, as they are.
func TestStepIsTheCSV(t *testing.T) {
	s := pagetest.Study("a", 40, 6)
	b := show(t, s)
	names, stored := storedRows(s)
	b.run(chromedp.Focus(css("#rows")), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.Enter))
	for first := 0; first < len(stored); first += 2 {
		if first > 0 {
			b.run(chromedp.Focus(css("#step-title")), chromedp.KeyEvent("n"))
		}
		index := stored[first]["index"]
		b.until(fmt.Sprintf(`document.querySelector("#values tr:nth-child(2) td")?.textContent === %q &&
			document.getElementById("step-title").textContent.startsWith("Step %s of")`, index, index))
		values := eval[map[string][]string](b, `Object.fromEntries([...document.querySelectorAll("#values tr")].map(
			(tr) => [tr.cells[0].textContent, [...tr.cells].slice(1).map((td) => td.textContent)]))`)
		there := 0
		for _, name := range names[1:] { // without the name of the study
			x, y := stored[first][name], stored[first+1][name]
			found := values[name]
			if x == "" && y == "" {
				must.Hold(t, found == nil,
					"step", stored[first]["index"], name, "found", found, "expected none")
				continue
			}
			if there++; len(found) != 2 || found[0] != x || found[1] != y {
				t.Errorf("step %s, %s: found %q, expected %q and %q", stored[first]["index"], name, found, x, y)
			}
		}
		must.Hold(t, there == len(values) && there >= 15,
			"step", stored[first]["index"], "found", len(values), "values, expected", there)
	}
	for _, name := range []string{"cpu_seconds", "wall_seconds", "peak_memory_bytes"} {
		is(b, fmt.Sprintf(`[...document.querySelectorAll("#values th")].some((th) => th.textContent === %q)`, name), true)
	}
}

// TestSortedByTime: tables are sorted by times, whatever their units.
func TestSortedByTime(t *testing.T) {
	s := pagetest.Study("a", 60, 2)
	for i := range s.Results {
		s.Results[i].SolveSeconds = []float64{9e-4, 3}[i%2] // 900 µs, and 3 s
	}
	b := show(t, s)
	const methods = `document.querySelector("#methods table")`
	for _, want := range []string{"exact,policies", "policies,exact"} {
		b.do(`[...` + methods + `.tHead.querySelectorAll("button")].find((h) => h.textContent.includes("average")).click()`)
		is(b, `[...`+methods+`.tBodies[0].rows].map((row) => row.cells[0].textContent).join()`, want)
	}
}
