package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

const (
	categoryAlgorithms = "Algorithms"
	categoryBounds     = "Bounds"
)

func moldableCommand(s console.Streams) *cli.Command {
	c := &cli.Command{
		Name:      "moldable",
		Usage:     "schedule moldable jobs, whose widths are free, and bound what is possible",
		ArgsUsage: "INSTANCES.jsonl[.gz]|-",
		Description: `Reads moldable instances as JSON lines and schedules each by the six algorithms of
Dutot et al. (2004), with lower bounds beside them: dual on the makespan, relaxed and
lagrange on the minsum, the sum of weight times end. Ratios are to the largest bound.

   optgap moldable generate --model mixed --jobs 25 --machine 200 >mixed.jsonl
   optgap moldable mixed.jsonl
   optgap moldable --algorithm bicriteria,list-saf --gantt plan.svg mixed.jsonl
   optgap moldable --out results mixed.jsonl

Algorithms:
` + algorithmHelp() + `
Where moldable times come from, and what the bounds are: docs/moldable.md.`,
		Flags: console.Limited(slices.Concat([]cli.Flag{
			&cli.StringFlag{
				Category: categoryAlgorithms, Name: "algorithm", Aliases: []string{"method"},
				Value: strings.Join(algorithm.Names(algorithm.OfPaper()), ","),
				Usage: "`NAME,NAME...`, see above; all: every one",
			},
		}, moldableFlags(), []cli.Flag{
			&cli.DurationFlag{
				Category: categoryAlgorithms, Name: "time-limit", Value: time.Minute,
				Usage: "`TIME` for each instance and algorithm; 0: none",
			},
			memoryFlag(
				categoryAlgorithms,
				"`SIZE` that a child process may take, which runs ilp or exact; auto: 0.8 of the memory of the "+
					"machine, or of the control group if that is less, divided by the workers",
			),
			&cli.IntFlag{
				Category: categoryAlgorithms, Name: "evaluations",
				DefaultText: "10,000 times the jobs, at most 5,000,000 over the jobs",
				Usage:       "search tries `N` schedules; ilp and exact start from the best one",
			},
			&cli.IntFlag{
				Category: categoryAlgorithms, Name: "nodes", Aliases: []string{"node-limit"}, Value: bounds.DefaultNodes,
				Usage: "`N` nodes that the search may keep",
			},
			&cli.BoolFlag{Category: categoryBounds, Name: "no-bounds", Usage: "leave out the bounds"},
			&cli.BoolFlag{
				Category: categoryBounds, Name: "no-certificates",
				Usage: "leave out of the results what their bounds can be checked again with",
			},
			console.WorkersFlag("`N` instances side by side"),
			console.OutputFormatFlag("a result per line"),
			console.WideFlag(),
			console.OutputFile(&cli.StringFlag{
				Category: console.CategoryOutput, Name: "gantt",
				Usage: "draw the schedules above each other on one time axis into `FILE` (.svg, .png or .pdf); needs " +
					"a single instance",
			}, console.Pictures...),
			console.NoTitlesFlag(),
			console.WidthFlag("gantt"),
			console.OutputFolder(&cli.StringFlag{
				Category: console.CategoryOutput, Name: "out",
				Usage: "`DIR` for instances.jsonl, results.jsonl, summary.csv, moldable.json; an interrupted run " +
					"goes on there",
			}, algorithm.Layout.Names()...),
			console.QuietFlag(),
			&cli.BoolFlag{
				Category: console.CategoryRun, Name: "in-process",
				Usage: "run ilp and exact within this process: without the child processes that keep a failing " +
					"solver from ending the run and end one that does not keep its limits",
			},
			&cli.StringFlag{
				Category: console.CategoryRun, Name: "shard",
				Usage: "`I/N`: the I-th of N shares of the instances. optgap merge joins the folders of all shares",
			},
			&cli.BoolFlag{
				Category: console.CategoryRun, Name: "retry-failed",
				Usage: "run again what hit a limit, ran out of memory, crashed or failed in the folder of --out, and " +
					"replace it; --time-limit, --memory and --nodes may be other than before",
			},
		}), []console.Effect{
			console.Only("shuffles criterion compaction shuffling", withAlgorithm(algorithm.BiCriteria)),
			console.Only("seed", console.Unsaid(withBoundsOr(
				algorithm.BiCriteria, algorithm.Prices, algorithm.Search, algorithm.ILP, algorithm.Exact,
			))),
			console.Only("no-certificates relaxed-ratio", console.Without("no-bounds")),
			console.Only("time-limit evaluations", withAlgorithm(algorithm.Search, algorithm.ILP, algorithm.Exact)),
			console.Only("nodes", withAlgorithm(algorithm.Exact)),
			console.Only("in-process", withAlgorithm(algorithm.ILP, algorithm.Exact)),
			console.Only("memory", withAlgorithm(algorithm.ILP, algorithm.Exact)),
			console.Only("memory", console.Without("in-process")),
			console.Only("retry-failed", console.WithFlag("out")),
			console.Only("wide", console.WithValue("format", table.Text)),
			console.Only("no-titles", console.WithFlag("gantt")),
		}),
		Subcommands: []*cli.Command{generateCommand(s)},
		Action:      func(c *cli.Context) error { return scheduleMoldable(c, s) },
	}
	return c
}

func algorithmHelp() string {
	var b strings.Builder
	for _, a := range algorithm.All() {
		fmt.Fprintf(&b, "   %-11s %s\n", a.Name, a.About)
	}
	return b.String()
}

// moldableFlags are those of every command that schedules moldable jobs.
func moldableFlags() []cli.Flag {
	a, b := categoryAlgorithms, categoryBounds
	return []cli.Flag{
		&cli.IntFlag{
			Category: a, Name: "shuffles", Value: moldable.DefaultShuffles,
			Usage: "bicriteria tries `N` shuffled orders of its batches; 0: none",
		},
		&cli.StringFlag{
			Category: a, Name: "criterion", Value: string(moldable.Minsum),
			Usage: "bicriteria keeps the order that is best by `NAME`: minsum, makespan or product",
		},
		&cli.StringFlag{
			Category: a, Name: "compaction", Value: string(moldable.Greedy),
			Usage: "bicriteria moves batches forward by `NAME`: batches (not at all), forward (each job until its own " +
				"processors are idle), insertion (no job starts later) or greedy (whenever processors get free, the first " +
				"jobs that fit start)",
		},
		&cli.StringFlag{
			Category: a, Name: "shuffling", Value: string(moldable.Neighbours),
			Usage: "bicriteria draws orders by `NAME`: neighbours (two of the best order so far are exchanged) or " +
				"random (from all orders)",
		},
		&cli.Uint64Flag{Category: a, Name: "seed", Usage: "`N`, the seed of every random choice"},
		&cli.Float64Flag{
			Category: b, Name: "relaxed-ratio", Aliases: []string{"minsum-ratio"}, Value: bounds.DefaultRatio,
			Usage: "`RATIO` of consecutive interval ends of relaxed; finer is tighter, the paper's is 2",
		},
	}
}

// moldableOptions reads moldableFlags.
func moldableOptions(c *cli.Context) (o algorithm.Options, err error) {
	if n := c.Int("shuffles"); n < 0 {
		return o, &optgap.FieldError{Field: "--shuffles", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	o.BiCriteria = moldable.Options{
		Compaction: moldable.Compaction(c.String("compaction")), Shuffling: moldable.Shuffling(c.String("shuffling")),
		Shuffles: c.Int("shuffles"), Criterion: moldable.Criterion(c.String("criterion")), Seed: c.Uint64("seed"),
	}
	if o.BiCriteria.Shuffles == 0 {
		o.BiCriteria.Shuffles = -1
	}
	o.Relaxed = bounds.RelaxedOptions{Ratio: c.Float64("relaxed-ratio")}
	o.NoBounds, o.NoCertificates = c.Bool("no-bounds"), c.Bool("no-certificates")
	return o, named(c, o.Validate())
}

// algorithms reads --algorithm.
func algorithms(c *cli.Context) ([]algorithm.Algorithm, error) {
	names, err := list(c, "algorithm", "names", func(name string) (string, error) { return strings.ToLower(name), nil })
	if err != nil {
		return nil, err
	}
	if slices.Equal(names, []string{"all"}) {
		return algorithm.All(), nil
	}
	chosen, err := algorithm.ByNames(names)
	return chosen, named(c, err)
}

// withAlgorithm is the need of one of the algorithms.
func withAlgorithm(wanted ...algorithm.Algorithm) console.Need {
	names := algorithm.Names(wanted)
	return console.Need{Only: "with --algorithm " + console.Alternatives("", names), Met: func(c *cli.Context) bool {
		chosen, err := algorithms(c)
		return err != nil ||
			slices.ContainsFunc(chosen, func(a algorithm.Algorithm) bool { return slices.Contains(names, a.Name) })
	}}
}

// withBoundsOr is the need of bounds or of one of the algorithms.
func withBoundsOr(wanted ...algorithm.Algorithm) console.Need {
	with := withAlgorithm(wanted...)
	return console.Need{
		Only: "without --no-bounds, or " + with.Only,
		Met:  func(c *cli.Context) bool { return !c.Bool("no-bounds") || with.Met(c) },
	}
}

// moldableArguments are the flags on which results depend.
const moldableArguments = "algorithm shuffles criterion compaction shuffling seed " +
	"relaxed-ratio time-limit memory evaluations nodes no-bounds no-certificates"

// moldableRun is a run as the flags ask for it.
type moldableRun struct {
	algorithms []algorithm.Algorithm
	options    algorithm.Options
	work       algorithm.Work
	workers    int
	shard      shard.Shard
	dir        string // of the folder; "": none
	retry      bool   // run again what was unfinished

	out      moldablePrinter
	notes    *console.Notes
	unsolved summary.Unsolved
}

func scheduleMoldable(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 1, 1, "one, a file of moldable instances or -"); err != nil {
		return err
	}
	r, err := newMoldableRun(c, s)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), s.In)
	if err != nil {
		return err
	}
	defer in.Close()
	err = r.run(c, in)
	return errors.Join(err, r.out.end(c.Context.Err() != nil), r.draw(c, in.Name()))
}

// newMoldableRun reads the flags.
func newMoldableRun(c *cli.Context, s console.Streams) (*moldableRun, error) {
	form, err := console.OutputFormat(c)
	if err != nil {
		return nil, err
	}
	r := &moldableRun{
		dir: c.String("out"), retry: c.Bool("retry-failed"), notes: console.NewNotes(s, c.Bool("quiet")),
		out: moldablePrinter{w: s.Out, format: form, wide: c.Bool("wide"), keep: c.IsSet("gantt")},
	}
	if r.algorithms, err = algorithms(c); err != nil {
		return nil, err
	}
	if r.options, err = moldableOptions(c); err != nil {
		return nil, err
	}
	o := &r.options
	o.TimeLimit, o.Evaluations, o.Nodes = c.Duration("time-limit"), c.Int("evaluations"), c.Int("nodes")
	if err := o.Validate(); err != nil {
		return nil, named(c, err)
	}
	if r.workers, err = console.Workers(c); err != nil {
		return nil, err
	}
	r.work = algorithm.Work{Children: !c.Bool("in-process"), TimeLimit: o.TimeLimit}
	if r.work.Memory, err = spec.MemoryLimit(c.String("memory"), r.workers); err != nil {
		return nil, named(c, err)
	}
	if c.IsSet("shard") {
		r.shard, err = shard.Parse(c.String("shard"))
	}
	return r, named(c, err)
}

// run schedules the instances of a file.
func (r *moldableRun) run(c *cli.Context, in *stream.Reader) (err error) {
	crew, err := algorithm.NewCrew(r.algorithms, r.work)
	if err != nil {
		return err
	}
	defer crew.Close()
	instances, kept, err := r.open(c, in, crew.LimitedBy)
	if err != nil {
		return err
	}
	keep := func(p *algorithm.Problem) error { return kept.Problem(record.MoldableOf(p.Instance())) }
	work := algorithm.NewRuns(r.workers, kept)
	done := r.notes.Progress(0, "instance")
	work.Result = algorithm.Together(
		func(*algorithm.Problem) int { return len(r.algorithms) },
		func(p *algorithm.Problem, results []record.MoldableResult) error {
			done.Step()
			r.failures(results)
			return r.out.results(p.Instance(), results)
		})
	all := func(*algorithm.Problem) []algorithm.Solver { return crew.Solvers }
	err = work.Do(c.Context, harness.Tasks(algorithm.Problems(instances, r.options), all, keep))
	done.End()
	err = errors.Join(err, kept.Close(err == nil))
	sayUnsolved(&r.unsolved, r.notes)
	if err == nil && r.out.instances == 0 && r.shard.IsWhole() {
		return console.Usage("%s: found no instance, expected at least one", c.Args().First())
	}
	return err
}

// open returns the instances that the run is about, and its folder; nil: it has none.
func (r *moldableRun) open(
	c *cli.Context, in *stream.Reader, limitedBy map[string]string,
) (instances iter.Seq2[*moldable.Instance, error], f *algorithm.Folder, err error) {
	if r.dir == "" && r.shard.IsWhole() {
		return record.ReadMoldable(stream.NewInterruptible(c.Context, in), in.Name()), nil, nil
	}
	text, err := io.ReadAll(stream.NewInterruptible(c.Context, in)) // what the folder is about has to be known
	if err != nil {
		return nil, nil, err
	}
	arguments := shaping(c, moldableArguments)
	arguments["algorithm"] = strings.Join(algorithm.Names(r.algorithms), ",") // in one order, however they were given
	id := study.Identify(in.Name(), in.SHA256(), console.Version(), arguments)
	instances = record.ReadMoldable(bytes.NewReader(text), in.Name())
	if r.dir != "" {
		instances = algorithm.Named(in.Name(), instances)
	}
	if !r.shard.IsWhole() {
		id.Arguments[folder.ShardArgument] = r.shard.String()
		r.shard.Turn = id.Turn(algorithm.Limits())
		own, err := algorithm.Share(instances, r.shard)
		if err != nil {
			return nil, nil, err
		}
		instances = harness.Each(own)
	}
	if r.dir == "" {
		return instances, nil, nil
	}
	if f, err = folder.Open(r.dir, algorithm.Layout, folder.Start{Identity: id, Retry: r.retry}); err != nil {
		return nil, nil, err
	}
	return instances, f, f.LimitedBy(limitedBy)
}

// failures notes the algorithms that failed. They are rows of the results.
func (r *moldableRun) failures(results []record.MoldableResult) {
	for i := range results {
		one := &results[i]
		if one.Status == optgap.StatusError || one.Status == optgap.StatusCrashed {
			r.notes.Say("%s, %s: %s", one.Name, one.Algorithm, one.Error)
		}
		r.unsolved.CountMoldable(one)
	}
}
