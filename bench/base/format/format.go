// Package format writes numbers as people read them in tables and pictures, and words as a shell
// reads them.
//
// A value that does not exist is blank. No number is written as a negative zero. [Exact],
// [Plain] and [Digits] are for programs.
//
// The package may change at any time.
package format

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/optgap/optgap/bench/base/lists"
)

const (
	minute = int64(60)
	hour   = 60 * minute
	day    = 24 * hour
)

// Integer writes an integer with commas between the thousands, as the tables of Grothklags
// and Streit do: 1,798,837.
func Integer[N ~int | ~int64](v N) string { return humanize.Comma(int64(v)) }

// Count writes a number of things: "1 step", "1,200 steps", "2 studies".
func Count[N ~int | ~int64](n N, thing string) string {
	return english.Plural(int(n), thing, "")
}

// Interrupted says how far something came: "interrupted after 3 of 12 steps".
func Interrupted[N ~int | ~int64](done, planned N, thing string) string {
	return "interrupted after " + Integer(done) + " of " + Count(planned, thing)
}

// Duration writes whole seconds in days, hours, minutes and seconds, without the units that
// are 0. 108000 is "1 d 6 h", 90 is "1 min 30 s", and 0 is "0".
func Duration(seconds int64) string {
	if seconds < 0 {
		return "-" + Duration(-seconds)
	}
	var parts []string
	add := func(v int64, unit string) {
		if v > 0 {
			parts = append(parts, Integer(v)+" "+unit)
		}
	}
	add(seconds/day, "d")
	add(seconds/hour%24, "h")
	add(seconds/minute%60, "min")
	add(seconds%60, "s")
	if parts == nil {
		return "0"
	}
	return strings.Join(parts, " ")
}

// Percent writes a value in percent with two digits: 0.8 is "0.80 %". Only 0 is written as 0: a
// smaller value has two significant digits, "0.0038 %", and the smallest are "< 0.0001 %" or
// "> -0.0001 %". A value that does not exist (NaN, infinite) is blank.
func Percent(v float64) string {
	const shown, least = 0.005, 0.0001
	switch size := math.Abs(v); {
	case !Finite(v):
		return ""
	case size == 0 || size >= shown:
		return Decimal(v, 2) + " %"
	case size >= least:
		return fixed(v, digits(size, 2)) + " %"
	case v < 0:
		return "> -0.0001 %"
	}
	return "< 0.0001 %"
}

// Percentage is [Percent] without the unit, for ranges and for tables whose heads have it.
func Percentage(v float64) string { return strings.TrimSuffix(Percent(v), " %") }

// Ratio writes a quality or another ratio with four digits, "0.9920". A value
// that does not exist (NaN, infinite) is blank.
func Ratio(v float64) string {
	if !Finite(v) {
		return ""
	}
	return fixed(v, 4)
}

// Share writes a share from 0 to 1 in percent with the given number of digits after the
// point. Only 0 is written as 0 and only 1 as 100. With one digit other shares are at least
// "0.1 %" and at most "99.9 %".
func Share(v float64, digits int) string {
	if unit := math.Pow10(-2 - digits); v > 0 && v < 1 {
		v = min(max(v, unit), 1-unit)
	}
	return Decimal(v*100, digits) + " %"
}

// Decimal writes a value with commas between the thousands and the given number of digits
// after the point: "1,234.5". A value that does not exist (NaN, infinite) is blank.
func Decimal(v float64, digits int) string {
	if !Finite(v) {
		return ""
	}
	s := fixed(v, digits)
	whole, _, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	n, _ := new(big.Int).SetString(whole, 10) // larger than an int64 can be
	return strings.Replace(s, whole, humanize.BigComma(n), 1)
}

// fixed writes v with the given number of digits after the point. There is no sign where all
// digits are 0.
func fixed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// Bound writes a value with so many decimal digits, rounded by math.Floor or math.Ceil. What is no
// further than a millionth of the last digit from a value with these digits is it: it comes of
// computing with float64.
func Bound(v float64, digits int, way func(float64) float64) string {
	unit := math.Pow10(digits)
	v *= unit
	if near := math.Round(v); math.Abs(v-near) < 1e-6 {
		v = near
	}
	return Decimal(way(v)/unit, digits)
}

// LowerBound writes a lower bound like write, which rounds to the nearest value, but rounded down.
func LowerBound(v float64, write func(float64) string) string {
	_, decimals, _ := strings.Cut(write(v), ".")
	return Bound(v, len(decimals), math.Floor)
}

// Finite reports whether a value exists: it is neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Enumeration is such as "a, b and c", with the word before the last name.
func Enumeration[S ~string](word string, names []S) string {
	return english.WordSeries(lists.Each(names, func(name S) string { return string(name) }), word)
}

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
	return strings.Join(lists.Each(values, func(v T) string { return fmt.Sprint(v) }), ",")
}

// Optional writes v, or "" for 0, where 0 stands for a value that does not exist.
func Optional[T int64 | float64](v T, write func(T) string) string {
	if v == 0 {
		return ""
	}
	return write(v)
}

// Existing writes the value at v, or "" for nil.
func Existing[T any](v *T, write func(T) string) string {
	if v == nil {
		return ""
	}
	return write(*v)
}

// Whole writes a value without decimals.
func Whole(v float64) string { return Decimal(v, 0) }

// Printable writes a text of others for a terminal: with escapes such as \x1b in the place of what
// is no printable character, line break or tab.
func Printable(text string) string {
	var b strings.Builder
	for i, n := 0, 0; i < len(text); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(text[i:])
		if part := text[i : i+n]; r == '\n' || r == '\t' ||
			unicode.IsPrint(r) && utf8.ValidString(part) {
			b.WriteString(part)
		} else {
			b.WriteString(strings.Trim(strconv.Quote(part), `"`))
		}
	}
	return b.String()
}

// plainWord matches a word that no shell changes.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Shell writes the texts as words of a POSIX shell, with blanks between.
func Shell(texts ...string) string {
	words := lists.Each(texts, func(text string) string {
		if plainWord.MatchString(text) {
			return text
		}
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	})
	return strings.Join(words, " ")
}
