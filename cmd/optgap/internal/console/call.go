// Package console is the machinery of a command line. It runs a program's commands, and explains
// wrong calls in its own words. It keeps outputs from overwriting inputs. It writes help,
// completion scripts, notes and progress. It knows nothing of jobs.
package console

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
)

// Call is a call of a command: its arguments, its standard streams and its notes.
type Call struct {
	*line
	Streams
	*Notes
}

type line = cli.Context

// Command is a command of a program. One with Run has the flag --quiet too, unless it is hidden. One
// without only holds others, which it lists, or is a topic of help.
type Command struct {
	Name, Usage, ArgsUsage, Description string

	Hidden   bool // help does not list it
	Flags    Flags
	Commands []*Command

	Least, Most int               // arguments; Most below 0: any number
	What        string            // describes the expected ones; "": none
	Run         func(*Call) error // called once flags and arguments are right
}

// call checks a call of the command, and runs the command.
func (c *Command) call(line *cli.Context, s Streams, quiet bool) error {
	files, err := checkUsage(line, s)
	if n := line.NArg(); err == nil && (n < c.Least || c.Most >= 0 && n > c.Most) {
		err = Usage(
			"%s: found %s, expected %s",
			FullName(line.Command),
			format.Count(n, "argument"),
			cmp.Or(c.What, "none"),
		)
	}
	if err == nil {
		err = c.Run(&Call{line, s, &Notes{s.Err, quiet, s.progress}})
	}
	return missing(files, err)
}

// IsSet reports whether the command line has the flag.
func (c *Call) IsSet(name string) bool { return OptionOf(c.Command, name).given }

// Write writes to the file at the path, or to the standard output for "".
func (c *Call) Write(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(c.Out)
	}
	return stream.WriteFile(path, write)
}

// Workers is --workers.
func Workers(n *int, usage string) *Option {
	*n = runtime.NumCPU()
	right := func() bool { return *n >= 1 && *n <= maxWorkers }
	return Flag(
		n,
		"workers",
		usage,
	).Must(fmt.Sprintf("1 to %d", maxWorkers), right).
		Under(GroupRun)
}

// maxWorkers keeps a typing error from starting millions of processes.
const maxWorkers = 1024

// FormatJSON is the value of --format for JSON lines. The other values are formats of package
// table.
const FormatJSON = "json"

// Format is --format. line describes a line of JSON.
func Format(form *string, line string) *Option {
	*form = table.Text
	names := append([]string{table.Text, table.CSV, FormatJSON}, table.Markups()...)
	usage := strings.Replace(
		"`FORM`: "+format.Enumeration("or", names),
		FormatJSON,
		FormatJSON+" ("+line+")",
		1,
	)
	return Flag(
		form,
		"format",
		usage,
	).OneOf(strings.Join(names, ", "), field.Fixed(names...)).
		Under(GroupOutput)
}

// Seconds is a flag for a time of whole seconds.
func Seconds(seconds *int64, name, usage string) *Option {
	d := time.Duration(*seconds) * time.Second
	return Flag(&d, name, usage).Must("whole seconds, at least 0", func() bool {
		*seconds = int64(d / time.Second)
		return d >= 0 && d%time.Second == 0
	})
}

// The headings of flags that all commands share.
const (
	GroupRun    = "How the work is done"
	GroupOutput = "Output"
)
