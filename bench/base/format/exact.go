package format

import (
	"fmt"
	"strconv"
	"strings"
)

// Exact writes all digits of a value, for programs: reading them gives the same float64. Very
// small and very large values have an exponent, such as 1e-07. NaN and infinite values are
// written as by package strconv.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Plain is [Exact] without an exponent.
func Plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Digits writes an integer without commas, for programs.
func Digits(v int64) string { return strconv.FormatInt(v, 10) }

// List writes values as they are typed, with commas in between.
func List[T any](values []T) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, fmt.Sprint(v))
	}
	return strings.Join(parts, ",")
}

// Decimals writes values as [Decimal] does, with ", " in between.
func Decimals(values []float64, digits int) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, Decimal(v, digits))
	}
	return strings.Join(parts, ", ")
}
