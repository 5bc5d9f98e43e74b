package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
)

// A style is the look of a line: the numbers of its colour, its mark and its dashes.
type style struct{ colour, mark, dash int }

var dashes = [][]vg.Length{nil, {6, 2.5}, {1.5, 2}}

// known maps the schedulers, policies, methods and algorithms with a colour of their own to
// its number. Names with one number rarely meet in one figure.
var known = map[string]int{
	"fcfs": 0, "sjf": 1, "ljf": 2, "dynp": 3, "dynp-advanced": 3,
	"basic dynp": 4, "basic-dynp": 4, "dynp-simple": 5, "easy": 6,
	"ilp": 0, "exact": 1, "policies": 6,
	"bicriteria": 3, "gang": 0, "sequential": 1, "list-shelf": 2, "list-lptf": 4, "list-saf": 5, "list-wspt": 6,
}

// styles returns a style for each name of the lines. Well-known names have their own colour.
// The other names take the colours that are used least, in the order of their appearance.
// Lines of one colour differ in mark and dashes.
func styles(lines []Line) map[string]style {
	chosen, used := map[string]style{}, map[int]int{} // used: lines by colour
	choose := func(name string, colour int) {
		round := used[colour]
		used[colour]++
		chosen[name] = style{colour, colour + round*canvas.LineColours, round}
	}
	var others []string
	for _, l := range lines {
		if _, ok := chosen[l.Name]; ok || slices.Contains(others, l.Name) {
			continue
		}
		if colour, ok := known[strings.ToLower(cmp.Or(l.Of, l.Name))]; ok {
			choose(l.Name, colour)
		} else {
			others = append(others, l.Name)
		}
	}
	for _, name := range others {
		least := 0
		for colour := range canvas.LineColours {
			if used[colour] < used[least] {
				least = colour
			}
		}
		choose(name, least)
	}
	return chosen
}

// line returns the style of the line itself. Dashes tell lines of one colour apart. Stairs
// have no marks and often cover each other, so that each colour of stairs has its own
// dashes.
func (s style) line(stairs bool) draw.LineStyle {
	dash := s.dash
	if stairs {
		dash += s.colour
	}
	return draw.LineStyle{Color: canvas.LineColour(s.colour), Width: 1.4, Dashes: dashes[dash%len(dashes)]}
}

// band returns the colour of the area beside a line. The colour is translucent, as areas may
// overlap.
func (s style) band() color.NRGBA {
	c := canvas.LineColour(s.colour)
	c.A = 0x38
	return c
}

func (s style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: canvas.LineColour(s.colour), Radius: 2.6, Shape: marks[s.mark%len(marks)]}
}

// A mark is a regular polygon with a thin white rim, which sets it off from the lines below.
// The marks of gonum/plot have no rim, and lines show through its hollow ones.
type mark struct {
	corners int
	turn    float64 // angle of the first corner in quarter turns
	size    float64 // a factor that makes marks look equally large
	hollow  bool
}

var marks = []mark{
	{32, 0, 1, false},    // disc
	{4, 0.5, 1.2, false}, // square
	{3, 1, 1.35, false},  // triangle
	{4, 0, 1.3, false},   // diamond
	{32, 0, 1.1, true},   // ring
	{4, 0.5, 1.3, true},  // hollow square
	{3, -1, 1.4, false},  // triangle on its tip
	{4, 0, 1.4, true},    // hollow diamond
	{3, 1, 1.5, true},    // hollow triangle
	{5, 1, 1.25, false},  // pentagon
	{6, 0, 1.15, false},  // hexagon
}

// DrawGlyph draws the mark of a point.
func (m mark) DrawGlyph(dc *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	const rim, stroke = 0.6, 1.2
	polygon := func(radius float64, c color.Color) {
		corners := make([]vg.Point, m.corners)
		for k := range corners {
			angle := (m.turn + 4*float64(k)/float64(m.corners)) * math.Pi / 2
			corners[k] = at.Add(vg.Point{X: vg.Length(radius * math.Cos(angle)), Y: vg.Length(radius * math.Sin(angle))})
		}
		dc.FillPolygon(c, corners)
	}
	// A line at some distance from the sides is farther from the corners, by this factor.
	corner := 1 / math.Cos(math.Pi/float64(m.corners))
	size := s.Radius.Points() * m.size
	polygon(size+rim*corner, color.White)
	polygon(size, s.Color)
	if m.hollow {
		polygon(size-stroke*corner, color.White)
	}
}
