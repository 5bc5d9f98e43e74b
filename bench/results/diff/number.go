package diff

import (
	"cmp"
	"encoding/json"

	"github.com/optgap/optgap/bench/base/format"
)

// A Number is an integer or a float64. The zero value is no number. Integers are compared
// and written exactly.
type Number struct {
	whole  int64
	float  float64
	exists bool
}

// positive returns a whole number, or no number for 0.
func positive(v int64) Number { return Number{v, float64(v), v != 0} }

// decimal returns the number at v, or no number for nil.
func decimal(v *float64) Number {
	if v == nil {
		return Number{}
	}
	return Number{0, *v, true}
}

// Exists is false for the zero value of Number.
func (n Number) Exists() bool { return n.exists }

// Float returns the nearest float64.
func (n Number) Float() float64 { return n.float }

// compare orders two numbers, both integers or both not.
func (n Number) compare(o Number) int {
	return cmp.Or(cmp.Compare(n.float, o.float), cmp.Compare(n.whole, o.whole))
}

// Digits returns the number of digits after the point for people: 0 for integers.
func (n Number) Digits() int {
	if n.whole != 0 {
		return 0
	}
	return 4
}

// String writes all digits. It returns "" for no number.
func (n Number) String() string {
	switch {
	case !n.exists:
		return ""
	case n.whole != 0:
		return format.Digits(n.whole)
	}
	return format.Exact(n.float)
}

// MarshalJSON writes the number, or null for no number.
func (n Number) MarshalJSON() ([]byte, error) {
	switch {
	case !n.exists:
		return []byte("null"), nil
	case n.whole != 0:
		return json.Marshal(n.whole)
	}
	return json.Marshal(n.float)
}
