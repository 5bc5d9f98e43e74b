package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/bound"
)

const (
	groupAlgorithms = "Algorithms"
	groupBounds     = "Bounds"
)

func moldableCommand() *console.Command {
	r := &moldableRun{}
	o := &r.options
	own := moldableFlags(o, &o.BiCriteria.Seed, "`N`, the seed of every random choice")
	console.Limit(own, "seed", console.Need{
		Only: "with --algorithm " + experiment.BiCriteria.Name,
		Met: func(*cli.Context) bool {
			is := func(a experiment.Algorithm) bool { return a.Name == experiment.BiCriteria.Name }
			return slices.ContainsFunc(r.algorithms, is)
		},
	})
	console.Limit(own, "minsum-ratio", console.Without("no-bounds"))
	return &console.Command{
		Name:      "moldable",
		Usage:     "schedule moldable jobs, whose widths are free, and bound what is possible",
		ArgsUsage: "INSTANCES.jsonl[.gz]|-",
		Description: `Reads moldable instances as JSON lines and schedules each by the six algorithms of
Dutot et al. (2004), with lower bounds beside them: dual on the makespan, relaxed on
the minsum, the sum of weight times end. Ratios are to these bounds.

   optgap moldable generate --model mixed --jobs 25 --machine 200 >mixed.jsonl
   optgap moldable mixed.jsonl
   optgap moldable --algorithm bicriteria,list-saf --gantt plan.svg mixed.jsonl
   optgap moldable --out results mixed.jsonl

Algorithms:
` + algorithmHelp() + `
Where moldable times come from, and what the bounds are: docs/methods.md.`,
		Flags: console.Flags{
			groupAlgorithms,
			r.algorithmFlag(),
			own,
			groupBounds,
			console.Flag(&o.NoBounds, "no-bounds", "leave out the bounds"),
			console.Flag(
				&o.NoCertificates,
				"no-certificates",
				"leave out of the results what their bounds can be checked again with",
			).Only(console.Without("no-bounds")),
			console.GroupOutput,
			r.formatFlag("a result per line"),
			r.wideFlag().Only(ofTables()),
			console.Flag(&r.gantt, "gantt", "draw the schedules above each other on one time axis into `FILE` (.svg, .png "+
				"or .pdf); needs a single instance").
				Writes(console.Pictures...),
			console.Flag(&r.dir, "out", "`DIR` for instances.jsonl, results.jsonl, summary.csv, moldable.json; an "+
				"interrupted run goes on there").
				WritesInto(experiment.Layout.Names()...),
			r.style.Flags("gantt"),
			console.GroupRun,
			console.Workers(&r.workers, "`N` instances side by side"),
			console.Flag(
				&r.share,
				"shard",
				"`I/N`: the I-th of N shares of the instances. optgap merge joins the folders of all shares",
			).NotBlank(),
		},
		Commands: []*console.Command{generateCommand()},
		Least:    1, Most: 1, What: "one, a file of moldable instances or -",
		Run: r.schedule,
	}
}

func algorithmHelp() string {
	return console.Listed(
		11,
		experiment.All(),
		func(a experiment.Algorithm) (string, string) { return a.Name, a.About },
	)
}

// moldableFlags are those of every command that schedules moldable jobs. seed is what --seed sets.
func moldableFlags(o *experiment.Options, seed *uint64, aboutSeed string) console.Flags {
	r := &o.Relaxed
	r.Ratio = bound.DefaultRatio
	return console.Flags{
		groupAlgorithms,
		console.Flag(seed, "seed", aboutSeed),
		groupBounds,
		console.Flag(&r.Ratio, "minsum-ratio",
			"`RATIO` of consecutive interval ends of relaxed; finer is tighter, the paper's is 2"),
	}
}

// algorithmFlag is --algorithm.
func (r *moldableRun) algorithmFlag() *console.Option {
	all := func() []string { return append(experiment.Names(experiment.All()), "all") }
	var names []string
	return console.List(&names, "algorithm", strings.Join(experiment.Names(experiment.OfPaper()), ","),
		"`NAME,NAME...`, see above; all: every one", "names", asTyped,
	).
		Alias("method").
		Takes(all).
		Check(func() (err error) {
			if slices.Equal(names, []string{"all"}) {
				names = experiment.Names(experiment.All())
			}
			r.algorithms, err = experiment.ByNames(names)
			return err
		})
}

// moldableRun is a run as the flags ask for it.
type moldableRun struct {
	algorithms []experiment.Algorithm
	options    experiment.Options
	workers    int
	share      string // such as "1/2"; "": all instances
	shard      harness.Shard
	dir        string // of the folder; "": none
	gantt      string // the file to draw; "": none
	style      console.Style

	moldablePrinter
	unsolved summary.Unsolved
}

func (r *moldableRun) schedule(c *console.Call) (err error) {
	r.Call = c
	if err := r.options.Validate(); err != nil {
		return err
	}
	if r.share != "" {
		r.shard, err = harness.ParseShard(r.share)
		if err != nil {
			return err
		}
	}
	in, err := folder.OpenIntact(c.Args().First(), c.In)
	if err != nil {
		return err
	}
	defer in.Close()
	err = r.run(in)
	return errors.Join(err, r.end(c.Context.Err() != nil), r.draw(in.Name()))
}

// run schedules the instances of a file.
func (r *moldableRun) run(in *stream.Reader) (err error) {
	instances, kept, err := r.open(in)
	if err != nil {
		return err
	}
	keep := func(p *experiment.Problem) error { return kept.Problem(record.MoldableOf(p.Instance())) }
	work := experiment.NewRuns(r.workers, kept)
	done := r.Progress(0, "instance", nil)
	work.Result = experiment.Together(len(r.algorithms),
		func(p *experiment.Problem, results []record.MoldableResult) error {
			done.Step()
			r.failures(results)
			return r.results(p.Instance(), results)
		})
	solvers := lists.Each(r.algorithms, experiment.SolverOf)
	tasks := harness.Tasks(experiment.Problems(instances, r.options), solvers, keep)
	err = work.Do(r.Context, tasks)
	done.End()
	err = errors.Join(err, kept.Close(err == nil))
	r.SayAll(r.unsolved.String())
	if err == nil && r.instances == 0 && r.shard.IsWhole() {
		return console.Usage("%s: found no instance, expected at least one", r.Args().First())
	}
	return err
}

// open returns the instances that the run is about, and its folder, or nil if it has none.
func (r *moldableRun) open(
	in *stream.Reader,
) (instances iter.Seq2[*moldable.Instance, error], f *experiment.Folder, err error) {
	if r.dir == "" && r.shard.IsWhole() {
		return record.ReadMoldable(stream.NewInterruptible(r.Context, in), in.Name()), nil, nil
	}
	// What the folder is about has to be known.
	text, err := io.ReadAll(stream.NewInterruptible(r.Context, in))
	if err != nil {
		return nil, nil, err
	}
	arguments := shaping(r.Call)
	// In one order, however they were given.
	arguments["algorithm"] = strings.Join(experiment.Names(r.algorithms), ",")
	id := study.Identify(in.Name(), in.SHA256(), console.Version(), arguments)
	instances = record.ReadMoldable(bytes.NewReader(text), in.Name())
	if r.dir != "" {
		instances = experiment.Named(in.Name(), instances)
	}
	if !r.shard.IsWhole() {
		id.Arguments[folder.ShardArgument] = r.shard.String()
		r.shard.Turn = id.Turn(nil)
		own, err := experiment.Share(instances, r.shard)
		if err != nil {
			return nil, nil, err
		}
		instances = harness.Each(own)
	}
	f, err = folder.Open(r.dir, experiment.Layout, folder.Start{Identity: id})
	return instances, f, err
}

// failures notes the algorithms that failed. They are rows of the results.
func (r *moldableRun) failures(results []record.MoldableResult) {
	for i := range results {
		one := &results[i]
		if one.Status == optgap.StatusError || one.Status == optgap.StatusCrashed {
			r.Say("%s, %s: %s", one.Name, one.Algorithm, one.Error)
		}
		r.unsolved.CountMoldable(one)
	}
}

// moldablePrinter prints results: as tables or JSON lines as they come, as CSV at the
// end.
type moldablePrinter struct {
	*console.Call
	printing
	instances int

	instance *moldable.Instance // the last one
	last     []record.MoldableResult
	rows     []record.MoldableResult
}

func (p *moldablePrinter) results(in *moldable.Instance, results []record.MoldableResult) error {
	p.instances++
	p.instance = in
	p.last = results
	if p.csv() {
		for _, r := range results {
			r.Starts = nil
			r.Certificates = nil // rows have neither
			p.rows = append(p.rows, r)
		}
		return nil
	}
	a := answer[record.MoldableResult]{
		lines:  results,
		tables: []table.Table{experiment.Table(in, results)},
	}
	if p.instances > 1 {
		a.before = "\n"
	}
	if line := experiment.Printed(in, results); line != "" {
		a.after = line + "\n"
	}
	return printAs(p.Out, p.printing, a)
}

// end prints what is left to print. interrupted: there are instances that have no results.
func (p *moldablePrinter) end(interrupted bool) error {
	if interrupted && p.text() && p.instances > 0 {
		_, err := fmt.Fprintf(p.Out, "\ninterrupted after %s; the others have not run\n",
			format.Count(p.instances, "instance"))
		return err
	}
	if len(p.rows) == 0 {
		return nil
	}
	return experiment.Rows(p.rows).Write(p.Out, table.CSV)
}

// draw draws the schedules of a single instance.
func (r *moldableRun) draw(file string) error {
	if r.gantt == "" || r.instances == 0 {
		return nil
	}
	if r.instances > 1 {
		return console.Usage(
			"moldable: found %d instances in %s, expected a single one for --gantt",
			r.instances,
			file,
		)
	}
	var panels []gantt.MoldablePanel
	for i := range r.last {
		one := &r.last[i]
		panels = append(
			panels,
			gantt.MoldablePanel{
				Title:    figure.Name(one.Algorithm),
				Schedule: experiment.Schedule(one),
			},
		)
	}
	return figure.WriteFile(r.gantt, func() (figure.Picture, error) {
		return gantt.Moldable(
			r.instance,
			panels,
			gantt.Options(r.style),
		)
	})
}
