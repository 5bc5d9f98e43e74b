package method

import (
	"cmp"
	"fmt"

	"github.com/optgap/optgap/bench/record"
)

// Key identifies a result within a study. The key of a step has an index alone.
type Key struct {
	Index     int // of the step
	Method    string
	TimeScale int64 // seconds per slot; 0: no grid
}

// KeyOf returns the key of a result.
func KeyOf(r record.Result) Key { return Key{r.Index, r.Method, r.TimeScale} }

// String is such as "step 12, ilp, slots of 60 s". It leaves out an empty method and a time scale
// of 0.
func (k Key) String() string {
	text := fmt.Sprintf("step %d", k.Index)
	if k.Method != "" {
		text += ", " + k.Method
	}
	if k.TimeScale != 0 {
		text += fmt.Sprintf(", slots of %d s", k.TimeScale)
	}
	return text
}

// Compare orders keys by step, then by method as All does, then by time scale.
func (k Key) Compare(other Key) int {
	return cmp.Or(
		cmp.Compare(k.Index, other.Index), compareNames(k.Method, other.Method), cmp.Compare(k.TimeScale, other.TimeScale),
	)
}
