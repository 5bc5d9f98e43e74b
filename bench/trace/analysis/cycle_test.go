package analysis_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
)

// TestSessions: a user's jobs at 0 (running 1000 s), 500, 2500, 2501 and 10000 with a
// gap of 20 minutes. From the end at 1000, 2500 is 1500 s away: a new session, as
// 10000 is. From submissions it is 2000 s after 500. With a gap of half an hour,
// 1500 s are within a session, and 2000 s are not.
func TestSessions(t *testing.T) {
	job := func(submit, wait, runTime float64, user int64) swf.Record {
		return swf.Record{Submit: submit, Wait: wait, RunTime: runTime, User: user, Status: 1}
	}
	records := []swf.Record{
		job(0, 0, 1000, 1), job(500, -1, 0, 1), job(2500, 0, -1, 1), job(2501, 0, 1, 1), job(10000, 0, 1, 1),
		job(501, 0, 1, 2), job(502, 0, 1, -1),
	}
	for _, c := range []struct {
		rule  analysis.SessionRule
		sizes []float64 // sorted
		long  float64
	}{
		{analysis.SessionRule{}, []float64{1, 1, 2, 2}, 500},
		{analysis.SessionRule{Gap: 1800}, []float64{1, 1, 4}, 2501},
		{analysis.SessionRule{Gap: 1500}, []float64{1, 1, 4}, 2501}, // a gap of just so much
		{analysis.SessionRule{Gap: 1499}, []float64{1, 1, 2, 2}, 500},
		{analysis.SessionRule{Gap: 1800, From: analysis.FromSubmission}, []float64{1, 1, 2, 2}, 500},
		{analysis.SessionRule{Gap: 400, From: analysis.FromSubmission}, []float64{1, 1, 1, 1, 2}, 1},
		{analysis.SessionRule{Gap: 1e6}, []float64{1, 5}, 10000},
	} {
		s := analyze(t, header, records, analysis.Options{Sessions: c.rule}).Sessions
		var sizes []float64
		for i, v := range s.Jobs.Distribution.Values {
			sizes = append(sizes, slices.Repeat([]float64{v}, int(s.Jobs.Distribution.Counts[i]))...)
		}
		if !slices.Equal(sizes, c.sizes) || int(s.Count) != len(sizes) || s.Length.Max != c.long {
			t.Errorf("%+v: sessions of %v jobs up to %v s, expected %v and %v", c.rule, sizes, s.Length.Max, c.sizes, c.long)
		}
	}
	a := analyze(t, header, records, analysis.Options{})
	if u := a.Users; u.Count != 2 || u.Jobs != 6 || u.LargestShare != 5.0/6 {
		t.Errorf("users %+v", u)
	}
	if a := analyze(t, header, records[6:], analysis.Options{}); a.Users != nil || a.Sessions != nil {
		t.Error("users of a trace without any")
	}
}

// TestCycle: hours and days are in the zone of the header, with its summer time. Without a
// date they count from second 0 of the trace.
func TestCycle(t *testing.T) {
	monday := time.Date(1996, 9, 23, 12, 0, 31, 0, time.UTC).Unix() // 14:00:31 in Stockholm, as the KTH trace begins
	start := fmt.Sprintf("; UnixStartTime: %d", monday)
	for _, c := range []struct {
		header []string
		submit float64
		clock  string
		hour   int // of the week
	}{
		{[]string{start, "; TimeZone: 3600", "; TimeZoneString: Europe/Stockholm"}, 0, "Europe/Stockholm", 14},
		// Five weeks on it is winter time.
		{[]string{start, "; TimeZoneString: Europe/Stockholm"}, 35*24*3600 - 32, "Europe/Stockholm", 12},
		{[]string{start, "; TimeZone: 3600"}, 0, "UTC+3600 s", 13},
		{[]string{start, "; TimeZone: 3600", "; TimeZoneString: Mars/Olympus"}, 0, "UTC+3600 s", 13},
		{[]string{start, "; TimeZoneString: Local"}, 0, "UTC", 12},
		{[]string{start, "; TimeZone: 999999999"}, 0, "UTC", 12},
		{[]string{start}, 59*60 + 28, "UTC", 12},
		{[]string{start}, 59*60 + 29, "UTC", 13},
		{[]string{start}, 6*24*3600 + 11.5*3600, "UTC", 167},
		{[]string{start}, 6*24*3600 + 12.5*3600, "UTC", 0},
		{nil, 0, "trace", 0},
		{[]string{"; UnixStartTime: 0", "; TimeZoneString: Europe/Stockholm"}, 8*24*3600 + 3599.5, "trace", 24},
		{[]string{"; UnixStartTime: unknown"}, 7*24*3600 - 0.5, "trace", 167},
	} {
		a := analyze(t, c.header, []swf.Record{{Submit: c.submit}}, analysis.Options{})
		if got := slices.Index(a.Cycle.Week[:], 1); got != c.hour || a.Cycle.Clock != c.clock ||
			a.Cycle.Hours[c.hour%24] != 1 || a.Cycle.Days[c.hour/24] != 1 {
			t.Errorf("%q, second %v: hour %d of the week in %s, expected %d in %s",
				c.header, c.submit, got, a.Cycle.Clock, c.hour, c.clock)
		}
	}
}

func TestPeakOf(t *testing.T) {
	want := analysis.Peak{Most: 5, Least: 2, MostShare: 0.3, LeastShare: 0.05}
	if p := analysis.PeakOf([]int64{2, 5, 1, 5, 1, 6}); p != want {
		t.Errorf("%+v", p)
	}
}
