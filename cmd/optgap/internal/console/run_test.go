package console_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// A panic of a command, and one while the commands are made, end with a report and an exit code of their own.
func TestPanics(t *testing.T) {
	var none []int
	in := func(run func(*console.Call) error) func([]string) console.Program {
		return func([]string) console.Program {
			return console.Program{Commands: []*console.Command{{Name: "count", Most: 1, Run: run}}}
		}
	}
	for name, of := range map[string]func([]string) console.Program{
		"command":  in(func(*console.Call) error { none[1]++; return nil }),
		"commands": func([]string) console.Program { none[1]++; return console.Program{} },
	} {
		var stdout, stderr bytes.Buffer
		s := console.Streams{Out: &stdout, Err: &stderr}
		must.Equal(t, console.Run(t.Context(), s, of, []string{"optgap", "count", "two words"}), 70, name,
			"exit code")
		for _, want := range []string{
			"optgap: panic: runtime error: index out of range [1] with length 0 (run_test.go:",
			"\nThis is a bug of optgap", "https://github.com/optgap/optgap/issues",
			"\nversion: " + console.Version() + ", go1.", "\ncommand: optgap count 'two words'\n",
			"\ngoroutine ", ".TestPanics.",
		} {
			must.Contain(t, stderr.String(), want, name)
		}
		must.Hold(t, stdout.Len() == 0,
			name, "found", stdout.String(), "on standard output, expected nothing")
	}
}

// Whatever a command does after it was interrupted, and if it does not end, the code is 130, and a line says so.
func TestInterrupted(t *testing.T) {
	for name, after := range map[string]func() error{
		"success":  func() error { return nil },
		"failure":  func() error { return errors.New("signal: interrupt") },
		"a check":  func() error { return console.ErrCheckFailed },
		"deafness": func() error { time.Sleep(time.Hour); return nil },
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			wait := &console.Command{Name: "wait", Run: func(*console.Call) error {
				interrupt()
				return after()
			}}
			var stderr bytes.Buffer
			s := console.Streams{Out: &bytes.Buffer{}, Err: &stderr}
			of := func([]string) console.Program { return console.Program{Commands: []*console.Command{wait}} }
			begin := time.Now()
			code := console.Run(ctx, s, of, []string{"optgap", "wait"})
			must.Hold(t, code == 130 && strings.HasSuffix(stderr.String(), "optgap: interrupted\n"),
				name, "found exit code", code, "and", stderr.String())
			long := strings.Contains(stderr.String(), "a second Ctrl-C ends at once\n")
			if spent := time.Since(begin); long != (spent > 0) || spent > 3*time.Minute {
				t.Errorf("%s: it took %v, and said %q", name, spent, stderr.String())
			}
			time.Sleep(time.Hour) // the bubble must be left by all
		})
	}
}
