package simulated

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Reading is a choice in the points that the text leaves open.
type Reading struct {
	Name, About string
	// Values holds parameters of the models of package workload other than the defaults. A
	// model takes the parameters that it has, see [Model].
	Values map[string]float64
	// ToLastArrival tells whether the utilisation is measured up to the last submission; false:
	// up to the last end.
	ToLastArrival bool `yaml:"to-last-arrival"`
	// KnowsLimit tells whether Backfilling plans with the limit of 12 h for every job; false:
	// with the run times.
	KnowsLimit bool `yaml:"knows-limit"`
}

// label returns the name of the reading; "": it is the default.
func (s Study) label() string {
	if s.Reading.Name == s.Paper.Readings[0].Name {
		return ""
	}
	return s.Reading.Name
}

// Open returns the points that the text leaves open, and the choices of the default reading. Those of another one
// stand behind them.
func (s Study) Open() []statement.Reading {
	all := statement.Read[statement.File](s.Paper.file, 1).Open
	if r := s.Reading; s.label() != "" {
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
