package command

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/ilp"
)

func reproduceCommand(s console.Streams) *cli.Command {
	return console.Group("reproduce", "print a paper's tables and figures beside what is measured",
		`Repeats the experiment of a paper and prints its numbers beside the measured ones,
each statement of its text with a verdict, and what the text leaves open.`,
		frame.Each(append(frame.Each(simulated.Papers(), simulatedPaper), grothklagsPaper(), streitPaper(), dutotPaper()),
			func(p paper) *cli.Command { return p.command(s) })...)
}

// A paper is the command that repeats its experiment.
type paper struct {
	name, title, arguments, description string
	most                                int        // number of arguments; -1: any
	flags                               []cli.Flag // besides those of all papers, which follow

	// The help of --workers, of the lines of --format json, of --out and of --plot, and the names of the files
	// and folders in that of --out.
	workers, lines, out, plot string
	files                     []string

	// run does the experiment. Without a report, as where the flags are wrong, nothing is printed.
	run func(c *console.Call, r statement.Run, shown showing) (*statement.Report, error)
}

// showing is how a report is printed and drawn.
type showing struct {
	printing
	plots console.Plots
}

func (p paper) command(s console.Streams) *cli.Command {
	var (
		how   statement.Run
		shown showing
	)
	wide := console.Flag(&shown.wide, "wide", "all tables with all columns, the rules of the statements among them; "+
		"otherwise the ledger and a few tables")
	flags := slices.Concat(p.flags, console.In(console.GroupRun, console.Workers(&how.Workers, p.workers)),
		console.In(console.GroupOutput, shown.formatFlag(p.lines), wide.Only(console.WithValue("format", table.Text)),
			console.Flag(&how.Folder, "out", p.out).WritesInto(p.files...)), shown.plots.Flags(p.plot))
	args := console.Arguments{Most: p.most}
	if p.most >= 0 {
		args.What = []string{"none", "at most one, the trace"}[p.most]
	}
	return console.Command(s, &cli.Command{
		Name: p.name, Usage: p.title, ArgsUsage: p.arguments, Description: p.description,
		Flags: flags,
	}, args, func(c *console.Call) error {
		how.Version, how.Watch = console.Version(), watchPaper(c, how.Folder != "")
		r, err := p.run(c, how, shown)
		if r == nil {
			return named(c, err)
		}
		return shown.print(c, r, err)
	})
}

// print prints the report of an experiment that ended with an error and draws its figures. An interrupted one shows
// what it has.
func (s *showing) print(c *console.Call, r *statement.Report, err error) error {
	if err := s.printReport(c, r); err != nil {
		return err
	}
	for _, within := range slices.Sorted(maps.Keys(r.Figures)) {
		plots := s.plots
		if plots.Dir != "" {
			plots.Dir = filepath.Join(plots.Dir, within)
		}
		err = errors.Join(err, plots.Draw(r.Figures[within], c.Notes))
	}
	return err
}

// watchPaper notes what an experiment tells while it runs. kept tells that results are kept.
func watchPaper(c *console.Call, kept bool) statement.Watch {
	var done console.Counter = console.Silent{}
	return statement.Watch{
		Say: c.Say,
		Begin: func(known, total int, thing string) {
			c.SayKnown(known, total, thing)
			done = c.Progress(total-known, thing)
		},
		Done: func() { done.Step() },
		End: func(err error) {
			done.End()
			done = console.Silent{}
			if err != nil && c.Context.Err() != nil {
				c.SayInterrupted(kept)
			}
		},
	}
}

// printReport prints JSON lines, rows as CSV, or the lines that count verdicts and then tables.
func (s *showing) printReport(c *console.Call, r *statement.Report) error {
	if s.form == table.Text {
		if _, err := fmt.Fprintf(c.Out, "%s\n\n", r.Lead); err != nil {
			return err
		}
	}
	rows, tables := func() table.Table { return r.Rows }, func() []table.Table { return r.Tables }
	return printAs(c, s.printing, r.Lines, rows, tables)
}

// partial tells whether an experiment that ended with an error has something to show, as one does that was
// interrupted.
func partial(c *console.Call, err error, measured int) bool {
	return measured > 0 && (err == nil || c.Context.Err() != nil)
}

// simulatedPaper is a paper about schedulers on modelled jobs.
func simulatedPaper(p *simulated.Paper) paper {
	d, names, reading := p.Study(), p.Files().Names(), p.Readings[0].Name
	readings := func() []string { return append(p.ReadingNames(), statement.AllReadings) }
	return paper{
		name: p.Name, title: p.Title + ": " + p.Subject, arguments: " ",
		description: p.About + `

--reading tries what the text leaves open; all compares the readings:

` + console.Listed(16, p.Readings, func(r simulated.Reading) (string, string) { return r.Name, r.About }) + `
An interrupted run with --out goes on when the same command is given again. Schedulers,
loads and models get the same random numbers.`,
		flags: append(console.In(groupLoad,
			console.Flag(&d.Experiments, "experiments", "`N` experiments of each model, whose results are averaged"),
			console.Flag(&d.Jobs, "jobs", "`N` jobs of an experiment"),
			console.List(&d.Loads, "loads", format.List(d.Loads),
				"`LOAD,LOAD...`: mean size times run time, per mean interarrival time and processor",
				"numbers above 0, such as 0.7,0.8 or 70%,80%", field.ParseNumber).Alias("load"),
			console.List(&d.Models, "models", format.List(d.Models), "`NAME,NAME...` of the models of jobs", "names",
				asTyped).Alias("model").Takes(p.ModelNames),
			console.Flag(&reading, "reading", "`NAME,NAME...` of readings, see above; all: every one").Alias("readings").
				Takes(readings),
			console.Flag(&d.Seed, "seed", "`N`, the seed of every random choice"),
		), console.In(groupScheduler,
			console.List(&d.Schedulers, "schedulers", strings.Join(d.Schedulers, ","),
				"`NAME,NAME...`; the gains are those over strict-fcfs", "names", asTyped).Alias("scheduler").
				DefaultIs(strings.Join(d.Schedulers, ", ")).Takes(p.SchedulerNames),
		)...),
		workers: "`N` experiments side by side",
		lines:   "a line for each model, scheduler and load, then one statement per line",
		out: "`DIR` for " + strings.Join(names, ", ") +
			", with several readings a folder for each; an interrupted run goes on there",
		files: append(names, p.ReadingNames()...),
		plot:  "draw the figures into `DIR` (.svg, .png and .pdf), with several readings in a folder for each",
		run: func(c *console.Call, r statement.Run, shown showing) (*statement.Report, error) {
			names := p.ReadingNames()
			if reading != statement.AllReadings {
				names = strings.Split(reading, ",")
			}
			studies, err := d.Under(names)
			if err != nil {
				return nil, err
			}
			all, err := studies.Run(c.Context, r)
			if !partial(c, err, len(all)) {
				return nil, err
			}
			return studies.Report(all, shown.wide), err
		},
	}
}

func grothklagsPaper() paper {
	g := &grothklags{Settings: grothklags2004.DefaultSettings()}
	d := &g.Settings
	trace := console.All(spec.TraceOptions(&d.Machine, &d.Jobs, &d.Strict))
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
		flags: slices.Concat(console.In(groupTrace, append(trace, rejectsFlag(&g.rejects))...), console.In(groupSteps,
			console.Flag(&d.MaxSteps, "max-steps", "averages over at most `N` steps, evenly spread; 0: all"),
		), console.In(groupSolver,
			console.Flag(&d.TimeLimit, "time-limit",
				"`TIME` for each step and way of solving it but the program as printed; 0: none"),
			console.Flag(&d.LiteralLimit, "literal-limit", "`TIME` for each step by the program as printed, Eq. 1-5; 0: none"),
			console.Flag(&d.ScaleEntry, "scale-entry",
				"`SIZE` of a matrix entry in Eq. 6; the paper's text has 0.1kB, and its Table 1 follows from 1kB"),
			console.Flag(&d.Horizon, "horizon", spec.AboutHorizon).
				Takes(field.Fixed(ilp.HorizonSafe, ilp.HorizonPolicies)),
			console.Flag(&g.readings, "readings", "`NAME,NAME...`: count the statements that hold under other choices of x "+
				"and horizon too: table (1kB), text (0.1kB), table-safe, text-safe; all: every one").
				Takes(func() []string { return append(grothklags2004.ReadingNames(), statement.AllReadings) }).
				Only(console.WithValue("format", table.Text)),
			console.Flag(&d.Memory, "memory", spec.AboutMemory).Takes(field.Fixed(spec.Auto)),
		), childFlags(&g.work)),
		workers: "`N` steps solved side by side, each on one thread",
		lines:   "a line for each row of Table 1, each result and each statement",
		out:     "`DIR` for six folders of studies, and one for each other reading; an interrupted run goes on there",
		files:   grothklags2004.FolderNames(),
		plot:    "draw Figure 1, and loss and time against size, into `DIR` (.svg, .png and .pdf)", run: g.run,
	}
}

// grothklags is a call of reproduce grothklags2004.
type grothklags struct {
	grothklags2004.Settings
	rejects, readings string
	work              study.Work
}

func (g *grothklags) run(c *console.Call, how statement.Run, shown showing) (*statement.Report, error) {
	if err := g.Validate(); err != nil {
		return nil, err
	}
	readings, err := statement.Chosen(g.readings, grothklags2004.ReadingNames())
	if err != nil {
		return nil, err
	}
	r := grothklags2004.Run{Settings: g.Settings, Run: how, Work: g.work, Ended: func(t grothklags2004.Tally) {
		c.SayAll(t.Unsolved.String())
		sayFailures(t.Failures, c.Notes)
	}}
	r.Work.Workers = how.Workers
	o := swf.Options{Machine: g.Machine, MaxJobs: g.Jobs, Strict: g.Strict}
	if r.Input.Trace, r.Input.SHA256, err = loadTrace(c, c.Args().First(), o, g.rejects); err != nil {
		return nil, err
	}
	e, err := r.Measure(c.Context)
	switch {
	case err != nil && (c.Context.Err() == nil || e == nil || len(e.Rows) == 0):
		return nil, err
	case len(e.Chosen) == 0:
		jobs := format.Count(int64(e.Jobs), "job")
		return nil, console.Usage("%s: found no self-tuning step among %s, expected jobs that wait together", e.Trace, jobs)
	}
	var tried []statement.Group
	if err == nil {
		tried, err = r.Compare(c.Context, e, readings)
	}
	return e.Report(tried, shown.wide), err
}

func streitPaper() paper {
	t := &streit{Evaluation: streit2002.Evaluation{Settings: streit2002.DefaultSettings(), Sets: streit2002.LeastSets}}
	d := &t.Settings
	drawing := console.Need{Only: "with --set-jobs above 0", Met: func(*cli.Context) bool { return d.SetJobs != 0 }}
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
		flags: slices.Concat(console.In(groupTrace,
			console.Flag(&d.Machine, "machine", "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"),
			console.Flag(&d.Strict, "strict", "a job that cannot be used is an error"),
		), console.In(groupLoad,
			console.Flag(&d.SetJobs, "set-jobs",
				"draw `N` jobs for a set, as the paper's sets are; 0: replay the trace itself"),
			console.Flag(&t.Sets, "sets", fmt.Sprintf("draw `N` sets from each trace, with consecutive seeds; a verdict needs "+
				"%d", streit2002.LeastSets)).AtLeast("1").Only(drawing),
			console.Flag(&d.Weibull, "weibull", "`SHAPE,SCALE` (seconds) of the interarrival times of drawn jobs, or "+
				workload.WeibullFit+" for the most likely ones; by default those of Table 2, for other traces "+
				workload.WeibullFit).NotBlank().Only(drawing),
			console.Flag(&d.DailyCycle, "daily-cycle",
				"more drawn submissions in the hours of the day in which the trace has more").Only(drawing),
			console.Flag(&d.Seed, "seed", "`N`, the seed of the first drawn set").Only(drawing),
			shrinkFlag(&d.Factors, "", "shrinking `FACTOR,FACTOR...` of Figures 2 to 8 and of the statements about them; "+
				"with --plot the paper's by default, otherwise none"),
		), dynPFlags(&d.Slack, (*dynp.Replan)(&d.Replan)), console.In(groupScheduler,
			console.Flag(&t.readings, "readings",
				"`WHEN,WHEN...`: count the statements that hold under other readings of --replan too; all: every one").
				Only(console.WithValue("format", table.Text)),
		), console.In(console.GroupOutput,
			console.Flag(&t.sets, "paper-set", "`SET,SET...`, one for each trace, beside which it stands: "+
				strings.Join(streit2002.Names(), ", ")+" or none; by default those that the traces' names tell").
				Takes(paperSets),
		)),
		workers: "`N` replays side by side", lines: "a line for each analysis, replay and statement",
		out: "`DIR` for " + strings.Join(sweep.Files.Names(), ", ") +
			", with several traces or sets a folder for each; an interrupted run goes on there",
		files: sweep.Files.Names(), plot: "draw Figures 1 to 8 into `DIR` (.svg, .png and .pdf)", run: t.run,
	}
}

// streit is a call of reproduce streit2002.
type streit struct {
	streit2002.Evaluation
	readings, sets string
}

func (t *streit) run(c *console.Call, how statement.Run, shown showing) (*statement.Report, error) {
	t.Run, t.Inputs, t.Figures, t.Stdin = how, []streit2002.Input{{}}, shown.plots.Dir != "", c.In
	if err := t.read(c); err != nil {
		return nil, err
	}
	if err := t.CheckFolders(); err != nil {
		return nil, console.Usage("%s: %w", console.FullName(c.Command), named(c, err))
	}
	measured, err := t.Measure(c.Context)
	if !partial(c, err, len(measured)) {
		return nil, err
	}
	var tried []statement.Group
	if err == nil {
		tried, err = t.Compare(c.Context, measured)
	}
	r, failed := t.Report(measured, tried, shown.wide)
	return r, errors.Join(err, failed)
}

// read reads what the flags state, and the names of the traces.
func (t *streit) read(c *console.Call) (err error) {
	if t.Readings, err = statement.Chosen(t.readings, streit2002.ReadingNames()); err != nil {
		return err
	}
	if err := t.Settings.Validate(); err != nil {
		return err
	}
	if c.NArg() > 0 {
		t.Inputs = make([]streit2002.Input, c.NArg())
		for i, path := range c.Args().Slice() {
			t.Inputs[i].Path = path
		}
	}
	if !c.IsSet("paper-set") {
		return nil
	}
	sets, err := streit2002.Sets(t.sets, len(t.Inputs))
	for i, set := range sets {
		t.Inputs[i].Set = set
	}
	return err
}

func dutotPaper() paper {
	e, options := dutot2004.Paper(), algorithm.Options{}
	models := strings.Join(moldableModelNames(), ",")
	flags := append(console.In("Experiment",
		console.Flag(&e.Runs, "runs", "`N` instances at each point of a figure"),
		console.List(&e.Jobs, "sizes", format.List(e.Jobs), "`N,N...` jobs of an instance",
			"whole numbers with commas between, such as 25,50", strconv.Atoi),
		console.Flag(&e.Machine, "machine", "`PROCESSORS`"),
		console.Flag(&models, "models", "`NAME,NAME...` of the workloads").Alias("model").Takes(moldableModelNames).
			Must("some of "+strings.Join(moldableModelNames(), ", "), func() (known bool) {
				e.Models, known = workloadsOf(models)
				return known
			}),
		console.List(&e.Readings, "readings", format.List(e.Readings), "`NAME,NAME...` of the readings of X",
			"formula, printed or both", func(name string) (instances.Reading, error) {
				if !slices.Contains(instances.Readings(), instances.Reading(name)) {
					return "", strconv.ErrSyntax
				}
				return instances.Reading(name), nil
			}).Alias("reading").Takes(field.Fixed(instances.ByFormula, instances.AsPrinted)),
	), moldableFlags(&options, &e.Seed, "`N`, the seed of the first run and of the shuffles")...)
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
		files: dutot2004.Layout.Files.Names(),
		plot:  "draw Figures 3 to 7 and what the bounds are worth into `DIR` (.svg, .png and .pdf)",
		run: func(c *console.Call, r statement.Run, shown showing) (*statement.Report, error) {
			slices.Sort(e.Jobs)
			options.BiCriteria.Seed = e.Seed
			if err := cmp.Or(e.Validate(), options.Validate()); err != nil {
				return nil, err
			}
			m := dutot2004.NewMeasured(e)
			// Which results there are depends on other flags too.
			arguments := valuesOf(c, "machine shuffles criterion compaction shuffling seed relaxed-ratio")
			err := m.Run(c.Context, options, study.Identify("", "", r.Version, arguments), r)
			if !partial(c, err, m.Instances) {
				return nil, err
			}
			report, failed := m.Report(c.Context, r.Workers, shown.wide)
			return report, errors.Join(err, failed)
		},
	}
}

// workloadsOf returns the workloads with the names, in the order of the figures; false: a name is that of none, or
// stands twice.
func workloadsOf(names string) ([]string, bool) {
	var chosen []string
	for name := range strings.SplitSeq(names, ",") {
		i := slices.Index(moldableModelNames(), strings.TrimSpace(name))
		if i < 0 || slices.Contains(chosen, moldableModels[i].model) {
			return nil, false
		}
		chosen = append(chosen, moldableModels[i].model)
	}
	return slices.DeleteFunc(dutot2004.Models(), func(name string) bool { return !slices.Contains(chosen, name) }), true
}
