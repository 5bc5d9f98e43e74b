package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// groupArguments marks the groups of commands.
const groupArguments = "COMMAND [arguments...]"

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

// made returns a command in the form of the cli package. Its full name begins with the prefix.
func (p *Program) made(c *Command, s Streams, prefix string) *cli.Command {
	short, more, _ := strings.Cut(c.Description, More)
	if p.all {
		short += more
	}
	m := &cli.Command{
		Name:         c.Name,
		HelpName:     prefix + c.Name,
		Usage:        c.Usage,
		ArgsUsage:    c.ArgsUsage,
		Description:  short,
		Hidden:       c.Hidden,
		Flags:        c.Flags.all(),
		OnUsageError: wrongUse,
	}
	m.BashComplete = suggest(m)
	for _, sub := range c.Commands {
		m.Subcommands = append(m.Subcommands, p.made(sub, s, ProgramName+" "+c.Name+" "))
	}
	switch {
	case c.Run != nil:
		quiet := false
		q := Flag(&quiet, "quiet", "no progress and no notes on standard error").Under(GroupOutput)
		if !c.Hidden {
			m.Flags = append(m.Flags, q)
		}
		m.Action = func(line *cli.Context) error { return p.named(m, c.call(line, s, quiet)) }
	case c.Commands != nil:
		m.ArgsUsage = groupArguments
		m.Action = func(line *cli.Context) error {
			if !line.Args().Present() {
				return cli.ShowSubcommandHelp(line)
			}
			return unknownCommand(c.Name, m.Subcommands, line.Args().First())
		}
	}
	names := strings.Fields(p.Common[FullName(m)])
	for _, o := range Options(m) {
		o.common = len(names) > 0 && !p.all
		o.hidden = o.common && !slices.Contains(names, o.Name)
	}
	return m
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
