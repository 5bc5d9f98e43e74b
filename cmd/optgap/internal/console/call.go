// Package console is the machinery of a command line. It runs a program's commands, and explains
// wrong calls in its own words. It keeps outputs from overwriting inputs. It writes help,
// completion scripts, notes and progress. It knows nothing of jobs.
package console

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
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
	return Flag(n, "workers", usage).Must(fmt.Sprintf("1 to %d", maxWorkers), right).Under(GroupRun)
}

// maxWorkers keeps a typing error from starting millions of processes.
const maxWorkers = 1024

// FormatJSON is the value of --format for JSON lines. The other values are formats of package table.
const FormatJSON = "json"

// Format is --format. line describes a line of JSON.
func Format(form *string, line string) *Option {
	*form = table.Text
	usage := "`FORM`: table, csv, json (" + line + "), md or latex"
	names := field.Fixed(table.Text, table.CSV, FormatJSON, table.Markdown, table.LaTeX)
	return Flag(form, "format", usage).OneOf(strings.Join(names(), ", "), names).Under(GroupOutput)
}

// Seconds is a flag for a time of whole seconds.
func Seconds(seconds *int64, least time.Duration, name, usage string) *Option {
	d, expected := time.Duration(*seconds)*time.Second, "whole seconds, at least 0"
	if least > 0 {
		expected = "whole seconds, at least " + least.String()
	}
	return Flag(&d, name, usage).Must(expected, func() bool {
		*seconds = int64(d / time.Second)
		return d >= least && d%time.Second == 0
	})
}

// The headings of flags that all commands share.
const (
	GroupRun    = "How the work is done"
	GroupOutput = "Output"
)

// parse sets the flags of a command line, which may stand before and after arguments. It returns the line for the cli
// package, with the command and its arguments alone, and flags of that package such as --help. What follows "--" is
// an argument, whatever it begins with. "help COMMAND SUBCOMMAND" becomes the call that the cli package knows.
func (p *Program) parse(args []string) ([]string, error) {
	if n := len(args); n > 3 && slices.Contains([]string{"help", "h"}, args[1]) {
		return slices.Concat(args[:1], args[2:n-1], []string{"help"}, args[n-1:]), nil
	}
	if n := len(args); n < 2 || args[n-1] == "--generate-bash-completion" {
		return args, nil
	}
	at, found, below := 1, &cli.Command{}, p.Commands
	for ; at < len(args); at++ {
		i := slices.IndexFunc(below, func(c *cli.Command) bool { return c.HasName(args[at]) })
		if i < 0 {
			break
		}
		found, below = below[i], below[i].Subcommands
	}
	if found.HelpName == "" || isGroup(found) { // an argument here is the name of a command, which does not exist
		if at < len(args) && strings.HasPrefix(args[at], "-") && !isCommon(args[at]) {
			return nil, p.unknownFlag(found, args[at])
		}
		return args, nil
	}
	common, rest, err := p.set(found, args[at:])
	if len(rest) > 0 {
		common = append(common, "--")
	}
	return slices.Concat(args[:at], common, rest), err
}

// isCommon reports whether an argument is a flag of the cli package.
func isCommon(arg string) bool {
	return slices.Contains([]string{"--help", "-h", "--version", "-v", "-help", "-version"}, arg)
}

// set sets the flags of a command by what follows it. It returns the flags of the cli package, and the arguments.
func (p *Program) set(c *cli.Command, args []string) (common, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, value, joined := strings.Cut(a, "=")
		o := OptionOf(c, strings.TrimLeft(name, "-"))
		switch {
		case a == "--":
			return common, append(rest, args[i+1:]...), nil
		case len(a) < 2 || a[0] != '-':
			rest = append(rest, a)
			continue
		case o == nil && isCommon(a):
			common = append(common, a)
			continue
		case o == nil:
			return nil, nil, p.unknownFlag(c, a)
		case joined:
		case !o.TakesValue():
			value = "true"
		case i+1 == len(args):
			return nil, nil, optgap.BadField(name, "no value", o.expected())
		default:
			i++
			value = args[i]
		}
		if err := o.Set(value); err != nil {
			return nil, nil, err
		}
	}
	return common, rest, nil
}

// unknownFlag is the error about a flag that a command does not have. It names the flag of the command that is most
// like it, and the commands that have it.
func (p *Program) unknownFlag(c *cli.Command, flag string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	var others, known []string
	for _, other := range Leaves(p.All()) {
		if !other.Hidden && other != c && OptionOf(other, name) != nil {
			others = append(others, FullName(other))
		}
	}
	for _, o := range Options(c) {
		known = append(known, o.Names()...)
	}
	meant := DidYouMean("--", name, append(known, "help", "version"))
	if others != nil {
		meant += ", but of " + Alternatives("", others)
	}
	prefix, caller := "", ProgramName
	if full := FullName(c); full != "" {
		prefix, caller = full+": ", ProgramName+" "+full
	}
	return Usage("%sfound --%s, which is no flag of %s%s", prefix, name, caller, meant)
}
