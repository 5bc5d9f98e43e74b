package console

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Lines of progress come soon at first, and then seldom.
func TestInterval(t *testing.T) {
	for spent, want := range map[time.Duration]time.Duration{
		0: 10 * time.Second, time.Minute: 10 * time.Second, 10 * time.Minute: time.Minute,
		time.Hour: ProgressInterval, 100 * time.Hour: ProgressInterval,
	} {
		if got := interval(spent, ProgressInterval); got != want {
			t.Errorf("after %v: found %v, expected %v", spent, got, want)
		}
		if got := interval(spent, time.Second); got != time.Second {
			t.Errorf("after %v: found %v, expected the longest, 1s", spent, got)
		}
	}
}

// A line tells the time left, unless something else is said of the pieces under way. A bar has the same words behind
// it, and none of its own.
func TestCounted(t *testing.T) {
	under := ""
	c := &counted{total: 4, thing: "replay", begin: time.Now(), quit: make(chan struct{})}
	c.text = func() string { return under }
	check := func(spent time.Duration, want string) {
		t.Helper()
		if got := c.line(spent); got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
	check(90*time.Second, "0 of 4 replays after 1 min 30 s")
	c.Step()
	check(20*time.Second, "1 of 4 replays after 20 s, about 1 min left") // 20 s for each of 3
	under = "; easy: 3 of 5 jobs"
	check(20*time.Second, "1 of 4 replays after 20 s; easy: 3 of 5 jobs")
	under = ""
	var out bytes.Buffer
	b := newBar(&out, c)
	for range 3 {
		b.Step()
	}
	b.End()
	if found := out.String(); !strings.Contains(found, "4 of 4 replays after") || strings.Contains(found, "done!") ||
		strings.Contains(found, "ms") || strings.Contains(found, "ETA") {
		t.Errorf("found %q", found)
	}
}

// TestPrintable: a terminal obeys nothing in a remark.
func TestPrintable(t *testing.T) {
	var b bytes.Buffer
	(&Notes{w: &b}).Say("%s: read", "a\x1b[31m\u202e\xff")
	if got, want := b.String(), `optgap: a\x1b[31m\u202e\xff: read`+"\n"; got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
}
