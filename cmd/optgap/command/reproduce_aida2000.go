package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// allReadings is the value of --reading for every one.
const allReadings = "all"

func aida2000Command(s console.Streams) *cli.Command {
	d := aida2000.Default()
	var loads []string
	for _, l := range d.Loads {
		loads = append(loads, fmt.Sprint(l))
	}
	return &cli.Command{
		Name:      "aida2000",
		Usage:     "Aida (2000): job sizes and schedulers",
		ArgsUsage: " ",
		Description: `Repeats the evaluation of Aida, "Effect of Job Size Characteristics on Job Scheduling
Performance" (2000): six models of job sizes under seven schedulers and rising load, on
128 processors. It prints what the text states beside what is measured, what the text
leaves open, and the points of Figures 2 to 10. Utilisation is the busy share of the
processors, and the slowdown ratio is the mean response time over the mean run time.

The whole experiment, 378 million jobs, takes about 130 s of CPU time: on two cores
one to two and a half minutes.

   optgap reproduce aida2000 --out results --plot figures
   optgap reproduce aida2000 --experiments 10 --models uniform,power2 --loads 0.9,1

--reading tries what the text leaves open; all compares the readings:

` + readingHelp() + `
An interrupted run with --out goes on when the same command is given again. Schedulers,
loads and models get the same random numbers.`,
		Flags: console.Limited([]cli.Flag{
			&cli.IntFlag{Category: categoryLoad, Name: "experiments", Value: d.Experiments, Usage: "`N` experiments of each model, whose results are averaged"},
			&cli.IntFlag{Category: categoryLoad, Name: "jobs", Value: d.Jobs, Usage: "`N` jobs of an experiment"},
			&cli.StringFlag{Category: categoryLoad, Name: "loads", Value: strings.Join(loads, ","), Usage: "`LOAD,LOAD...`: mean size times run time, per mean interarrival time and processor"},
			&cli.StringFlag{Category: categoryLoad, Name: "models", Value: strings.Join(d.Models, ","), Usage: "`NAME,NAME...` of the models of job sizes"},
			&cli.StringFlag{Category: categoryScheduler, Name: "schedulers", Value: strings.Join(d.Schedulers, ","), DefaultText: strings.Join(d.Schedulers, ", "), Usage: "`NAME,NAME...`; the gains are those over strict-fcfs"},
			&cli.StringFlag{Category: categoryLoad, Name: "reading", Value: aida2000.DefaultReading, Usage: "`NAME,NAME...` of readings, see above; all: every one"},
			&cli.Uint64Flag{Category: categoryLoad, Name: "seed", Value: d.Seed, Usage: "`N`, the seed of every random choice"},
			console.WorkersFlag("`N` experiments side by side"),
			console.OutputFormatFlag("a line for each model, scheduler and load"),
			console.OutputFolder(&cli.StringFlag{Category: console.CategoryOutput, Name: "out", Usage: "`DIR` for " + strings.Join(aida2000.FileNames(), ", ") + ", with several readings a folder for each; an interrupted run goes on there"}, append(aida2000.FileNames(), aida2000.ReadingNames()...)...),
			console.PlotFlag("draw Figures 2 to 10 into `DIR` (.svg, .png and .pdf), with several readings in a folder for each"),
			console.NoTitlesFlag(),
			console.QuietFlag(),
		}, []console.Effect{console.Only("no-titles", console.WithFlag("plot"))}),
		Action: func(c *cli.Context) error { return aida(c, s) },
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

// sizeStudy is a run of the experiment.
type sizeStudy struct {
	c       *cli.Context
	workers int
	several bool // readings
	notes   *console.Notes
}

func aida(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	studies, err := sizeStudies(c)
	if err != nil {
		return err
	}
	r := &sizeStudy{c: c, several: len(studies) > 1, notes: console.NewNotes(s, c.Bool("quiet"))}
	if r.workers, err = console.Workers(c); err != nil {
		return err
	}
	var all []aida2000.Measured
	for _, study := range studies {
		samples, failed := r.run(study)
		if len(samples) > 0 {
			all = append(all, aida2000.Measured{Study: study, Samples: samples})
		}
		if err = failed; err != nil {
			break
		}
	}
	if len(all) == 0 || err != nil && c.Context.Err() == nil {
		return err
	}
	if err := errors.Join(err, r.print(s, form, all)); err != nil {
		return err
	}
	return r.plot(all)
}

// sizeStudies reads the flags: one study for each reading.
func sizeStudies(c *cli.Context) (studies []aida2000.Study, err error) {
	text := func(flag string) ([]string, error) {
		return list(c, flag, "names", func(name string) (string, error) { return name, nil })
	}
	study := aida2000.Study{Experiments: c.Int("experiments"), Jobs: c.Int("jobs"), Seed: c.Uint64("seed")}
	if study.Models, err = text("models"); err != nil {
		return nil, err
	}
	if study.Schedulers, err = text("schedulers"); err != nil {
		return nil, err
	}
	study.Loads, err = list(c, "loads", "numbers above 0, such as 0.7,0.8", func(text string) (float64, error) { return strconv.ParseFloat(text, 64) })
	if err != nil {
		return nil, err
	}
	readings := aida2000.ReadingNames()
	if c.String("reading") != allReadings {
		if readings, err = text("reading"); err != nil {
			return nil, err
		}
	}
	for _, name := range readings {
		if study.Reading, err = aida2000.ReadingByName(name); err != nil {
			return nil, named(c, err)
		}
		if err := study.Validate(); err != nil {
			return nil, named(c, err)
		}
		studies = append(studies, study)
	}
	return studies, nil
}

// dir returns the folder of a reading in that of a flag; "": the flag is not given.
func (r *sizeStudy) dir(flag string, study aida2000.Study) string {
	dir := r.c.String(flag)
	if dir != "" && r.several {
		dir = filepath.Join(dir, study.Reading.Name)
	}
	return dir
}

// run does the experiments of a study. Where it is interrupted it returns what there
// is, and the error.
func (r *sizeStudy) run(study aida2000.Study) (samples []aida2000.Sample, err error) {
	watch := aida2000.Watch{Workers: r.workers}
	if dir := r.dir("out", study); dir != "" {
		if watch.Folder, err = study.OpenFolder(dir, console.Version()); err != nil {
			return nil, err
		}
	}
	total := study.Experiments * len(study.Models)
	r.notes.Say("%s: %s simulated", study.Title(), format.Count(study.Simulations(), "job"))
	var done console.Counter = console.Silent{}
	watch.Known = func(known int) {
		r.notes.SayKnown(known, total, "experiment")
		done = r.notes.Progress(total-known, "experiment")
	}
	watch.Done = func() { done.Step() }
	samples, err = study.Run(r.c.Context, watch)
	done.End()
	if err != nil && r.c.Context.Err() != nil {
		r.notes.SayInterrupted(watch.Folder != nil)
	}
	return samples, err
}

// print prints points as JSON lines or CSV, or tables.
func (r *sizeStudy) print(s console.Streams, form string, all []aida2000.Measured) error {
	var points []aida2000.Point
	var tables []table.Table
	for _, m := range all {
		points = append(points, m.Study.Points(m.Samples)...)
		tables = append(tables, statementTables(m.Study.Statements(m.Samples), m.Study.Open())...)
		tables[len(tables)-2].Title = m.Study.Title() + "\n\n" + tables[len(tables)-2].Title
		if !r.several {
			tables = append(tables, m.Study.Tables(m.Samples)...)
		}
	}
	switch form {
	case console.FormatJSON:
		w := record.NewWriter(s.Out)
		for _, p := range points {
			if err := w.Write(p); err != nil {
				return err
			}
		}
		return nil
	case table.CSV:
		return aida2000.PointRows(points).Write(s.Out, table.CSV)
	}
	if r.several {
		tables = append(tables, aida2000.ReadingTable(all))
	}
	return table.WriteAll(s.Out, tables, table.Text)
}

// plot draws the figures into the folder of --plot, where that is given.
func (r *sizeStudy) plot(all []aida2000.Measured) error {
	for _, m := range all {
		dir := r.dir("plot", m.Study)
		if dir == "" {
			return nil
		}
		figures := m.Study.Figures(m.Samples)
		if r.c.Bool("no-titles") {
			figures = figure.Untitled(figures)
		}
		if err := console.DrawAll(dir, figures, r.notes); err != nil {
			return err
		}
	}
	return nil
}
