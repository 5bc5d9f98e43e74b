package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/dynp"
)

func streit2002Command(s console.Streams) *cli.Command {
	flags := slices.Concat([]cli.Flag{
		&cli.Int64Flag{Category: categoryTrace, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"},
		&cli.BoolFlag{Category: categoryTrace, Name: "strict", Usage: "a job that cannot be used is an error"},
		&cli.IntFlag{Category: categoryLoad, Name: "set-jobs", Value: streit2002.SetJobs, Usage: "draw `N` jobs from each trace, as the paper's sets are; 0: replay the trace itself"},
		&cli.StringFlag{Category: categoryLoad, Name: "weibull", Usage: "`SHAPE,SCALE` (seconds) of the interarrival times of drawn jobs, or " + fitWeibull + " for the most likely ones; by default those of Table 2, for other traces " + fitWeibull},
		&cli.BoolFlag{Category: categoryLoad, Name: "daily-cycle", Usage: "more drawn submissions in the hours of the day in which the trace has more"},
		&cli.Uint64Flag{Category: categoryLoad, Name: "seed", Usage: "`N`, the seed of the drawn jobs"},
		&cli.StringFlag{Category: categoryLoad, Name: "shrink", Usage: "shrinking `FACTOR,FACTOR...` of Figures 2 to 8 and of the statements about them; with --plot the paper's by default, otherwise none"},
	}, dynPFlags(dynp.ReplanQueue), []cli.Flag{
		&cli.StringFlag{Category: console.CategoryOutput, Name: "paper-set", Usage: "`SET,SET...`, one for each trace, beside which it stands: " + strings.Join(streit2002.Names(), ", ") + " or none; by default those that the traces' names tell"},
		console.OutputFormatFlag("a line for each analysis, replay and statement"),
		sweepFolder(", with several traces a folder for each; an interrupted run goes on there"),
		console.PlotFlag("draw Figures 1 to 8 into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WorkersFlag("`N` replays side by side"),
		console.QuietFlag(),
	})
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
		Flags: console.Limited(flags, []console.Effect{
			console.Only("weibull daily-cycle seed", console.Need{Only: "with --set-jobs above 0", Met: func(c *cli.Context) bool { return c.Int("set-jobs") != 0 }}),
			console.Only("no-titles", console.WithFlag("plot")),
		}),
		Action: func(c *cli.Context) error { return streit(c, s) },
	}
}

// evaluation is a run of the experiment.
type evaluation struct {
	c       *cli.Context
	s       console.Streams
	options dynp.Options
	workers int
	notes   *console.Notes
}

func streit(c *cli.Context, s console.Streams) error {
	e := &evaluation{c: c, s: s, notes: console.NewNotes(s, c.Bool("quiet"))}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	if e.workers, err = console.Workers(c); err != nil {
		return err
	}
	if e.options, err = dynPOptions(c); err != nil {
		return err
	}
	if n := c.Int("set-jobs"); n < 0 {
		return &optgap.FieldError{Field: "--set-jobs", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	paths := c.Args().Slice()
	sets, err := e.sets(max(1, len(paths)))
	if err != nil {
		return err
	}
	if err := e.checkFolders(paths); err != nil {
		return err
	}
	if len(paths) == 0 {
		paths = []string{""} // the sample
	}
	var measured []streit2002.Measured
	for i, path := range paths {
		m, failed := e.measure(path, sets[i])
		if m != nil {
			measured = append(measured, *m)
		}
		if err = failed; err != nil {
			break
		}
	}
	if len(measured) == 0 || err != nil && c.Context.Err() == nil {
		return named(c, err)
	}
	return errors.Join(err, e.print(form, measured))
}

// sets returns the names of the paper's sets for so many traces; "": that of the
// trace's name.
func (e *evaluation) sets(traces int) ([]string, error) {
	if !e.c.IsSet("paper-set") {
		return make([]string, traces), nil
	}
	names := strings.Split(e.c.String("paper-set"), ",")
	if len(names) != traces {
		return nil, &optgap.FieldError{Field: "--paper-set", Found: strconv.Quote(e.c.String("paper-set")), Expected: "one set for each of " + format.Count(int64(traces), "trace")}
	}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if _, err := streit2002.Choose(names[i], ""); err != nil {
			return nil, named(e.c, err)
		}
	}
	return names, nil
}

// measure does what there is to do with one trace. Where it is interrupted, it returns
// what there is if that is enough for the tables, and the error.
func (e *evaluation) measure(path, set string) (*streit2002.Measured, error) {
	t, a, sha, err := e.load(path)
	if err != nil {
		return nil, err
	}
	m := &streit2002.Measured{Name: t.Name, Trace: a}
	if m.Published, err = streit2002.Choose(set, t.Name); err != nil {
		return nil, err
	}
	m.Options.DynP = e.options
	if m.Factors, err = e.factors(m.Published); err != nil {
		return nil, err
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	replayed := sweep.Sweep{Trace: t.Name, Machine: t.Machine, Jobs: t.Jobs, Workers: e.workers}
	if e.c.Int("set-jobs") > 0 {
		replayed.Trace += " resampled"
		if replayed.Jobs, err = e.draw(t, m); err != nil {
			return nil, err
		}
		m.Set, err = analysis.Analyze(replayed.Trace, nil, streit2002.Records(replayed.Jobs), analysis.Options{Machine: t.Machine})
		if err != nil {
			return nil, err
		}
	}
	m.Runs, err = replays(e.c, e.notes, replayed, m.Settings(), e.keeping(t, sha, m))
	if _, missing := m.TableRuns(); missing != nil {
		return nil, errors.Join(err, missing)
	}
	return m, err
}

func (e *evaluation) print(form string, measured []streit2002.Measured) error {
	report, err := streit2002.NewReport(measured)
	if err != nil {
		return err
	}
	switch form {
	case console.FormatJSON:
		err = e.lines(measured, report.Statements)
	case table.CSV:
		var runs []sweep.Run
		for _, m := range measured {
			runs = append(runs, m.Runs...)
		}
		err = sweep.Rows(runs).Write(e.s.Out, table.CSV)
	default:
		for _, m := range measured {
			fmt.Fprintln(e.s.Out, e.title(&m))
		}
		fmt.Fprintln(e.s.Out)
		tables := slices.Clone(report.Tables)
		for _, m := range measured {
			own := slices.DeleteFunc(slices.Clone(report.Statements), func(s statement.Statement) bool { return s.Trace != m.Name })
			tables = append(tables, statement.Table("What the text states, on "+m.Name, own))
		}
		err = table.WriteAll(e.s.Out, append(tables, statement.ReadingTable("What the text leaves open", report.Readings)), table.Text)
	}
	if dir := e.c.String("plot"); err == nil && dir != "" {
		return console.DrawAll(dir, console.Titled(report.Figures, e.c.Bool("no-titles")), e.notes)
	}
	return err
}

// title says which jobs were replayed.
func (e *evaluation) title(m *streit2002.Measured) string {
	text := fmt.Sprintf("%s: %s on %s", m.Name, format.Count(m.Trace.Jobs, "job"), format.Count(m.Runs[0].Machine, "processor"))
	if m.Set != nil {
		text += fmt.Sprintf(", from which %s were drawn, seed %d", format.Integer(m.Set.Jobs), e.c.Uint64("seed"))
	}
	return text + ", --replan " + string(e.options.Replan)
}

// lines prints analyses, replays and statements as JSON lines.
func (e *evaluation) lines(measured []streit2002.Measured, statements []statement.Statement) error {
	w := record.NewWriter(e.s.Out)
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
	return writeStatements(e.s, statements)
}
