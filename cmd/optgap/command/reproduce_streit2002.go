package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
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
Policy Switching" (2002), on traces. His are CTC, KTH, PC2 and SDSC. Without
TRACE the generated sample is taken.

Table 2 is about the trace as written. Sets of jobs are drawn from it as for his
synthetic sets (Table 3, Figure 1) and replayed (Tables 4 to 6, Figures 2 to 8). Each
statement of the text is judged by the mean over the sets and its 99 % interval. An
interrupted run with --out goes on when the same command is given again.

   optgap reproduce streit2002 TRACE.swf.gz
   optgap reproduce streit2002 --readings all TRACE.swf.gz
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
			Usage: "draw `N` jobs for a set, as the paper's sets are; 0: replay the trace itself",
		},
		&cli.IntFlag{
			Category: load, Name: "sets", Value: streit2002.LeastSets,
			Usage: fmt.Sprintf("draw `N` sets from each trace, with consecutive seeds; a verdict needs %d",
				streit2002.LeastSets),
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
		&cli.Uint64Flag{Category: load, Name: "seed", Usage: "`N`, the seed of the first drawn set"},
		&cli.StringFlag{
			Category: load, Name: "shrink",
			Usage: "shrinking `FACTOR,FACTOR...` of Figures 2 to 8 and of the statements about them; " +
				"with --plot the paper's by default, otherwise none",
		},
	}, dynPFlags(dynp.Replan(d.Replan)), []cli.Flag{
		&cli.StringFlag{
			Category: categoryScheduler, Name: "readings",
			Usage: "`WHEN,WHEN...`: count the statements that hold under other readings of --replan too; all: every one",
		},
		&cli.StringFlag{
			Category: out, Name: "paper-set",
			Usage: "`SET,SET...`, one for each trace, beside which it stands: " + strings.Join(streit2002.Names(), ", ") +
				" or none; by default those that the traces' names tell",
		},
		console.OutputFormatFlag("a line for each analysis, replay and statement"),
		wideReportFlag(),
		sweepFolder(", with several traces or sets a folder for each; an interrupted run goes on there"),
		console.PlotFlag("draw Figures 1 to 8 into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.WorkersFlag("`N` replays side by side"),
		console.QuietFlag(),
	})
}

func streitEffects() []console.Effect {
	drawing := console.Need{
		Only: "with --set-jobs above 0", Met: func(c *cli.Context) bool { return c.Int("set-jobs") != 0 },
	}
	return []console.Effect{
		console.Only("weibull daily-cycle seed sets", drawing), console.Only("no-titles", console.WithFlag("plot")),
		console.Only("wide readings", console.WithValue("format", table.Text)),
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
	if failed == nil && err == nil {
		report.Tried, err = e.Compare(c.Context, measured)
	}
	if failed != nil {
		return errors.Join(err, failed)
	}
	if failed := printEvaluation(c, s, form, e, measured, report); failed != nil {
		return errors.Join(err, failed)
	}
	if dir := c.String("plot"); dir != "" {
		err = errors.Join(err, console.PictureStyleOf(c).DrawAll(dir, report.Figures, notes))
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
	if e.Sets = c.Int("sets"); e.Sets < 1 {
		return e, &optgap.FieldError{Field: "sets", Found: fmt.Sprint(e.Sets), Expected: "at least 1"}
	}
	if e.Readings, err = streit2002.Replans(c.String("readings")); err != nil {
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
	c *cli.Context, s console.Streams, form string, e streit2002.Evaluation,
	measured []streit2002.Measured, report *streit2002.Report,
) error {
	switch form {
	case console.FormatJSON:
		return printEvaluationLines(s, measured, report.Statements())
	case table.CSV:
		var runs []sweep.Run
		for _, m := range measured {
			for _, set := range m.Sets {
				runs = append(runs, set.Runs...)
			}
		}
		return sweep.Rows(runs).Write(s.Out, table.CSV)
	}
	lead := []string{statement.Lead(report.Ledgers)}
	for _, m := range measured {
		lead = append(lead, evaluationTitle(&m))
	}
	for _, in := range e.Inputs[len(measured):] { // they are measured in their order
		lead = append(lead, filepath.Base(in.Path)+": not run, or interrupted before the tables")
	}
	return writeReport(s, strings.Join(lead, "\n"), report.AllTables(c.Bool("wide")), c.Bool("wide"))
}

// evaluationTitle says which jobs were replayed.
func evaluationTitle(m *streit2002.Measured) string {
	jobs, machine := format.Count(m.Trace.Jobs, "job"), format.Count(m.Sets[0].Runs[0].Machine, "processor")
	return m.Basis().Under(fmt.Sprintf("%s: %s on %s; %s", m.Name, jobs, machine, m.About))
}

func printEvaluationLines(
	s console.Streams, measured []streit2002.Measured, statements []statement.Statement,
) error {
	w := record.NewWriter(s.Out)
	for _, m := range measured {
		if err := w.Write(m.Trace); err != nil {
			return err
		}
		for _, set := range m.Sets {
			if err := printSet(w, set); err != nil {
				return err
			}
		}
	}
	return record.WriteLines(s.Out, statements)
}

// printSet prints the analysis and the replays of a set.
func printSet(w *record.Writer, set streit2002.Replays) error {
	if set.Set != nil {
		if err := w.Write(set.Set); err != nil {
			return err
		}
	}
	for _, r := range set.Runs {
		if err := w.Write(r); err != nil {
			return err
		}
	}
	return nil
}
