package command

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func dutot2004Command(s console.Streams) *cli.Command {
	paper := dutot2004.Paper()
	var sizes, readings []string
	for _, n := range paper.Jobs {
		sizes = append(sizes, strconv.Itoa(n))
	}
	for _, r := range paper.Readings {
		readings = append(readings, string(r))
	}
	const c = "Experiment"
	flags := slices.Concat([]cli.Flag{
		&cli.IntFlag{Category: c, Name: "runs", Value: paper.Runs, Usage: "`N` instances at each point of a figure"},
		&cli.StringFlag{Category: c, Name: "sizes", Value: strings.Join(sizes, ","), Usage: "`N,N...` jobs of an instance"},
		&cli.Int64Flag{Category: c, Name: "machine", Value: paper.Machine, Usage: "`PROCESSORS`"},
		&cli.StringFlag{
			Category: c, Name: "models", Aliases: []string{"model"}, Value: strings.Join(moldableModelNames(), ","),
			Usage: "`NAME,NAME...` of the workloads",
		},
		&cli.StringFlag{
			Category: c, Name: "readings", Aliases: []string{"reading"}, Value: strings.Join(readings, ","),
			Usage: "`NAME,NAME...` of the readings of X",
		},
	}, moldableFlags(), []cli.Flag{
		console.WorkersFlag("`N` instances side by side"),
		console.OutputFormatFlag("a line for each point and algorithm, then one statement per line"),
		console.OutputFolder(&cli.StringFlag{
			Category: console.CategoryOutput, Name: "out",
			Usage: "`DIR` for points.jsonl, results.jsonl, summary.csv, dutot2004.json; an interrupted run goes " +
				"on there, and so does one with more runs or sizes",
		}, dutot2004.Layout.Names()...),
		wideReportFlag(),
		console.PlotFlag("draw Figures 3 to 7 and what the bounds are worth into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.QuietFlag(),
	})
	for _, f := range flags {
		if o, ok := console.Bare(f).(*cli.Uint64Flag); ok && o.Name == "seed" {
			o.Value, o.Usage = paper.Seed, "`N`, the seed of the first run and of the shuffles"
		}
	}
	return &cli.Command{
		Name:  "dutot2004",
		Usage: "Dutot et al. (2004): moldable jobs, makespan and minsum",
		Description: `Repeats the experiment of Dutot, Eyraud, Mounié and Trystram, "Bi-criteria Algorithm
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
		Flags: console.Limited(flags, []console.Effect{
			console.Only("no-titles", console.WithFlag("plot")),
			console.Only("wide", console.WithValue("format", table.Text)),
		}),
		Action: func(c *cli.Context) error { return dutot(c, s) },
	}
}

// moldableExperiment is a run of the experiment.
type moldableExperiment struct {
	c        *cli.Context
	options  algorithm.Options
	measured *dutot2004.Measured
	folder   *dutot2004.Folder
	notes    *console.Notes
}

func dutot(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	parallel, err := console.Workers(c)
	if err != nil {
		return err
	}
	e, err := experimentOf(c)
	if err != nil {
		return err
	}
	r := &moldableExperiment{c: c, measured: dutot2004.NewMeasured(e), notes: console.NewNotes(s, c.Bool("quiet"))}
	if r.options, err = moldableOptions(c); err != nil {
		return err
	}
	if dir := c.String("out"); dir != "" {
		if r.folder, err = folder.Open(dir, dutot2004.Layout, folder.Start{
			Identity: study.Identify("", "", console.Version(), resultFlags(c)),
		}); err != nil {
			return err
		}
	}
	done := r.notes.Progress(len(r.measured.Points()), "instance")
	err = r.measured.Run(c.Context, r.options, dutot2004.Watch{Workers: parallel, Folder: r.folder, Done: done.Step})
	done.End()
	err = errors.Join(err, r.folder.Close(err == nil))
	if err != nil && (c.Context.Err() == nil || r.measured.Instances == 0) {
		return err
	}
	if err != nil {
		r.notes.Say("interrupted after %s", format.Count(int64(r.measured.Instances), "instance"))
	}
	return errors.Join(err, r.print(s, form, parallel))
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

// print prints points and statements as JSON lines, points as CSV, or tables, and draws the figures.
func (r *moldableExperiment) print(s console.Streams, form string, workers int) error {
	m, err := r.measured, error(nil)
	if form == table.CSV {
		err = m.Rows().Write(s.Out, table.CSV)
	} else {
		err = r.printStatements(s, form, workers)
	}
	if dir := r.c.String("plot"); err == nil && dir != "" {
		return console.PictureStyleOf(r.c).DrawAll(dir, m.Figures(), r.notes)
	}
	return err
}

// printStatements judges the ledger and prints it. An interrupted experiment tries no variants.
func (r *moldableExperiment) printStatements(s console.Streams, form string, workers int) error {
	m, ctx := r.measured, context.WithoutCancel(r.c.Context)
	example, err := dutot2004.Check(ctx)
	if err != nil {
		return err
	}
	var tried *dutot2004.Tried
	if m.Basis().Whole() {
		if tried, err = m.Try(r.c.Context, workers); err != nil && r.c.Context.Err() == nil {
			return err
		}
	}
	groups := m.Groups(example, tried)
	if form != console.FormatJSON {
		lead, tables := m.Report(groups, tried, r.c.Bool("wide"))
		return errors.Join(err, writeReport(s, lead, tables, r.c.Bool("wide")))
	}
	if err := record.WriteLines(s.Out, m.Cells()); err != nil {
		return err
	}
	for _, g := range groups {
		err = errors.Join(err, record.WriteLines(s.Out, g.Statements))
	}
	return err
}
