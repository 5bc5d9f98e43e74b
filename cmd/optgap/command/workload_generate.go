package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func workloadGenerateCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "draw jobs from a model, or from a trace",
		Description: `Writes a trace in the Standard Workload Format. Its header says where the jobs come
from, with all parameters and the command. The same command writes the same bytes, and
fewer jobs are the first of more. Jobs are written as they are drawn. But --estimates tsafrir
deals a list of estimates to all jobs at once.

   optgap workload generate --model uniform --load 0.8 --set max=3600 --out jobs.swf
   optgap workload generate --from TRACE.swf.gz --seed 1 | optgap simulate -

--load is the mean area of the jobs (width times time on the processors) over the mean
interarrival time and the machine's processors.

Models, with the defaults of their parameters:
` + modelHelp() + `
What the parameters mean:
` + parameterHelp() + `
The parameters of lublin2003 with batch_ or interactive_ before their names are those of
the two types of jobs that types=1 has.

Estimates:
` + estimatorHelp(),
		ArgsUsage: " ",
		Flags:     console.Limited(generateFlags(), generateEffects()),
		Action:    func(c *cli.Context) error { return workloadGenerate(c, s) },
	}
}

func generateFlags() []cli.Flag {
	from := &cli.StringFlag{
		Category: categoryModel, Name: "from",
		Usage: "draw width, estimate and run time together from the jobs of a trace, a `FILE`, as Streit (2002) does; " +
			"- is the standard input",
	}
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out",
		Usage: "write to `FILE` instead of the standard output, compressed if it ends in .gz",
	}
	return []cli.Flag{
		&cli.StringFlag{
			Category: categoryModel, Name: "model", Value: workload.DefaultDrawing().Model,
			Usage: "`NAME` of the model, see above",
		},
		&cli.StringFlag{Category: categoryModel, Name: "set", Usage: "`NAME=VALUE,...` of the model's parameters, see above"},
		console.InputFile(from),
		&cli.StringFlag{
			Category: categoryModel, Name: "weibull",
			Usage: "`SHAPE,SCALE` (seconds) of the interarrival times, or " + workload.WeibullFit + " for the most likely " +
				"ones; by default those that Streit prints for the trace of that name, else " + workload.WeibullFit,
		},
		&cli.BoolFlag{
			Category: categoryModel, Name: "daily-cycle",
			Usage: "more submissions in the hours of the day in which the trace has more",
		},
		&cli.Int64Flag{Category: categoryModel, Name: "machine", Usage: "`PROCESSORS`; 0: the model's or the trace's"},
		&cli.Float64Flag{
			Category: categoryModel, Name: "load",
			Usage: "`LOAD` to which interarrival times are stretched, such as 0.8 or 80%; by default they stay as the " +
				"model or the trace has them, but some models have none",
		},
		&cli.StringFlag{
			Category: categoryModel, Name: "estimates",
			Usage: "`NAME` of the estimates instead of the model's or the trace's, see above",
		},
		&cli.Int64Flag{Category: categoryModel, Name: "jobs", Value: workload.DefaultDrawing().Jobs, Usage: "`N` jobs"},
		&cli.Uint64Flag{Category: categoryModel, Name: "seed", Usage: "`N`, the seed of every random choice"},
		console.OutputFile(out, ".swf", ".swf.gz"),
		console.QuietFlag(),
	}
}

// workloadGenerate writes a trace.
func workloadGenerate(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	d := workload.DefaultDrawing()
	if err := console.Fill(c, &d); err != nil {
		return err
	}
	if err := d.CheckJobs(); err != nil {
		return named(c, err)
	}
	if c.IsSet("load") && d.Load == 0 {
		return &optgap.FieldError{Field: "--load", Found: "0", Expected: "a number above 0, such as 0.7"}
	}
	g, err := generatorOf(c, s, d)
	if err != nil {
		return named(c, err)
	}
	write := func(w io.Writer) error {
		return named(c, workload.Write(c.Context, w, g, d.Jobs, d.Seed, reproducing(c)))
	}
	if path := c.String("out"); path != "" {
		return stream.WriteFile(path, write)
	}
	return write(s.Out)
}

// reproducing is the command with the flags that jobs depend on. Model, seed and number
// of jobs are there also where they are the defaults, which may change.
func reproducing(c *cli.Context) string {
	always := []string{"seed", "jobs"}
	if c.String("from") == "" {
		always = append(always, "model")
	}
	text := console.ProgramName + " " + console.FullName(c.Command)
	for name := range strings.FieldsSeq("model set from weibull daily-cycle machine load estimates jobs seed") {
		switch {
		case !c.IsSet(name) && !slices.Contains(always, name):
		case name == "daily-cycle":
			text += fmt.Sprintf(" --%s=%v", name, c.Value(name))
		default:
			text += " --" + name + " " + format.Shell(fmt.Sprint(c.Value(name)))
		}
	}
	return text
}

// generatorOf returns what the flags ask for: a model, or a trace to draw from.
func generatorOf(c *cli.Context, s console.Streams, d workload.Drawing) (workload.Generator, error) {
	if c.String("from") == "" {
		return d.Generator()
	}
	g, err := generatorFrom(c, s)
	if err == nil && d.Estimates != "" {
		g, err = workload.WithEstimates(g, d.Estimates, d.Jobs)
	}
	return g, err
}

// generatorFrom draws from a trace.
func generatorFrom(c *cli.Context, s console.Streams) (workload.Generator, error) {
	in, err := stream.Open(c.String("from"), s.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	trace, err := swf.Load(in, filepath.Base(in.Name()), swf.Options{Machine: c.Int64("machine")})
	if err != nil {
		return nil, err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	for _, w := range trace.Warnings() {
		notes.Say("%s", w)
	}
	o := workload.Resampling{
		Trace: trace.Name, Machine: trace.Machine, Load: c.Float64("load"), DailyCycle: c.Bool("daily-cycle"),
	}
	if o.Shape, o.Scale, err = weibull(c, trace.Name); err != nil {
		return nil, err
	}
	return workload.Resample(trace.Jobs, o)
}

// weibull reads --weibull. Both numbers are 0 where they are to be fitted.
func weibull(c *cli.Context, trace string) (shape, scale float64, err error) {
	if c.IsSet("weibull") {
		return workload.ParseWeibull(c.String("weibull"))
	}
	if published, err := workload.PublishedOf(streit2002.NameOf(trace)); err == nil {
		return published.Alpha, published.Beta, nil
	}
	return 0, 0, nil
}

func generateEffects() []console.Effect {
	return []console.Effect{
		console.Only("model set", console.Without("from")),
		console.Only("weibull daily-cycle", console.WithFlag("from")),
	}
}
