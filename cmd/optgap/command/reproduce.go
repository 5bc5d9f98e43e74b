package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/ilp/grid"
)

// reproduceCommand is the group of the papers. Their help is read from their files, so that they
// are made only where the command line asks for them.
func reproduceCommand(words []string) *console.Command {
	const name = "reproduce"
	var commands []*console.Command
	if slices.Contains(words, name) {
		papers := append(
			lists.Each(simulated.Papers(), simulatedPaper),
			grothklagsPaper(),
			streitPaper(),
			dutotPaper(),
		)
		commands = lists.Each(papers, paper.command)
	}
	return &console.Command{
		Name:  name,
		Usage: "print a paper's tables and figures beside what is measured",
		Description: `Repeats the experiment of a paper and prints its numbers beside the measured ones,
each statement of its text with a verdict, and what the text leaves open.`,
		Commands: commands,
	}
}

// A paper is the command that repeats its experiment.
type paper struct {
	statement.Head
	most  int           // number of arguments; -1: any
	what  string        // describes them; "": none, or any
	flags console.Flags // besides those of all papers, which follow
	files []string      // names of the files and folders in that of --out

	// run does the experiment. Without a report, as where the flags are wrong, nothing is printed.
	run func(c *console.Call, r statement.Run) (*statement.Report, error)
}

func (p paper) command() *console.Command {
	var (
		how   statement.Run
		shown printing
		plots console.Plots
	)
	flags := console.Flags{
		p.flags,
		console.GroupRun,
		console.Workers(&how.Workers, p.Workers),
		console.GroupOutput,
		shown.formatFlag(p.Lines),
		console.Flag(
			&shown.wide,
			"wide",
			"all tables with all columns, the rules of the statements among them; "+
				"otherwise the ledger and a few tables",
		).Only(ofTables()),
		console.Flag(&how.Folder, "out", p.Out).
			WritesInto(append(p.files, folder.PaperFile)...),
		plots.Flags(p.Plot),
	}
	return &console.Command{
		Name: p.Name, Usage: p.Title, ArgsUsage: p.Arguments, Description: p.About, Flags: flags,
		Most: p.most, What: p.what,
		Run: func(c *console.Call) error {
			how.Version = console.Version()
			how.Watch = &watch{Call: c, kept: how.Folder != ""}
			how.Wide = shown.wide
			how.Drawn = plots.Dir != ""
			if err := folder.Intact(how.Folder); err != nil {
				return err
			}
			r, err := p.run(c, how)
			if r == nil {
				return err
			}
			if how.Folder != "" {
				err = errors.Join(
					err,
					sections.WritePaper(how.Folder, sections.Paper{Lead: r.Lead, Tables: r.Tables}),
				)
			}
			// An interrupted one shows what it has.
			rows := func() table.Table { return r.Rows }
			a := answer[any]{lines: r.Lines, rows: rows, tables: r.Tables, before: r.Lead + "\n\n"}
			if failed := printAs(c.Out, shown, a); failed != nil {
				return errors.Join(failed, err)
			}
			return errors.Join(plots.Draw(r.Figures), err)
		},
	}
}

// simulatedPaper is a paper about schedulers on modelled jobs.
func simulatedPaper(p *simulated.Paper) paper {
	d := p.Study()
	named := console.List(
		&d.Schedulers,
		"schedulers",
		strings.Join(d.Schedulers, ","),
		"`NAME,NAME...`; the gains are those over strict-fcfs",
		"names",
		asTyped,
	).Alias("scheduler").Takes(p.SchedulerNames)
	named.Default = strings.Join(d.Schedulers, ", ")
	head := p.Head
	head.About += `

An interrupted run with --out goes on when the same command is given again. Schedulers,
loads and models get the same random numbers.`
	return paper{
		Head:  head,
		files: p.Files().Names(),
		flags: console.Flags{
			groupLoad,
			console.Flag(
				&d.Experiments,
				"experiments",
				"`N` experiments of each model, whose results are averaged",
			),
			console.Flag(&d.Jobs, "jobs", "`N` jobs of an experiment"),
			console.List(
				&d.Loads,
				"loads",
				format.List(d.Loads),
				"`LOAD,LOAD...`: mean size times run time, per mean interarrival time and processor",
				"numbers above 0, such as 0.7,0.8 or 70%,80%",
				field.ParseNumber,
			).Alias("load"),
			console.List(&d.Models, "models", format.List(d.Models), "`NAME,NAME...` of the models of jobs", "names",
				asTyped).
				Alias("model").
				Takes(p.ModelNames),
			console.Flag(&d.Seed, "seed", "`N`, the seed of every random choice"),
			groupScheduler,
			named,
		},
		run: func(c *console.Call, r statement.Run) (*statement.Report, error) { return d.Do(c.Context, r) },
	}
}

func grothklagsPaper() paper {
	g := grothklags2004.Run{Settings: grothklags2004.DefaultSettings()}
	d := &g.Settings
	var rejects string
	trace := console.All(spec.TraceOptions(&d.Machine, &d.Jobs, &d.Strict))
	return paper{
		Head:  grothklags2004.Head(),
		most:  1,
		what:  "at most one, the trace",
		files: grothklags2004.PartNames(),
		flags: console.Flags{
			groupTrace,
			trace,
			rejectsFlag(&rejects),
			groupSteps,
			console.Flag(
				&d.MaxSteps,
				"max-steps",
				"averages over at most `N` steps, evenly spread; 0: all",
			),
			groupSolver,
			console.Flag(
				&d.TimeLimit,
				"time-limit",
				"`TIME` for each step and way of solving it, of which the program as printed gets a twelfth; 0: none",
			),
			console.Flag(
				&d.ScaleEntry,
				"scale-entry",
				"`SIZE` of a matrix entry in Eq. 6; the paper's text has 0.1kB, and its Table 1 follows from 1kB",
			),
			console.Flag(&d.Horizon, "horizon", spec.AboutHorizon).
				Takes(field.Fixed(grid.HorizonSafe, grid.HorizonPolicies)),
			console.Flag(&d.Memory, "memory", spec.AboutMemory).
				Takes(field.Fixed(spec.Auto)),
			childFlags(&g.Work),
		},
		run: func(c *console.Call, r statement.Run) (_ *statement.Report, err error) {
			g.Run, g.Work.Workers, g.Ended = r, r.Workers, func(unsolved summary.Unsolved, failures study.Failures) {
				c.SayAll(unsolved.String())
				if err := failures.Err(); err != nil {
					c.Warn("%v", err)
				}
				c.SayAll(failures.Warning())
			}
			if err := d.Validate(); err != nil {
				return nil, err
			}
			o := swf.Options{Machine: d.Machine, MaxJobs: d.Jobs, Strict: d.Strict}
			g.Input.Trace, g.Input.SHA256, err = input{o, rejects}.load(c, c.Args().First())
			if err != nil {
				return nil, err
			}
			return g.Do(c.Context)
		},
	}
}

func streitPaper() paper {
	t := &streit2002.Evaluation{
		Settings: streit2002.DefaultSettings(),
		Sets:     streit2002.LeastSets,
	}
	d := &t.Settings
	var sets string
	drawing := console.Need{
		Only: "with --set-jobs above 0",
		Met:  func(*cli.Context) bool { return d.SetJobs != 0 },
	}
	return paper{
		Head: streit2002.Head(), most: -1, files: sweep.Layout.Names(),
		flags: console.Flags{
			groupTrace,
			console.Flag(
				&d.Machine,
				"machine",
				"`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes",
			),
			console.Flag(&d.Strict, "strict", "a job that cannot be used is an error"),
			groupLoad,
			console.Flag(&d.SetJobs, "set-jobs",
				"draw `N` jobs for a set, as the paper's sets are; 0: replay the trace itself"),
			console.Flag(&t.Sets, "sets", fmt.Sprintf("draw `N` sets from each trace, with consecutive seeds; a verdict needs "+
				"%d", streit2002.LeastSets)).
				AtLeast("1").
				Only(drawing),
			console.Flag(&d.Weibull, "weibull", "`SHAPE,SCALE` (seconds) of the interarrival times of drawn jobs, or "+
				workload.WeibullFit+" for the most likely ones; by default those of Table 2, for other traces "+
				workload.WeibullFit).
				NotBlank().
				Only(drawing),
			console.Flag(&d.Seed, "seed", "`N`, the seed of the first drawn set").Only(drawing),
			shrinkFlag(
				&d.Factors,
				"",
				"shrinking `FACTOR,FACTOR...` of Figures 2 to 8 and of the statements about them; "+
					"with --plot the paper's by default, otherwise none",
			),
			groupScheduler,
			console.Flag(
				&d.DynP,
				"dynp",
				"`PARAMETERS` of self-tuning dynP beside its quality, such as replan=full:slack=5%, "+
					"see optgap help schedulers",
			),
			console.GroupOutput,
			console.Flag(&sets, "paper-set", "`SET,SET...`, one for each trace, beside which it stands: "+
				strings.Join(streit2002.Names(), ", ")+
				" or none; by default those that the traces' names tell").
				Takes(paperSets),
		},
		run: func(c *console.Call, r statement.Run) (_ *statement.Report, err error) {
			t.Run = r
			t.Stdin = c.In
			t.Inputs, err = streit2002.InputsOf(c.Args().Slice(), sets)
			if err != nil {
				return nil, err
			}
			return t.Do(c.Context)
		},
	}
}

func dutotPaper() paper {
	e := dutot2004.Paper()
	options := experiment.Options{}
	names := moldableModelNames()
	return paper{
		Head: dutot2004.Head(), files: dutot2004.Layout.Files.Names(),
		flags: console.Flags{
			"Experiment",
			console.Flag(&e.Runs, "runs", "`N` instances at each point of a figure"),
			console.List(&e.Jobs, "sizes", format.List(e.Jobs), "`N,N...` jobs of an instance",
				"whole numbers with commas between, such as 25,50", strconv.Atoi),
			console.Flag(&e.Machine, "machine", "`PROCESSORS`"),
			console.List(&e.Models, "models", strings.Join(names, ","), "`NAME,NAME...` of the workloads",
				"some of "+strings.Join(names, ", "), func(name string) (string, error) {
					if i := slices.Index(names, name); i >= 0 {
						return experiment.Models()[i].Name, nil
					}
					return "", strconv.ErrSyntax
				}).
				Alias("model").
				Takes(moldableModelNames),
			moldableFlags(&options, &e.Seed, "`N`, the seed of the first run and of the shuffles"),
		},
		run: func(c *console.Call, r statement.Run) (*statement.Report, error) {
			options.BiCriteria.Seed = e.Seed
			// Which results there are depends on other flags too.
			arguments := map[string]string{
				"machine":      fmt.Sprint(e.Machine),
				"seed":         fmt.Sprint(e.Seed),
				"minsum-ratio": fmt.Sprint(options.Relaxed.Ratio),
			}
			return e.Do(c.Context, options, study.Identify("", "", r.Version, arguments), r)
		},
	}
}
