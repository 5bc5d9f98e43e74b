package page

import (
	"fmt"
	"html/template"
	"image/color"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
)

// colours returns the style with all colours: "--ink" and the other roles of package figure on
// light and dark screens and on paper. The pictures of package figure, which have the colours of
// print, get those roles too, and hues for dark screens.
func colours() template.CSS {
	var b strings.Builder
	block := func(media string, of func(figure.Role) color.NRGBA) {
		b.WriteString(media + " { :root {")
		for _, r := range figure.Roles() {
			fmt.Fprintf(&b, " --%s: %s;", r.Name, figure.Hex(of(r)))
		}
		b.WriteString(" } }\n")
	}
	block("@media all", func(r figure.Role) color.NRGBA { return r.Light })
	block(
		"@media (prefers-color-scheme: dark)",
		func(r figure.Role) color.NRGBA { return r.OnDark },
	)
	block("@media print", func(r figure.Role) color.NRGBA { return r.Print })
	for _, r := range figure.Roles() {
		if slices.Contains([]string{"paper", "ink", "quiet", "grid"}, r.Name) {
			b.WriteString(drawnAs(r.Light, "var(--"+r.Name+")"))
		}
	}
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for _, h := range figure.Hues() {
		if h.Colour() != figure.Ink {
			b.WriteString(drawnAs(h.Colour(), figure.Hex(h.OnDark())))
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
			property, strings.ToUpper(figure.Hex(c)), property, shown)
	}
	return b.String()
}
