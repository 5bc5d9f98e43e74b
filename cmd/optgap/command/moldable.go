package command

import (
	"bytes"
	"context"
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
	"github.com/optgap/optgap/bench/run/fan"
	"github.com/optgap/optgap/bench/study"
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
			&cli.StringFlag{Category: categoryAlgorithms, Name: "algorithm", Value: strings.Join(algorithm.Names(algorithm.OfPaper()), ","), Usage: "`NAME,NAME...`, see above; all: every one"},
		}, moldableFlags(), []cli.Flag{
			&cli.DurationFlag{Category: categoryAlgorithms, Name: "time-limit", Value: time.Minute, Usage: "`TIME` for each instance and algorithm; 0: none"},
			&cli.IntFlag{Category: categoryAlgorithms, Name: "evaluations", DefaultText: "10,000 times the jobs, at most 5,000,000 over the jobs", Usage: "search tries `N` schedules; ilp and exact start from the best one"},
			&cli.IntFlag{Category: categoryAlgorithms, Name: "nodes", Value: bounds.DefaultNodes, Usage: "`N` nodes that the search may keep"},
			&cli.BoolFlag{Category: categoryBounds, Name: "no-bounds", Usage: "leave out the bounds"},
			&cli.BoolFlag{Category: categoryBounds, Name: "no-certificates", Usage: "leave out of the results what their bounds can be checked again with"},
			console.WorkersFlag("`N` instances side by side"),
			console.OutputFormatFlag("a result per line"),
			console.WideFlag(),
			console.OutputFile(&cli.StringFlag{Category: console.CategoryOutput, Name: "gantt", Usage: "draw the schedules above each other on one time axis into `FILE` (.svg, .png or .pdf); needs a single instance"}, console.Pictures...),
			console.NoTitlesFlag(),
			console.OutputFolder(&cli.StringFlag{Category: console.CategoryOutput, Name: "out", Usage: "`DIR` for instances.jsonl, results.jsonl, summary.csv, moldable.json; an interrupted run goes on there"}, algorithm.FileNames()...),
			console.QuietFlag(),
		}), []console.Effect{
			console.Only("no-certificates relaxed-ratio", console.Without("no-bounds")),
			console.Only("time-limit evaluations", withAlgorithm(algorithm.Search, algorithm.ILP, algorithm.Exact)),
			console.Only("nodes", withAlgorithm(algorithm.Exact)),
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
		&cli.IntFlag{Category: a, Name: "shuffles", Value: moldable.DefaultShuffles, Usage: "bicriteria tries `N` shuffled orders of its batches; 0: none"},
		&cli.StringFlag{Category: a, Name: "criterion", Value: string(moldable.Minsum), Usage: "bicriteria keeps the order that is best by `NAME`: minsum, makespan or product"},
		&cli.StringFlag{Category: a, Name: "compaction", Value: string(moldable.Greedy), Usage: "bicriteria moves batches forward by `NAME`: greedy (whenever processors get free, the first jobs that fit start) or insertion (no job starts later)"},
		&cli.Float64Flag{Category: a, Name: "precision", Value: moldable.DefaultPrecision, Usage: "relative `WIDTH` at which the dual approximation ends its search"},
		&cli.Uint64Flag{Category: a, Name: "seed", Usage: "`N`, the seed of every random choice"},
		&cli.IntFlag{Category: b, Name: "pieces", Value: bounds.DefaultPieces, Usage: "lagrange has `N` prices, one for each piece of time"},
		&cli.IntFlag{Category: b, Name: "iterations", Value: bounds.DefaultIterations, Usage: "lagrange takes `N` steps"},
		&cli.Float64Flag{Category: b, Name: "relaxed-ratio", Value: bounds.DefaultRatio, Usage: "`RATIO` of consecutive interval ends of relaxed; finer is tighter, the paper's is 2"},
	}
}

// moldableOptions reads moldableFlags.
func moldableOptions(c *cli.Context) (o algorithm.Options, err error) {
	if n := c.Int("shuffles"); n < 0 {
		return o, &optgap.FieldError{Field: "--shuffles", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	for _, flag := range []string{"pieces", "iterations"} {
		if n := c.Int(flag); n < 1 {
			return o, &optgap.FieldError{Field: "--" + flag, Found: strconv.Itoa(n), Expected: "at least 1"}
		}
	}
	o.BiCriteria = moldable.Options{
		Dual: moldable.DualOptions{Precision: c.Float64("precision")}, Compaction: moldable.Compaction(c.String("compaction")),
		Shuffles: c.Int("shuffles"), Criterion: moldable.Criterion(c.String("criterion")), Seed: c.Uint64("seed"),
	}
	if o.BiCriteria.Shuffles == 0 {
		o.BiCriteria.Shuffles = -1
	}
	o.Lagrange = bounds.LagrangeOptions{Pieces: c.Int("pieces"), Iterations: c.Int("iterations")}
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
		return err != nil || slices.ContainsFunc(chosen, func(a algorithm.Algorithm) bool { return slices.Contains(names, a.Name) })
	}}
}

// moldableArguments are the flags on which results depend.
const moldableArguments = "algorithm shuffles criterion compaction precision seed pieces iterations relaxed-ratio " +
	"time-limit evaluations nodes no-bounds no-certificates"

// moldableRun is a run as the flags ask for it.
type moldableRun struct {
	algorithms []algorithm.Algorithm
	options    algorithm.Options
	out        moldablePrinter
	folder     *algorithm.Folder
	store      algorithm.Store // the folder; nil: none
	notes      *console.Notes
	count      int // results
	failed     int // of them
}

func scheduleMoldable(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 1, 1, "one, a file of moldable instances or -"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	r := &moldableRun{notes: console.NewNotes(s, c.Bool("quiet")), out: moldablePrinter{w: s.Out, format: form, wide: c.Bool("wide"), keep: c.IsSet("gantt")}}
	if r.algorithms, err = algorithms(c); err != nil {
		return err
	}
	if r.options, err = moldableOptions(c); err != nil {
		return err
	}
	r.options.TimeLimit, r.options.Evaluations, r.options.Nodes = c.Duration("time-limit"), c.Int("evaluations"), c.Int("nodes")
	if err := r.options.Validate(); err != nil {
		return named(c, err)
	}
	parallel, err := console.Workers(c)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), s.In)
	if err != nil {
		return err
	}
	defer in.Close()
	instances, err := r.open(c, in)
	if err != nil {
		return err
	}
	return errors.Join(r.run(c, instances, parallel), r.out.end(), r.draw(c, in.Name()))
}

// open opens the folder of the run, if there is one, and returns the instances.
func (r *moldableRun) open(c *cli.Context, in *stream.Reader) (iter.Seq2[*moldable.Instance, error], error) {
	dir := c.String("out")
	if dir == "" {
		return record.ReadMoldable(stream.NewInterruptible(c.Context, in), in.Name()), nil
	}
	text, err := io.ReadAll(stream.NewInterruptible(c.Context, in)) // what the folder is about has to be known
	if err != nil {
		return nil, err
	}
	flags := shaping(c, moldableArguments)
	flags["algorithm"] = strings.Join(algorithm.Names(r.algorithms), ",") // in one order, however they were given
	if r.folder, err = algorithm.OpenFolder(dir, study.Identify(in.Name(), in.SHA256(), console.Version(), flags)); err != nil {
		return nil, err
	}
	r.store = r.folder
	return r.stored(in.Name(), record.ReadMoldable(bytes.NewReader(text), in.Name())), nil
}

// stored writes each instance into the folder. Names tell the instances of a folder
// apart.
func (r *moldableRun) stored(file string, instances iter.Seq2[*moldable.Instance, error]) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		seen := map[string]bool{}
		for in, err := range instances {
			if err == nil && (in.Name == "" || seen[in.Name]) {
				err = console.Usage("%s: name: found %q for another instance or none, expected a name of its own for each, as --out needs", file, in.Name)
			}
			if err == nil {
				seen[in.Name] = true
				err = r.folder.Problem(record.MoldableOf(in))
			}
			if !yield(in, err) {
				return
			}
		}
	}
}

func (r *moldableRun) run(c *cli.Context, instances iter.Seq2[*moldable.Instance, error], parallel int) error {
	done := r.notes.Progress(0, "instance")
	work := fan.Fan[*moldable.Instance, []record.MoldableResult]{
		Workers: parallel,
		Solvers: []fan.Solver[*moldable.Instance, []record.MoldableResult]{{Name: "all", Solve: r.solve}},
		Known: func(in *moldable.Instance, _ string) ([]record.MoldableResult, bool) {
			return algorithm.Known(r.store, in.Name, r.algorithms)
		},
		Found: func(results []record.MoldableResult) error { return algorithm.Keep(r.store, results) },
		Result: func(in *moldable.Instance, results []record.MoldableResult) error {
			done.Step()
			r.failures(results)
			return r.out.results(in, results)
		},
	}
	err := work.Run(c.Context, instances)
	done.End()
	if r.folder != nil {
		err = errors.Join(err, r.folder.Close(err == nil))
	}
	if err == nil && r.out.instances == 0 {
		return console.Usage("%s: found no instance, expected at least one", c.Args().First())
	}
	if err == nil && r.failed == r.count {
		return errors.New("every algorithm failed")
	}
	return err
}

// failures notes the algorithms that failed.
func (r *moldableRun) failures(results []record.MoldableResult) {
	for _, one := range results {
		if one.Status == optgap.StatusError {
			r.notes.Say("%s, %s: %s", one.Name, one.Algorithm, one.Error)
			r.failed++
		}
		r.count++
	}
}

func (r *moldableRun) solve(ctx context.Context, in *moldable.Instance) ([]record.MoldableResult, error) {
	return algorithm.Run(ctx, in, r.algorithms, r.options)
}
