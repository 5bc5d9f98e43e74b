package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
)

// ordered returns a command line with its flags before its arguments, as the cli package wants them.
// Names among the values of flags are in the case in which the program has them, numbers are decimal, and
// percentages are numbers. A list that is given in several flags is one flag; another flag has one value.
// What follows "--" is an argument, whatever it begins with. "help COMMAND SUBCOMMAND" becomes the
// call that the cli package knows.
func ordered(commands []*cli.Command, values Values, args []string) ([]string, error) {
	if n := len(args); n > 3 && slices.Contains([]string{"help", "h"}, args[1]) {
		return slices.Concat(args[:1], args[2:n-1], []string{"help"}, args[n-1:]), nil
	}
	at := 1
	var found *cli.Command
	for at < len(args) {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(args[at]) })
		if i < 0 {
			break
		}
		found, commands = commands[i], commands[i].Subcommands
		at++
	}
	asks := len(args) > 0 && args[len(args)-1] == "--generate-bash-completion"
	if found == nil || isGroup(found) || asks || found.Name == "help" {
		return args, nil
	}
	flags, rest, err := split(found, values, args[at:])
	if len(rest) > 0 {
		flags = append(flags, "--")
	}
	return slices.Concat(args[:at], flags, rest), err
}

// split divides what follows a command into its flags with their values, and its arguments.
func split(c *cli.Command, values Values, args []string) (flags, rest []string, err error) {
	seen := make(map[string]int) // the place of each flag among flags
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return flags, append(rest, args[i+1:]...), nil
		case len(a) < 2 || a[0] != '-':
			rest = append(rest, a)
			continue
		}
		name, value, joined := strings.Cut(a, "=")
		f := flagOf(c, name)
		if f == nil {
			flags = append(flags, a)
			continue
		}
		switch {
		case joined:
		case !f.TakesValue():
			value, joined = "true", true
		case i+1 < len(args):
			i++
			value, joined = args[i], true
		}
		if joined {
			if value, err = values.canonical(c, f, value); err != nil {
				return nil, nil, err
			}
			a = name + "=" + value
		}
		_, appends := Bare(f).(*cli.StringSliceFlag)
		first, again := seen[f.Names()[0]]
		if !again || appends {
			seen[f.Names()[0]] = len(flags)
			flags = append(flags, a)
			continue
		}
		switch _, before, _ := strings.Cut(flags[first], "="); {
		case strings.HasSuffix(Placeholder(f.GetUsage()), "..."): // such as NAME,NAME...
			flags[first] += "," + value
		case before != value:
			return nil, nil, &optgap.FieldError{
				Field: "--" + f.Names()[0], Found: fmt.Sprintf("%q and %q", before, value), Expected: "one value",
			}
		}
	}
	return flags, rest, nil
}

// documentedFlag is a flag that has a help.
type documentedFlag interface {
	cli.Flag
	cli.DocGenerationFlag
}

// flagOf returns the flag of a command with the name, which dashes precede; nil: there is none.
func flagOf(c *cli.Command, name string) documentedFlag {
	name = strings.TrimLeft(name, "-")
	for _, f := range c.Flags {
		if d, ok := f.(documentedFlag); ok && slices.Contains(f.Names(), name) {
			return d
		}
	}
	return nil
}
