// Package rescue turns panics into errors, so that a function that a program plugs in costs
// its own result and not the run:
//
//	func() error -> Call -> error: its own, or what panicked and where
package rescue

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Call calls f and returns its error. A panic of f is an error that tells the value and the
// line of the code that panicked. Panics of other goroutines are not caught.
func Call(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v%s", v, place())
		}
	}()
	return f()
}

// place returns the line that panicked, such as " (policy.go:12)". It is called by the
// deferred function that recovers; "": unknown.
func place() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for panicked, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch inside := strings.HasPrefix(f.Function, "runtime."); {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !inside:
			return fmt.Sprintf(" (%s:%d)", filepath.Base(f.File), f.Line)
		}
	}
	return ""
}
