package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// modelHelp lists the models with their parameters.
func modelHelp() string {
	return console.Listed(15, workload.Models(), func(m workload.Model) (string, string) {
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
		return m.Name, m.About + "\n" + arrivals + strings.Join(parameters, " ")
	})
}

// ofType tells the parameters that are said of both types of jobs in a sentence.
func ofType(p workload.Parameter) bool {
	return strings.HasPrefix(p.Name, "batch_") || strings.HasPrefix(p.Name, "interactive_")
}

// parameterHelp says once what each parameter means.
func parameterHelp() string {
	var said []workload.Parameter
	for _, m := range workload.Models() {
		for _, p := range m.Parameters {
			same := func(q workload.Parameter) bool { return q.Name == p.Name && q.Usage == p.Usage }
			if !ofType(p) && !slices.ContainsFunc(said, same) {
				said = append(said, p)
			}
		}
	}
	return console.Listed(21, said, func(p workload.Parameter) (string, string) { return p.Name, p.Usage })
}

// estimatorHelp lists the models of estimates.
func estimatorHelp() string {
	return console.Listed(24, workload.Estimators(), func(e workload.Estimator) (string, string) {
		if e.Value == "" {
			return e.Name, e.About
		}
		return e.Name + "[=" + e.Value[:strings.IndexAny(e.Value, ", ")] + "]", e.About + " (" + e.Value + ")"
	})
}
