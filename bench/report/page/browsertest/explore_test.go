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

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// explored waits until what is below the table shows so many rows.
func (b *browser) explored(rows int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.getElementById("explore").dataset.rows === "%d"`, rows))
}

// allColumns shows all columns that there are.
func (b *browser) allColumns() {
	b.t.Helper()
	b.do(`for (const i of document.querySelectorAll("#column-list input:not(:checked)")) i.click()`)
}

// lossesOf returns the losses on the steps of which keep holds, and the names of the schedulers.
func lossesOf(s sections.Study, keep func(jobs int) bool) (names []string, all loss.Row) {
	kept := slices.DeleteFunc(slices.Clone(s.Results), func(r record.Result) bool { return !keep(r.Jobs) })
	t := loss.Of(summary.Collect(kept), "", nil, s.Info.Of)
	return t.Schedulers, t.All
}

// within says whether a text shows a value that may be known as an interval alone, with four digits.
func within(text string, i confidence.Interval) bool {
	low, high, both := strings.Cut(strings.TrimSuffix(text, " %"), " to ")
	if !both {
		high = low
	}
	same := func(text string, want float64) bool {
		v, err := strconv.ParseFloat(text, 64)
		return err == nil && math.Abs(v-want) <= 0.00051*math.Abs(want)+1e-6
	}
	return same(low, i.Low) && same(high, i.High)
}

// TestExploreFollowsFilter: averages are those of the rows in the table. The losses are those of package loss.
func TestExploreFollowsFilter(t *testing.T) {
	s := pagetest.Study("a", 130, 8)
	b := show(t, s)
	for _, least := range []int{0, 6} {
		rows := 0
		for _, r := range s.Results {
			if r.Jobs >= least {
				rows++
			}
		}
		b.fill("from", strconv.Itoa(least))
		b.explored(rows)
		names, losses := lossesOf(s, func(jobs int) bool { return jobs >= least })
		found := rowsOf(b, "#policy-averages")
		must.Need(t, len(found) == len(names), "found", found, "expected", names)
		for k, d := range losses.Losses {
			if row := found[k]; row[0] != names[k] || row[1] != strconv.Itoa(losses.Steps) ||
				!within(row[2], d.Average) || !within(row[3], d.Median) || !within(row[4], d.Largest) {
				t.Errorf("at least %d jobs: found %q, expected %s, %+v", least, row, names[k], d)
			}
		}
		is(b, `document.querySelectorAll("#averages tbody tr").length`, 2)
		is(b, `document.querySelector("#averages tbody tr").cells[1].textContent`, strconv.Itoa(rows/2))
	}
}

// TestAnswerIsShown: the answer is within the first screen, and its pictures have a mark for each policy.
func TestAnswerIsShown(t *testing.T) {
	s := pagetest.Study("a", 130, 8)
	b := show(t, s)
	b.look("light", 1440, 900)
	for _, e := range []string{".sentence", "#chart-policy-losses svg", "#chart-loss svg"} {
		bottom := eval[float64](b, `document.querySelector("#answer `+e+`").getBoundingClientRect().bottom`)
		must.Hold(t, bottom <= 900, e, "ends at", bottom, "px, expected it on the first screen")
	}
	names, losses := lossesOf(s, func(int) bool { return true })
	const counted = `document.querySelector("#answer .sentence").textContent.includes("of %d steps")`
	is(b, fmt.Sprintf(counted, losses.Steps), true)
	is(b, `[...document.querySelectorAll("#chart-policy-losses .drawn:not(.narrow) title")]
		.filter((e) => e.textContent.includes("95 % interval")).length`, 2*len(names)) // certain and possible loss
}

// TestAddress: the address holds what is sorted, filtered, chosen and open. Another browser that
// opens it shows the same.
func TestAddress(t *testing.T) {
	s, other := pagetest.Study("a", 40, 5), pagetest.Study("b", 30, 5)
	b := show(t, s, other)
	b.fill("study", "b")
	b.fill("method", "exact")
	b.fill("from", "3")
	b.do(`document.querySelector('#column-list input[value="objective"]').click()`)
	b.run(chromedp.Click(`//div[@id="rows"]//th/button[text()="objective"]`))
	b.run(chromedp.Click(css(`#rows tr[data-row="2"]`)))
	b.until(`!document.getElementById("step").hidden && location.hash.includes("open=")`)
	const state = `[document.getElementById("count").textContent, document.getElementById("step-title").textContent,
		document.querySelector("#rows th[aria-sort]").textContent, document.querySelector("#rows th[aria-sort]").ariaSort,
		document.querySelector("#rows tr[data-row]").textContent].join("|")`
	want, hash := eval[string](b, state), eval[string](b, `location.hash`)
	again := open(t, b.file+hash)
	again.until(`!document.getElementById("step").hidden`)
	is(again, state, want)
	is(again, `location.hash`, hash)
	again.run(chromedp.Click(css("#step-close")), chromedp.Click(css(`#all-rows`)))
	again.until(`document.getElementById("count").textContent === "140 rows"`)
}

// TestFourKeys opens a step by at most four keys, which get the focus there, and goes back.
func TestFourKeys(t *testing.T) {
	b := show(t, pagetest.Study("a", 30, 5))
	b.run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	b.until(`document.activeElement.id === "rows"`)
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`document.activeElement.id === "step-title"`)
	is(b, `document.getElementById("step-title").textContent.startsWith("Step 0 of a:")`, true)
	b.run(chromedp.KeyEvent(kb.Escape))
	is(b, `document.activeElement.id`, "rows")
	b.run(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	b.until(`document.getElementById("step-title").textContent.startsWith("Step 3 of a:")`)
}

// TestWarnings counts and filters results with warnings, and those that something ended early.
func TestWarnings(t *testing.T) {
	s := pagetest.Study("a", 20, 5)
	s.Results[3].Warnings, s.Results[8].Warnings = []string{"weaker bounds", "no prices"}, []string{"weaker bounds"}
	s.Results[4].EndedBy = "memory_limit"
	b := show(t, s)
	is(b, `document.querySelector(".trouble").textContent.includes(", 2 carry warnings.")`, true)
	is(b, `document.querySelector(".trouble").textContent.includes("ended early")`, false)
	b.fill("warnings", "some")
	b.until(`document.getElementById("count").textContent === "2 of 40 rows"`)
	for i, row := range b.cells() {
		must.Equal(t, row["warnings"], []string{"2", "1"}[i], "row", i, "warnings")
	}
	b.fill("warnings", "")
	b.fill("ended_by", "memory_limit")
	b.until(`document.getElementById("count").textContent === "1 of 40 rows"`)
}

// TestNothingCut: at 1440 px the table is not wider than its box, and its first columns stay in
// sight where it is.
func TestNothingCut(t *testing.T) {
	b := show(t, pagetest.Study("a", 30, 5))
	b.look("light", 1440, 900)
	is(b, `document.getElementById("rows").scrollWidth - document.getElementById("rows").clientWidth`, 0)
	b.allColumns()
	b.do(`document.getElementById("rows").scrollLeft = 300`)
	for _, column := range []string{"index", "method"} {
		const place = `document.querySelector('#rows tbody td[data-column=%q]').getBoundingClientRect().left -
			document.getElementById("rows").getBoundingClientRect().left`
		if left := eval[float64](b, fmt.Sprintf(place, column)); math.Abs(left) > 150 || left < 0 {
			t.Errorf("%s stands %v px from the left, expected it in sight", column, left)
		}
	}
	is(b, `document.querySelector("#rows").scrollLeft > 0`, true)
}
