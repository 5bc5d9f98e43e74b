package console

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

//go:embed completion.bash
var bashCompletion string

//go:embed completion.zsh
var zshCompletion string

// completions returns the makers of completion scripts, by shell.
func completions() map[string]func(*cli.App) (string, error) {
	fixed := func(script string) func(*cli.App) (string, error) {
		return func(*cli.App) (string, error) { return strings.ReplaceAll(script, "PROGRAM", called()), nil }
	}
	return map[string]func(*cli.App) (string, error){
		"bash": fixed(bashCompletion), "zsh": fixed(zshCompletion), "fish": fishCompletion,
	}
}

// called returns the name by which the program was called. A main package of someone else has its
// own name.
func called() string { return filepath.Base(os.Args[0]) }

// fishCompletion returns the script that the cli package makes of its own flags.
func fishCompletion(app *cli.App) (string, error) {
	plain := *app
	plain.Name, plain.Commands = called(), plainCommands(app.Commands)
	return plain.ToFishCompletion()
}

// plainCommands returns the commands with the flags of the cli package.
func plainCommands(commands []*cli.Command) []*cli.Command {
	var plain []*cli.Command
	for _, c := range commands {
		command := *c
		command.Subcommands, command.Flags = plainCommands(c.Subcommands), nil
		for _, f := range c.Flags {
			text, ok := Bare(f).(*cli.StringFlag)
			if o, is := f.(*Option); ok && is {
				text.TakesFile = o.File != nil
			}
			command.Flags = append(command.Flags, Bare(f))
		}
		plain = append(plain, &command)
	}
	return plain
}

// suggest returns a function that prints completions. After a flag in values, these are the values
// that the flag takes. Elsewhere they are commands and flags.
func suggest(command *cli.Command, values map[string]func() []string) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		last := strings.TrimLeft(os.Args[max(0, len(os.Args)-2)], "-") // the word before the flag that asks for completions
		names, known := values[last]
		if !known || !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return f.Names()[0] == last }) {
			cli.DefaultCompleteWithFlags(command)(c)
			return
		}
		for _, name := range names() {
			fmt.Fprintln(c.App.Writer, name)
		}
	}
}

const completionName = "completion"

// CompletionCommand is the command that prints completion scripts.
func CompletionCommand(s Streams) *cli.Command {
	return &cli.Command{
		Name:      completionName,
		Usage:     "print the completion script of a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `One line completes commands and flags with the tab key:

   bash, in ~/.bashrc:                   source <(optgap completion bash)
   zsh, in ~/.zshrc, after compinit:     source <(optgap completion zsh)
   fish, in ~/.config/fish/config.fish:  optgap completion fish | source`,
		Action: func(c *cli.Context) error { return complete(c, s) },
	}
}

func complete(c *cli.Context, s Streams) error {
	if err := Arguments(c, 1, 1, "one, a shell"); err != nil {
		return err
	}
	script, ok := completions()[c.Args().First()]
	if !ok {
		return Usage("completion: found %q, expected bash, zsh or fish", c.Args().First())
	}
	text, err := script(c.App)
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.Out, strings.TrimSpace(text)+"\n")
	return err
}
