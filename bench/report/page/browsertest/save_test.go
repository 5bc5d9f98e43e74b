package browsertest_test

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/base/palette"
	"github.com/optgap/optgap/bench/report/page/pagetest"
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
	"#plot-waiting":       "average-loss-by-number-of-waiting-jobs",
	"#plot-ecdf":          "distribution-of-the-losses",
	"#plot-scatter":       "objective-of-fcfs-and-exact",
	"#chart-loss-average": "average-performance-loss-against-the-optimum-at-one-second",
}

// TestPDF saves charts that the script draws and one that the page holds as PDF. The table of each
// file tells where its objects are. It has the texts of the picture, and paints all its parts.
func TestPDF(t *testing.T) {
	b := show(t, pagetest.Study("a", 40, 5))
	b.explored(80)
	for selector, want := range pictures {
		name, text := b.saved(selector + ` button[aria-label^="save as PDF"]`)
		if name != want+".pdf" || !strings.HasPrefix(text, "%PDF-1.4\n") || !strings.HasSuffix(text, "%%EOF\n") {
			t.Errorf("%s: found %s, %.10q", selector, name, text)
			continue
		}
		checkObjects(t, text)
		_, drawn := b.saved(selector + ` button[aria-label^="save as SVG"]`)
		words := regexp.MustCompile(`<text[^>]*>([^<]+)</text>`).FindAllStringSubmatch(drawn, -1)
		if len(words) < 10 {
			t.Errorf("%s: found %d texts in the SVG, expected more", selector, len(words))
		}
		for _, w := range words {
			escaped := strings.NewReplacer("(", `\(`, ")", `\)`).Replace(html.UnescapeString(w[1]))
			if !strings.Contains(text, "("+escaped+") Tj") {
				t.Errorf("%s: found no text %q", selector, w[1])
			}
		}
		parts := len(regexp.MustCompile(`<(rect|line|polyline|polygon|path) `).FindAllString(drawn, -1))
		painted := len(regexp.MustCompile(`(?m)[ h](B|f|S|n) Q$`).FindAllString(text, -1))
		if painted != parts {
			t.Errorf("%s: found %d painted parts, expected %d", selector, painted, parts)
		}
		if wrong := regexp.MustCompile(`NaN|undefined|\de[-+]?\d`).FindString(
			regexp.MustCompile(`\(.*\) Tj`).ReplaceAllString(text, "")); wrong != "" {
			t.Errorf("%s: found %q, expected plain numbers", selector, wrong)
		}
		keep(t, name, text)
	}
	b.quiet()
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
	ink, dark := palette.Roles()[1].Light, palette.Dark
	if name != "gantt-chart-of-the-step.svg" || strings.Count(drawn, "data-job") != jobs ||
		!strings.Contains(drawn, fmt.Sprintf("rgb(%d, %d, %d)", ink.R, ink.G, ink.B)) ||
		strings.Contains(drawn, fmt.Sprintf("rgb(%d, %d, %d)", dark.R, dark.G, dark.B)) {
		t.Errorf("found %s with %d jobs of %d, or the colours of a dark screen", name, strings.Count(drawn, "data-job"), jobs)
	}
	name, text := b.saved(`#gantt-bar button[aria-label^="save as PDF"]`)
	checkObjects(t, text)
	title := eval[string](b, `document.querySelector("#gantt .name").textContent`)
	if name != "gantt-chart-of-the-step.pdf" || !strings.Contains(text, "("+title+") Tj") ||
		strings.Count(text, "re W n 0.7 G") < 2 {
		t.Errorf("found %s of %d bytes, expected the title %q and hatched processors", name, len(text), title)
	}
	keep(t, name, text)
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

// checkObjects follows the table of objects of a PDF.
func checkObjects(t *testing.T, text string) {
	t.Helper()
	_, end, _ := strings.Cut(text, "startxref\n")
	at, err := strconv.Atoi(strings.TrimSuffix(end, "\n%%EOF\n"))
	if err != nil || !strings.HasPrefix(text[min(at, len(text)):], "xref\n0 7\n") {
		t.Fatalf("found no table of objects at %d, error %v", at, err)
	}
	for i, line := range strings.Split(text[at:], "\n")[3:9] {
		place, err := strconv.Atoi(strings.TrimSuffix(line, " 00000 n "))
		if want := fmt.Sprintf("%d 0 obj\n", i+1); err != nil || !strings.HasPrefix(text[place:], want) {
			t.Errorf("found %.10q at %d, expected %q, error %v", text[place:], place, want, err)
		}
	}
	_, stream, _ := strings.Cut(text, "/Length ")
	length, stream, _ := strings.Cut(stream, " >>\nstream\n")
	if n, err := strconv.Atoi(length); err != nil || !strings.HasPrefix(stream[n:], "\nendstream\n") {
		t.Errorf("found a stream of another length than %s, error %v", length, err)
	}
}

// TestDownloads saves charts as SVG, and a table in both formats.
func TestDownloads(t *testing.T) {
	b := show(t, pagetest.Study("a", 40, 5))
	b.explored(80)
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
	if !strings.HasPrefix(text, "\\begin{tabular}{lrrrrr}\n") || strings.Count(text, `\\`) != len(lines) ||
		!strings.Contains(text, lines[1][0]+" & "+strings.ReplaceAll(lines[1][1], "%", `\%`)+" &") {
		t.Errorf("found %s", text)
	}
	b.quiet()
}
