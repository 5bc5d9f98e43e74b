package field

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

// Catch calls f and returns its error. A panic of f becomes a *Panic, so that a function that a
// program plugs in costs its own result and not the run. Panics of other goroutines are not caught.
func Catch(f func() error) (err error) {
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
