package importing

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

func TestSpan(t *testing.T) {
	for text, want := range map[string]int64{
		"2-00:00:00": 172800, "1-02:03:04": 86400 + 2*3600 + 3*60 + 4, "240:00:00": 864000, "1:00:00:00": 86400,
		"30:00": 1800, "00:00:30": 30, "90": 90, "0": 0, "7-12": 7*86400 + 12, "999999999": 999999999,
	} {
		if got, ok := span(text); !ok || got != want {
			t.Errorf("%s: found %d, %v, expected %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", ":", "1-", "-1", "1:", ":1", "1:2:3:4:5", "1-2:3:4:5", "1.5", "+1", "1e3", "x", "1 2", "9999999999", "--1",
	} {
		if got, ok := span(text); ok {
			t.Errorf("%q: found %d, expected an error", text, got)
		}
	}
}

// TestInstants: the clock of Berlin showed 02:30 twice on 2026-10-25, and never on 2026-03-29.
func TestInstants(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))
	utc := func(hour, minute int) int64 { return time.Date(2026, 10, 25, hour, minute, 0, 0, time.UTC).Unix() }
	for text, want := range map[string][]int64{
		"2026-10-25T02:30:00":       {utc(0, 30), utc(1, 30)},
		"2026-10-25T01:59:59":       {utc(0, 0) - 1},
		"2026-10-25T03:00:00":       {utc(2, 0)},
		"2026-10-25T02:30:00+0100":  {utc(1, 30)},
		"2026-10-25T02:30:00+02:00": {utc(0, 30)},
		"2026-10-25T02:30:00Z":      {utc(2, 30)},
		"1792879200":                {utc(0, 0) - 2*3600},
		"2026-03-29T02:30:00":       nil,
		"2026-02-30T00:00:00":       nil,
		"2026-10-25 02:30:00":       nil,
		"2026-10-25T2:30:00":        nil,
		"Ystday":                    nil,
	} {
		if got := instants(text, berlin); !slices.Equal(got, want) {
			t.Errorf("%s: found %d, expected %d", text, got, want)
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
			found := instants(text, zone)
			if !slices.Contains(found, second) {
				t.Fatalf("%s, %s: found %d, expected %d among them", name, text, found, second)
			}
			for _, at := range found {
				if again := time.Unix(at, 0).In(zone).Format(clockLayout); again != text {
					t.Fatalf("%s, %s: found %d, which is %s", name, text, at, again)
				}
			}
			if len(found) == 2 {
				twice++
			}
		}
	}
	if twice == 0 {
		t.Error("no time is that of two seconds")
	}
}

// TestSettled: of the instants that a clock may mean, those are taken that fit the run time.
func TestSettled(t *testing.T) {
	check := func(submits, starts, ends []int64, held int64, want [3]int64) {
		t.Helper()
		s, b, e := settled(submits, starts, ends, held)
		if got := [3]int64{s, b, e}; got != want {
			t.Errorf("found %d, expected %d", got, want)
		}
	}
	twice := []int64{1000, 4600}
	check([]int64{900}, twice, []int64{5000}, 4000, [3]int64{900, 1000, 5000})
	check([]int64{900}, twice, []int64{5000}, 400, [3]int64{900, 4600, 5000})
	check(twice, []int64{1200}, []int64{1300}, 100, [3]int64{1000, 1200, 1300})
	check(twice, []int64{5000}, []int64{5300}, 300, [3]int64{1000, 5000, 5300}) // either fits: the earlier
	check([]int64{900}, twice, nil, 100, [3]int64{900, 1000, -1})
}
