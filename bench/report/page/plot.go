package page

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/base/palette"
)

// plot is a chart that the script draws, as wide as there is room.
type plot struct {
	Name       string   `json:"name"` // the id of its element is "plot-" and the name
	Title      string   `json:"title"`
	About      string   `json:"about"`
	Kind       string   `json:"kind"` // intervals: a row for each series; lines: along x
	X          string   `json:"x"`    // names of the axes
	Y          string   `json:"y,omitempty"`
	Percent    bool     `json:"percent,omitempty"`    // values are in percent
	Ratio      bool     `json:"ratio,omitempty"`      // values are at least 1, where the axis begins
	Log        bool     `json:"log,omitempty"`        // the axis of values is logarithmic at first
	Categories []string `json:"categories,omitempty"` // of x, at 0, 1, ...
	Joined     bool     `json:"joined,omitempty"`     // the points of a series are joined, as x has an order
	Least      float64  `json:"least,omitempty"`      // where a logarithmic axis begins at most; 0: with the values
	Most       float64  `json:"most,omitempty"`       // where the axis of values ends at least; 0: with the values
	Series     []series `json:"series"`

	Looks map[string]palette.Look `json:"looks"` // of the series, by name
}

// series is a policy, scheduler, method or algorithm in a chart.
type series struct {
	Name   string  `json:"name"`
	Of     string  `json:"-"` // scheduler, policy or method whose look it has; "": Name
	Points []point `json:"points"`
}

// point is an average. Y and High enclose it; From and To are its 95 % interval, nil without one.
type point struct {
	X    float64  `json:"x"`
	Y    float64  `json:"y"`
	High float64  `json:"high"`
	From *float64 `json:"from,omitempty"`
	To   *float64 `json:"to,omitempty"`
	// Label is the average alone, and Text all that is known of it.
	Label string `json:"label"`
	Text  string `json:"text"`
}

// within returns the point with a 95 % interval, which is added to the text in words; nil: there is none.
func (p point) within(i *paired.Interval, words string) point {
	if i != nil {
		p.From, p.To = &i.Low, &i.High
		p.Text += ", 95 % interval " + words
	}
	return p
}

// values returns all values of a chart, its intervals among them.
func (p plot) values() (all []float64) {
	for _, s := range p.Series {
		for _, at := range s.Points {
			all = append(all, at.Y, at.High)
			if at.To != nil {
				all = append(all, *at.From, *at.To)
			}
		}
	}
	return all
}

// onOneScale lets the axes of values begin and end at the same values.
func onOneScale(plots []plot) []plot {
	least, most := math.Inf(1), 0.0
	for _, p := range plots {
		for _, v := range p.values() {
			if most = max(most, v); v > 0 {
				least = min(least, v)
			}
		}
	}
	for i := range plots {
		plots[i].Most = most
		if most > 0 {
			plots[i].Least = least
		}
	}
	return plots
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
