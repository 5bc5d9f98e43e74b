package verify

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// SweepFiles checks the runs of a sweep against the file of its settings: one for each setting, of
// one trace on one machine, with numbers that are possible. Errors are as for [Files]; no option
// has an effect. The jobs of the replays are not kept. So what follows from them is not checked
// here: only the same replays done again tell.
func SweepFiles(runs, settings Input, _ Options) (Report, error) {
	all := problems[struct{}]{
		name:     "scheduler",
		required: []string{""},
		field:    "run",
		lacking:  "one for each setting",
	}
	problem := func(line int, s sweep.Setting) error {
		name := settingOf(s)
		return all.add(
			name,
			line,
			Fault{Index: len(all.order), Method: name, subject: "replay"},
			struct{}{},
		)
	}
	key := func(run sweep.Run) (string, answer) { return settingOf(run.Setting), answer{} }
	var first *sweep.Run
	check := func(l ledger, run sweep.Run, _ struct{}) {
		if first == nil {
			first = &run
		}
		l.about.Trace = run.Trace
		l.hold(
			run.Trace == first.Trace,
			"trace",
			run.Trace,
			"%s, as in the run before",
			first.Trace,
		)
		l.hold(
			run.Machine == first.Machine && run.Machine > 0,
			"machine",
			run.Machine,
			"%d, as in the run before",
			max(1, first.Machine),
		)
		l.measured(Parts(run))
	}
	return inspect(&all, lines(settings, record.ParseParts[sweep.Setting]), problem,
		lines(runs, record.ParseParts[sweep.Run]), key, check)
}

// settingOf names a setting.
func settingOf(s sweep.Setting) string {
	return strings.Trim(
		fmt.Sprintf("%s, %s, factor %g, %s", s.Name, s.Scheduler, s.Factor, s.Estimates),
		", ",
	)
}
