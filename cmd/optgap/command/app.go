// Package command is the command line of optgap: a main package that adds schedulers,
// methods or bounds of its own ends with a call of [Main].
package command

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// Main runs the command line of this process and returns the exit code: 0, done; 1,
// failed; 2, bad input; 3, a check did not hold; 70, a panic, which is reported as a bug; 130,
// interrupted.
func Main() int { return console.Execute(console.ProgressInterval, optgapProgram) }

// about introduces the program in its help.
const about = `optgap replays a job trace of a parallel machine under the self-tuning dynP
scheduler. At each self-tuning step it solves the planning problem as an integer
program and compares the optimum with the plans of FCFS, SJF and LJF and with
lower bounds.

   optgap study                              an embedded sample, in a minute
   optgap study --max-waiting 12 TRACE.swf.gz
   optgap solve --gantt plan.svg STEP.json

COMMAND --help shows the flags that are used most, COMMAND --help-all shows all. - is
standard input, and what follows -- is an argument. Times have a unit, such as 5s
or 1h30m. A share is 5% or 0.05. Names may be typed in any case. An output appears once
it is complete.

Exit codes: 0 done, 1 stopped by an error, 2 bad usage or bad input, 3 a check did not
hold, 70 a bug, 130 interrupted. Shell completion: optgap help completion.`

// optgapProgram is the command line of optgap.
func optgapProgram(s console.Streams) console.Program {
	return console.Program{
		Usage:       "how far from optimal is a job-scheduling policy?",
		Description: about,
		Commands: []*cli.Command{
			studyCommand(s), simulateCommand(s), offlineCommand(s), solveCommand(s), workloadCommand(s),
			moldableCommand(s), reproduceCommand(s),
			verifyCommand(s), compareCommand(s), mergeCommand(s), reportCommand(s),
			libraryCommand(s), doctorCommand(s), console.CompletionCommand(s), serveStepsCommand(s),
		},
		BadInput: badInput,
		Common:   commonFlags,
	}
}

// commonFlags are the flags that most users need, by command. Help shows them first. Commands with
// few flags show all.
var commonFlags = map[string]string{
	"workload generate": "model from machine jobs load seed set estimates out",
	"study": "method policies objective time-limit time-scale min-waiting max-waiting max-steps budget drive " +
		"loss out plot format file",
	"simulate": "scheduler shrink perfect-estimates jobs out plot gantt width jobs-out format wide warm-up",
	"solve": "method policies objective index time-limit time-scale gantt width read-schedules write-model " +
		"read-solution format",
	"moldable":                 "algorithm criterion time-limit seed no-bounds gantt width out format wide",
	"reproduce streit2002":     "shrink set-jobs paper-set replan seed out plot width format",
	"reproduce grothklags2004": "max-steps jobs time-limit scale-entry out format wide",
	"reproduce aida2000":       ofExperiments,
	"reproduce mualem2001":     ofExperiments,
	"reproduce dutot2004":      "runs sizes models readings machine seed out plot width format",
}

const ofExperiments = "experiments jobs loads models schedulers reading seed out plot width format"

// badInput tells whether an error is one of a trace, a step, a schedule, or a file of such.
func badInput(err error) bool {
	var (
		place *optgap.Violation
		line  *record.LineError
		trace *swf.Error
		none  *spec.Unused
	)
	return errors.As(err, &place) || errors.As(err, &line) || errors.As(err, &trace) ||
		errors.Is(err, swf.ErrNoJobs) || errors.As(err, &none)
}
