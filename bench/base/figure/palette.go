package figure

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
)

// coloursFile has all colours, on light screens and in pictures, on dark screens, and of pages in
// print.
//
// The hues of series were found by a search for the largest least distance between two, as seen
// with and without each kind of colour blindness, among colours with a contrast of 3 to their paper.
// Those of jobs are the "light" scheme of Paul Tol's technical note on colour schemes
// (SRON/EPS/TN/09-002, issue 3.2), without its grey. The scheme is made for cells with black labels
// and is distinct for colour-blind readers. Neighbours in this order differ in hue and lightness.
//
//go:embed colours.csv
var coloursFile string

// A Role is what colours stand for: a part of a web page, or a hue of series. It has a colour for
// light screens, for dark ones and for paper.
type Role struct {
	Name                 string
	Light, OnDark, Print color.NRGBA
}

// colours holds those of coloursFile by kind.
var colours = func() map[string][]Role {
	all := map[string][]Role{}
	for _, row := range rows(coloursFile) {
		role := Role{row[1], parsed(row[2]), parsed(row[3]), parsed(row[4])}
		all[row[0]] = append(all[row[0]], role)
	}
	return all
}()

// rows returns the rows of an embedded table, without its head.
func rows(file string) [][]string {
	all, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		panic(err)
	}
	return all[1:]
}

// parsed returns the colour that [Hex] writes; of a blank text black.
func parsed(text string) color.NRGBA {
	c := color.NRGBA{A: 0xff}
	_, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	if err != nil && text != "" {
		panic(fmt.Sprintf("colours.csv: found %q, expected such as #1f5fa8", text))
	}
	return c
}

// Roles returns the colours of a web page apart from those of series.
func Roles() []Role { return colours["role"] }

// named returns the colours of a kind with a name.
func named(kind, name string) Role {
	is := func(r Role) bool { return r.Name == name }
	return colours[kind][slices.IndexFunc(colours[kind], is)]
}

// Colours of titles, axes and backgrounds.
var (
	Ink       = named("role", "ink").Light
	Quiet     = named("role", "quiet").Light
	GridLine  = named("role", "grid").Light
	Shade     = named("picture", "taken").Light
	DarkPaper = named("role", "paper").OnDark
)

// A Hue is one of the colours of series.
type Hue int

// The hues of series, in the order of coloursFile.
const (
	Blue Hue = iota
	Orange
	Green
	Purple
	Ochre
	Cyan
	Magenta
	Black
	Violet
)

// Colour returns the hue on white paper.
func (h Hue) Colour() color.NRGBA { return colours["hue"][h].Light }

// OnDark returns the hue on the paper of a dark screen.
func (h Hue) OnDark() color.NRGBA { return colours["hue"][h].OnDark }

// Hues returns all hues.
func Hues() []Hue { return lists.Places[Hue](len(colours["hue"])) }

// Hex writes a colour as web pages do: "#2a47dc". It leaves out how far one sees through.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// JobColor returns the colour of the i-th job, from 0. The palette comes first, then a lighter and
// a darker variant of each colour. After that the colours repeat.
func JobColor(i int) color.NRGBA {
	jobs := colours["job"]
	c := jobs[i%len(jobs)].Light
	switch i / len(jobs) % 3 {
	case 1:
		return Lighter(c, 0.45)
	case 2:
		return Darker(c, 0.16)
	}
	return c
}

// Lighter returns c with every channel moved by a share, 0 to 1, towards white.
func Lighter(c color.NRGBA, share float64) color.NRGBA { return mix(c, 0xff, share) }

// Darker returns c with every channel moved by a share, 0 to 1, towards black.
func Darker(c color.NRGBA, share float64) color.NRGBA { return mix(c, 0x00, share) }

func mix(c color.NRGBA, grey uint8, share float64) color.NRGBA {
	blend := func(v uint8) uint8 { return uint8(float64(v)*(1-share) + float64(grey)*share + 0.5) }
	return color.NRGBA{blend(c.R), blend(c.G), blend(c.B), c.A}
}
