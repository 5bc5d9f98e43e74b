package record

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// An Average says how tables and charts write the average that an objective stands for.
type Average struct {
	Name    string // such as ARTwW
	Unit    string // of the average; "": it is a number
	SumUnit string // of the objective, which is the sum of weight times response time
	About   string // the average in words
}

// AverageOf returns the average of an objective; "" stands for the ARTwW.
func AverageOf(o optgap.Objective) Average {
	switch o {
	case optgap.ObjectiveART:
		return Average{"ART", "s", "s", "average response time"}
	case optgap.ObjectiveSLD:
		return Average{"SLD", "", "weight * s", "average slowdown"}
	case optgap.ObjectiveWeighted:
		return Average{"weighted ART", "s", "weight * s", "average response time weighted by the weights of the jobs"}
	}
	return Average{"ARTwW", "s", "processor-s", "average response time weighted by width"}
}

// AverageIn returns the average that results minimise, all of them the same. Without results
// it is the ARTwW.
func AverageIn(results []Result) Average {
	if len(results) == 0 {
		return AverageOf("")
	}
	return results[0].Average()
}

// Average returns the average that the result minimises.
func (r *Result) Average() Average { return AverageOf(optgap.Objective(r.ObjectiveName)) }

// Head is the name with the unit, such as "ARTwW [s]".
func (a Average) Head() string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + " [" + a.Unit + "]"
}

// Text writes a value of the average, such as "ARTwW 900.2 s" and "SLD 1.1250".
func (a Average) Text(value float64) string {
	if a.Unit == "" {
		return a.Name + " " + format.Decimal(value, 4)
	}
	return a.Name + " " + format.Decimal(value, 1) + " " + a.Unit
}
