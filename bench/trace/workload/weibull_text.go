package workload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// WeibullFit is the text that asks for the most likely Weibull distribution.
const WeibullFit = "fit"

// ParseWeibull reads the shape and the scale (seconds) of interarrival times, such as "0.35,200".
// Both are 0 for WeibullFit.
func ParseWeibull(text string) (shape, scale float64, err error) {
	const expected = "two numbers above 0, such as 0.35,200, or " + WeibullFit
	bad := func(found, expected string) error {
		return &optgap.FieldError{Field: "weibull", Found: found, Expected: expected}
	}
	if text == WeibullFit {
		return 0, 0, nil
	}
	var values []float64
	for part := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return 0, 0, bad(strconv.Quote(part), expected)
		}
		if slices.Contains(values, v) {
			return 0, 0, bad(strconv.Quote(part)+" twice", "each value once")
		}
		values = append(values, v)
	}
	if len(values) != 2 || !(values[0] > 0) || !(values[1] > 0) {
		return 0, 0, bad(strconv.Quote(text), expected)
	}
	return values[0], values[1], nil
}
