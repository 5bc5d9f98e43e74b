package figure

import (
	"cmp"
	_ "embed"
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

// dashes holds the lengths of lines and gaps in turn, under [dashNames].
var dashes = [][]vg.Length{
	nil, {6, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {3, 2}, {7, 2, 1.5, 2, 1.5, 2}, {11, 3},
}

// marks are under [markNames].
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

// The names of dashes and marks in looks.csv, in their order.
var (
	dashNames = strings.Fields("solid dashed dotted dash-dot short-dashes dash-dot-dot long-dashes")
	markNames = strings.Fields("disc box pyramid ring square triangle cross plus")
)

// Line returns the style of lines.
func (l Look) Line() draw.LineStyle {
	return draw.LineStyle{Color: l.Hue.Colour(), Width: 1.1, Dashes: dashes[l.dash]}
}

// Glyph returns the style of marks.
func (l Look) Glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.Hue.Colour(), Radius: 2.2, Shape: marks[l.mark]}
}

// looksFile has the looks of all names. Of queueing schedulers, and of those of first fit and EASY,
// the hue is that of the order of their queue. The ways of Grothklags and Streit are methods.
//
//go:embed looks.csv
var looksFile string

// kinds holds the looks of looksFile by kind: of schedulers and policies, of methods of studies, of
// algorithms for moldable jobs, and of statistics of losses, times, bounds and workloads.
var kinds = map[string][]Look{}

// known holds the looks by name in lower case.
var known = map[string]Look{}

// spare holds the dashes and marks that no scheduler has.
var spare [][2]int

func init() {
	hues := lists.Each(colours["hue"], func(r Role) string { return r.Name })
	for _, row := range rows(looksFile) {
		look := Look{
			Name: row[1],
			Hue:  Hue(place(hues, row[2])),
			dash: place(dashNames, row[3]),
			mark: place(markNames, row[4]),
		}
		kinds[row[0]] = append(kinds[row[0]], look)
		known[strings.ToLower(look.Name)] = look
	}
	for dash := range dashes {
		for mark := range marks {
			has := func(l Look) bool { return l.dash == dash && l.mark == mark }
			if !slices.ContainsFunc(kinds["scheduler"], has) {
				spare = append(spare, [2]int{dash, mark})
			}
		}
	}
}

// place returns the place of a name among others, where there is one.
func place(names []string, name string) int {
	at := slices.Index(names, name)
	if at < 0 {
		panic("looks.csv: there is no " + name)
	}
	return at
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
		taken := []Hue{of.Hue, Black, Blue} // those of EASY and FCFS too
		hues = slices.DeleteFunc(Hues(), func(h Hue) bool { return slices.Contains(taken, h) })
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
