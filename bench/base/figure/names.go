package figure

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics"
)

// A Look is what a series looks like.
type Look struct {
	Name string // as people read it
	Hue  Hue
	dash int
	mark int
}

// dashes holds the lengths of lines and gaps in turn.
var dashes = [][]vg.Length{
	nil, {6, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {3, 2}, {7, 2, 1.5, 2, 1.5, 2}, {11, 3},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{},
	draw.BoxGlyph{},
	draw.PyramidGlyph{},
	draw.RingGlyph{},
	draw.SquareGlyph{},
	draw.TriangleGlyph{},
	draw.CrossGlyph{},
	draw.PlusGlyph{},
}

// Line returns the style of lines.
func (l Look) Line() draw.LineStyle {
	return draw.LineStyle{Color: l.Hue.Colour(), Width: 1.1, Dashes: dashes[l.dash]}
}

// Glyph returns the style of marks.
func (l Look) Glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.Hue.Colour(), Radius: 2.2, Shape: marks[l.mark]}
}

// known holds the looks by name in lower case.
var known = map[string]Look{}

func init() {
	for _, l := range slices.Concat(schedulers, methods, algorithms, statistics) {
		known[strings.ToLower(l.Name)] = l
	}
	for dash := range dashes {
		for mark := range marks {
			if !slices.ContainsFunc(
				schedulers,
				func(l Look) bool { return l.dash == dash && l.mark == mark },
			) {
				spare = append(spare, [2]int{dash, mark})
			}
		}
	}
}

// spare holds the dashes and marks that no scheduler has.
var spare [][2]int

// schedulers holds the schedulers and policies. Of queueing schedulers, and of those of first fit
// and EASY, the hue is that of the order of their queue.
var schedulers = []Look{
	{"FCFS", Blue, 0, 0},
	{"SJF", Orange, 1, 1},
	{"LJF", Green, 2, 2},
	{"dynP-advanced", Purple, 6, 0},
	{"dynP-simple", Ochre, 4, 5},
	{"basic-dynP", Cyan, 5, 3},
	{"EASY", Black, 3, 3},
	{"conservative", Magenta, 5, 4},
	{"recorded", Cyan, 1, 6},
	{"dynP", Purple, 3, 1},
	{"best", Ochre, 6, 0}, // the best of three policies at each step, and of all

	{"FFIA", Green, 4, 1},
	{"LAF", Green, 6, 7},
	{"NJF", Ochre, 0, 2},
	{"WJF", Cyan, 6, 5},
	{"WSPT", Orange, 5, 6},
	{"WFP3", Black, 0, 0},
	{"UNICEF", Magenta, 2, 0},
	{"SEXP", Blue, 2, 5},
	{"F1", Purple, 0, 3},
	{"F2", Black, 4, 4},
	{"F3", Blue, 1, 4},
	{"F4", Black, 5, 5},

	{"strict-FCFS", Blue, 4, 3},
	{"strict-SJF", Orange, 2, 4},
	{"strict-LJF", Green, 0, 5},
	{"strict-WJF", Cyan, 2, 7},
	{"strict-NJF", Ochre, 1, 3},

	{"first-fit", Blue, 6, 1},
	{"first-fit-SJF", Orange, 0, 0},
	{"first-fit-LJF", Green, 1, 6},
	{"first-fit-WJF", Cyan, 0, 4},
	{"first-fit-NJF", Ochre, 5, 6},

	{"EASY-SJF", Orange, 3, 3},
	{"EASY-LJF", Green, 3, 4},
	{"EASY-WJF", Cyan, 3, 2},
	{"EASY-NJF", Ochre, 3, 4},
	{"EASY-SJBF", Blue, 3, 2},
	{"EASY:FFIA", Magenta, 6, 3},
	{"EASY:WFP3", Black, 1, 1},
	{"EASY:UNICEF", Black, 2, 2},
	{
		"EASY:SEXP",
		Orange,
		4,
		2,
	},
	{"EASY:F1", Magenta, 3, 1},
	{"EASY:F2", Purple, 1, 4},
	{"EASY:F3", Magenta, 4, 2},
	{"EASY:F4", Purple, 2, 5},

	{"IVS", Magenta, 0, 5},
	{"slack", Magenta, 1, 7},
	{"EASY-x3", Purple, 4, 6},
}

// methods holds the methods of studies. The ways of Grothklags and Streit are among them.
var methods = []Look{
	{"exact", Black, 0, 0},
	{"ilp", Magenta, 1, 1},
	{"policies", Cyan, 2, 2},
	{"at 1 s", Black, 0, 0},
	{"program", Magenta, 1, 1},
	{"search", Green, 3, 6},
	{"Eq. 1-5", Ochre, 4, 3},
}

// algorithms holds those for moldable jobs.
var algorithms = []Look{
	{"bicriteria", Purple, 3, 3},
	{"gang", Blue, 1, 0},
	{"sequential", Orange, 0, 1},
	{"list-shelf", Green, 2, 2},
	{"list-LPTF", Ochre, 4, 6},
	{"list-SAF", Cyan, 6, 7},
	{"list-WSPT", Magenta, 5, 5},
}

// statistics holds those of losses, times, bounds and workloads.
var statistics = []Look{
	{"estimated", Orange, 0, 1},
	{"actual", Blue, 4, 0},
	{"measured", Purple, 0, 4},
	{"bound", Green, 0, 7},
	{"best found", Ochre, 2, 6},
	{"knowing arrivals", Blue, 3, 2},
	{"knowing run times", Ochre, 0, 4},
	{"planning each step better", Orange, 6, 5},
	{"best schedule", Blue, 0, 6},
	{"relaxed", Magenta, 3, 7},
	{"printed value, no bound", Orange, 4, 3},
	{"cirne", Blue, 2, 4},
	{"high", Orange, 1, 2},
	{"mixed", Purple, 3, 0},
	{"weak", Green, 5, 3},
}

// LookOf returns the look of a scheduler, policy, method, algorithm or statistic, in any case, or
// of some other name. ok tells that the name has a look of its own.
func LookOf(name string) (look Look, ok bool) {
	look, ok = known[strings.ToLower(name)]
	if ok {
		return look, true
	}
	return own(name), false
}

// Name returns a name as people read it.
func Name(name string) string {
	look, _ := LookOf(name)
	return look.Name
}

// Names returns names as people read them.
func Names(names []string) []string { return lists.Each(names, Name) }

// own returns the look of a scheduler of one's own, or of one with parameters behind a colon. It
// follows from the whole name, without regard to case, and from nothing else: it is the same in all
// pictures. The hue is none of FCFS, SJF, LJF, dynP, the best, EASY and the log; with parameters it
// is another one than without.
func own(name string) Look {
	letters := fnv.New32a()
	letters.Write([]byte(strings.ToLower(name)))
	n := int(letters.Sum32() >> 1)
	hues := []Hue{Violet, Magenta}
	look := Look{Name: name}
	for _, p := range heuristics.Own() { // a policy has the name that it was registered with
		if strings.EqualFold(p.Name, name) {
			look.Name = p.Name
		}
	}
	if colon := strings.LastIndex(name, ":"); colon >= 0 && !strings.HasPrefix(name[colon:], ": ") {
		of, _ := LookOf(name[:colon])
		look.Name = of.Name + name[colon:]
		// EASY, FCFS.
		hues = slices.DeleteFunc(
			Hues(),
			func(h Hue) bool { return h == of.Hue || h == Black || h == Blue },
		)
	}
	pair := spare[n/len(hues)%len(spare)]
	look.Hue = hues[n%len(hues)]
	look.dash = pair[0]
	look.mark = pair[1]
	return look
}

// Looks returns the look of each line by name: that of what it is of. A second line of it has
// the hue alone. No two lines have the same dash and the same mark, as long as there are any left:
// a name that is not known gives way.
func Looks(all []Line) map[string]Look {
	looks := map[string]Look{}
	taken := map[[2]int]bool{}
	unknown := func(s Line) int {
		if _, ok := LookOf(cmp.Or(s.Of, s.Name)); ok {
			return 0
		}
		return 1
	}
	ordered := slices.Clone(all)
	slices.SortStableFunc(ordered, func(a, b Line) int { return unknown(a) - unknown(b) })
	for _, s := range ordered {
		if _, done := looks[s.Name]; done {
			continue
		}
		look, _ := LookOf(cmp.Or(s.Of, s.Name))
		for k := 0; k < len(dashes)*len(marks) && taken[[2]int{look.dash, look.mark}]; k++ { // without a common factor
			look.dash = (look.dash + 1) % len(dashes)
			look.mark = (look.mark + 1) % len(marks)
		}
		taken[[2]int{look.dash, look.mark}] = true
		if rest, ok := strings.CutPrefix(s.Name, cmp.Or(s.Of, s.Name)); ok {
			look.Name += rest
		} else {
			look.Name = s.Name
		}
		looks[s.Name] = look
	}
	return looks
}
