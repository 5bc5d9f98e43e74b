package canvas

import (
	"image/color"
	"math"
	"testing"
)

// TestJobColours: there are 3 * 8 = 24 different colours. On each of them labels have a
// contrast of at least 4.5, the minimum of WCAG for text.
func TestJobColours(t *testing.T) {
	seen := map[color.NRGBA]int{}
	for i := range 24 {
		c := JobColour(i)
		if j, dup := seen[c]; dup {
			t.Errorf("jobs %d and %d have the same colour", j, i)
		}
		seen[c] = i
		if contrast := (luminance(c) + 0.05) / (luminance(Ink) + 0.05); contrast < 4.5 {
			t.Errorf("job %d: contrast %.2f to its label, want at least 4.5", i, contrast)
		}
		if luminance(Darker(c, 0.42)) >= luminance(c) || luminance(Lighter(c, 0.42)) <= luminance(c) {
			t.Errorf("job %d: its darker or its lighter shade is none", i)
		}
	}
	if JobColour(24) != JobColour(0) {
		t.Error("colours don't repeat after 24")
	}
}

// luminance is the relative luminance of WCAG 2.1.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
