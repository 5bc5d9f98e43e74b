package method

import (
	"cmp"

	"github.com/optgap/optgap/bench/record"
)

// Key identifies a result within a study.
type Key struct {
	Index     int // of the step
	Method    string
	TimeScale int64 // seconds per slot; 0: no grid
}

// KeyOf returns the key of a result.
func KeyOf(r record.Result) Key { return Key{r.Index, r.Method, r.TimeScale} }

// Compare orders keys by step, the methods of a step as All does, and the results of a
// method by their time scales.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Index, other.Index), compareNames(k.Method, other.Method), cmp.Compare(k.TimeScale, other.TimeScale))
}
