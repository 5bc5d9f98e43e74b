package methodstats

import (
	"fmt"

	"github.com/optgap/optgap/bench/record"
)

// A step identifies the step of a result.
type step struct {
	trace string
	index int
}

func stepOf(r *record.Result) step { return step{r.Trace, r.Index} }

// namings holds the ways to name a result. The first tells the fewest results apart, the
// last the most.
var namings = []func(*record.Result) string{
	func(r *record.Result) string { return r.Method },
	func(r *record.Result) string {
		if r.TimeScale == 0 {
			return r.Method
		}
		return r.Method + " on the grid"
	},
	func(r *record.Result) string {
		if r.TimeScale == 0 {
			return r.Method
		}
		return fmt.Sprintf("%s, slots of %d s", r.Method, r.TimeScale)
	},
}

// Names returns a function that names the method of a result. If a method has results on
// several grids for one step, their names differ. The name is the shortest with that
// property.
func Names(results []record.Result) func(*record.Result) string {
	naming := make(map[string]int) // by method
	for i := range namings {
		for method := range mixed(results, naming) {
			naming[method] = min(i+1, len(namings)-1)
		}
	}
	return func(r *record.Result) string { return namings[naming[r.Method]](r) }
}

// mixed returns the methods that have two results with one name and different time scales
// for one step.
func mixed(results []record.Result, naming map[string]int) map[string]bool {
	type place struct {
		step step
		name string
	}
	scales, methods := make(map[place]int64), make(map[string]bool)
	for i := range results {
		r := &results[i]
		at := place{stepOf(r), namings[naming[r.Method]](r)}
		if scale, known := scales[at]; known && scale != r.TimeScale {
			methods[r.Method] = true
		}
		scales[at] = r.TimeScale
	}
	return methods
}
