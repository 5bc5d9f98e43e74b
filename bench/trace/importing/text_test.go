package importing

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

// TestLengths: one grammar for all importers. Two parts depend on the unit, and none where days stand before a dash.
func TestLengths(t *testing.T) {
	const no = -1
	for text, want := range map[string][3]float64{ // of no unit, of minutes, of hours
		"2-00:00:00": {172800, 172800, 172800}, "1-02:03:04": {93784, 93784, 93784}, "1-02:03": {93780, 93780, 93780},
		"1-02": {93600, 93600, 93600}, "1-0": {86400, 86400, 86400}, "365-00:00:00": {31536000, 31536000, 31536000},
		"240:00:00": {864000, 864000, 864000}, "1:00:00:00": {86400, 86400, 86400},
		"30:00": {1800, 108000, 108000}, "0:30": {30, 1800, 1800}, "00:00:30": {30, 30, 30}, "1:30:00": {5400, 5400, 5400},
		"90": {90, 5400, 324000}, "1.5": {1.5, 90, 5400}, "1e3": {1000, 60000, 3600000}, "0": {0, 0, 0},
		"999999999": {999999999, 59999999940, 3599999996400},

		"": {no, no, no}, "-": {no, no, no}, ":": {no, no, no}, "1-": {no, no, no}, "-1": {no, no, no}, "1:": {no, no, no},
		":1": {no, no, no}, "1:2:3:4:5": {no, no, no}, "1-2:3:4:5": {no, no, no}, "x": {no, no, no}, "1 2": {no, no, no},
		"inf": {no, no, no}, "1e300": {no, no, no}, "--1": {no, no, no}, "1:2.5": {no, no, no},
	} {
		for i, name := range []string{"", "minutes", "hours"} {
			got, ok := readLength(text, lengthUnits[name])
			if !ok {
				got = no
			}
			must.Equal(t, got, want[i], text, name)
		}
	}
	ms, ok := readLength("2500", lengthUnits["ms"])
	must.Hold(t, ok && ms == 2.5, "found", ms, "expected 2.5")
}

// TestMoments: the clock of Berlin showed 02:30 twice on 2026-10-25, and never on 2026-03-29. A zone counts by its own
// name, but not by one that has several meanings.
func TestMoments(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))
	utc := func(hour, minute int) int64 { return time.Date(2026, 10, 25, hour, minute, 0, 0, time.UTC).Unix() }
	const layout, named = "02.01.2006 15:04", "2006-01-02 15:04:05 MST"
	for _, c := range []struct {
		text, unit, expected string
		want                 []int64
	}{
		{text: "2026-10-25T02:30:00", want: []int64{utc(0, 30), utc(1, 30)}},
		{text: "2026-10-25 02:30:00", want: []int64{utc(0, 30), utc(1, 30)}},
		{text: "2026-10-25T01:59:59", want: []int64{utc(0, 0) - 1}},
		{text: "2026-10-25T03:00:00", want: []int64{utc(2, 0)}},
		{text: "2026-10-25T02:30:00+0100", want: []int64{utc(1, 30)}},
		{text: "2026-10-25T02:30:00+02:00", want: []int64{utc(0, 30)}},
		{text: "2026-10-25T02:30:00.75+02", want: []int64{utc(0, 30)}},
		{text: "2026-10-25T02:30:00Z", want: []int64{utc(2, 30)}},
		{text: "2026-10-25 02:30:00 UTC", want: []int64{utc(2, 30)}},
		{text: "2026-10-25 02:30:00 CET", want: []int64{utc(1, 30)}},
		{text: "2026-10-25 02:30:00 EST", expected: "a name of the zone Europe/Berlin"},
		{text: "2026-10-25 02:30:00 CET", unit: named, want: []int64{utc(1, 30)}},
		{text: "2026-10-25 02:30:00 CEST", unit: named, want: []int64{utc(0, 30)}},
		{text: "2026-10-25 02:30:00 GMT", unit: named, want: []int64{utc(2, 30)}},
		{text: "2026-10-25 02:30:00 Z", unit: named, want: []int64{utc(2, 30)}},
		{text: "2026-10-25 02:30:00 GMT+3", unit: named, expected: "UTC, GMT or a name"},
		{text: "2026-10-25 02:30:00 +03", unit: named, expected: "UTC, GMT or a name"},
		{text: "2026-10-25 02:30:00 UTC", unit: withZone("2006-01-02 15:04:05 UTC"), want: []int64{utc(2, 30)}},
		{text: "2026-10-25 02:30:00Z", unit: withZone("2006-01-02 15:04:05Z"), want: []int64{utc(2, 30)}},
		{text: "25.10.2026 02:30", unit: layout, want: []int64{utc(0, 30), utc(1, 30)}},
		{text: "25.10.26 02:30", unit: layout, expected: "with the year (LSF"},
		{text: "1792879200", want: []int64{utc(0, 0) - 2*3600}},
		{text: "1792879200999", unit: "ms", want: []int64{utc(0, 0) - 2*3600}},
		{text: "1792879200000000", unit: "us", want: []int64{utc(0, 0) - 2*3600}},
		{text: "1792879200999", expected: "seconds; the unit that fits is ms"},
		{text: "1792879200000000", expected: "the unit that fits is us"},
		{text: "1792879200000000", unit: "ms", expected: "a moment in ms; the unit that fits is us"},
		{text: "1792879200000000000", expected: "the unit that fits is ns"},
		{text: "2026-03-29T02:30:00", expected: "that the clock showed in Europe/Berlin"},
		{text: "2026-02-30T00:00:00", expected: "a time such as"},
		{text: "Ystday", expected: "seconds or a time such as"},
	} {
		got, expected := readMoment(c.text, c.unit, berlin)
		if !slices.Equal(got, c.want) || !strings.Contains(expected, c.expected) || (expected == "") != (c.expected == "") {
			t.Errorf("%s: found %d, expected %q; expected %d, %q", c.text, got, expected, c.want, c.expected)
		}
	}
}

// TestShownAt: a second is among those that its own time of the clock may mean, and all others have the same time.
func TestShownAt(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 8))
	twice := 0
	for _, name := range []string{"UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"} {
		zone := must.Get(time.LoadLocation(name))
		for k := range int64(20_000) {
			second := r.Int64N(1 << 31)
			if k%2 == 0 { // within days of October and November, in steps of a quarter of an hour
				second = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC).Unix() + r.Int64N(60*96)*900
			}
			text := time.Unix(second, 0).In(zone).Format(clockLayout)
			found, _ := readMoment(text, "", zone)
			must.Need(t, slices.Contains(found, second),
				name, text, "found", found, "expected", second, "among them")
			for _, at := range found {
				again := time.Unix(at, 0).In(zone).Format(clockLayout)
				must.Need(t, again == text, name, text, "found", at, "which is", again)
			}
			if len(found) == 2 {
				twice++
			}
		}
	}
	must.Hold(t, twice != 0, "no time is that of two seconds")
}

// TestSettled: of the instants that a clock may mean, those are taken that fit the run time.
func TestSettled(t *testing.T) {
	check := func(submits, starts, ends []int64, held int64, want [3]int64) {
		t.Helper()
		s, b, e := settled(submits, starts, ends, held)
		must.Equal(t, [3]int64{s, b, e}, want)
	}
	twice := []int64{1000, 4600}
	check([]int64{900}, twice, []int64{5000}, 4000, [3]int64{900, 1000, 5000})
	check([]int64{900}, twice, []int64{5000}, 400, [3]int64{900, 4600, 5000})
	check(twice, []int64{1200}, []int64{1300}, 100, [3]int64{1000, 1200, 1300})
	check(twice, []int64{5000}, []int64{5300}, 300, [3]int64{1000, 5000, 5300}) // either fits: the earlier
	check([]int64{900}, twice, nil, 100, [3]int64{900, 1000, -1})
}

// The readers of single values, for TestSecondReading.
var (
	IsMissing   = isMissing
	ReadMoment  = readMoment
	ReadLength  = readLength
	ReadLimit   = readLimit
	LengthUnits = lengthUnits
)
