package command

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/dynp"
)

func reproduceCommand(s console.Streams) *cli.Command {
	return console.Group("reproduce", "print a paper's tables and figures beside what is measured",
		`Repeats the experiment of a paper and prints its numbers beside the measured ones,
each statement of its text with a verdict, and what the text leaves open.`,
		aidaPaper().command(s), grothklagsPaper().command(s), streitPaper().command(s), dutotPaper().command(s))
}

// A paper is the command that repeats its experiment.
type paper struct {
	name, title, arguments, description string
	most                                int        // number of arguments; -1: any
	flags                               []cli.Flag // besides those of all papers, which follow
	effects                             []console.Effect

	// The help of --workers, of the lines of --format json, of --out and of --plot, and the names of the files
	// and folders in that of --out.
	workers, lines, out, plot string
	files                     []string

	// run does the experiment. Without a report, as where the flags are wrong, nothing is printed.
	run func(c *cli.Context, s console.Streams, r statement.Run) (*statement.Report, error)
}

func (p paper) command(s console.Streams) *cli.Command {
	out := &cli.StringFlag{Category: console.CategoryOutput, Name: "out", Usage: p.out}
	wide := &cli.BoolFlag{
		Category: console.CategoryOutput, Name: "wide",
		Usage: "all tables with all columns, the rules of the statements among them; otherwise the ledger and a few tables",
	}
	flags := append(p.flags, console.WorkersFlag(p.workers), console.OutputFormatFlag(p.lines),
		wide, console.OutputFolder(out, p.files...),
		console.PlotFlag(p.plot), console.NoTitlesFlag(), console.WidthFlag("plot"), console.QuietFlag())
	effects := append(p.effects, console.Only("no-titles", console.WithFlag("plot")),
		console.Only("wide", console.WithValue("format", table.Text)))
	return &cli.Command{
		Name: p.name, Usage: p.title, ArgsUsage: p.arguments, Description: p.description,
		Flags: console.Limited(flags, effects), Action: func(c *cli.Context) error { return p.reproduce(c, s) },
	}
}

// reproduce does the experiment, prints its report and draws its figures. An interrupted one shows what it has.
func (p paper) reproduce(c *cli.Context, s console.Streams) error {
	if p.most >= 0 {
		if err := console.Arguments(c, 0, p.most, []string{"none", "at most one, the trace"}[p.most]); err != nil {
			return err
		}
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	how := statement.Run{Folder: c.String("out"), Version: console.Version(), Watch: watchPaper(c, notes)}
	if how.Workers, err = console.Workers(c); err != nil {
		return err
	}
	r, err := p.run(c, s, how)
	if r == nil {
		return named(c, err)
	}
	if err := printReport(s, form, c.Bool("wide"), r); err != nil {
		return err
	}
	if dir := c.String("plot"); dir != "" {
		for _, within := range slices.Sorted(maps.Keys(r.Figures)) {
			err = errors.Join(err, console.PictureStyleOf(c).DrawAll(filepath.Join(dir, within), r.Figures[within], notes))
		}
	}
	return err
}

// watchPaper notes what an experiment tells while it runs.
func watchPaper(c *cli.Context, notes *console.Notes) statement.Watch {
	var done console.Counter = console.Silent{}
	return statement.Watch{
		Say: notes.Say,
		Begin: func(known, total int, thing string) {
			notes.SayKnown(known, total, thing)
			done = notes.Progress(total-known, thing)
		},
		Done: func() { done.Step() },
		End: func(err error) {
			done.End()
			done = console.Silent{}
			if err != nil && c.Context.Err() != nil {
				notes.SayInterrupted(c.String("out") != "")
			}
		},
	}
}

// printReport prints JSON lines, rows as CSV, or the lines that count verdicts and then tables.
func printReport(s console.Streams, form string, wide bool, r *statement.Report) error {
	switch form {
	case console.FormatJSON:
		return record.WriteLines(s.Out, r.Lines)
	case table.CSV:
		return r.Rows.Write(s.Out, table.CSV)
	}
	if _, err := fmt.Fprintf(s.Out, "%s\n\n", r.Lead); err != nil {
		return err
	}
	return table.WriteAll(s.Out, r.Tables, console.TextForm(wide))
}

// partial tells whether an experiment that ended with an error has something to show, as one does that was
// interrupted.
func partial(c *cli.Context, err error, measured int) bool {
	return measured > 0 && (err == nil || c.Context.Err() != nil)
}

// namesIn returns the names that a flag lists.
func namesIn(c *cli.Context, flag string) ([]string, error) {
	return list(c, flag, "names", func(name string) (string, error) { return name, nil })
}

func aidaPaper() paper {
	d, load, names := aida2000.Default(), categoryLoad, aida2000.Files.Names()
	var loads []string
	for _, l := range d.Loads {
		loads = append(loads, fmt.Sprint(l))
	}
	return paper{
		name: "aida2000", title: "Aida (2000): job sizes and schedulers", arguments: " ",
		description: `Repeats the evaluation of Aida, "Effect of Job Size Characteristics on Job Scheduling
Performance" (2000): six models of job sizes under seven schedulers and rising load, on
128 processors. It prints what the text states beside what is measured, what the text
leaves open, and the points of Figures 2 to 10. Utilisation is the busy share of the
processors, and the slowdown ratio is the mean response time over the mean run time.

The whole experiment, 378 million jobs, takes about 130 s of CPU time: on two cores
one to two and a half minutes.

   optgap reproduce aida2000 --out aida --plot aida-figures
   optgap reproduce aida2000 --experiments 10 --models uniform,power2 --loads 0.9,1

--reading tries what the text leaves open; all compares the readings:

` + readingHelp() + `
An interrupted run with --out goes on when the same command is given again. Schedulers,
loads and models get the same random numbers.`,
		flags: []cli.Flag{
			&cli.IntFlag{
				Category: load, Name: "experiments", Value: d.Experiments,
				Usage: "`N` experiments of each model, whose results are averaged",
			},
			&cli.IntFlag{Category: load, Name: "jobs", Value: d.Jobs, Usage: "`N` jobs of an experiment"},
			&cli.StringFlag{
				Category: load, Name: "loads", Aliases: []string{"load"}, Value: strings.Join(loads, ","),
				Usage: "`LOAD,LOAD...`: mean size times run time, per mean interarrival time and processor",
			},
			&cli.StringFlag{
				Category: load, Name: "models", Aliases: []string{"model"}, Value: strings.Join(d.Models, ","),
				Usage: "`NAME,NAME...` of the models of job sizes",
			},
			&cli.StringFlag{
				Category: categoryScheduler, Name: "schedulers", Aliases: []string{"scheduler"},
				Value: strings.Join(d.Schedulers, ","), DefaultText: strings.Join(d.Schedulers, ", "),
				Usage: "`NAME,NAME...`; the gains are those over strict-fcfs",
			},
			&cli.StringFlag{
				Category: load, Name: "reading", Aliases: []string{"readings"}, Value: aida2000.DefaultReading,
				Usage: "`NAME,NAME...` of readings, see above; all: every one",
			},
			&cli.Uint64Flag{Category: load, Name: "seed", Value: d.Seed, Usage: "`N`, the seed of every random choice"},
		},
		workers: "`N` experiments side by side",
		lines:   "a line for each model, scheduler and load, then one statement per line",
		out: "`DIR` for " + strings.Join(names, ", ") +
			", with several readings a folder for each; an interrupted run goes on there",
		files: append(names, aida2000.ReadingNames()...),
		plot:  "draw Figures 2 to 10 into `DIR` (.svg, .png and .pdf), with several readings in a folder for each",
		run: func(c *cli.Context, s console.Streams, r statement.Run) (*statement.Report, error) {
			readings, err := readings(c)
			if err != nil {
				return nil, err
			}
			all, err := readings.Run(c.Context, r)
			if !partial(c, err, len(all)) {
				return nil, err
			}
			return readings.Report(all, c.Bool("wide")), err
		},
	}
}

func readingHelp() string {
	const column = 20
	var b strings.Builder
	for _, r := range aida2000.Readings() {
		about := console.Wrapped(r.About, console.HelpWidth-console.HelpIndent-column)
		fmt.Fprintf(&b, "   %-*s%s\n", column-3, r.Name, strings.Join(about, "\n"+strings.Repeat(" ", column)))
	}
	return b.String()
}

// readings returns what the flags state: a study under each reading.
func readings(c *cli.Context) (all aida2000.Comparison, err error) {
	study := aida2000.Study{Experiments: c.Int("experiments"), Jobs: c.Int("jobs"), Seed: c.Uint64("seed")}
	if study.Models, err = namesIn(c, "models"); err != nil {
		return nil, err
	}
	if study.Schedulers, err = namesIn(c, "schedulers"); err != nil {
		return nil, err
	}
	study.Loads, err = list(c, "loads", "numbers above 0, such as 0.7,0.8 or 70%,80%", field.ParseNumber)
	if err != nil {
		return nil, err
	}
	names := aida2000.ReadingNames()
	if c.String("reading") != aida2000.AllReadings {
		if names, err = namesIn(c, "reading"); err != nil {
			return nil, err
		}
	}
	return study.Under(names)
}

func grothklagsPaper() paper {
	d := grothklags2004.DefaultSettings()
	return paper{
		name: "grothklags2004", title: "Grothklags and Streit (2004): CPLEX and dynP",
		arguments: "[TRACE.swf[.gz]|-]", most: 1,
		description: `Repeats the comparison of Grothklags and Streit, "On the Comparison of CPLEX-Computed
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
		flags: append(traceFlags(),
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
			memoryFlag(categorySolver, stepMemory), inProcessFlag(), pinFlag(),
		),
		effects: []console.Effect{
			console.Only("rejects", console.Without("strict")),
			console.Only("readings", console.WithValue("format", table.Text)),
		},
		workers: "`N` steps solved side by side, each on one thread",
		lines:   "a line for each row of Table 1, each result and each statement",
		out:     "`DIR` for six folders of studies, and one for each other reading; an interrupted run goes on there",
		files:   grothklags2004.FolderNames(),
		plot:    "draw Figure 1, and loss and time against size, into `DIR` (.svg, .png and .pdf)", run: grothklags,
	}
}

func grothklags(c *cli.Context, s console.Streams, how statement.Run) (*statement.Report, error) {
	r, err := comparison(c, s, how)
	if err != nil {
		return nil, err
	}
	readings, err := grothklags2004.ReadingsByName(c.String("readings"))
	if err != nil {
		return nil, err
	}
	e, err := r.Measure(c.Context)
	switch {
	case err != nil && (c.Context.Err() == nil || len(e.Rows) == 0):
		return nil, err
	case len(e.Chosen) == 0:
		jobs := format.Count(int64(e.Jobs), "job")
		return nil, console.Usage("%s: found no self-tuning step among %s, expected jobs that wait together", e.Trace, jobs)
	}
	var tried []statement.Group
	if err == nil {
		tried, err = r.Compare(c.Context, e, readings)
	}
	return e.Report(tried, c.Bool("wide")), err
}

// comparison returns the experiment that the flags state, on the trace of the argument.
func comparison(c *cli.Context, s console.Streams, how statement.Run) (r grothklags2004.Run, err error) {
	notes := console.NewNotes(s, c.Bool("quiet"))
	r = grothklags2004.Run{Settings: grothklags2004.DefaultSettings(), Run: how, Ended: func(t grothklags2004.Tally) {
		sayUnsolved(&t.Unsolved, notes)
		sayFailures(t.Failures, notes)
	}}
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
	return r, nil
}

func streitPaper() paper {
	d, load := streit2002.DefaultSettings(), categoryLoad
	drawing := console.Need{
		Only: "with --set-jobs above 0", Met: func(c *cli.Context) bool { return c.Int("set-jobs") != 0 },
	}
	return paper{
		name: "streit2002", title: "Streit (2002): the self-tuning dynP scheduler",
		arguments: "[TRACE.swf[.gz]...|-]", most: -1,
		description: `Repeats the evaluation of Streit, "A Self-Tuning Job Scheduler Family with Dynamic
Policy Switching" (2002), on traces. His are CTC, KTH, PC2 and SDSC. Without
TRACE the generated sample is taken.

Table 2 is about the trace as written. Sets of jobs are drawn from it as for his
synthetic sets (Table 3, Figure 1) and replayed (Tables 4 to 6, Figures 2 to 8). Each
statement of the text is judged by the mean over the sets and its 99 % interval. An
interrupted run with --out goes on when the same command is given again.

   optgap reproduce streit2002 TRACE.swf.gz
   optgap reproduce streit2002 --readings all TRACE.swf.gz
   optgap reproduce streit2002 --plot figures --shrink 1,0.9,0.8 TRACE.swf.gz`,
		flags: slices.Concat([]cli.Flag{
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
				Category: console.CategoryOutput, Name: "paper-set",
				Usage: "`SET,SET...`, one for each trace, beside which it stands: " + strings.Join(streit2002.Names(), ", ") +
					" or none; by default those that the traces' names tell",
			},
		}),
		effects: []console.Effect{
			console.Only("weibull daily-cycle seed sets", drawing),
			console.Only("readings", console.WithValue("format", table.Text)),
		},
		workers: "`N` replays side by side", lines: "a line for each analysis, replay and statement",
		out: "`DIR` for " + strings.Join(sweep.Files.Names(), ", ") +
			", with several traces or sets a folder for each; an interrupted run goes on there",
		files: sweep.Files.Names(), plot: "draw Figures 1 to 8 into `DIR` (.svg, .png and .pdf)", run: streit,
	}
}

func streit(c *cli.Context, s console.Streams, how statement.Run) (*statement.Report, error) {
	e, err := evaluation(c, s, how)
	if err != nil {
		return nil, err
	}
	if err := e.CheckFolders(); err != nil {
		return nil, console.Usage("%s: %w", console.FullName(c.Command), named(c, err))
	}
	measured, err := e.Measure(c.Context)
	if !partial(c, err, len(measured)) {
		return nil, err
	}
	var tried []statement.Group
	if err == nil {
		tried, err = e.Compare(c.Context, measured)
	}
	r, failed := e.Report(measured, tried, c.Bool("wide"))
	return r, errors.Join(err, failed)
}

// evaluation returns the evaluation that the flags state, of the traces of the arguments.
func evaluation(c *cli.Context, s console.Streams, how statement.Run) (e streit2002.Evaluation, err error) {
	e = streit2002.Evaluation{
		Settings: streit2002.DefaultSettings(), Inputs: []streit2002.Input{{}}, Figures: c.String("plot") != "",
		Stdin: s.In, Run: how,
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

func dutotPaper() paper {
	d := dutot2004.Paper()
	var sizes, readings []string
	for _, n := range d.Jobs {
		sizes = append(sizes, strconv.Itoa(n))
	}
	for _, r := range d.Readings {
		readings = append(readings, string(r))
	}
	const c = "Experiment"
	flags := slices.Concat([]cli.Flag{
		&cli.IntFlag{Category: c, Name: "runs", Value: d.Runs, Usage: "`N` instances at each point of a figure"},
		&cli.StringFlag{Category: c, Name: "sizes", Value: strings.Join(sizes, ","), Usage: "`N,N...` jobs of an instance"},
		&cli.Int64Flag{Category: c, Name: "machine", Value: d.Machine, Usage: "`PROCESSORS`"},
		&cli.StringFlag{
			Category: c, Name: "models", Aliases: []string{"model"}, Value: strings.Join(moldableModelNames(), ","),
			Usage: "`NAME,NAME...` of the workloads",
		},
		&cli.StringFlag{
			Category: c, Name: "readings", Aliases: []string{"reading"}, Value: strings.Join(readings, ","),
			Usage: "`NAME,NAME...` of the readings of X",
		},
	}, moldableFlags())
	for _, f := range flags {
		if o, ok := console.Bare(f).(*cli.Uint64Flag); ok && o.Name == "seed" {
			o.Value, o.Usage = d.Seed, "`N`, the seed of the first run and of the shuffles"
		}
	}
	return paper{
		name: "dutot2004", title: "Dutot et al. (2004): moldable jobs, makespan and minsum",
		description: `Repeats the experiment of Dutot, Eyraud, Mounié and Trystram, "Bi-criteria Algorithm
for Scheduling Jobs on Cluster Platforms" (2004), section 4: four workloads of moldable
jobs, six algorithms, makespan and minsum over their bounds. The paper contradicts
itself about which jobs are highly parallel, so both readings are run.

The paper divides the minsum by the value of its relaxed program, which is no bound as
it is printed. With --wide the last table divides by the repaired bound and by the
largest one too. On the first runs the forms of the algorithm that the paper goes through
are compared, other parameters of Cirne and Berman's jobs, and batches over time.

   optgap reproduce dutot2004 --runs 4
   optgap reproduce dutot2004 --out dutot --plot dutot-figures

The second takes some five minutes on two cores. For instances of up to 10 jobs the
optimum is searched for too.`,
		flags: flags, workers: "`N` instances side by side",
		lines: "a line for each point and algorithm, then one statement per line",
		out: "`DIR` for points.jsonl, results.jsonl, summary.csv, dutot2004.json; an interrupted run goes on there, " +
			"and so does one with more runs or sizes",
		files: dutot2004.Layout.Names(),
		plot:  "draw Figures 3 to 7 and what the bounds are worth into `DIR` (.svg, .png and .pdf)",
		run: func(c *cli.Context, s console.Streams, r statement.Run) (*statement.Report, error) {
			e, err := experimentOf(c)
			if err != nil {
				return nil, err
			}
			options, err := moldableOptions(c)
			if err != nil {
				return nil, err
			}
			m := dutot2004.NewMeasured(e)
			err = m.Run(c.Context, options, study.Identify("", "", r.Version, resultFlags(c)), r)
			if !partial(c, err, m.Instances) {
				return nil, err
			}
			report, failed := m.Report(c.Context, r.Workers, c.Bool("wide"))
			return report, errors.Join(err, failed)
		},
	}
}

// resultFlags returns the flags on which a result depends. Which results there are
// depends on others too.
func resultFlags(c *cli.Context) map[string]string {
	return shaping(c, "machine shuffles criterion compaction shuffling seed relaxed-ratio")
}

// experimentOf reads the flags of the experiment.
func experimentOf(c *cli.Context) (e dutot2004.Experiment, err error) {
	e = dutot2004.Experiment{Runs: c.Int("runs"), Machine: c.Int64("machine"), Seed: c.Uint64("seed")}
	if e.Jobs, err = list(c, "sizes", "whole numbers with commas between, such as 25,50", strconv.Atoi); err != nil {
		return e, err
	}
	names, err := list(c, "models", "", func(name string) (string, error) {
		for _, m := range moldableModels {
			if m.name == name {
				return m.model, nil
			}
		}
		return "", &optgap.FieldError{}
	})
	if err != nil {
		return e, &optgap.FieldError{
			Field:    "--models",
			Found:    strconv.Quote(c.String("models")),
			Expected: "some of " + strings.Join(moldableModelNames(), ", "),
		}
	}
	for _, name := range dutot2004.Models() { // in the order of the figures
		if slices.Contains(names, name) {
			e.Models = append(e.Models, name)
		}
	}
	if e.Readings, err = list(c, "readings", "formula, printed or both", func(name string) (instances.Reading, error) {
		if !slices.Contains(instances.Readings(), instances.Reading(name)) {
			return "", strconv.ErrSyntax
		}
		return instances.Reading(name), nil
	}); err != nil {
		return e, err
	}
	slices.Sort(e.Jobs)
	return e, named(c, e.Validate())
}
