package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// helpAll is the flag that asks for the help of a command with all of its flags.
const helpAll = "--help-all"

// askedForAll tells whether a command line asks for all flags, and returns it as one that asks for
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
