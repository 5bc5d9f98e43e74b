package command

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// schedulersCommand is a topic of help.
func schedulersCommand(words []string) *console.Command {
	const name = "schedulers"
	c := &console.Command{
		Name:      name,
		Hidden:    true,
		Usage:     "by name, and their parameters",
		ArgsUsage: " ",
	}
	if slices.Contains(words, name) {
		c.Description = schedulersHelp()
	}
	return c
}

func schedulersHelp() string {
	names := append(schedulers.Names(), schedulers.Recorded)
	width := len(slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) }))
	text := `Names of schedulers may be typed in any case. Parameters follow behind colons, such as
easy,slack:2,first-fit:aging=1h,basic-dynp:lower=1h:upper=2h. In results a parameter that
has its default is left out, and the others stand in the order below.

` + console.Listed(
		width,
		names,
		func(name string) (string, string) { return name, schedulers.Describe(name) },
	)
	for i, name := range names {
		parameters := schedulers.Parameters(name)
		if same := sharing(names, parameters); len(parameters) > 0 && same[0] == names[i] {
			text += "\n" + strings.Join(
				same,
				", ",
			) + "\n" + console.Listed(
				width,
				parameters,
				aboutParameter,
			)
		}
	}
	return text
}

// sharing returns the schedulers that have the parameters.
func sharing(names []string, parameters []schedulers.Parameter) []string {
	return lists.Where(names, func(name string) bool {
		return slices.Equal(schedulers.Parameters(name), parameters)
	})
}

func aboutParameter(
	p schedulers.Parameter,
) (name, about string) {
	return ":" + p.Spelt, p.About
}
