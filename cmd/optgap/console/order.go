package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// ordered returns a command line with its flags before its arguments, as the cli package wants them.
// What follows "--" is an argument, whatever it begins with. "help COMMAND SUBCOMMAND" becomes the
// call that the cli package knows.
func ordered(commands []*cli.Command, args []string) []string {
	if n := len(args); n > 3 && slices.Contains([]string{"help", "h"}, args[1]) {
		return slices.Concat(args[:1], args[2:n-1], []string{"help"}, args[n-1:])
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
		return args
	}
	flags, rest := split(found, args[at:])
	if len(rest) > 0 {
		flags = append(flags, "--")
	}
	return slices.Concat(args[:at], flags, rest)
}

// split divides what follows a command into its flags with their values, and its arguments.
func split(c *cli.Command, args []string) (flags, rest []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return flags, append(rest, args[i+1:]...)
		case len(a) < 2 || a[0] != '-':
			rest = append(rest, a)
			continue
		}
		flags = append(flags, a)
		if takesValue(c, a) && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return flags, rest
}

// takesValue tells whether the word after a flag is its value.
func takesValue(c *cli.Command, flag string) bool {
	name := strings.TrimLeft(flag, "-")
	i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 { // unknown, or with its value behind an equals sign
		return false
	}
	f, ok := c.Flags[i].(cli.DocGenerationFlag)
	return ok && f.TakesValue()
}
