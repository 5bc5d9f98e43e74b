package browsertest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/internal/report/pagetest"
	"github.com/optgap/optgap/bench/results/summary"
)

// totalsOf returns what `optgap library list --totals --format json` prints of lines, as programs read it.
func totalsOf(t *testing.T, lines []summary.LibraryLine) (totals []map[string]any) {
	t.Helper()
	text, err := json.Marshal(summary.LibraryTotals(lines))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &totals); err != nil {
		t.Fatal(err)
	}
	return totals
}

// TestLibrary holds the first tables of the page of a library against the totals in JSON, and opens a
// step of each objective by its link. Nothing is cut on a phone.
func TestLibrary(t *testing.T) {
	c := pagetest.Library(60)
	b := showContent(t, c)
	totals := totalsOf(t, c.Library.Lines)
	classes := rowsOf(b, "#answer > .sentence + .scroll")
	if len(classes) != 4 || len(totals) != 12 {
		t.Fatalf("found %d rows and %d totals, expected 2 sets x 2 classes, x 3 objectives", len(classes), len(totals))
	}
	objectives := []string{"artww", "art", "sld"}
	same := func(total map[string]any, field, text string, factor float64) {
		t.Helper()
		stored := ""
		if v, ok := total[field].(float64); ok {
			stored = strconv.FormatFloat(v, 'g', -1, 64)
		}
		if !sameNumber(text, stored, factor) {
			t.Errorf("%v, %v, %v, %s: found %q, expected %s", total["set"], total["class"], total["objective_name"],
				field, text, stored)
		}
	}
	for _, total := range totals {
		i := slices.IndexFunc(classes, func(row []string) bool { return row[0] == total["set"] && row[1] == total["class"] })
		k := slices.Index(objectives, total["objective_name"].(string))
		if i < 0 || k < 0 {
			t.Fatalf("found no row of %v", total)
		}
		var proven, entries, gap, loss, low, high string
		if _, err := fmt.Sscanf(classes[i][2+k], "%s of %s", &proven, &entries); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(classes[i][5+k], "%s %%", &gap); err != nil {
			t.Fatal(err)
		}
		form, found := "%s %%", []any{&loss}
		if total["proven_loss_low"] != nil { // equal losses have no interval
			form, found = "%s %% (%s to %s %%)", append(found, &low, &high)
		}
		if _, err := fmt.Sscanf(classes[i][8+k], form, found...); err != nil {
			t.Fatalf("%q: %v", classes[i][8+k], err)
		}
		same(total, "optimal", proven, 1)
		same(total, "entries", entries, 1)
		same(total, "mean_gap", gap, 100)
		same(total, "proven_loss_percent", loss, 1)
		same(total, "proven_loss_low", strings.TrimPrefix(low, "("), 1)
		same(total, "proven_loss_high", high, 1)
	}
	sum := func(fields ...string) (n float64) {
		for _, total := range totals {
			for _, f := range fields {
				n += total[f].(float64)
			}
		}
		return n
	}
	foot := eval[[]string](b, `[...document.querySelectorAll("#answer tfoot td")].map((td) => td.textContent)`)
	want := []string{"all"}
	for _, n := range []float64{
		sum("optimal"), sum("by_certificate"), sum("by_search"), sum("entries") - sum("optimal"),
	} {
		want = append(want, strconv.FormatFloat(n, 'f', -1, 64))
	}
	if !slices.Equal(foot, want) {
		t.Errorf("proofs: found %q, expected %q", foot, want)
	}
	opened := map[string]bool{}
	for k, row := range rowsOf(b, "#notable .scroll:first-of-type")[:6] {
		objective := row[4]
		opened[objective] = true
		b.run(chromedp.Click(css(fmt.Sprintf(`#notable tbody tr:nth-child(%d) button`, k+1))))
		command := "optgap library show --dir made-up " + row[0]
		b.until(`document.querySelector("#step-command code").textContent === "` + command + `"`)
		b.until(`document.getElementById("gantt").textContent.includes("` + objective + ` ")`)
	}
	if len(opened) != 3 {
		t.Errorf("opened steps of %v, expected three objectives", opened)
	}
	is(b, `document.querySelectorAll("#rows tbody tr").length > 10`, true)
	is(b, `document.getElementById("failures") === null`, true)
	is(b, `[...document.querySelectorAll("#filters select[name=study] option")].map((o) => o.textContent).join("; ")`,
		"all; even, ARTwW; even, ART; even, SLD; hard, ARTwW; hard, ART; hard, SLD")
	for _, look := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			b.look(look, width, 1100)
			b.do(`scrollTo(0, 0)`)
			b.screenshot(fmt.Sprintf("library-%s-%d", look, width))
			if wide := eval[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("the page is %d wide, the window %d", wide, width)
			}
		}
	}
	b.quiet()
}
