package aida2000

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/statement"
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

// Open returns what the text leaves open, and what is taken.
func (s Study) Open() []statement.Reading {
	stages := "45 % with mean 1 min, 35 % 15 min, 20 % 4 h (assumed)"
	if len(s.Reading.Values) > 0 {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(s.Reading.Values)) {
			parts = append(parts, fmt.Sprintf("%s=%g", name, s.Reading.Values[name]))
		}
		stages += ", but " + strings.Join(parts, ", ")
	}
	span := "from the first submission to the last end"
	if s.Reading.ToLastArrival {
		span = "from the first submission to the last"
	}
	return []statement.Reading{
		{Open: "the stages of the run times in all models but Feitelson's, the 12 h, the load", Taken: stages},
		{Open: "what Feitelson's model is", Taken: "shares and stages are assumed; see the notes of workload generate --model feitelson1996"},
		{Open: "whether 12 h cut or redraw a run time", Taken: "cut, unless redraw=1"},
		{Open: "which mean execution time the load counts", Taken: "that of the run times as drawn, unless uncut_load=1; the mean of size times run time, unless product_load=1"},
		{Open: "what Backfilling knows", Taken: "the run times (section 4); it plans anew at every event"},
		{Open: "what \"entire simulation\" spans", Taken: span},
		{Open: "above saturation", Taken: "the run ends when its last job has ended"},
		{Open: "the loads", Taken: "those of this table"},
	}
}
