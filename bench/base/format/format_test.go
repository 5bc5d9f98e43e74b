package format

import (
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/must"
)

// TestFormatters: values as people read them. What does not exist is blank.
func TestFormatters(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	negative := math.Copysign(0, -1)
	for _, c := range []struct{ got, want string }{
		{Integer(math.MinInt64), "-9,223,372,036,854,775,808"}, {Digits(math.MinInt64), "-9223372036854775808"},
		{Duration(0), "0"}, {Duration(90), "1 min 30 s"}, {Duration(30 * 3600), "1 d 6 h"}, {Duration(-120), "-2 min"},
		{Duration(86400 + 3600 + 60 + 1), "1 d 1 h 1 min 1 s"},

		// Table 1 of Grothklags and Streit, the first row and a negative loss
		{Percent((1 - 0.9920) * 100), "0.80 %"}, {Percent((1 - 1.0014) * 100), "-0.14 %"}, {Percent(negative), "0.00 %"},
		{Percent(0.0038), "0.0038 %"}, {Percent(-0.00399), "-0.0040 %"}, {Percent(0.005), "0.01 %"},
		{Percent(0.00499), "0.0050 %"}, {Percent(1e-9), "< 0.0001 %"}, {Percent(-1e-9), "> -0.0001 %"},
		{Percent(-1234.5), "-1,234.50 %"}, {Percent(nan), ""}, {Percent(inf), ""},
		{Percentage(0.0038), "0.0038"}, {Percentage(-1e-9), "> -0.0001"},
		{Ratio(0.992), "0.9920"}, {Ratio(1.00136), "1.0014"}, {Ratio(nan), ""}, {Ratio(-inf), ""},
		{Decimal(nan, 1), ""},

		{Time(4.8e-6), "4.8 µs"}, {Time(7.4e-7), "0.74 µs"}, {Time(5.35e-4), "535 µs"}, {Time(9.996e-4), "1,000 µs"},
		{Time(0.044), "44 ms"}, {Time(0.299), "299 ms"}, {Time(1e-3), "1.0 ms"}, {Time(1), "1.00 s"},
		{Time(12.345), "12.3 s"}, {Time(28800.04), "28,800 s"},
		{Time(0), ""}, {Time(-1), ""}, {Time(nan), ""}, {Time(inf), ""},

		{Seconds(0), "0.0"}, {Seconds(853.44), "853.4"}, {Seconds(999.94), "999.9"}, {Seconds(nan), ""},
		{Seconds(999.96), "1,000"}, {Seconds(12488), "12,488"}, {Seconds(-2000.4), "-2,000"}, // long ones have no decimals

		{Significant(237534.2, 4), "237,534"}, {Significant(0.045454, 4), "0.04545"}, {Significant(1, 4), "1.000"},
		{Significant(12.3456, 4), "12.35"},
		{Significant(0, 4), ""}, {Significant(-1, 4), ""}, {Significant(nan, 4), ""}, {Significant(inf, 4), ""},
		{strings.Join(AlignPoints([]string{"12", "", "1.25", "0.5"}), "|"), "12   ||1.25|0.5 "},

		{Exact(1234.5), "1234.5"}, {Exact(1e-7), "1e-07"}, {Exact(1e21), "1e+21"}, {Exact(0), "0"}, {Exact(inf), "+Inf"},
		{Plain(1234.5), "1234.5"}, {Plain(1e-7), "0.0000001"}, {Plain(1e21), "1000000000000000000000"}, {Plain(0), "0"},

		{Count(1, "step"), "1 step"}, {Count(0, "step"), "0 steps"}, {Count(1200, "waiting job"), "1,200 waiting jobs"},
		{Count(1, "study"), "1 study"}, {Count(2, "study"), "2 studies"}, {Count(2, "replay"), "2 replays"},
		{Share(0, 0), "0 %"}, {Share(1, 1), "100.0 %"}, {Share(0.5, 0), "50 %"},
		{Share(0.00001, 1), "0.1 %"}, {Share(0.99999, 1), "99.9 %"}, {Share(0.999, 0), "99 %"},
	} {
		must.Equal(t, c.got, c.want)
	}
}

// group is an own definition of separators: three digits from the right each.
func group(s string) string {
	digits := strings.TrimPrefix(s, "-")
	whole, fraction := digits, ""
	if i := strings.IndexByte(digits, '.'); i >= 0 {
		whole, fraction = digits[:i], digits[i:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return s[:len(s)-len(digits)] + whole + fraction
}

func TestSeparators(t *testing.T) {
	check := func(t must.T, v float64, digits int) {
		want := group(strconv.FormatFloat(v, 'f', digits, 64))
		if strings.Trim(want, "-0.,") == "" {
			want = strings.TrimPrefix(want, "-")
		}
		must.Equal(t, Decimal(v, digits), want, v, "with", digits, "digits")
	}
	for _, v := range []float64{
		0, math.Copysign(0, -1), -0.5, -0.04, 999.96, -999.5, 1e15, 1 << 63, -1e19, 1e300, math.MaxFloat64,
	} {
		for digits := range 5 {
			check(t, v, digits)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Float64().Draw(t, "any value"), rapid.IntRange(0, 6).Draw(t, "digits"))
		check(t, rapid.Float64Range(-1e7, 1e7).Draw(t, "value"), rapid.IntRange(0, 6).Draw(t, "digits"))
		v := rapid.Int64().Draw(t, "integer")
		must.Equal(t, Integer(v), group(strconv.FormatInt(v, 10)), v)
	})
}

// A bound is rounded down, or up, to the digits that its value is written with. What floating point has moved by less
// than a millionth of the last digit stays.
func TestBound(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Bound(1.15, 2, math.Floor), "1.15"}, // 1.15 * 100 is 114.99999999999999
		{Bound(1.1, 2, math.Ceil), "1.10"},   // 1.1 * 100 is 110.00000000000001
		{Bound(1.1501, 2, math.Ceil), "1.16"},
		{Bound(1.1599, 2, math.Floor), "1.15"},
		{LowerBound(103.667, Seconds), "103.6"},
		{LowerBound(10737.9, Seconds), "10,737"},
		{LowerBound(10738-1e-9, Seconds), "10,738"},
		{LowerBound(-818.93, Seconds), "-819.0"},
		{LowerBound(0, Seconds), "0.0"},
		{LowerBound(999.97, Seconds), "999"}, // it has no digits as it is rounded to 1,000
	} {
		must.Equal(t, c.got, c.want)
	}
}

// A terminal gets what it can show, and what a text means stays.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a\tb\n\"é\" \\ \ufffd 日本": "a\tb\n\"é\" \\ \ufffd 日本",
		"\x1b[2J\r\a\x00": `\x1b[2J\r\a\x00`, "\u009b31m\u202e\u2028": `\u009b31m\u202e\u2028`, "\x9b\xffé": `\x9b\xffé`,
	} {
		must.Equal(t, Printable(text), want, text)
	}
}

// A shell reads quoted texts as they are.
func TestShell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.RuneFrom([]rune(" '\"\\$`!*?~#&;|<>(){}[]=%-\n\tab/.ü"))
		texts := rapid.SliceOfN(rapid.StringOf(letters), 1, 5).Draw(t, "texts")
		out := must.Get(exec.Command("sh", "-c", `printf '%s\0' `+Shell(texts...)).Output())
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		must.Need(t, slices.Equal(got, texts), "found", got, "expected", texts)
	})
}
