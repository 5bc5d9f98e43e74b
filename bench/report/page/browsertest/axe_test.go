package browsertest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/sections"
)

// axeVersion is the version of axe-core (Deque Systems, Mozilla Public License 2.0) that finds what
// keeps people from using the page. It is taken from npm, kept in the user's cache and part of
// nothing that users get.
const axeVersion = "4.14.1"

// axe returns the script of axe-core. The test is skipped where npm cannot get it.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("found no folder for the cache: ", err)
	}
	dir := filepath.Join(cache, "optgap", "axe-core-"+axeVersion)
	script := filepath.Join(dir, "package", "axe.min.js")
	if _, err := os.Stat(script); err != nil {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Skip(err)
		}
		for _, command := range [][]string{
			{"npm", "pack", "--silent", "axe-core@" + axeVersion}, {"tar", "xzf", "axe-core-" + axeVersion + ".tgz"},
		} {
			run := exec.Command(command[0], command[1:]...)
			run.Dir = dir
			if out, err := run.CombinedOutput(); err != nil {
				t.Skipf("%s: %v: %s", strings.Join(command, " "), err, out)
			}
		}
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Skip(err)
	}
	return string(text)
}

// finding is a rule that a page breaks.
type finding struct {
	ID     string   `json:"id"`
	Impact string   `json:"impact"`
	Help   string   `json:"help"`
	Nodes  []string `json:"nodes"`
}

// TestAccessible runs axe-core on pages of all kinds, light and dark, wide and on a phone. Nothing
// serious or critical is found.
func TestAccessible(t *testing.T) {
	script := axe(t)
	troubled := pagetest.Study("a", 40, 6)
	troubled.Results[3].Warnings, troubled.Info.Command = []string{"weaker bounds"}, "optgap study a.swf"
	for name, c := range map[string]sections.Content{
		"one":    {Studies: []sections.Study{troubled}},
		"matrix": {Studies: []sections.Study{troubled, pagetest.Study("b", 30, 5)}},
		"parts":  {Parts: []sections.Part{pagetest.Sweep("s"), pagetest.Moldable("m")}},
	} {
		t.Run(name, func(t *testing.T) {
			b := showContent(t, c)
			b.run(chromedp.Evaluate[chromedp.Void](script + "; undefined"))
			if len(c.Studies) > 0 {
				b.run(chromedp.Click(css(`#rows tr[data-row="1"]`)))
				b.until(`document.querySelectorAll("#gantt rect.job").length > 0`)
			}
			for _, look := range []struct {
				scheme string
				width  int64
			}{{"light", 1440}, {"dark", 1440}, {"light", 390}} {
				b.look(look.scheme, look.width, 900)
				found := eval[[]finding](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map((v) => ({
					id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)) })))`)
				for _, f := range found {
					say := t.Logf
					if f.Impact == "serious" || f.Impact == "critical" {
						say = t.Errorf
					}
					say("%s, %d px: %s, %s: %s\n%s", look.scheme, look.width, f.Impact, f.ID, f.Help,
						strings.Join(f.Nodes, "\n"))
				}
			}
		})
	}
}
