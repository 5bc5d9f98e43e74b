package browsertest_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
)

// rowsOf returns the cells of all rows of the tables that a selector finds.
func rowsOf(b *browser, selector string) [][]string {
	b.t.Helper()
	return eval[[][]string](b, `[...document.querySelectorAll("`+selector+` tbody tr")]`+
		`.map((tr) => [...tr.cells].map((td) => td.textContent))`)
}

// TestParts shows sweeps and results for moldable jobs, without any study and beside one. All
// stored values are those of the CSV, and a click on a heading sorts.
func TestParts(t *testing.T) {
	runs, results := pagetest.Sweep("loads"), pagetest.Moldable("mixed")
	for name, c := range map[string]sections.Content{
		"alone": {Parts: []sections.Part{runs, results}},
		"beside-others": {
			Studies: []sections.Study{pagetest.Study("a", 12, 4)},
			Parts:   []sections.Part{pagetest.Sweep("first"), runs, pagetest.Moldable("other"), results},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := showContent(t, c)
			b.do(`for (const d of document.querySelectorAll("details")) d.open = true`)
			var text bytes.Buffer
			must.Do(sweep.Rows(runs.Runs).Write(&text, table.CSV))
			lines := must.Get(csv.NewReader(&text).ReadAll())
			if got := rowsOf(b, "#replays details .scroll:last-of-type"); !slices.EqualFunc(got, lines[1:], slices.Equal) {
				t.Errorf("found %q, expected %q", got, lines[1:])
			}
			want := experiment.Rows(results.Results).Rows
			if got := rowsOf(b, "#moldables details .scroll:last-of-type"); !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("found %q, expected %q", got, want)
			}
			// 12 ratios (100 + i) / 80 and 11 of them without i = 11, one less above the line.
			averages := rowsOf(b, "#moldables section > .scroll, #moldables > .scroll")
			if first := averages[0]; first[0] != "gang" || first[3] != "1.3187" || first[4] != "1.2500" {
				t.Errorf("found %q", first)
			}
			if second := averages[1]; second[0] != "bicriteria" || second[1] != "12" || second[2] != "11" ||
				second[3] != "1.3000" {
				t.Errorf("found %q", second)
			}
			b.run(chromedp.Click(`(//section[@id="replays"]/div//th/button[starts-with(text(), "ARTwW")])[1]`))
			var sorted []string
			for _, row := range rowsOf(b, "#replays > .scroll")[:6] {
				sorted = append(sorted, row[2])
			}
			if want := "1,200 1,170 1,100 1,070 1,000 970.2"; strings.Join(sorted, " ") != want {
				t.Errorf("sorted by ARTwW found %q, expected %s", sorted, want)
			}
			is(b, `document.querySelectorAll("#replays figure svg").length >= 4`, true)
			is(b, `document.getElementById("results") !== null`, len(c.Studies) > 0)
			for _, width := range []int64{1280, 390} {
				b.look("light", width, 800)
				b.screenshot(name)
				wide := eval[int64](b, `document.documentElement.scrollWidth`)
				must.Hold(t, wide <= width, "the page is", wide, "wide, the window", width)
			}
		})
	}
}

// TestChartsOnPhones: at 390 px charts that the page holds are as wide as the screen at most, with text of
// at least 9 px.
func TestChartsOnPhones(t *testing.T) {
	b := showContent(t, sections.Content{Studies: []sections.Study{pagetest.Study("a", 60, 6), pagetest.Study("b", 50, 6)},
		Parts: []sections.Part{pagetest.Sweep("loads")}})
	for width, least := range map[int64]float64{390: 9, 1280: 8} {
		b.look("light", width, 844)
		sizes := eval[[][2]float64](b, `[...document.querySelectorAll(".charts svg")]
			.filter((e) => e.checkVisibility()).map((e) => {
			const zoom = e.getBoundingClientRect().width / e.viewBox.baseVal.width;
			const fonts = [...e.querySelectorAll("text")].map((t) => zoom * parseFloat(getComputedStyle(t).fontSize));
			return [e.getBoundingClientRect().width, Math.min(...fonts)];
		})`)
		if want := eval[int](b, `document.querySelectorAll(".charts figure").length`); len(sizes) != want || want < 8 {
			t.Errorf("%d px: found %d pictures in %d charts", width, len(sizes), want)
		}
		for i, s := range sizes {
			must.Hold(t, s[0] <= float64(width) && s[1] >= least,
				width, "px, chart", i, s[0], "px wide, text of", s[1], "px, expected at least", least)
		}
	}
}
