package console

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
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

// fishCompletion returns the script that the cli package makes, with the files and names that flags take.
func fishCompletion(app *cli.App) (string, error) {
	own := *app
	own.Name = called()
	script, err := own.ToFishCompletion()
	script += strings.ReplaceAll(fishNames, "PROGRAM", called())
	for _, c := range Leaves(app.Commands) {
		for _, o := range Options(c) {
			if o.File != nil { // the cli package takes no file for the value of a flag that is not its own
				script = strings.ReplaceAll(script, " -f -l "+o.Name+" ", " -l "+o.Name+" ")
			}
			if o.Option.Names != nil {
				const line = "complete -c %[1]s -n '__fish_seen_subcommand_from %[2]s' -f -r -l %[3]s -a '(__%[1]s_names %[4]s)'\n"
				script += fmt.Sprintf(line, called(), c.Name, o.Name, strings.Join(o.Option.Names(), " "))
			}
		}
	}
	return script, err
}

// fishNames is a function in fish that completes the last name of a list.
const fishNames = `
function __PROGRAM_names
    set -l before (string replace -r '^--[a-z-]*=' '' -- (commandline -ct) | string replace -r '[^,]*$' '')
    printf '%s\n' $before$argv
end
`

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
		if strings.HasPrefix(last, "--h") && strings.HasPrefix(helpAll, last) {
			fmt.Fprintln(c.App.Writer, helpAll)
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
	if c.NArg() != 1 {
		return Usage("completion: found %s, expected one, a shell", format.Count(int64(c.NArg()), "argument"))
	}
	script, ok := completions()[c.Args().First()]
	if !ok {
		found := c.Args().First()
		meant := DidYouMean("", found, slices.Collect(maps.Keys(completions())))
		return Usage("completion: found %q, expected bash, zsh or fish%s", found, meant)
	}
	text, err := script(c.App)
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.Out, strings.TrimSpace(text)+"\n")
	return err
}
