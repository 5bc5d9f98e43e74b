package aida2000

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// A Reading is a choice in the points that the text leaves open.
type Reading struct {
	Name, About string
	// Values holds parameters of the models of package workload other than the defaults. A
	// model takes the parameters that it has. feitelson1996 takes only those of the limit of 12
	// h.
	Values map[string]float64
	// ToLastArrival tells whether the utilisation is measured up to the last submission; false:
	// up to the last end.
	ToLastArrival bool
	// KnowsLimit tells whether Backfilling plans with the limit of 12 h for every job; false:
	// with the run times.
	KnowsLimit bool
}

// DefaultReading is the name of the reading with the words of the text and the defaults of
// the models.
const DefaultReading = "text"

// Readings returns all readings. Each of "redraw" to "exponential" changes one choice of the default.
// "growing-product" and "growing-limit" change one choice of "growing".
func Readings() []Reading {
	type values = map[string]float64
	growing := values{"share1": 0.6, "share2": 0.3, "growth": 0.5}
	product := maps.Clone(growing)
	product["product_load"] = 1
	return []Reading{
		{
			Name:  DefaultReading,
			About: "run times independent of the size and cut at 12 h, load by what is drawn, utilisation to the last end",
		},
		{Name: "redraw", About: "run times above 12 h are drawn again", Values: values{"redraw": 1}},
		{Name: "uncut-load", About: "the load counts the mean run time without the 12 h", Values: values{"uncut_load": 1}},
		{Name: "arrivals", About: "utilisation to the last submission", ToLastArrival: true},
		{Name: "steep", About: "Harmonic with exponent 1.6", Values: values{"exponent": 1.6}},
		{
			Name: "exponential", About: "run times with a single stage of 1 h",
			Values: values{"share1": 0, "share2": 1, "mean2": 3600},
		},
		{Name: "growing", About: "run times grow with the size in all models", Values: growing},
		{Name: "growing-product", About: "and the load counts the product of the means", Values: product},
		{Name: "growing-limit", About: "and Backfilling knows the limit of 12 h only", Values: growing, KnowsLimit: true},
	}
}

// label returns the name of the reading; "": it is the default.
func (r Reading) label() string {
	if r.Name == DefaultReading {
		return ""
	}
	return r.Name
}

// ReadingNames returns the names of [Readings].
func ReadingNames() []string { return frame.Each(Readings(), func(r Reading) string { return r.Name }) }

// ReadingByName returns the reading of a name. An unknown name is a *optgap.FieldError.
func ReadingByName(name string) (Reading, error) {
	all := Readings()
	i := slices.IndexFunc(all, func(r Reading) bool { return r.Name == name })
	if i < 0 {
		return Reading{}, optgap.BadField("reading", strconv.Quote(name), "one of "+strings.Join(ReadingNames(), ", "))
	}
	return all[i], nil
}

// Open returns the points that the text leaves open, and the choices of the default reading. Those of another one
// stand behind them.
func (s Study) Open() []statement.Reading {
	all := statement.Read(ledger).Open
	if r := s.Reading; r.label() != "" {
		here := r.About
		if own := r.parameters(); own != "" {
			here += ": " + own
		}
		all = append(all, statement.Reading{Point: "reading " + r.Name, Here: here})
	}
	return all
}

// parameters returns the parameters as text, such as "growth=0.5, share1=0.6".
func (r Reading) parameters() string {
	names := slices.Sorted(maps.Keys(r.Values))
	return strings.Join(frame.Each(names, func(name string) string {
		return fmt.Sprintf("%s=%g", name, r.Values[name])
	}), ", ")
}
