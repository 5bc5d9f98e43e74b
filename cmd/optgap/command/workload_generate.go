package command

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
)

const (
	defaultModel = "lublin2003"
	fitWeibull   = "fit" // the value of --weibull
)

func workloadGenerateCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "draw jobs from a model, or from a trace",
		Description: `Writes a trace in the Standard Workload Format. Its header says where the jobs come
from, with all parameters and the command. The same command writes the same bytes, and
fewer jobs are the first of more. Jobs are written as they are drawn.

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
		Flags:     limited(generateFlags(), generateEffects()),
		Action:    func(c *cli.Context) error { return workloadGenerate(c, s) },
	}
}

func generateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Category: categoryModel, Name: "model", Value: defaultModel, Usage: "`NAME` of the model, see above"},
		&cli.StringFlag{Category: categoryModel, Name: "set", Usage: "`NAME=VALUE,...` of the model's parameters, see above"},
		inputFile(&cli.StringFlag{Category: categoryModel, Name: "from", Usage: "draw width, estimate and run time together from the jobs of a trace, a `FILE`, as Streit (2002) does; - is the standard input"}),
		&cli.StringFlag{Category: categoryModel, Name: "weibull", Usage: "`SHAPE,SCALE` (seconds) of the interarrival times, or " + fitWeibull + " for the most likely ones; by default those that Streit prints for the trace of that name, else " + fitWeibull},
		&cli.BoolFlag{Category: categoryModel, Name: "daily-cycle", Usage: "more submissions in the hours of the day in which the trace has more"},
		&cli.Int64Flag{Category: categoryModel, Name: "machine", Usage: "`PROCESSORS`; 0: the model's or the trace's"},
		&cli.Float64Flag{Category: categoryModel, Name: "load", Usage: "`LOAD` to which interarrival times are stretched, such as 0.8; by default they stay as the model or the trace has them, but some models have none"},
		&cli.StringFlag{Category: categoryModel, Name: "estimates", Usage: "`NAME` of the estimates instead of the model's or the trace's, see above"},
		&cli.Int64Flag{Category: categoryModel, Name: "jobs", Value: 10_000, Usage: "`N` jobs"},
		&cli.Uint64Flag{Category: categoryModel, Name: "seed", Usage: "`N`, the seed of every random choice"},
		outputFile(&cli.StringFlag{Category: categoryOutput, Name: "out", Usage: "write to `FILE` instead of the standard output, compressed if it ends in .gz"}, ".swf", ".swf.gz"),
		quietFlag(),
	}
}

// workloadGenerate writes a trace.
func workloadGenerate(c *cli.Context, s streams) error {
	if err := arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	n := c.Int64("jobs")
	if n < 1 {
		return &optgap.FieldError{Field: "--jobs", Found: fmt.Sprint(n), Expected: "at least 1"}
	}
	if c.IsSet("load") && c.Float64("load") == 0 {
		return &optgap.FieldError{Field: "--load", Found: "0", Expected: "a number above 0, such as 0.7"}
	}
	g, err := generatorOf(c, s)
	if err != nil {
		return named(c, err)
	}
	path := c.String("out")
	if path == "" {
		return named(c, generateInto(s.out, c, g, n))
	}
	f, err := stream.Create(path)
	if err != nil {
		return err
	}
	if err := generateInto(f, c, g, n); err != nil {
		f.Abort()
		return named(c, err)
	}
	return f.Close()
}

// generateInto writes n jobs.
func generateInto(w io.Writer, c *cli.Context, g workload.Generator, n int64) error {
	var failed error
	header := swf.NewHeader(g.Machine(), append(g.Notes(), "command: "+reproducing(c))...)
	if err := swf.Write(w, header, records(c, g, n, &failed)); err != nil {
		return err
	}
	return failed
}

// records yields the first n jobs. What ends them before is put into failed.
func records(c *cli.Context, g workload.Generator, n int64, failed *error) iter.Seq[swf.Record] {
	return func(yield func(swf.Record) bool) {
		for j, err := range g.Jobs(c.Uint64("seed")) {
			if err == nil && j.ID%1024 == 0 {
				err = c.Context.Err()
			}
			if *failed = err; err != nil || !yield(swf.FromJob(j)) || j.ID == n {
				return
			}
		}
	}
}

// reproducing is the command with the flags that jobs depend on. Model, seed and number
// of jobs are there also where they are the defaults, which may change.
func reproducing(c *cli.Context) string {
	always := []string{"seed", "jobs"}
	if c.String("from") == "" {
		always = append(always, "model")
	}
	text := programName + " " + fullName(c.Command)
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if !shapesResults(f) || !c.IsSet(name) && !slices.Contains(always, name) {
			continue
		}
		if _, ok := bare(f).(*cli.BoolFlag); ok {
			text += fmt.Sprintf(" --%s=%v", name, c.Value(name))
		} else {
			text += " --" + name + " " + quoted(fmt.Sprint(c.Value(name)))
		}
	}
	return text
}

// quoted returns a word as it is typed in a shell.
func quoted(word string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=,:+@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// generatorOf returns what the flags ask for.
func generatorOf(c *cli.Context, s streams) (workload.Generator, error) {
	var g workload.Generator
	var err error
	if c.String("from") != "" {
		g, err = generatorFrom(c, s)
	} else {
		g, err = generatorOfModel(c)
	}
	if err == nil && c.IsSet("estimates") {
		g, err = workload.WithEstimates(g, c.String("estimates"))
	}
	return g, err
}

func generatorOfModel(c *cli.Context) (workload.Generator, error) {
	m, err := workload.ByName(c.String("model"))
	if err != nil {
		return nil, err
	}
	o := workload.Options{Machine: c.Int64("machine"), Load: c.Float64("load"), Values: map[string]float64{}}
	if c.IsSet("set") {
		if err := setValues(c, o.Values); err != nil {
			return nil, err
		}
	}
	g, err := m.New(o)
	var wrong *optgap.FieldError
	if errors.As(err, &wrong) && fields[wrong.Field] == "" { // a parameter
		err = &optgap.FieldError{Field: "--set " + wrong.Field, Found: wrong.Found, Expected: wrong.Expected}
	}
	return g, err
}

// setValues reads --set.
func setValues(c *cli.Context, values map[string]float64) error {
	_, err := list(c, "set", "NAME=VALUE with a number, such as max=3600", func(text string) (string, error) {
		name, value, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if _, twice := values[name]; err == nil && (!ok || twice) {
			err = strconv.ErrSyntax
		}
		values[name] = v
		return name, err
	})
	return err
}

// generatorFrom draws from a trace.
func generatorFrom(c *cli.Context, s streams) (workload.Generator, error) {
	in, err := stream.Open(c.String("from"), s.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	trace, err := swf.Load(in, filepath.Base(in.Name()), swf.Options{Machine: c.Int64("machine")})
	if err != nil {
		return nil, err
	}
	notes := newNotes(s, c.Bool("quiet"))
	for _, w := range trace.Warnings() {
		notes.say("%s", w)
	}
	o := workload.Resampling{Trace: trace.Name, Machine: trace.Machine, Load: c.Float64("load"), DailyCycle: c.Bool("daily-cycle")}
	if o.Shape, o.Scale, err = weibull(c, trace.Name); err != nil {
		return nil, err
	}
	return workload.Resample(trace.Jobs, o)
}

// weibull reads --weibull. Both numbers are 0 where they are to be fitted.
func weibull(c *cli.Context, trace string) (shape, scale float64, err error) {
	if !c.IsSet("weibull") {
		if published, err := workload.PublishedOf(streit2002.NameOf(trace)); err == nil {
			return published.Alpha, published.Beta, nil
		}
		return 0, 0, nil
	}
	if c.String("weibull") == fitWeibull {
		return 0, 0, nil
	}
	const expected = "two numbers above 0, such as 0.35,200, or " + fitWeibull
	values, err := list(c, "weibull", expected, func(text string) (float64, error) {
		return strconv.ParseFloat(text, 64)
	})
	if err == nil && (len(values) != 2 || !(values[0] > 0) || !(values[1] > 0)) {
		err = &optgap.FieldError{Field: "--weibull", Found: fmt.Sprintf("%q", c.String("weibull")), Expected: expected}
	}
	if err != nil {
		return 0, 0, err
	}
	return values[0], values[1], nil
}
