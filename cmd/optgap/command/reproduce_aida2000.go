package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func aida2000Command(s console.Streams) *cli.Command {
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

   optgap reproduce aida2000 --out aida --plot aida-figures
   optgap reproduce aida2000 --experiments 10 --models uniform,power2 --loads 0.9,1

--reading tries what the text leaves open; all compares the readings:

` + readingHelp() + `
An interrupted run with --out goes on when the same command is given again. Schedulers,
loads and models get the same random numbers.`,
		Flags: console.Limited(aidaFlags(), []console.Effect{
			console.Only("no-titles", console.WithFlag("plot")),
			console.Only("wide", console.WithValue("format", table.Text)),
		}),
		Action: func(c *cli.Context) error { return aida(c, s) },
	}
}

func aidaFlags() []cli.Flag {
	d, load, names := aida2000.Default(), categoryLoad, aida2000.Files.Names()
	var loads []string
	for _, l := range d.Loads {
		loads = append(loads, fmt.Sprint(l))
	}
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out",
		Usage: "`DIR` for " + strings.Join(names, ", ") +
			", with several readings a folder for each; an interrupted run goes on there",
	}
	return []cli.Flag{
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
			Value: strings.Join(
				d.Schedulers,
				",",
			), DefaultText: strings.Join(d.Schedulers, ", "), Usage: "`NAME,NAME...`; the gains are those over strict-fcfs",
		},
		&cli.StringFlag{
			Category: load, Name: "reading", Aliases: []string{"readings"}, Value: aida2000.DefaultReading,
			Usage: "`NAME,NAME...` of readings, see above; all: every one",
		},
		&cli.Uint64Flag{Category: load, Name: "seed", Value: d.Seed, Usage: "`N`, the seed of every random choice"},
		console.WorkersFlag("`N` experiments side by side"),
		console.OutputFormatFlag("a line for each model, scheduler and load, then one statement per line"),
		wideReportFlag(),
		console.OutputFolder(out, append(names, aida2000.ReadingNames()...)...),
		console.PlotFlag("draw Figures 2 to 10 into `DIR` (.svg, .png and .pdf), " +
			"with several readings in a folder for each"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.QuietFlag(),
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

func aida(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	r, err := readings(c, notes)
	if err != nil {
		return named(c, err)
	}
	all, err := r.Run(c.Context)
	if len(all) == 0 || err != nil && c.Context.Err() == nil {
		return err
	}
	if err := errors.Join(err, printReadings(s, form, c.Bool("wide"), r, all)); err != nil {
		return err
	}
	return plotReadings(c, r, all, notes)
}

// readings returns what the flags state: a study under each reading.
func readings(c *cli.Context, notes *console.Notes) (r aida2000.Comparison, err error) {
	text := func(flag string) ([]string, error) {
		return list(c, flag, "names", func(name string) (string, error) { return name, nil })
	}
	study := aida2000.Study{Experiments: c.Int("experiments"), Jobs: c.Int("jobs"), Seed: c.Uint64("seed")}
	if study.Models, err = text("models"); err != nil {
		return r, err
	}
	if study.Schedulers, err = text("schedulers"); err != nil {
		return r, err
	}
	study.Loads, err = list(c, "loads", "numbers above 0, such as 0.7,0.8 or 70%,80%", field.ParseNumber)
	if err != nil {
		return r, err
	}
	names := aida2000.ReadingNames()
	if c.String("reading") != aida2000.AllReadings {
		if names, err = text("reading"); err != nil {
			return r, err
		}
	}
	if r.Studies, err = study.Under(names); err != nil {
		return r, err
	}
	r.Folder, r.Version = c.String("out"), console.Version()
	watchReadings(c, &r, notes)
	r.Workers, err = console.Workers(c)
	return r, err
}

// watchReadings notes what a comparison tells while it runs.
func watchReadings(c *cli.Context, r *aida2000.Comparison, notes *console.Notes) {
	var done console.Counter
	total := 0
	r.Began = func(study aida2000.Study) {
		notes.Say("%s: %s simulated", study.Title(), format.Count(study.Simulations(), "job"))
		done, total = console.Silent{}, study.Experiments*len(study.Models)
	}
	r.Known = func(known int) {
		notes.SayKnown(known, total, "experiment")
		done = notes.Progress(total-known, "experiment")
	}
	r.Done = func() { done.Step() }
	r.Ended = func(err error) {
		done.End()
		if err != nil && c.Context.Err() != nil {
			notes.SayInterrupted(r.Folder != "")
		}
	}
}

// printReadings prints points and statements as JSON lines, points as CSV, or tables.
func printReadings(s console.Streams, form string, wide bool, r aida2000.Comparison, all []aida2000.Measured) error {
	switch form {
	case console.FormatJSON:
		if err := record.WriteLines(s.Out, r.Points(all)); err != nil {
			return err
		}
		return record.WriteLines(s.Out, r.Statements(all))
	case table.CSV:
		return aida2000.PointRows(r.Points(all)).Write(s.Out, table.CSV)
	}
	lead, tables := r.Report(all, wide)
	return writeReport(s, lead, tables, wide)
}

// plotReadings draws the figures into the folder of --plot, where that is given.
func plotReadings(c *cli.Context, r aida2000.Comparison, all []aida2000.Measured, notes *console.Notes) error {
	if c.String("plot") == "" {
		return nil
	}
	for _, m := range all {
		dir := r.Within(c.String("plot"), m.Study)
		if err := console.PictureStyleOf(c).DrawAll(dir, m.Study.Figures(m.Samples), notes); err != nil {
			return err
		}
	}
	return nil
}
