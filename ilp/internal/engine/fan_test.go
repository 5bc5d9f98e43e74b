package engine

import (
	"strings"
	"sync/atomic"
	"testing"
)

// A panic of a call comes to the caller with the place of the call, and ends the fan.
func TestFanPanics(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var calls atomic.Int64
		found := func() (found any) {
			defer func() { found = recover() }()
			FanOut(workers, 1000, func(i int) {
				if calls.Add(1); i == 5 {
					panic("broken")
				}
			})
			return nil
		}()
		text, _ := found.(string)
		if !strings.HasPrefix(text, "broken") || workers > 1 && !strings.Contains(text, "fan_test.go") {
			t.Errorf("%d workers: found panic %q, expected broken and the place", workers, text)
		}
		if n := calls.Load(); workers == 1 && n != 6 {
			t.Errorf("%d workers: found %d calls, expected none after the panic", workers, n)
		}
	}
}
