package console

import (
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
