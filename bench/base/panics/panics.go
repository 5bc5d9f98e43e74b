// Package panics turns panics into errors. A function that a program plugs in then costs its
// own result and not the run. A panic of a goroutine comes to whoever waits for it, and so to
// the command line, which reports it:
//
//	func() error -> Call -> error: its own, or a *Panic
//
// The package may change at any time.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Panic is a panic as an error.
type Panic struct {
	Value any
	Place string // file and line of the code that panicked; "": unknown
	Stack []byte // of the goroutine that panicked, as debug.Stack formats it
}

func (p *Panic) Error() string {
	if p.Place == "" {
		return fmt.Sprintf("panic: %v", p.Value)
	}
	return fmt.Sprintf("panic: %v (%s)", p.Value, p.Place)
}

// Call calls f and returns its error. A panic of f becomes a *Panic. Panics of other
// goroutines are not caught.
func Call(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, place(), debug.Stack()}
		}
	}()
	return f()
}

// place returns the file and line that panicked, such as "policy.go:12". The deferred
// function that recovers calls it.
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
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
	}
	return ""
}
