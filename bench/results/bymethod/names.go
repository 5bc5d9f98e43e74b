package bymethod

import (
	"fmt"

	"github.com/optgap/optgap/bench/record"
)

// step tells the steps of results apart.
type step struct {
	trace string
	index int
}

func stepOf(r *record.Result) step { return step{r.Trace, r.Index} }

// namings are the names that a result can go by, from those that tell the fewest results
// apart to those that tell the most.
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

// Names returns a function that names the method of a result. The name tells a method's
// results for one step apart by their time scales, and is the shortest that does.
func Names(results []record.Result) func(*record.Result) string {
	naming := make(map[string]int) // by method
	for i := range namings {
		for method := range mixed(results, naming) {
			naming[method] = min(i+1, len(namings)-1)
		}
	}
	return func(r *record.Result) string { return namings[naming[r.Method]](r) }
}

// mixed returns the methods that have two results under one name for one step, with
// different time scales.
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
