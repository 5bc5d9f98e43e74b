package page

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
)

// styles maps well-known names to the numbers of their looks, as package figure does.
var styles = map[string]int{
	"fcfs": 0, "sjf": 1, "ljf": 2, "dynp": 3, "dynp-advanced": 3,
	"basic dynp": 4, "basic-dynp": 4, "dynp-simple": 5, "easy": 6,
	"ilp": 0, "exact": 1, "policies": 6,
	"bicriteria": 3, "gang": 0, "sequential": 1, "list-shelf": 2, "list-lptf": 4, "list-saf": 5, "list-wspt": 6,
}

// look is the look of a series in the charts of the script.
type look struct {
	Colour string    `json:"colour"`
	OnDark string    `json:"on_dark"`
	Dashes []float64 `json:"dashes,omitempty"` // lengths of lines and gaps in turn; nil: no gaps
	Mark   mark      `json:"mark"`
}

// mark is the regular polygon at each point of a series.
type mark struct {
	Corners int     `json:"corners"`
	Turn    float64 `json:"turn"` // angle of the first corner in quarter turns, against the clock from the right
	Size    float64 `json:"size"` // factor that makes marks look equally large
	Hollow  bool    `json:"hollow"`
}

// marks holds a mark for each colour of lines.
var marks = [canvas.LineColours]mark{
	{32, 0, 1, false}, {4, 0.5, 1.2, false}, {3, 1, 1.35, false}, {4, 0, 1.3, false},
	{32, 0, 1.1, true}, {4, 0.5, 1.3, true}, {3, -1, 1.4, false},
}

// looksOf returns the look of each series by name: its own, or the next one that no series has yet.
func looksOf(all []series) map[string]look {
	looks, used := map[string]look{}, map[int]bool{}
	take := func(name string, k int) {
		used[k] = true
		c := canvas.LineColour(k)
		looks[name] = look{Colour: code(c), OnDark: code(canvas.Lighter(c, 0.45)), Mark: marks[k%len(marks)]}
	}
	for _, s := range all {
		if k, known := styles[strings.ToLower(cmp.Or(s.Of, s.Name))]; known {
			take(s.Name, k)
		}
	}
	next := 0
	for _, s := range all {
		if _, done := looks[s.Name]; done {
			continue
		}
		for used[next] && next < len(marks) {
			next++
		}
		take(s.Name, next)
		next++
	}
	return looks
}

// code writes a colour as CSS does.
func code(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
