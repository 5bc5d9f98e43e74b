package page

import (
	"fmt"
	"html/template"
	"image/color"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
)

// colours returns the style with all colours: "--ink" and the other roles of package canvas on light
// and dark screens and on paper. The pictures of package figure, which have the colours of print, get
// those roles too, and hues for dark screens.
func colours() template.CSS {
	var b strings.Builder
	block := func(media string, of func(canvas.Role) color.NRGBA) {
		b.WriteString(media + " { :root {")
		for _, r := range canvas.Roles() {
			fmt.Fprintf(&b, " --%s: %s;", r.Name, canvas.Hex(of(r)))
		}
		b.WriteString(" } }\n")
	}
	block("@media all", func(r canvas.Role) color.NRGBA { return r.Light })
	block("@media (prefers-color-scheme: dark)", func(r canvas.Role) color.NRGBA { return r.OnDark })
	block("@media print", func(r canvas.Role) color.NRGBA { return r.Print })
	for _, r := range canvas.Roles() {
		if slices.Contains([]string{"paper", "ink", "quiet", "grid"}, r.Name) {
			b.WriteString(drawnAs(r.Light, "var(--"+r.Name+")"))
		}
	}
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for _, h := range canvas.Hues() {
		if h.Colour() != canvas.Ink {
			b.WriteString(drawnAs(h.Colour(), canvas.Hex(h.OnDark())))
		}
	}
	b.WriteString("}\n")
	return template.CSS(b.String())
}

// drawnAs returns the rules that show a colour of pictures as another one.
func drawnAs(c color.NRGBA, shown string) string {
	var b strings.Builder
	for _, property := range []string{"fill", "stroke"} {
		fmt.Fprintf(&b, ".charts [style*=\"%s:%s\"] { %s: %s !important; }\n",
			property, strings.ToUpper(canvas.Hex(c)), property, shown)
	}
	return b.String()
}
