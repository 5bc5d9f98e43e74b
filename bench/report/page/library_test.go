package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/internal/report/pagetest"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
)

// TestLibrary: the page says how much is proven, names the hardest step of each class and objective,
// and says what all rests on. Equal content gives equal bytes.
func TestLibrary(t *testing.T) {
	c := pagetest.Library(30)
	html := htmlOf(t, c)
	proven, all := 0, 0
	hardest := map[string]summary.LibraryLine{}
	for _, l := range c.Library.Lines {
		if l.ObjectiveName == "art" {
			if all++; l.Proven() {
				proven++
			}
		}
		key := l.Class + l.ObjectiveName
		if h, known := hardest[key]; !l.Proven() && (!known || *l.Gap > *h.Gap) {
			hardest[key] = l
		}
	}
	for _, want := range []string{
		fmt.Sprintf("%d of %d steps under ART (", proven, all),
		"There the best usual scheduler of each step loses ",
		"<code>optgap library show --dir made-up INDEX</code>",
		"to check all values: <code>optgap library check --dir made-up</code>",
		"Written on 2026-01-02 by optgap v1. CC0 1.0", "<pre>set: even\n</pre>",
		"Usual schedulers", "What the proofs rest on",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if len(hardest) != 6 {
		t.Fatalf("found %d classes and objectives, expected 6", len(hardest))
	}
	for key, l := range hardest {
		if !strings.Contains(html, fmt.Sprintf(`data-step="%d"`, l.Index)) {
			t.Errorf("%s: the page does not name step %d, the hardest", key, l.Index)
		}
	}
	if again := htmlOf(t, pagetest.Library(30)); again != html {
		t.Error("equal content gives other bytes")
	}
}

// TestLibraryWithoutProofs: nothing is lost where nothing is proven, and no table is about it.
func TestLibraryWithoutProofs(t *testing.T) {
	c := pagetest.Library(30)
	c.Library.Lines = slices.DeleteFunc(c.Library.Lines, summary.LibraryLine.Proven)
	html := htmlOf(t, c)
	for text, want := range map[string]bool{
		"Proven optimal: 0 of": true, "best usual scheduler of each step loses": false,
		"Open steps with the largest gap": true, "Proven steps on which": false, "What the proofs rest on": true,
	} {
		if strings.Contains(html, text) != want {
			t.Errorf("%q: found %v, expected %v", text, !want, want)
		}
	}
}

// TestUnmadeSet: a set whose steps are not here counts, but none of its steps can be opened.
func TestUnmadeSet(t *testing.T) {
	c := pagetest.Library(30)
	unmade := c.Library.Lines[len(c.Library.Lines)-1].Set
	c.Library.Sets[1].Unmade = true
	c.Studies = slices.DeleteFunc(c.Studies, func(s page.Study) bool { return strings.HasPrefix(s.Name, unmade) })
	html, lines := htmlOf(t, c), 0
	for _, l := range c.Library.Lines {
		if l.ObjectiveName == "art" {
			lines++
		}
		if l.Set == unmade && strings.Contains(html, fmt.Sprintf(`data-step="%d"`, l.Index)) {
			t.Errorf("the page names step %d, which it does not have", l.Index)
		}
	}
	for _, want := range []string{fmt.Sprintf("of %d steps under ART", lines), "not here: optgap library make"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
