package console

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// groupHelp is the template for the help of a group. The one of the cli package lists
// the commands of a group only where the group itself runs.
const groupHelp = `NAME:
   {{.HelpName}} - {{.Usage}}

USAGE:
   {{.HelpName}} COMMAND [command options] [arguments...]

DESCRIPTION:
   {{wrap .Description 3}}

COMMANDS:{{range .Subcommands}}{{if ne .Name "help"}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}{{end}}
`

// Group is a command that only holds others, such as reproduce.
func Group(name, purpose, description string, commands ...*cli.Command) *cli.Command {
	return &cli.Command{
		Name:               name,
		Usage:              purpose,
		Description:        description,
		Subcommands:        commands,
		CustomHelpTemplate: groupHelp,
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return cli.ShowSubcommandHelp(c)
			}
			var names []string
			for _, command := range commands {
				names = append(names, command.Name)
			}
			found := c.Args().First()
			expected := Alternatives("", names) + DidYouMean("", found, names)
			return Usage("%s: found command %q, expected %s: see optgap help %[1]s", name, found, expected)
		},
	}
}

// Leaves returns the commands that are no groups, in order, without the cli package's
// own help.
func Leaves(commands []*cli.Command) []*cli.Command {
	var found []*cli.Command
	for _, c := range commands {
		switch {
		case c.Name == "help": // it holds itself
		default:
			if !isGroup(c) {
				found = append(found, c)
			}
			found = append(found, Leaves(c.Subcommands)...)
		}
	}
	return found
}

// isGroup tells whether a command only holds others. Some hold others and work on
// their own too, such as moldable.
func isGroup(c *cli.Command) bool { return c.CustomHelpTemplate == groupHelp }

// setUp holds the actions that all commands of a program share.
type setUp struct {
	before cli.BeforeFunc             // what they do before their action
	wrong  cli.OnUsageErrorFunc       // what they do on a command line that they cannot read
	values map[string]func() []string // see [program]
}

// all gives the commands their full names, and what they do alike.
func (u setUp) all(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError, c.BashComplete = u.wrong, suggest(c, u.values)
		if c.HelpName == "" {
			c.HelpName = c.Name // the cli package puts the program's name before it
		}
		for _, sub := range c.Subcommands {
			sub.HelpName = ProgramName + " " + c.Name + " " + sub.Name
		}
		u.all(c.Subcommands)
		if !isGroup(c) && !c.Hidden && c.Name != completionName { // whose argument is no file
			c.Before = func(ctx *cli.Context) error {
				if c.Command(ctx.Args().First()) != nil { // which has its own, and also runs this one
					return nil
				}
				return u.before(ctx)
			}
		}
	}
}

// FullName returns what is typed for the command, such as "workload analyze"; ""
// of the program itself.
func FullName(c *cli.Command) string {
	name, _ := strings.CutPrefix(c.HelpName, ProgramName)
	return strings.TrimSpace(name)
}
