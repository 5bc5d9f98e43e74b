package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// groupHelp is the template for the help of a group. The template of the cli package lists the
// commands of a group only where the group itself runs.
const groupHelp = `NAME:
   {{.HelpName}} - {{.Usage}}

USAGE:
   {{.HelpName}} COMMAND [command options] [arguments...]

DESCRIPTION:
   {{wrap .Description 3}}

COMMANDS:` + subcommandsHelp

// subcommandsHelp is the part of a template that lists the commands of a command.
const subcommandsHelp = `{{range .Subcommands}}{{if ne .Name "help"}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}{{end}}
`

// Group is a command that only holds others, such as reproduce. Without one of them it lists them.
func Group(name, purpose, description string, commands ...*cli.Command) *cli.Command {
	group := &cli.Command{
		Name:               name,
		Usage:              purpose,
		Description:        description,
		Subcommands:        commands,
		CustomHelpTemplate: groupHelp,
	}
	group.Action = func(c *cli.Context) error {
		if !c.Args().Present() {
			cli.HelpPrinter(c.App.Writer, groupHelp, c.Command)
			return nil
		}
		return unknownCommand(name, group.Subcommands, c.Args().First())
	}
	return group
}

// Leaves returns the commands that are no groups, in order. The help command of the cli package is
// left out.
func Leaves(commands []*cli.Command) []*cli.Command {
	var found []*cli.Command
	for _, c := range commands {
		switch {
		case c.Name == "help": // help holds itself
		default:
			if !isGroup(c) {
				found = append(found, c)
			}
			found = append(found, Leaves(c.Subcommands)...)
		}
	}
	return found
}

// isGroup reports whether a command only holds others. Some commands, such as moldable, hold others
// and work on their own too.
func isGroup(c *cli.Command) bool { return c.CustomHelpTemplate == groupHelp }

// makeLate makes the commands of the late groups with names that are wanted.
func (p *Program) makeLate(wanted func(group string) bool) {
	for _, c := range p.Commands {
		if commands := p.Late[c.Name]; commands != nil && wanted(c.Name) {
			c.Subcommands = commands()
			nameBelow(c)
			delete(p.Late, c.Name)
		}
	}
}

// All returns all commands, those of late groups too.
func (p *Program) All() []*cli.Command {
	p.makeLate(func(string) bool { return true })
	return p.Commands
}

// nameBelow gives the commands below a command their full names.
func nameBelow(c *cli.Command) {
	for _, sub := range c.Subcommands {
		sub.HelpName = ProgramName + " " + c.Name + " " + sub.Name
	}
}

// setUp gives the commands their full names, and what all commands of a program share. before is called before the
// action of a command. common are the flags that help shows; see Program.
func setUp(commands []*cli.Command, before cli.BeforeFunc, common map[string]string) {
	for _, c := range commands {
		c.OnUsageError, c.BashComplete = wrongUse, suggest(c)
		if c.HelpName == "" {
			c.HelpName = c.Name // the cli package puts the program's name before it
		}
		nameBelow(c)
		if names := common[FullName(c)]; names != "" {
			c.CustomHelpTemplate = commonHelp(c, names)
		}
		setUp(c.Subcommands, before, common)
		if !isGroup(c) && !c.Hidden && c.Name != completionName { // the argument of completion is no file
			c.Before = func(ctx *cli.Context) error {
				if c.Command(ctx.Args().First()) != nil { // the other command has a Before of its own
					return nil
				}
				return explained(ctx, before(ctx))
			}
			action := c.Action
			c.Action = func(ctx *cli.Context) error { return explained(ctx, action(ctx)) }
		}
	}
}

// wrongUse is the error about a command line that the cli package cannot read.
func wrongUse(_ *cli.Context, err error, _ bool) error { return UsageError{err} }

// FullName returns the words that call the command, such as "workload analyze"; "" for the program
// itself.
func FullName(c *cli.Command) string {
	name, _ := strings.CutPrefix(c.HelpName, ProgramName)
	return strings.TrimSpace(name)
}

// helpAll is the flag that asks for the help of a command with all of its flags.
const helpAll = "--help-all"

// askedForAll reports whether a command line asks for all flags, and returns it as one that asks for
// help.
func askedForAll(args []string) ([]string, bool) {
	i := slices.IndexFunc(args, func(arg string) bool { return arg == helpAll || arg == "--" })
	if i < 0 || args[i] == "--" {
		return args, false
	}
	args = slices.Clone(args)
	args[i] = "--help"
	if slices.Contains([]string{"help", "h"}, args[1]) {
		args = slices.Delete(args, 1, 2)
	}
	return args, true
}

// headHelp is the template for the help of a command above its flags.
const headHelp = `NAME:
   {{template "helpNameTemplate" .}}

USAGE:
   {{template "usageTemplate" .}}{{if .Description}}

DESCRIPTION:
   {{template "descriptionTemplate" .}}{{end}}
`

// commonHelp is the template for the help of a command that shows some of its flags. names are those
// of the flags, in order, with blanks between.
func commonHelp(c *cli.Command, names string) string {
	text := headHelp
	if len(c.Subcommands) > 0 {
		text += "\nCOMMANDS:" + subcommandsHelp
	}
	var lines strings.Builder
	lines.WriteString("\nCOMMON OPTIONS:\n")
	for name := range strings.FieldsSeq(names) {
		i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == name })
		lines.WriteString(strings.Repeat(" ", HelpIndent) + flagHelp(c.Flags[i]) + "\n")
	}
	room := HelpColumn - HelpIndent
	fmt.Fprintf(&lines, "\n%*s%-*sthis help with all %d options\n", HelpIndent, "", room, helpAll, len(c.Flags))
	return text + "{{" + strconv.Quote(lines.String()) + "}}"
}
