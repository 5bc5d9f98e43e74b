package browsertest_test

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// allCells turns over all pages of the table and returns what there is of all rows by column: a property
// of each cell.
const allCells = `(() => {
	const [before, after] = ["page-before", "page-after"].map((id) => document.getElementById(id)), rows = [];
	while (!before.disabled) before.click();
	for (;;) {
		for (const tr of document.querySelectorAll("#rows tr[data-row]")) {
			const cells = [...tr.cells].filter((td) => td.%[1]s || %[2]t);
			rows.push(Object.fromEntries(cells.map((td) => [td.dataset.column, td.%[1]s])));
		}
		if (after.disabled) return rows;
		after.click();
	}
})()`

// cells returns the text of all cells.
func (b *browser) cells() []map[string]string {
	b.t.Helper()
	return eval[[]map[string]string](b, fmt.Sprintf(allCells, "textContent", true))
}

// titles returns what the pointer is told of cells, where it is told something.
func (b *browser) titles() []map[string]string {
	b.t.Helper()
	return eval[[]map[string]string](b, fmt.Sprintf(allCells, "title", false))
}

// fill fills in a field of the form. What follows waits for the rows.
func (b *browser) fill(name, value string) {
	b.t.Helper()
	b.run(chromedp.SetValue(css(fmt.Sprintf(`#filters [name=%q]`, name)), value))
	b.do(`document.getElementById("filters").dispatchEvent(new Event("input"))`)
}

// TestSortAndFilter clicks on headings and fills in the form.
func TestSortAndFilter(t *testing.T) {
	first, second := pagetest.Study("first", 60, 6), pagetest.Study("second", 40, 6)
	b := show(t, first, second)
	b.allColumns()
	b.until(`document.getElementById("count").textContent === "200 rows"`)
	heading := func(text string) {
		t.Helper()
		b.run(chromedp.Click(fmt.Sprintf(`//div[@id="rows"]//th/button[text()=%q]`, text)))
	}
	sorted := func(name string, compare func(a, b float64) bool) {
		t.Helper()
		blank := false
		var before *float64
		for i, row := range b.cells() {
			if row[name] == "" {
				blank = true
				continue
			}
			v, err := strconv.ParseFloat(strings.ReplaceAll(row[name], ",", ""), 64)
			if err != nil || blank || before != nil && !compare(*before, v) {
				t.Fatalf("row %d: found %s %q, error %v", i, name, row[name], err)
			}
			before = &v
		}
	}
	heading("objective")
	sorted("objective", func(a, b float64) bool { return a >= b })
	is(b, `document.querySelectorAll('#rows th[aria-sort="descending"]').length`, 1)
	heading("objective")
	sorted("objective", func(a, b float64) bool { return a <= b })

	b.fill("study", "second")
	b.fill("method", "exact")
	b.fill("from", "5")
	n := 0
	for _, r := range second.Results {
		if r.Method == "exact" && r.Jobs >= 5 {
			n++
		}
	}
	b.until(fmt.Sprintf(`document.getElementById("count").textContent === "%d of 200 rows"`, n))
	for _, row := range b.cells() {
		jobs, _ := strconv.Atoi(row["jobs"])
		must.Hold(t, row["study"] == "second" && row["method"] == "exact" && jobs >= 5, "found", row)
	}
	b.fill("status", "crashed")
	b.until(`document.getElementById("count").textContent !== "` + fmt.Sprint(n) + ` of 200 rows"`)
	for _, row := range b.cells() {
		must.Equal(t, row["status"], "crashed", row)
	}
	b.run(chromedp.Click(css(`#all-rows`)))
	b.until(`document.getElementById("count").textContent === "200 rows"`)
	is(b, `document.querySelectorAll("#charts svg").length > 4`, true)
	is(b, `document.querySelectorAll("#charts svg title").length > 50`, true)
}

// gained returns the step on which exact gains most in objective, and the gain.
func gained(s sections.Study) (step optgap.Step, r record.Result, gain int64) {
	for i, result := range s.Results {
		if result.Method == "exact" && summary.Solved(&result) {
			if g := result.Policies[result.BestPolicy].Objective - result.Objective; g > gain {
				step, r, gain = s.Steps[i/2], result, g
			}
		}
	}
	return step, r, gain
}

// openStep opens one of 130 steps by the keyboard.
func (b *browser) openStep(index int) {
	b.t.Helper()
	b.fill("index", strconv.Itoa(index))
	b.until(`document.getElementById("count").textContent === "2 of 260 rows"`)
	b.run(chromedp.Focus(css("#rows")), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown),
		chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelectorAll("#gantt rect.job").length > 0`)
}

// TestSlowdown opens a step of a study that minimises the average slowdown. The page names it, and the
// costs of the jobs are in slowdowns: those of the best policy's plan, less those of the method's schedule.
func TestSlowdown(t *testing.T) {
	s := pagetest.Minimising(optgap.ObjectiveSLD, "a", 130, 8)
	step, result, gain := gained(s)
	must.Need(t, gain != 0, "no step with a gain")
	b := show(t, s)
	is(b, `[...document.querySelectorAll("#rows th")].map((th) => th.textContent).includes("SLD")`, true)
	is(b, `document.querySelector("#losses p").textContent.startsWith("Average performance loss in SLD,")`, true)
	b.openStep(step.Index)
	policy := step.ObjectiveValue(result.Policies[result.BestPolicy].Objective)
	more := (policy - step.ObjectiveValue(result.Objective)) * float64(len(step.Jobs))
	is(b, `document.getElementById("difference").textContent`, format.Decimal(more, 4))
	is(b, `document.querySelector("#moves thead th:last-child").textContent`, "costs above [slowdown]")
}

// TestGantt opens a step by the keyboard, points, zooms and goes on to the next.
func TestGantt(t *testing.T) {
	s := pagetest.Study("a", 130, 8)
	step, result, gain := gained(s)
	must.Need(t, gain != 0, "no step with a gain")
	b := show(t, s)
	b.openStep(step.Index)

	// Both schedules have all jobs, and the costs of the jobs add up to what is gained.
	is(b, `new Set([...document.querySelectorAll("#gantt rect.job")].map((r) => r.dataset.job)).size`, len(step.Jobs))
	is(b, `document.getElementById("difference").textContent`, format.Integer(gain))
	is(b, `document.querySelectorAll("#gantt .name").length`, 2)
	critical := eval[int](b, `new Set([...document.querySelectorAll("#gantt .critical")].map((r) => r.dataset.job)).size`)
	must.Hold(t, critical >= 1 && critical <= 8, "found", critical, "critical jobs")
	values := eval[string](b, `document.getElementById("values").textContent`)
	must.Contain(t, values, strconv.FormatInt(result.Objective, 10), "objective")

	// The average of the schedule below is that of the result.
	is(b, fmt.Sprintf(`document.querySelector("#gantt").textContent.includes("ARTwW %s s; makespan")`,
		format.Decimal(result.ARTwW, 1)), true)

	// Hover, zoom and move.
	b.run(chromedp.ScrollIntoView(css("#gantt")))
	const wide = `[...document.querySelectorAll(%q)].find((r) => r.getBoundingClientRect().width > 6)`
	job := eval[int](b, fmt.Sprintf(`Number(`+wide+`.dataset.job)`, "#gantt rect.job"))
	place := eval[[]float64](b, fmt.Sprintf(`(() => {
		const r = `+wide+`.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, fmt.Sprintf(`#gantt [data-job="%d"]`, job)))
	b.run(chromedp.MouseEvent("mouseMoved", place[0], place[1]))
	b.until(fmt.Sprintf(`document.getElementById("hovered").textContent.startsWith("job %d:")`, step.Jobs[job].ID))
	width := `Math.max(...[...document.querySelectorAll("#gantt rect.job")].map((r) => Number(r.getAttribute("width"))))`
	before := eval[float64](b, width)
	b.run(chromedp.Focus(css("#gantt")), chromedp.KeyEvent("+"))
	if after := eval[float64](b, width); after < 1.9*before || after > 2.1*before {
		t.Errorf("zoomed in: found a job %v wide, before %v", after, before)
	}
	b.run(chromedp.Click(css("#zoom-all")))
	is(b, width, before)
	b.run(chromedp.SetValue(css("#gantt-below"), "0"))
	b.do(`document.getElementById("gantt-below").dispatchEvent(new Event("change"))`)
	is(b, `document.querySelectorAll("#gantt .name").length`, 1)

	// The next step in the order of the table, and back; a step whose search crashed.
	b.run(chromedp.Click(css(`#all-rows`)))
	b.until(`document.getElementById("count").textContent === "260 rows"`)
	title := func(index int) string {
		return fmt.Sprintf(`document.getElementById("step-title").textContent.startsWith("Step %s of a:")`,
			format.Integer(index))
	}
	b.run(chromedp.Focus(css("#gantt")), chromedp.KeyEvent("p"))
	b.until(title(step.Index - 3))
	b.run(chromedp.Click(css("#step-after")))
	b.until(title(step.Index))
	b.run(chromedp.Click(css(`#failures button[data-step]`)))
	crash := s.Results[slices.IndexFunc(s.Results, func(r record.Result) bool { return r.Status == optgap.StatusCrashed })]
	b.until(title(crash.Index))
	b.until(`document.getElementById("gantt").textContent.includes("no schedule of its own")`)
	b.run(chromedp.KeyEvent(kb.Escape))
	is(b, `document.getElementById("step").hidden`, true)
}

// TestLooks shows the page in light, dark and as wide as a phone: the paper is light or dark, and
// the page is not wider than the window.
func TestLooks(t *testing.T) {
	a, other := pagetest.Study("a", 130, 8), pagetest.Study("b", 60, 5)
	step, _, _ := gained(a)
	b := show(t, a, other)
	b.fill("index", strconv.Itoa(step.Index))
	b.until(`[2, 4].includes(document.querySelectorAll("#rows tr[data-row]").length)`)
	for _, c := range []struct {
		name, scheme  string
		width, height int64
		light         bool
	}{
		{"light", "light", 1280, 900, true}, {"dark", "dark", 1280, 900, false},
		{"phone", "light", 390, 844, true}, {"phone-dark", "dark", 390, 844, false},
	} {
		b.look(c.scheme, c.width, c.height)
		b.run(chromedp.Click(css(`#rows tr[data-row="1"]`)))
		b.until(`document.querySelectorAll("#gantt rect.job").length > 0`)
		for _, part := range []string{
			"answer", "results", "step", "explore", "charts", "losses", "failures", "asked",
		} {
			b.do(fmt.Sprintf(`document.getElementById(%q).scrollIntoView({ behavior: "instant" })`, part))
			picture := b.screenshot(c.name + "-" + part)
			bright := brightness(picture)
			must.Equal(t, bright > 0.5, c.light, c.name, part, "brightness", bright)
		}
		wide := eval[int64](b, `document.documentElement.scrollWidth`)
		must.Hold(t, wide <= c.width, c.name, "the page is", wide, "wide, the window", c.width)
	}
}

// brightness returns the mean of a picture's pixels, 0 to 1.
func brightness(picture image.Image) float64 {
	sum, n := 0.0, 0.0
	size := picture.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y += 7 {
		for x := size.Min.X; x < size.Max.X; x += 7 {
			r, g, b, _ := picture.At(x, y).RGBA()
			sum, n = sum+float64(r+g+b)/3/0xffff, n+1
		}
	}
	return sum / n
}

// TestPrint shows that paper gets the page of the rows that is shown, and says which it is.
func TestPrint(t *testing.T) {
	b := show(t, pagetest.Study("a", 130, 4))
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	must.Need(t, err == nil && bytes.HasPrefix(pdf, []byte("%PDF")),
		"found", len(pdf), "bytes, error", err)
	is(b, `document.getElementById("paged").textContent`, "Rows 1 to 200 of 260.")
	is(b, `document.querySelectorAll("#rows tr[data-row]").length`, 200)
	b.run(chromedp.Click(css("#page-after")))
	is(b, `document.getElementById("paged").textContent`, "Rows 201 to 260 of 260.")
}

// TestManySteps shows that only a page of the rows is in the document, however many there are.
func TestManySteps(t *testing.T) {
	steps := 20000
	if testing.Short() {
		steps = 2000
	}
	s := pagetest.Study("a", steps, 5)
	b := show(t, s)
	b.until(fmt.Sprintf(`document.getElementById("count").textContent === "%s rows"`, format.Integer(2*steps)))
	rows := eval[int](b, `document.querySelectorAll("#rows tr").length`)
	must.Hold(t, rows >= 10 && rows <= 201, "found", rows, "rows in the document")
	b.run(chromedp.Focus(css("#rows")), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelectorAll("#gantt svg").length === 1`)
	is(b, fmt.Sprintf(`document.querySelector("#rows tr.chosen").dataset.row === "%d"`, 2*steps-1), true)
}

// TestKeyboard presses Tab until the focus was everywhere: at each link, button, field and
// chart that can be seen. Then it sorts and filters by keys alone.
func TestKeyboard(t *testing.T) {
	b := show(t, pagetest.Study("a", 30, 5))
	const able = `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]` +
		`.filter((e) => e.checkVisibility())`
	b.do(`document.addEventListener("focusin", (e) => { e.target.dataset.seen = "yes"; })`)
	n := eval[int](b, able+`.length`)
	for range n + 20 { // scrolled boxes take the focus too
		b.run(chromedp.KeyEvent(kb.Tab))
	}
	const unseen = able + `.filter((e) => e.dataset.seen !== "yes").map((e) => e.outerHTML.slice(0, 120))`
	for _, missed := range eval[[]string](b, unseen) {
		t.Errorf("the focus was never at %s", missed)
	}
	must.Hold(t, n >= 30, "found", n, "places for the focus, expected more")
	b.run(chromedp.Focus(css(`#rows [data-column="jobs"] button`)), chromedp.KeyEvent(kb.Enter))
	is(b, `document.querySelector('#rows [data-column="jobs"]').ariaSort`, "descending")
	b.run(chromedp.Focus(css(`#filters [name="index"]`)), chromedp.KeyEvent("9"))
	b.until(`document.getElementById("count").textContent === "2 of 60 rows"`)
}
