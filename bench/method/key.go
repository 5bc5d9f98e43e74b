package method

import (
	"cmp"

	"github.com/optgap/optgap/bench/record"
)

// Key identifies a result within a study.
type Key struct {
	Index  int // of the step
	Method string
}

// KeyOf returns the key of a result.
func KeyOf(r record.Result) Key { return Key{r.Index, r.Method} }

// Compare orders keys by step, and the methods of a step as All does.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Index, other.Index), compareNames(k.Method, other.Method))
}
