package page

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/base/paired"
)

// point is an average at x. It is between y and high. interval is its 95 % interval; nil: there is none.
type point struct {
	x, y, high float64
	interval   *paired.Interval
	text       string // the average and its interval
}

// exactly returns a point whose average is known.
func exactly(y float64, interval *paired.Interval, text string) point {
	return point{y: y, high: y, interval: interval, text: text}
}

// lineOf returns the line of a policy, scheduler, method or algorithm. The points are joined where x has an
// order.
func lineOf(name string, points []point, joined bool) figure.Line {
	l := figure.Line{Name: name, Dots: !joined && len(points) > 1}
	for _, p := range points {
		from, to := math.NaN(), math.NaN()
		if p.interval != nil {
			from, to = p.interval.Low, p.interval.High
		}
		l.X, l.Y, l.High = append(l.X, p.x), append(l.Y, p.y), append(l.High, p.high)
		l.From, l.To = append(l.From, from), append(l.To, to)
	}
	return l
}

// add adds a plot that has lines, whose points of one x value stand a little apart.
func (k *kept) add(p figure.Plot) {
	if len(p.Lines) > 0 {
		figure.Apart(p.Lines)
		k.Plots = append(k.Plots, p)
	}
}

// some returns the chart in a list, which is empty where the chart has no plot.
func (k kept) some() []kept {
	if len(k.Plots) == 0 {
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
