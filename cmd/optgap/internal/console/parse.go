package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
)

const askCompletion = "--generate-bash-completion"

// permuted returns a command line with the flags of a command before its arguments, as the cli
// package expects them. What follows "--" is an argument, whatever it begins with. "help COMMAND"
// becomes "COMMAND --help".
func (p *Program) permuted(app *cli.App, args []string) []string {
	if len(args) > 2 && slices.Contains([]string{"help", "h"}, args[1]) {
		args = slices.Delete(slices.Clone(args), 1, 2)
		if !p.all {
			args = append(args, "--help")
		}
	}
	at := 1
	c := &cli.Command{Subcommands: app.Commands}
	for ; at < len(args) && c.Command(args[at]) != nil; at++ {
		c = c.Command(args[at])
	}
	if c.HelpName == "" || isGroup(c) || args[len(args)-1] == askCompletion {
		return args
	}
	flags := slices.Clone(args[:at])
	rest := []string{"--"}
	for ; at < len(args); at++ {
		name, value, joined := strings.Cut(args[at], "=")
		o := OptionOf(c, strings.TrimLeft(name, "-"))
		switch {
		case args[at] == "--":
			return slices.Concat(flags, rest, args[at+1:])
		case len(name) < 2 || name[0] != '-':
			rest = append(rest, args[at])
			continue
		case o == nil:
			flags = append(flags, args[at])
			continue
		case joined:
		case !o.TakesValue():
			value = "true"
		case at+1 == len(args): // "--" is no value
			return append(flags, "--"+o.Name)
		default:
			at++
			value = args[at]
		}
		flags = append(flags, "--"+o.Name+"="+value)
	}
	return append(flags, rest...)
}

// wrongUse puts an error of the cli package about the flags of a command into the words of this
// one.
func wrongUse(ctx *cli.Context, err error, _ bool) error {
	for _, o := range Options(ctx.Command) {
		if o.wrong != nil {
			return o.wrong
		}
	}
	kind, name, _ := strings.Cut(err.Error(), ": -")
	switch kind {
	case "flag needs an argument":
		return optgap.BadField("--"+name, "no value", OptionOf(ctx.Command, name).expected())
	case "flag provided but not defined":
		return unknownFlag(ctx, name)
	}
	return UsageError{err}
}

// unknownFlag is the error about a flag that a command does not have. It names the flag of the
// command that is most like it, and the commands that have it.
func unknownFlag(ctx *cli.Context, name string) error {
	var others, known []string
	for _, other := range Leaves(ctx.App.Commands) {
		if !other.Hidden && OptionOf(other, name) != nil {
			others = append(others, FullName(other))
		}
	}
	for _, f := range ctx.Command.Flags {
		known = append(known, f.Names()...)
	}
	meant := didYouMean("--", name, known)
	if others != nil {
		meant += ", but of " + Alternatives("", others)
	}
	full := FullName(ctx.Command)
	return Usage("%sfound --%s, which is no flag of %s%s", prefixed(full), name,
		strings.TrimSpace(ProgramName+" "+full), meant)
}
