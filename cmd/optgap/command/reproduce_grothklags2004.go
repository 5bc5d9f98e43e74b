package command

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func grothklags2004Command(s console.Streams) *cli.Command {
	d := grothklags2004.DefaultSettings()
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out",
		Usage: "`DIR` for six folders of studies, and one for each other reading; an interrupted run goes on there",
	}
	flags := append(traceFlags(), []cli.Flag{
		&cli.IntFlag{
			Category: categorySteps, Name: "max-steps", Usage: "averages over at most `N` steps, evenly spread; 0: all",
		},
		&cli.DurationFlag{
			Category: categorySolver, Name: "time-limit", Value: d.TimeLimit,
			Usage: "`TIME` for each step and way of solving it but the program as printed; 0: none",
		},
		&cli.DurationFlag{
			Category: categorySolver, Name: "literal-limit", Value: d.LiteralLimit,
			Usage: "`TIME` for each step by the program as printed, Eq. 1-5; 0: none",
		},
		&cli.StringFlag{
			Category: categorySolver, Name: "scale-entry", Value: d.ScaleEntry,
			Usage: "`SIZE` of a matrix entry in Eq. 6; the paper's text has 0.1kB, and its Table 1 follows from 1kB",
		},
		horizonFlag(d.Horizon),
		&cli.StringFlag{
			Category: categorySolver, Name: "readings",
			Usage: "`NAME,NAME...`: count the statements that hold under other choices of x and horizon too: table " +
				"(1kB), text (0.1kB), table-safe, text-safe; all: every one",
		},
		memoryFlag(categorySolver, stepMemory),
		console.WorkersFlag("`N` steps solved side by side, each on one thread"),
		inProcessFlag(),
		pinFlag(),
		console.OutputFormatFlag("a line for each row of Table 1, each result and each statement"),
		wideReportFlag(),
		console.OutputFolder(out, grothklags2004.FolderNames()...),
		console.PlotFlag("draw Figure 1, and loss and time against size, into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.QuietFlag(),
	}...)
	return &cli.Command{
		Name:      "grothklags2004",
		Usage:     "Grothklags and Streit (2004): CPLEX and dynP",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Repeats the comparison of Grothklags and Streit, "On the Comparison of CPLEX-Computed
Job Schedules with the Self-Tuning dynP Job Scheduler" (2004), on any trace. Theirs is
CTC. Without TRACE the generated sample of 400 jobs is taken.

The trace is replayed under self-tuning dynP. Of its steps, those that are most like
the twelve rows of Table 1 in jobs, makespan and accumulated run time are solved four
times: on the grid of Eq. 6 by the program as printed (Eq. 1-5), by the program of this
project and by search, and by search at one second. The averages are over all steps, by
search on the grid, and every tenth of them is solved by the program as printed. The
horizon is the paper's. Each statement of the text is judged; a loss that is not proven
has two ends.

   optgap reproduce grothklags2004 --max-steps 500 --out results TRACE.swf.gz
   optgap reproduce grothklags2004 --max-steps 20 --time-limit 2s --readings all TRACE.swf.gz`,
		Flags: console.Limited(flags, []console.Effect{
			console.Only("rejects", console.Without("strict")),
			console.Only("wide readings", console.WithValue("format", table.Text)),
			console.Only("no-titles", console.WithFlag("plot")),
		}),
		Action: func(c *cli.Context) error { return grothklags(c, s) },
	}
}

func grothklags(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	r, err := comparison(c, s, notes)
	if err != nil {
		return named(c, err)
	}
	readings, err := grothklags2004.ReadingsByName(c.String("readings"))
	if err != nil {
		return named(c, err)
	}
	e, err := r.Measure(c.Context)
	switch {
	case err != nil && (c.Context.Err() == nil || len(e.Rows) == 0):
		return named(c, err)
	case len(e.Chosen) == 0:
		jobs := format.Count(int64(e.Jobs), "job")
		return console.Usage("%s: found no self-tuning step among %s, expected jobs that wait together", e.Trace, jobs)
	case err != nil:
		notes.SayInterrupted(r.Folder != "")
	}
	report, failed := e.Report()
	if failed == nil && err == nil {
		err = r.Compare(c.Context, report, readings)
	}
	if failed == nil {
		failed = printComparison(c, s, form, e, report)
	}
	if dir := c.String("plot"); dir != "" && failed == nil {
		failed = console.PictureStyleOf(c).DrawAll(dir, report.Figures, notes)
	}
	return errors.Join(err, failed)
}

// comparison returns the experiment that the flags state, on the trace of the argument.
func comparison(c *cli.Context, s console.Streams, notes *console.Notes) (r grothklags2004.Run, err error) {
	r.Settings = grothklags2004.DefaultSettings()
	if err := console.Fill(c, &r.Settings); err != nil {
		return r, err
	}
	if err := r.Settings.Validate(); err != nil {
		return r, err
	}
	if r.Work, err = workOf(c); err != nil {
		return r, err
	}
	r.Input.Trace, r.Input.SHA256, err = loadTrace(c, s, c.Args().First(), r.Settings.Machine, false)
	if err != nil {
		return r, err
	}
	for _, w := range r.Input.Trace.Warnings() {
		notes.Say("%s", w)
	}
	r.Folder, r.Version, r.Watch = c.String("out"), console.Version(), watchComparison(notes)
	return r, nil
}

// watchComparison notes what an experiment tells while it runs.
func watchComparison(notes *console.Notes) grothklags2004.Watch {
	var done console.Counter = console.Silent{}
	return grothklags2004.Watch{
		Trying: func(r grothklags2004.Reading) { notes.Say("reading %s", r) },
		Replayed: func(e *grothklags2004.Experiment) {
			jobs, machine := format.Count(int64(e.Jobs), "job"), format.Count(e.Machine, "processor")
			notes.Say("%s: %s on %s, %s", e.Trace, jobs, machine, format.Count(int64(e.Steps), "self-tuning step"))
		},
		Chosen: func(part grothklags2004.Part, steps, results, known int) {
			of := format.Count(int64(results), "result")
			notes.Say("%s: %s, %d of %s known", part, format.Count(int64(steps), "step"), known, of)
			done = notes.Progress(results, "result")
		},
		Result: func(record.Result) { done.Step() },
		Ended: func(_ grothklags2004.Part, t grothklags2004.Tally) {
			done.End()
			done = console.Silent{}
			sayUnsolved(&t.Unsolved, notes)
			sayFailures(t.Failures, notes)
		},
	}
}

// printComparison prints rows, results and statements as JSON lines, results as CSV, or tables.
func printComparison(
	c *cli.Context, s console.Streams, form string, e *grothklags2004.Experiment, report *grothklags2004.Report,
) error {
	switch form {
	case console.FormatJSON:
		if err := record.WriteLines(s.Out, e.Matches()); err != nil {
			return err
		}
		if err := record.WriteLines(s.Out, e.Results()); err != nil {
			return err
		}
		return record.WriteLines(s.Out, report.Statements)
	case table.CSV:
		return summary.Rows(e.Results()).Write(s.Out, table.CSV)
	}
	jobs, machine := format.Count(int64(e.Jobs), "job"), format.Count(e.Machine, "processor")
	title := e.Basis().Under(fmt.Sprintf("%s: %s on %s, in the place of CTC", e.Trace, jobs, machine))
	lead := statement.Lead([]statement.Group{{Statements: report.Statements}}) + "\n" + title
	return writeReport(s, lead, report.AllTables(c.Bool("wide")), c.Bool("wide"))
}
