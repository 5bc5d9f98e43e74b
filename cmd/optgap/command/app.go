// Package command is the command line of optgap: a main package that adds schedulers,
// methods or bounds of its own ends with a call of [Main].
package command

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// Main runs the command line of this process and returns the exit code: 0, done; 1,
// failed; 2, bad input; 3, a check did not hold; 70, a panic, which is reported as a bug; 130,
// interrupted.
func Main() int { return execute(console.ProgressInterval, optgapProgram) }

// execute runs the command line and ends the programs of schedulers, which an interrupt may leave
// at work.
func execute(every time.Duration, of func(words []string) console.Program) int {
	defer batsim.EndAll()
	return console.Execute(every, of)
}

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
hold, 70 a bug, 130 interrupted. Shell completion: optgap help completion. Schedulers
and their parameters: optgap help schedulers.`

// optgapProgram is the command line of optgap, for a call with the words.
func optgapProgram(words []string) console.Program {
	return console.Program{
		Usage:       "how far from optimal is a job-scheduling policy?",
		Description: about,
		Commands: []*console.Command{
			newStudy((*studying).run),
			simulateCommand(),
			offlineCommand(),
			solveCommand(),
			workloadCommand(words),
			moldableCommand(),
			reproduceCommand(words),
			verifyCommand(),
			compareCommand(),
			mergeCommand(),
			reportCommand(),
			libraryCommand(),
			doctorCommand(),
			schedulersCommand(words),
			serveStepsCommand(),
		},
		BadInput: badInput,
		Common:   commonFlags,
	}
}

// commonFlags are the flags that most users need, by command. Help shows them first. Commands with
// few flags show all.
var commonFlags = map[string]string{
	"workload generate": "model from machine jobs load seed set estimates out",
	"study": "method policies time-limit min-waiting max-waiting max-steps budget loss out plot answer format " +
		"file",
	"offline":  "scheduler step-work objective time-limit gap jobs out jobs-out plot answer width format",
	"simulate": "scheduler shrink jobs out plot gantt width jobs-out format wide warm-up",
	"solve": "method policies objective index time-limit time-scale gantt width read-schedules write-model " +
		"read-solution answer format",
	"moldable":                 "algorithm seed no-bounds gantt width out format wide",
	"reproduce streit2002":     "shrink set-jobs paper-set dynp seed out plot width format",
	"reproduce grothklags2004": "max-steps jobs time-limit scale-entry out format wide",
	"reproduce aida2000":       ofExperiments,
	"reproduce mualem2001":     ofExperiments,
	"reproduce dutot2004":      "runs jobs models machine seed out plot width format",
}

const ofExperiments = "experiments jobs loads models schedulers seed out plot width format"

// badInput reports whether an error is one of a trace, a step, a schedule, or a file of such.
func badInput(err error) bool {
	var (
		place *optgap.Violation
		line  *record.LineError
		trace *swf.Error
	)
	return errors.As(err, &place) || errors.As(err, &line) || errors.As(err, &trace) ||
		errors.Is(err, swf.ErrNoJobs)
}

// The headings of flags in help, beside those of all commands.
const (
	groupTrace  = "Trace"
	groupModel  = "Which jobs"
	groupSteps  = "Which steps"
	groupSolver = "How steps are solved"
)

// shaping returns the values of the flags on which stored results depend: all but those about how
// the work is done and about what is shown and kept.
func shaping(c *console.Call) map[string]string {
	values := map[string]string{}
	for _, o := range console.Options(c.Command) {
		text, stored := o.Argument()
		if stored && o.Group != console.GroupRun && o.Group != console.GroupOutput {
			values[o.Name] = text
		}
	}
	return values
}

// studyFlags are the flags of options of a study. A blank text stands for a flag that is not given,
// so that none may be given.
func studyFlags(options []field.Option) console.Flags {
	flags := console.All(options)
	for _, o := range flags {
		if _, text := o.Variable.(*string); text {
			o.NotBlank()
		}
	}
	return console.Flags{flags}
}

// childFlags say how solvers work.
func childFlags(w *study.Work) console.Flags {
	inProcess := false
	return console.Flags{
		console.GroupRun,
		console.Flag(&inProcess, "in-process",
			"solve within this process: without the child processes that keep a "+
				"failing solver from ending the run and end one that does not keep its limits").
			Check(func() error { w.Children = !inProcess; return nil }),
	}
}

// outFlag is --out of the commands that write a file, or else to the standard output.
func outFlag(path *string, suffixes ...string) *console.Option {
	const usage = "write to `FILE` instead of the standard output, compressed if it ends in .gz"
	return console.Flag(path, "out", usage).Writes(suffixes...).Under(console.GroupOutput)
}

// mostRows is the number of steps that a table shows at most, evenly spread. CSV and JSON have all.
const mostRows = 40

// rejectsFlag is that of every command that reads the usable jobs of a trace.
func rejectsFlag(path *string) *console.Option {
	const usage = "write the jobs that cannot be used to `FILE`, compressed if it ends in .gz"
	return console.Flag(path, "rejects", usage).
		Writes().
		Only(console.Without("strict")).
		Under(console.GroupOutput)
}

// input says what is read of a trace.
type input struct {
	swf.Options
	rejected string // the file for jobs that cannot be used; "": none
}

func (in *input) flags() []*console.Option {
	options := spec.TraceOptions(&in.Machine, &in.MaxJobs, &in.Strict)
	return append(console.All(options), rejectsFlag(&in.rejected))
}

// load reads the trace at the path, or the sample for "". It returns the checksum of the trace's
// file too.
func (in input) load(c *console.Call, path string) (t *swf.Trace, sha256 string, err error) {
	err = withRejects(in.rejected, func(rejects io.Writer) (err error) {
		in.Rejects = rejects
		t, sha256, err = study.ReadTrace(path, c.In, in.Options)
		return err
	})
	if err == nil {
		c.SayAll(t.Warnings()...)
	}
	return t, sha256, err
}

// withRejects calls read with the writer that gets the jobs which cannot be used, into the file at
// a path; nil for "". A file of a trace that was not read to its end is not kept.
func withRejects(path string, read func(rejects io.Writer) error) error {
	if path == "" {
		return read(nil)
	}
	f, err := stream.Create(path)
	if err != nil {
		return err
	}
	err = read(f)
	if err != nil && !errors.Is(err, swf.ErrNoJobs) {
		f.Abort()
		return err
	}
	return cmp.Or(err, f.Close())
}

// namesOf returns a function that returns the names of all values.
func namesOf[T any](all func() []T, name func(T) string) func() []string {
	return func() []string { return lists.Each(all(), name) }
}

// serveStepsCommand is the hidden command of child processes.
func serveStepsCommand() *console.Command {
	return &console.Command{
		Name:   child.ServeCommand,
		Hidden: true,
		Usage:  "work for another process, which says on what",
		Run: func(c *console.Call) error {
			// A signal ends this process, so that its parent knows why there is no answer.
			signal.Reset(os.Interrupt, syscall.SIGTERM)
			go child.EndWithParent()
			return child.Serve(c.Context, c.In, c.Out, study.Steps)
		},
	}
}
