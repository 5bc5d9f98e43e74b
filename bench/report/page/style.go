package page

import (
	"fmt"
	"html/template"
	"image/color"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/palette"
)

// colours returns the style with all colours: "--ink" and the other roles of package palette on light
// and dark screens and on paper. The pictures of package figure, which have the colours of print, get
// those roles too, and hues for dark screens.
func colours() template.CSS {
	var b strings.Builder
	block := func(media string, of func(palette.Role) color.NRGBA) {
		b.WriteString(media + " { :root {")
		for _, r := range palette.Roles() {
			fmt.Fprintf(&b, " --%s: %s;", r.Name, palette.Hex(of(r)))
		}
		b.WriteString(" } }\n")
	}
	block("@media all", func(r palette.Role) color.NRGBA { return r.Light })
	block("@media (prefers-color-scheme: dark)", func(r palette.Role) color.NRGBA { return r.OnDark })
	block("@media print", func(r palette.Role) color.NRGBA { return r.Print })
	for _, r := range palette.Roles() {
		if slices.Contains([]string{"paper", "ink", "quiet", "grid"}, r.Name) {
			b.WriteString(drawnAs(r.Light, "var(--"+r.Name+")"))
		}
	}
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for _, h := range palette.Hues() {
		if h.Colour() != palette.Ink {
			b.WriteString(drawnAs(h.Colour(), palette.Hex(h.OnDark())))
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
			property, strings.ToUpper(palette.Hex(c)), property, shown)
	}
	return b.String()
}

// onPaper returns the colours of pictures that leave the page, by their role.
func onPaper() map[string]string {
	colours := map[string]string{}
	for _, r := range palette.Roles() {
		colours[r.Name] = palette.Hex(r.Light)
	}
	return colours
}
