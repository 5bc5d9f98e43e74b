package aida2000

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Reading is a choice of what the text leaves open.
type Reading struct {
	Name, About string
	// Values are parameters of the models of package workload, where they are not the
	// default. A model takes those that it has.
	Values map[string]float64
	// ToLastArrival has the utilisation measured up to the last submission instead of
	// the last end.
	ToLastArrival bool
}

// DefaultReading is the name of the reading that takes the text by its words and the
// models by their defaults.
const DefaultReading = "text"

// Readings returns the readings, each but the last two different from the default in
// one choice.
func Readings() []Reading {
	set := func(pairs ...any) map[string]float64 {
		values := make(map[string]float64)
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i].(string)] = pairs[i+1].(float64)
		}
		return values
	}
	return []Reading{
		{Name: DefaultReading, About: "run times independent of the size and cut at 12 h, load by what is drawn, utilisation to the last end"},
		{Name: "redraw", About: "run times above 12 h are drawn again", Values: set("redraw", 1.0)},
		{Name: "uncut-load", About: "the load counts the mean run time without the 12 h", Values: set("uncut_load", 1.0)},
		{Name: "arrivals", About: "utilisation to the last submission", ToLastArrival: true},
		{Name: "steep", About: "Harmonic with exponent 1.6", Values: set("exponent", 1.6)},
		{Name: "exponential", About: "run times with a single stage of 1 h", Values: set("share1", 0.0, "share2", 1.0, "mean2", 3600.0)},
		{Name: "growing", About: "run times grow with the size in all models", Values: growing()},
		{Name: "growing-product", About: "the same, and the load is the product of the means as printed", Values: withProduct(growing())},
	}
}

// growing are run times that grow with the size as those of feitelson1996 are said to: a
// serial job is mostly short, and a job as wide as the machine mostly long.
func growing() map[string]float64 {
	return map[string]float64{"share1": 0.7, "share2": 0.2, "growth": 0.7}
}

func withProduct(values map[string]float64) map[string]float64 {
	values["product_load"] = 1
	return values
}

// ReadingNames returns the names of Readings.
func ReadingNames() []string {
	var names []string
	for _, r := range Readings() {
		names = append(names, r.Name)
	}
	return names
}

// ReadingByName returns a reading, or a *optgap.FieldError.
func ReadingByName(name string) (Reading, error) {
	all := Readings()
	i := slices.IndexFunc(all, func(r Reading) bool { return r.Name == name })
	if i < 0 {
		return Reading{}, &optgap.FieldError{Field: "reading", Found: fmt.Sprintf("%q", name), Expected: "one of " + strings.Join(ReadingNames(), ", ")}
	}
	return all[i], nil
}
