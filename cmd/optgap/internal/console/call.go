package console

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
)

// Call is a call of a command: its arguments, its standard streams and its notes.
type Call struct {
	*line
	Streams
	*Notes
}

type line = cli.Context

// Arguments says how many arguments a command takes.
type Arguments struct {
	Least, Most int    // Most below 0: any number
	What        string // describes the expected ones
}

// Command completes a command, which works by run once its flags and arguments are right. It has the flag --quiet too.
func Command(s Streams, c *cli.Command, args Arguments, run func(*Call) error) *cli.Command {
	quiet := false
	c.Flags = append(c.Flags, Flag(&quiet, "quiet", "no progress and no notes on standard error").Under(GroupOutput))
	c.Action = func(line *cli.Context) error {
		if n := line.NArg(); n < args.Least || args.Most >= 0 && n > args.Most {
			return Usage("%s: found %s, expected %s", FullName(c), format.Count(int64(n), "argument"), args.What)
		}
		return run(&Call{line, s, &Notes{s.Err, quiet, s.progress}})
	}
	return c
}

// IsSet tells whether the command line has the flag.
func (c *Call) IsSet(name string) bool { return OptionOf(c.Command, name).given }

// Write writes to the file at the path, or to the standard output for "".
func (c *Call) Write(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(c.Out)
	}
	return stream.WriteFile(path, write)
}
