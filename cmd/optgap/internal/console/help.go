package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// groupArguments marks the groups of commands.
const groupArguments = "COMMAND [arguments...]"

// Group is a command that only holds others, such as reproduce. Without one of them it lists them.
func Group(name, purpose, description string, commands ...*cli.Command) *cli.Command {
	return &cli.Command{
		Name:        name,
		Usage:       purpose,
		ArgsUsage:   groupArguments,
		Description: description,
		Subcommands: commands,
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return cli.ShowSubcommandHelp(c)
			}
			return unknownCommand(name, c.Command.Subcommands, c.Args().First())
		},
	}
}

// isGroup reports whether a command only holds others. Some commands, such as moldable, hold others
// and work on their own too.
func isGroup(c *cli.Command) bool { return c.ArgsUsage == groupArguments }

// Leaves returns the commands that are no groups, in order. The help command of the cli package is
// left out.
func Leaves(commands []*cli.Command) (found []*cli.Command) {
	for _, c := range commands {
		if c.Name == "help" { // which holds itself
			continue
		}
		if !isGroup(c) {
			found = append(found, c)
		}
		found = append(found, Leaves(c.Subcommands)...)
	}
	return found
}

// setUp gives commands their full names, which begin with the prefix, and what all commands of a
// program share.
func (p *Program) setUp(commands []*cli.Command, prefix string) {
	for _, c := range commands {
		c.HelpName = prefix + c.Name
		c.OnUsageError, c.BashComplete = p.wrongUse, suggest(c)
		if work := c.Action; work != nil {
			c.Action = func(line *cli.Context) error { return p.named(c, work(line)) }
		}
		short, more, _ := strings.Cut(c.Description, More)
		c.Description = short
		if p.all {
			c.Description += more
		}
		names := strings.Fields(p.Common[FullName(c)])
		for _, o := range Options(c) {
			o.common = len(names) > 0 && !p.all
			o.hidden = o.common && !slices.Contains(names, o.Name)
		}
		p.setUp(c.Subcommands, ProgramName+" "+c.Name+" ")
	}
}

// FullName returns the words that call the command, such as "workload analyze"; "" for the program
// itself.
func FullName(c *cli.Command) string {
	name, _ := strings.CutPrefix(c.HelpName, ProgramName)
	return strings.TrimSpace(name)
}

// More stands in a description before what --help-all alone shows.
const More = "\v"

// helpAll is the flag that asks for the help of a command with all of its flags.
const helpAll = "help-all"

// The help of the cli package is changed a little: flags are in columns, which it would wrap.
func init() {
	cli.FlagStringer = flagHelp
	cli.HelpFlag = &cli.BoolFlag{
		Name:               "help",
		Aliases:            []string{"h", helpAll},
		Usage:              "show help; --" + helpAll + ": with all options",
		DisableDefaultText: true,
	}
	for _, template := range []*string{&cli.CommandHelpTemplate, &cli.SubcommandHelpTemplate, &cli.AppHelpTemplate} {
		const plain, columns = `{{template "visibleFlagTemplate" .}}`, "{{range .VisibleFlags}}\n   {{.}}{{end}}"
		*template = strings.Replace(*template, plain, columns, 1)
	}
}
