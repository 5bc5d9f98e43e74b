package browsertest_test

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/internal/report/pagetest"
)

// saved returns what a click on a button would save. A text has a rune for each byte.
func (b *browser) saved(selector string) (name, text string) {
	b.t.Helper()
	found := eval[[]string](b, `new Promise((done) => {
		let name = "";
		HTMLAnchorElement.prototype.click = function () { name = this.download; };
		URL.createObjectURL = (blob) => {
			blob.arrayBuffer().then((bytes) => done([name, new TextDecoder("latin1").decode(bytes)]));
			return "#";
		};
		document.querySelector(`+strconv.Quote(selector)+`).click();
	})`)
	return found[0], found[1]
}

// pictures are the charts that the tests save, and the name of their files.
var pictures = map[string]string{
	"#chart-policy-losses": "average-performance-loss-against-the-optimum",
	"#chart-loss-average":  "average-loss-by-number-of-waiting-jobs",
	"#chart-loss":          "performance-loss-against-the-optimum-at-one-second",
}

// TestGanttIsSaved saves the Gantt chart of a step on a dark screen: with all jobs, in the colours of
// paper, and without any style of the page.
func TestGanttIsSaved(t *testing.T) {
	b := show(t, pagetest.Study("a", 20, 5))
	b.look("dark", 1280, 900)
	b.run(chromedp.Click(css(`#rows tr[data-row="2"]`)))
	b.until(`document.querySelectorAll("#gantt rect.job").length > 1`)
	jobs := eval[int](b, `document.querySelectorAll("#gantt rect.job").length`)
	name, drawn := b.saved(`#gantt-bar button[aria-label^="save as SVG"]`)
	ink, dark := canvas.Roles()[1].Light, canvas.DarkPaper
	if name != "gantt-chart-of-the-step.svg" || strings.Count(drawn, "data-job") != jobs ||
		!strings.Contains(drawn, canvas.Hex(ink)) || strings.Contains(drawn, canvas.Hex(dark)) ||
		strings.Contains(drawn, "var(") {
		t.Errorf("found %s with %d jobs of %d, or the colours of a dark screen", name, strings.Count(drawn, "data-job"), jobs)
	}
	keep(t, name, drawn)
	b.quiet()
}

// keep writes a file where the environment names a folder, for people to look at.
func keep(t *testing.T, name, text string) {
	t.Helper()
	if dir := os.Getenv("OPTGAP_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDownloads saves charts as SVG, and a table in both formats.
func TestDownloads(t *testing.T) {
	b := show(t, pagetest.Study("a", 40, 5))
	for selector, want := range pictures {
		name, text := b.saved(selector + ` button[aria-label^="save as SVG"]`)
		if name != want+".svg" || !strings.Contains(text, `xmlns="http://www.w3.org/2000/svg"`) {
			t.Errorf("%s: found %s of %d bytes", selector, name, len(text))
		}
		for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", selector, err)
				break
			}
		}
	}
	shown := rowsOf(b, "#answer table")
	_, text := b.saved(`#answer button[aria-label^="save as CSV"]`)
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !slices.EqualFunc(lines[1:], shown, slices.Equal) {
		t.Errorf("found %q, error %v, expected %q", lines, err, shown)
	}
	_, text = b.saved(`#answer button[aria-label^="save as LaTeX"]`)
	if !strings.HasPrefix(text, "\\begin{tabular}{lrrrrrr}\n") || strings.Count(text, `\\`) != len(lines) ||
		!strings.Contains(text, lines[1][0]+" & "+strings.ReplaceAll(lines[1][1], "%", `\%`)+" &") {
		t.Errorf("found %s", text)
	}
	b.quiet()
}
