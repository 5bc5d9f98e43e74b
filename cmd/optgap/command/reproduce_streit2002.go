package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/dynp"
)

func streit2002Command(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "streit2002",
		Usage:     "Streit (2002): the self-tuning dynP scheduler",
		ArgsUsage: "[TRACE.swf[.gz]...|-]",
		Description: `Repeats the evaluation of Streit, "A Self-Tuning Job Scheduler Family with Dynamic
Policy Switching" (2002), on traces. His are CTC, KTH, PC2 and SDSC: columns of
traces that are not given say "not measured". Without TRACE the generated sample is
taken.

Table 2 is about the trace as written. Jobs are drawn from it as for his synthetic
sets (Table 3, Figure 1) and replayed (Tables 4 to 6, Figures 2 to 8). An interrupted run
with --out goes on when the same command is given again.

   optgap reproduce streit2002 TRACE.swf.gz
   optgap reproduce streit2002 --plot figures --shrink 1,0.9,0.8 TRACE.swf.gz`,
		Flags:  console.Limited(streitFlags(), streitEffects()),
		Action: func(c *cli.Context) error { return streit(c, s) },
	}
}

func streitFlags() []cli.Flag {
	d, load, out := streit2002.DefaultSettings(), categoryLoad, console.CategoryOutput
	return slices.Concat([]cli.Flag{
		&cli.Int64Flag{
			Category: categoryTrace, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes",
		},
		&cli.BoolFlag{Category: categoryTrace, Name: "strict", Usage: "a job that cannot be used is an error"},
		&cli.IntFlag{
			Category: load, Name: "set-jobs", Value: d.SetJobs,
			Usage: "draw `N` jobs from each trace, as the paper's sets are; 0: replay the trace itself",
		},
		&cli.StringFlag{
			Category: load, Name: "weibull",
			Usage: "`SHAPE,SCALE` (seconds) of the interarrival times of drawn jobs, or " + workload.WeibullFit +
				" for the most likely ones; by default those of Table 2, for other traces " + workload.WeibullFit,
		},
		&cli.BoolFlag{
			Category: load, Name: "daily-cycle",
			Usage: "more drawn submissions in the hours of the day in which the trace has more",
		},
		&cli.Uint64Flag{Category: load, Name: "seed", Usage: "`N`, the seed of the drawn jobs"},
		&cli.StringFlag{
			Category: load, Name: "shrink",
			Usage: "shrinking `FACTOR,FACTOR...` of Figures 2 to 8 and of the statements about them; " +
				"with --plot the paper's by default, otherwise none",
		},
	}, dynPFlags(dynp.Replan(d.Replan)), []cli.Flag{
		&cli.StringFlag{
			Category: out, Name: "paper-set",
			Usage: "`SET,SET...`, one for each trace, beside which it stands: " + strings.Join(streit2002.Names(), ", ") +
				" or none; by default those that the traces' names tell",
		},
		console.OutputFormatFlag("a line for each analysis, replay and statement"),
		sweepFolder(", with several traces a folder for each; an interrupted run goes on there"),
		console.PlotFlag("draw Figures 1 to 8 into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WorkersFlag("`N` replays side by side"),
		console.QuietFlag(),
	})
}

func streitEffects() []console.Effect {
	drawing := console.Need{
		Only: "with --set-jobs above 0", Met: func(c *cli.Context) bool { return c.Int("set-jobs") != 0 },
	}
	return []console.Effect{
		console.Only("weibull daily-cycle seed", drawing), console.Only("no-titles", console.WithFlag("plot")),
	}
}

func streit(c *cli.Context, s console.Streams) error {
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	e, err := evaluation(c, s, notes)
	if err != nil {
		return named(c, err)
	}
	if err := e.CheckFolders(); err != nil {
		return console.Usage("%s: %w", console.FullName(c.Command), named(c, err))
	}
	measured, err := e.Measure(c.Context)
	if len(measured) == 0 || err != nil && c.Context.Err() == nil {
		return named(c, err)
	}
	report, failed := streit2002.NewReport(measured)
	if failed != nil {
		return errors.Join(err, failed)
	}
	if failed := printEvaluation(s, form, e, measured, report); failed != nil {
		return errors.Join(err, failed)
	}
	if dir := c.String("plot"); dir != "" {
		err = errors.Join(err, console.DrawAll(dir, console.Titled(report.Figures, c.Bool("no-titles")), notes))
	}
	return err
}

// evaluation returns the evaluation that the flags state, of the traces of the arguments.
func evaluation(c *cli.Context, s console.Streams, notes *console.Notes) (e streit2002.Evaluation, err error) {
	e = streit2002.Evaluation{
		Settings: streit2002.DefaultSettings(), Inputs: []streit2002.Input{{}}, Figures: c.String("plot") != "",
		Stdin: s.In, Folder: c.String("out"), Version: console.Version(), Watch: watchEvaluation(c, notes),
	}
	if e.Workers, err = console.Workers(c); err != nil {
		return e, err
	}
	if err := console.Fill(c, &e.Settings); err != nil {
		return e, err
	}
	if c.IsSet("shrink") {
		if e.Settings.Factors, err = shrinkingFactors(c); err != nil {
			return e, err
		}
	}
	if c.IsSet("weibull") { // a blank one too
		if _, _, err := workload.ParseWeibull(e.Settings.Weibull); err != nil {
			return e, err
		}
	}
	if err := e.Settings.Validate(); err != nil {
		return e, err
	}
	if c.NArg() > 0 {
		e.Inputs = make([]streit2002.Input, c.NArg())
		for i, path := range c.Args().Slice() {
			e.Inputs[i].Path = path
		}
	}
	if !c.IsSet("paper-set") {
		return e, nil
	}
	sets, err := streit2002.Sets(c.String("paper-set"), len(e.Inputs))
	for i, set := range sets {
		e.Inputs[i].Set = set
	}
	return e, err
}

// watchEvaluation notes what an evaluation tells while it runs.
func watchEvaluation(c *cli.Context, notes *console.Notes) streit2002.Watch {
	w := sweepWatch{notes: notes, kept: c.String("out") != ""}
	return streit2002.Watch{
		Read: func(t *swf.Trace) {
			for _, warning := range t.Warnings() {
				notes.Say("%s", warning)
			}
		},
		Drawn: func(how []string) {
			for _, note := range how {
				notes.Say("%s", note)
			}
		},
		Replays:  w.begin,
		Replayed: func(err error) { w.end(c.Context, err) },
	}
}

// printEvaluation prints analyses, replays and statements as JSON lines, replays as CSV, or tables.
func printEvaluation(
	s console.Streams, form string, e streit2002.Evaluation,
	measured []streit2002.Measured, report *streit2002.Report,
) error {
	switch form {
	case console.FormatJSON:
		return printEvaluationLines(s, measured, report.Statements)
	case table.CSV:
		var runs []sweep.Run
		for _, m := range measured {
			runs = append(runs, m.Runs...)
		}
		return sweep.Rows(runs).Write(s.Out, table.CSV)
	}
	for _, m := range measured {
		fmt.Fprintln(s.Out, evaluationTitle(e.Settings, &m))
	}
	for _, in := range e.Inputs[len(measured):] { // they are measured in their order
		fmt.Fprintf(s.Out, "%s: not run, or interrupted before the tables\n", filepath.Base(in.Path))
	}
	fmt.Fprintln(s.Out)
	return table.WriteAll(s.Out, report.AllTables(measured), table.Text)
}

// evaluationTitle says which jobs were replayed.
func evaluationTitle(settings streit2002.Settings, m *streit2002.Measured) string {
	jobs, machine := format.Count(m.Trace.Jobs, "job"), format.Count(m.Runs[0].Machine, "processor")
	text := fmt.Sprintf("%s: %s on %s", m.Name, jobs, machine)
	if m.Set != nil {
		text += fmt.Sprintf(", from which %s were drawn, seed %d", format.Integer(m.Set.Jobs), settings.Seed)
	}
	return m.Basis().Under(text + ", --replan " + settings.Replan)
}

func printEvaluationLines(
	s console.Streams, measured []streit2002.Measured, statements []statement.Statement,
) error {
	w := record.NewWriter(s.Out)
	for _, m := range measured {
		for _, a := range []*analysis.Analysis{m.Trace, m.Set} {
			if a == nil {
				continue
			}
			if err := w.Write(a); err != nil {
				return err
			}
		}
		for _, r := range m.Runs {
			if err := w.Write(r); err != nil {
				return err
			}
		}
	}
	return writeStatements(s, statements)
}
