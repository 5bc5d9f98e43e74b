package page

import (
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
)

// of returns the chart with the plots of marks on axes like those of a plot, or nil without marks. They are joined
// where x has an order.
func (k kept) of(like figure.Plot, ordered bool, marks []figure.Mark) []kept {
	if k.Plots = like.With(ordered, marks); len(marks) == 0 {
		return nil
	}
	return []kept{k}
}

// words joins words that are not blank.
func words(separator string, all ...string) string {
	var kept []string
	for _, w := range all {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, separator)
}
