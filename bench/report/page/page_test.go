package page_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestColoursOfCanvas: no asset has a colour of its own. All stand in package figure.
func TestColoursOfCanvas(t *testing.T) {
	colour := regexp.MustCompile(`(?i)#([0-9a-f]{3}|[0-9a-f]{6})\b|\b(rgb|hsl)a?\(|: ?(white|black|red|green|blue)\b`)
	for _, c := range []string{"fill: #903600", `"#abc"`, "rgb(1, 2, 3)", "color: white;"} {
		must.Hold(t, colour.MatchString(c), "found no colour in", c)
	}
	files := must.Get(os.ReadDir("assets"))
	for _, f := range files {
		text := must.Get(os.ReadFile(filepath.Join("assets", f.Name())))
		for i, line := range strings.Split(string(text), "\n") {
			must.Equal(t, colour.FindString(line), "", "assets/", f.Name(), i+1, "a colour that is not in package figure")
		}
	}
}
