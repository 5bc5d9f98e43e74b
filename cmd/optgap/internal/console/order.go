package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
)

// parse sets the flags of a command line, which may stand before and after arguments. It returns the line for the cli
// package, with the command and its arguments alone, and flags of that package such as --help. What follows "--" is
// an argument, whatever it begins with. "help COMMAND SUBCOMMAND" becomes the call that the cli package knows.
func parse(commands []*cli.Command, args []string) ([]string, error) {
	if n := len(args); n > 3 && slices.Contains([]string{"help", "h"}, args[1]) {
		return slices.Concat(args[:1], args[2:n-1], []string{"help"}, args[n-1:]), nil
	}
	if n := len(args); n < 2 || args[n-1] == "--generate-bash-completion" {
		return args, nil
	}
	at, found, below := 1, &cli.Command{}, commands
	for ; at < len(args); at++ {
		i := slices.IndexFunc(below, func(c *cli.Command) bool { return c.HasName(args[at]) })
		if i < 0 {
			break
		}
		found, below = below[i], below[i].Subcommands
	}
	if found.HelpName == "" || isGroup(found) { // an argument here is the name of a command, which does not exist
		if at < len(args) && strings.HasPrefix(args[at], "-") && !isCommon(args[at]) {
			return nil, unknownFlag(commands, found, args[at])
		}
		return args, nil
	}
	common, rest, err := set(commands, found, args[at:])
	if len(rest) > 0 {
		common = append(common, "--")
	}
	return slices.Concat(args[:at], common, rest), err
}

// isCommon tells whether an argument is a flag of the cli package.
func isCommon(arg string) bool {
	return slices.Contains([]string{"--help", "-h", "--version", "-v", "-help", "-version"}, arg)
}

// set sets the flags of a command by what follows it. It returns the flags of the cli package, and the arguments.
func set(commands []*cli.Command, c *cli.Command, args []string) (common, rest []string, err error) {
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
			return nil, nil, unknownFlag(commands, c, a)
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

// unknownFlag is the error about a flag that a command does not have. It names the commands that have it, or else the
// known flag that is most like it.
func unknownFlag(commands []*cli.Command, c *cli.Command, flag string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	var others, known []string
	for _, other := range Leaves(commands) {
		if !other.Hidden && other != c && OptionOf(other, name) != nil {
			others = append(others, FullName(other))
		}
	}
	for _, o := range Options(c) {
		known = append(known, o.Names()...)
	}
	meant := DidYouMean("--", name, append(known, "help", "version"))
	if others != nil {
		meant = ", but of " + Alternatives("", others)
	}
	prefix, caller := "", ProgramName
	if full := FullName(c); full != "" {
		prefix, caller = full+": ", ProgramName+" "+full
	}
	return Usage("%sfound --%s, which is no flag of %s%s", prefix, name, caller, meant)
}
