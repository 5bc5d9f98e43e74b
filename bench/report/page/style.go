package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/optgap/optgap/bench/base/palette"
)

// looksOf returns the look of each series by name, as package figure gives it to them in one figure.
func looksOf(all []series) map[string]palette.Look {
	var named []palette.Series
	for _, s := range all {
		named = append(named, palette.Series{Name: s.Name, Of: s.Of})
	}
	return palette.Looks(named)
}

// darkRules returns the style that shows the pictures of package figure, which have the colours of
// print, in those of a dark screen.
func darkRules() template.CSS {
	var b strings.Builder
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for _, h := range palette.Hues() {
		print, screen := strings.ToUpper(palette.Hex(h.Colour())), palette.Hex(h.OnDark())
		for _, property := range []string{"fill", "stroke"} {
			fmt.Fprintf(&b, "  .charts [style*=\"%s:%s\"] { %s: %s !important; }\n", property, print, property, screen)
		}
	}
	b.WriteString("}\n")
	return template.CSS(b.String())
}
