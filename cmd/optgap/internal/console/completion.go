package console

import (
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// scripts are the completion scripts. Each asks the program what may follow.
//
//go:embed completion.*sh
var scripts embed.FS

// suggest returns a function that prints completions. After a flag with known names, these are the
// names. Elsewhere they are commands and flags.
func suggest(command *cli.Command) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		last := os.Args[max(0, len(os.Args)-2)] // the word before the flag that asks for completions
		o := OptionOf(command, strings.TrimLeft(last, "-"))
		if o != nil && strings.HasPrefix(last, "-") && o.Option.Names != nil {
			fmt.Fprintln(c.App.Writer, strings.Join(o.Option.Names(), "\n"))
			return
		}
		cli.DefaultCompleteWithFlags(command)(c)
	}
}

// completionCommand prints completion scripts. All programs have it.
func (p *Program) completionCommand(s Streams) *cli.Command {
	m := p.made(&Command{
		Name:      completionName,
		Usage:     "print the completion script of a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `One line completes commands and flags with the tab key:

   bash, in ~/.bashrc:                   source <(optgap completion bash)
   zsh, in ~/.zshrc, after compinit:     source <(optgap completion zsh)
   fish, in ~/.config/fish/config.fish:  optgap completion fish | source`,
	}, s, "")
	m.Action = func(c *cli.Context) error {
		shells := []string{"bash", "zsh", "fish"}
		found := c.Args().First()
		if c.NArg() != 1 || !slices.Contains(shells, found) {
			return Usage(
				"completion: found %q, expected %s%s",
				strings.Join(c.Args().Slice(), " "),
				Alternatives("", shells),
				didYouMean("", found, shells),
			)
		}
		script, err := scripts.ReadFile("completion." + found)
		if err != nil {
			return err
		}
		// A main package of someone else has its own name.
		_, err = io.WriteString(
			s.Out,
			strings.ReplaceAll(string(script), "PROGRAM", filepath.Base(os.Args[0])),
		)
		return err
	}
	return m
}

const completionName = "completion"
