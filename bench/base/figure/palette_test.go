package figure

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/must"
)

// luminance is the relative luminance of WCAG 2.1.
func luminance(c color.NRGBA) float64 {
	l := linear(c)
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// linear returns the channels of a colour without the gamma of sRGB, 0 to 1.
func linear(c color.NRGBA) (l [3]float64) {
	for i, v := range []uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if l[i] = s / 12.92; s > 0.04045 {
			l[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return l
}

// contrast is the contrast ratio of WCAG 2.1, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

var white = color.NRGBA{0xff, 0xff, 0xff, 0xff}

// TestContrast: black on white has the contrast 21. Each hue has at least 3 to its paper, the
// minimum of WCAG 2.1 for graphics. Text has at least 4.5.
func TestContrast(t *testing.T) {
	if c := contrast(color.NRGBA{A: 0xff}, white); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white: found %v, expected 21", c)
	}
	for _, h := range Hues() {
		if c := contrast(h.Colour(), white); c < 3 {
			t.Errorf("%s on white: contrast %.2f", Hex(h.Colour()), c)
		}
		if c := contrast(h.OnDark(), DarkPaper); c < 3 {
			t.Errorf("%s on dark: contrast %.2f", Hex(h.OnDark()), c)
		}
	}
	for _, c := range []color.NRGBA{Ink, Quiet} {
		must.Hold(t, contrast(c, white) >= 4.5, "text in", Hex(c), "contrast", contrast(c, white))
	}
}

// visions are those of people: of all colours, and without red, green or blue cones. Machado,
// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
// (2009), Table 1, severity 1.
var visions = map[string][3][3]float64{
	"all":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"blue":  {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns the CIE L*a*b* coordinates of a colour as it is seen.
func lab(c color.NRGBA, seen [3][3]float64) [3]float64 {
	var l [3]float64
	for i, row := range seen {
		for j, v := range linear(c) {
			l[i] += row[j] * v
		}
		l[i] = min(max(l[i], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.9505)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.0891)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestColourBlindness: any two hues are at least 20 apart in L*a*b* for every kind of vision. A
// distance of 2.3 is just seen.
func TestColourBlindness(t *testing.T) {
	for name, seen := range visions {
		for i, a := range Hues() {
			for _, b := range Hues()[:i] {
				for _, shade := range []func(Hue) color.NRGBA{Hue.Colour, Hue.OnDark} {
					x, y := lab(shade(a), seen), lab(shade(b), seen)
					if d := math.Sqrt(sq(x[0]-y[0]) + sq(x[1]-y[1]) + sq(x[2]-y[2])); d < 20 {
						t.Errorf("%s and %s, vision %q: distance %.1f", Hex(shade(a)), Hex(shade(b)), name, d)
					}
				}
			}
		}
	}
}

func sq(v float64) float64 { return v * v }

// TestKinds: no two names of a kind have one look. Two of one hue differ in dashes and in mark, so
// that lines without marks and points without lines can be told apart. Ways of Grothklags and
// Streit stand for methods.
func TestKinds(t *testing.T) {
	total := 0
	for _, kind := range kinds {
		total += len(kind)
		for i, x := range kind {
			for _, y := range kind[:i] {
				if x.Hue == y.Hue && (x.dash == y.dash || x.mark == y.mark) && !slices.Contains(synonyms, y.Name+"="+x.Name) {
					t.Errorf("%s and %s have one hue and the same dashes or marks", y.Name, x.Name)
				}
			}
		}
	}
	must.Equal(t, total, len(known), "names of all kinds")
}

// synonyms are the pairs of names that stand for one thing.
var synonyms = []string{"exact=at 1 s", "ilp=program"}

// TestTogether: lines that meet in one figure differ in their dashes, so that they can be told apart in grey without
// looking for their marks. Most differ in their colours too. One's own has none of these colours, whatever its name.
// "recorded" is what a log tells.
func TestTogether(t *testing.T) {
	const lists = "bicriteria gang sequential list-shelf list-LPTF list-SAF list-WSPT"
	colours := []string{
		"FCFS SJF LJF dynP best EASY recorded own", "FCFS SJF LJF dynP best EASY recorded sqrt", "exact ilp policies", lists,
		"bound knowing_arrivals knowing_run_times planning_each_step_better",
	}
	dashes := []string{
		"fcfs sjf ljf dynp-advanced dynp-simple basic-dynp easy", "fcfs sjf ljf dynp best", "exact ilp policies",
		"strict-fcfs strict-wjf strict-njf first-fit first-fit-wjf first-fit-njf easy", "estimated actual", lists,
	}
	for i, names := range slices.Concat(colours, dashes) {
		seen := map[any]string{}
		for name := range strings.FieldsSeq(names) {
			look, ok := LookOf(strings.ReplaceAll(name, "_", " "))
			of := any(look.Hue)
			if i >= len(colours) {
				of = look.dash
			}
			if other, twice := seen[of]; twice || !ok && i >= len(colours) {
				t.Errorf("%s: known %v, and has the colour or the dashes of %s", name, ok, other)
			}
			seen[of] = name
		}
	}
}

// TestLooks: any mix of known and other names gives looks that differ in dashes or mark. All have their hue among any
// lines, and known ones their name. With parameters a name has another hue.
func TestLooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := append(slices.Sorted(maps.Keys(known)), "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
		var all []Line
		for i := range rapid.IntRange(1, 20).Draw(t, "lines") {
			all = append(all, Line{Name: fmt.Sprint("line ", i), Of: rapid.SampledFrom(names).Draw(t, "of")})
		}
		looks, seen := Looks(all), map[[2]int]string{}
		for _, s := range all {
			look := looks[s.Name]
			hueless := [2]int{look.dash, look.mark}
			other, twice := seen[hueless]
			must.Need(t, !twice, other, "and", s.Name, "look the same in grey")
			seen[hueless] = s.Name
			own, _ := LookOf(s.Of)
			must.Need(t, own.Hue == look.Hue, s.Name, "of", s.Of, "has another hue")
		}
		lines := Looks(append(all, Line{Name: "FCFS"}, Line{Name: "easy, late", Of: "easy"}))
		must.Need(t, lines["FCFS"].Hue == Blue && lines["easy, late"].Name == "EASY, late",
			"found", lines["FCFS"], "and", lines["easy, late"])
		plain := rapid.SampledFrom(names).Draw(t, "plain")
		own, alone := Looks(append(all, Line{Name: "mine"}))["mine"], Looks([]Line{{Name: "mine"}})["mine"]
		a, _ := LookOf(plain)
		b, _ := LookOf(plain + ":aging=1h")
		must.Need(t, own.Hue == alone.Hue && a.Hue != b.Hue && b.Name == a.Name+":aging=1h",
			"found", own, "alone", alone, a, "with parameters", b)
	})
}

// TestTicks: marks are multiples of 1, 2 or 5 times a power of ten within the range, at least a third of those asked
// for, and at most as many and one.
func TestTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low, most := rapid.Float64Range(-1e3, 1e6).Draw(t, "low"), rapid.IntRange(3, 9).Draw(t, "most")
		high := low + rapid.Float64Range(1e-3, 1e7).Draw(t, "length")
		ticks := Ticks(1, "", most).Ticks(low, high)
		n := len(ticks)
		must.Need(t, n >= most/3 && n <= most+1, "found", n, "marks from", low, "to", high)
		for i, tick := range ticks {
			v, err := strconv.ParseFloat(strings.ReplaceAll(tick.Label, ",", ""), 64)
			if tiny := 1e-6 * (high - low); err != nil || math.Abs(v-tick.Value) > tiny || v < low-tiny || v > high+tiny ||
				i > 0 && tick.Label == ticks[i-1].Label {
				t.Fatalf("found the mark %v from %v to %v", tick, low, high)
			}
		}
	})
	if ticks := Ticks(0.01, " %", 6).Ticks(0, 1.04); ticks[len(ticks)-1].Label != "100 %" {
		t.Errorf("found %v", ticks)
	}
}

// TestJob: there are 3 * 8 = 24 different colours. On each of them labels have a contrast of at
// least 4.5, the minimum of WCAG for text.
func TestJob(t *testing.T) {
	seen := map[color.NRGBA]int{}
	for i := range 24 {
		c := JobColor(i)
		j, dup := seen[c]
		must.Hold(t, !dup, "jobs", j, "and", i, "have the same colour")
		seen[c] = i
		must.Hold(t, contrast(c, Ink) >= 4.5,
			"job", i, "contrast", contrast(c, Ink), "to its label, want at least 4.5")
		must.Hold(t, luminance(Darker(c, 0.42)) < luminance(c) && luminance(Lighter(c, 0.42)) > luminance(c),
			"job", i, "its darker or its lighter shade is none")
	}
	must.Equal(t, JobColor(24), JobColor(0), "colour 24")
}

// TestRoles: text has a contrast of at least 4.5 to its paper, on light and dark screens and in print.
func TestRoles(t *testing.T) {
	roles := map[string]Role{}
	for _, r := range Roles() {
		_, twice := roles[r.Name]
		must.Hold(t, !twice, "found the role", r.Name, "twice")
		roles[r.Name] = r
	}
	check := func(text, paper string) {
		t.Helper()
		a, b := roles[text], roles[paper]
		for _, c := range [][2]color.NRGBA{{a.Light, b.Light}, {a.OnDark, b.OnDark}, {a.Print, b.Print}} {
			found := contrast(c[0], c[1])
			must.Hold(t, found >= 4.5, text, "in", Hex(c[0]), "on", Hex(c[1]), "contrast", found)
		}
	}
	for _, text := range []string{"ink", "quiet", "accent", "critical"} {
		check(text, "paper")
	}
	for _, job := range []string{"same", "earlier", "later"} {
		check("on-job", job)
	}
	check("ink", "shade")
	check("ink", "chosen")
}
