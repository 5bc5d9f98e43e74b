package canvas

import (
	"cmp"
	"slices"
	"strings"
)

// A Look is what a line looks like. Dash and Mark are places in [Dashes] and [Marks].
type Look struct {
	Hue  Hue
	Dash int
	Mark int
}

// dashes holds the lengths in points of lines and gaps in turn.
var dashes = [][]float64{
	nil, {6, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {3, 2}, {7, 2, 1.5, 2, 1.5, 2}, {11, 3},
}

// Dashes returns the patterns of lines: the lengths in points of dashes and gaps in turn, or nil if the
// line has no gaps.
func Dashes() [][]float64 { return dashes }

// A Mark is a regular polygon or a star at each point of a line.
type Mark struct {
	Name    string
	Corners int
	Turn    float64 // angle of the first corner in quarter turns, against the clock from the right
	Size    float64 // factor that makes marks look equally large
	Hollow  bool    // white inside
	// Inner is the distance of every second corner of a star from its middle, as a share of that of
	// the others; 0: all corners are equally far.
	Inner float64
}

var marks = []Mark{
	{"disc", 32, 0, 1, false, 0},
	{"square", 4, 0.5, 1.2, false, 0},
	{"triangle", 3, 1, 1.35, false, 0},
	{"diamond", 4, 0, 1.3, false, 0},
	{"ring", 32, 0, 1.1, true, 0},
	{"hollow square", 4, 0.5, 1.3, true, 0},
	{"triangle on its tip", 3, -1, 1.4, false, 0},
	{"hollow diamond", 4, 0, 1.4, true, 0},
	{"hollow triangle", 3, 1, 1.5, true, 0},
	{"star", 10, 1, 1.6, false, 0.45},
	{"cross", 8, 0, 1.7, false, 0.4},
}

// Marks returns the marks of points.
func Marks() []Mark { return marks }

// LookOf returns the look of a scheduler, policy, method, algorithm or statistic. Case does not matter.
// ok tells that the name has a look of its own.
func LookOf(name string) (look Look, ok bool) {
	look, ok = known[strings.ToLower(name)]
	return look, ok
}

// A Series is a line of a picture.
type Series struct {
	Name string
	Of   string // scheduler, policy, method or the like of the line; blank: Name
	Bare bool   // has no marks, so that its dashes alone tell it apart in grey
}

// Looks returns the look of each series by name. A series with a look of its own gets it. Where
// another series of the picture has it, the series keeps the hue and differs in dash and mark. All
// other series take the hues that are used least, in their order. No two series have the same dash
// and the same mark, and no two bare ones the same dash, as long as there are any left.
func Looks(all []Series) map[string]Look {
	c := chooser{looks: map[string]Look{}, used: map[Hue]int{}}
	var others []Series
	for _, s := range all {
		if _, done := c.looks[s.Name]; done || slices.ContainsFunc(others, func(o Series) bool { return o.Name == s.Name }) {
			continue
		}
		if look, ok := LookOf(cmp.Or(s.Of, s.Name)); ok {
			c.take(s, look)
		} else {
			others = append(others, s)
		}
	}
	for _, s := range others {
		c.take(s, plain[c.leastUsed()])
	}
	return c.looks
}

// plain holds the look of a series without one of its own.
var plain = [hues]Look{
	{Blue, 0, 0}, {Orange, 1, 1}, {Green, 4, 2}, {Purple, 3, 3},
	{Ochre, 6, 6}, {Cyan, 2, 9}, {Magenta, 5, 10}, {Black, 0, 4},
}

// A chooser gives looks to the series of a picture.
type chooser struct {
	looks map[string]Look
	used  map[Hue]int // series by hue
}

func (c *chooser) leastUsed() Hue {
	least := Hue(0)
	for h := range hues {
		if c.used[h] < c.used[least] {
			least = h
		}
	}
	return least
}

// take gives a series the look, or one of the same hue that is not taken.
func (c *chooser) take(s Series, look Look) {
	c.used[look.Hue]++
	for k := range len(dashes) * len(marks) { // The two numbers have no factor in common: this tries all pairs.
		other := Look{look.Hue, (look.Dash + k) % len(dashes), (look.Mark + k) % len(marks)}
		if !c.taken(other, s.Bare) {
			look = other
			break
		}
	}
	c.looks[s.Name] = look
}

// taken reports whether a series has both the dash and the mark, or the dash if marks are not drawn.
func (c *chooser) taken(look Look, bare bool) bool {
	for _, l := range c.looks {
		if l.Dash == look.Dash && (bare || l.Mark == look.Mark) {
			return true
		}
	}
	return false
}
