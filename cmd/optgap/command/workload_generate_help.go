package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// modelHelp lists the models with their parameters.
func modelHelp() string {
	var b strings.Builder
	for _, m := range workload.Models() {
		fmt.Fprintf(&b, "   %-15s %s\n", m.Name, hanging(m.About, 19))
		var parameters []string
		for _, p := range m.Parameters {
			if !ofType(p) {
				parameters = append(parameters, p.Name+"="+p.DefaultText())
			}
		}
		arrivals := fmt.Sprintf("%d processors; needs --load; ", m.Machine)
		if m.OwnArrivals {
			arrivals = fmt.Sprintf("%d processors; ", m.Machine)
		}
		fmt.Fprintf(&b, "%19s%s\n", "", hanging(arrivals+strings.Join(parameters, " "), 19))
	}
	return b.String()
}

// ofType tells the parameters that are said of both types of jobs in a sentence.
func ofType(p workload.Parameter) bool {
	return strings.HasPrefix(p.Name, "batch_") || strings.HasPrefix(p.Name, "interactive_")
}

// parameterHelp says once what each parameter means.
func parameterHelp() string {
	var b strings.Builder
	var said []string
	for _, m := range workload.Models() {
		for _, p := range m.Parameters {
			if line := p.Name + p.Usage; !ofType(p) && !slices.Contains(said, line) {
				said = append(said, line)
				fmt.Fprintf(&b, "   %-21s %s\n", p.Name, hanging(p.Usage, 25))
			}
		}
	}
	return b.String()
}

// estimatorHelp lists the models of estimates.
func estimatorHelp() string {
	var b strings.Builder
	for _, e := range workload.Estimators() {
		name, text := e.Name, e.About
		if e.Value != "" {
			name += "[=" + e.Value[:strings.IndexAny(e.Value, ", ")] + "]"
			text += " (" + e.Value + ")"
		}
		fmt.Fprintf(&b, "   %-24s %s\n", name, hanging(text, 28))
	}
	return b.String()
}

// hanging wraps a text whose lines after the first are indented, within a description,
// which is indented itself.
func hanging(text string, indent int) string {
	lines := console.Wrapped(text, console.HelpWidth-console.HelpIndent-indent)
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}
