package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// workloadCommand holds what is about traces alone.
func workloadCommand(words []string) *console.Command {
	return &console.Command{
		Name:  "workload",
		Usage: "job traces: make, analyse, change and import them",
		Description: `Traces are in the Standard Workload Format. - is the standard input, so that the
commands work in pipes:

   optgap workload generate --model lublin2003 | optgap simulate -
   optgap workload transform --do shrink=0.8 TRACE.swf.gz | optgap workload analyze -`,
		Commands: []*console.Command{
			workloadGenerateCommand(words),
			workloadAnalyzeCommand(words),
			workloadTransformCommand(),
			workloadImportCommand(),
		},
	}
}

// generating is a call of workload generate.
type generating struct {
	workload.Drawing
	from, weibull string
	out           string
}

func workloadGenerateCommand(words []string) *console.Command {
	const name = "generate"
	o := &generating{Drawing: workload.DefaultDrawing()}
	about := ""
	if slices.Contains(words, name) {
		about = generateHelp()
	}
	return &console.Command{
		Name:        name,
		Usage:       "draw jobs from a model, or from a trace",
		Description: about,
		ArgsUsage:   " ",
		Flags: console.Flags{
			groupModel,
			console.Flag(&o.Model, "model", "`NAME` of the model, see above").
				Takes(workload.Names).
				Only(console.Without("from")),
			console.Flag(&o.Set, "set", "`NAME=VALUE,...` of the model's parameters, see above").
				Only(console.Without("from")),
			console.Flag(&o.from, "from", "draw width, estimate and run time together from the jobs of a trace, a `FILE`, as "+
				"Streit (2002) does; - is the standard input").
				Reads(),
			console.Flag(&o.weibull, "weibull", "`SHAPE,SCALE` (seconds) of the interarrival times, or "+workload.WeibullFit+
				" for the most likely ones; by default those that Streit prints for the trace of that name, else "+
				workload.WeibullFit).
				NotBlank().
				Only(console.WithFlag("from")),
			console.Flag(&o.Machine, "machine", "`PROCESSORS`; 0: the model's or the trace's"),
			console.Flag(
				&o.Load,
				"load",
				"`LOAD` to which interarrival times are stretched, such as 0.8 or 80%; by default "+
					"they stay as the model or the trace has them, but some models have none",
			),
			console.Flag(&o.Estimates, "estimates",
				"`NAME` of the estimates instead of the model's or the trace's, see above",
			).Takes(namesOf(workload.Estimators, func(e workload.Estimator) string { return e.Name })),
			console.Flag(&o.Jobs, "jobs", "`N` jobs"),
			console.Flag(&o.Seed, "seed", "`N`, the seed of every random choice"),
			outFlag(&o.out, ".swf", ".swf.gz"),
		},
		Run: o.run,
	}
}

// generateHelp describes the command and the models, which are read from a file.
func generateHelp() string {
	return `Writes a trace in the Standard Workload Format. Its header says where the jobs come
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
` + estimatorHelp()
}

// run writes a trace.
func (o *generating) run(c *console.Call) error {
	if err := o.CheckJobs(); err != nil {
		return err
	}
	if c.IsSet("load") && o.Load == 0 {
		return optgap.BadField("--load", "0", "a number above 0, such as 0.7")
	}
	g, err := o.generator(c)
	if err != nil {
		return err
	}
	return c.Write(o.out, func(w io.Writer) error {
		return workload.Write(c.Context, w, g, o.Jobs, o.Seed, o.reproducing(c))
	})
}

// reproducing is the command with the flags that jobs depend on. Model, seed and number
// of jobs are there also where they are the defaults, which may change.
func (o *generating) reproducing(c *console.Call) string {
	text := console.ProgramName + " " + console.FullName(c.Command)
	for _, f := range console.Options(c.Command) {
		always := f.Name == "seed" || f.Name == "jobs" || f.Name == "model" && o.from == ""
		switch {
		case f.Group != groupModel || !f.IsSet() && !always:
		case !f.TakesValue():
			text += " --" + f.Name + "=" + f.Text()
		default:
			text += " --" + f.Name + " " + format.Shell(f.Text())
		}
	}
	return text
}

// generator returns what the flags ask for: a model, or a trace to draw from.
func (o *generating) generator(c *console.Call) (workload.Generator, error) {
	if o.from == "" {
		return o.Generator()
	}
	g, err := o.resampling(c)
	if err == nil && o.Estimates != "" {
		g, err = workload.WithEstimates(g, o.Estimates, o.Jobs)
	}
	return g, err
}

// resampling draws from a trace.
func (o *generating) resampling(c *console.Call) (workload.Generator, error) {
	in, err := stream.Open(o.from, c.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	trace, err := swf.Load(in, filepath.Base(in.Name()), swf.Options{Machine: o.Machine})
	if err != nil {
		return nil, err
	}
	c.SayAll(trace.Warnings()...)
	r := workload.Resampling{Trace: trace.Name, Machine: trace.Machine, Load: o.Load}
	if o.weibull != "" {
		r.Shape, r.Scale, err = workload.ParseWeibull(o.weibull)
	} else if set, _ := streit2002.Choose("", trace.Name); set != nil {
		r.Shape, r.Scale = set.Weibull()
	} // else they are fitted
	if err != nil {
		return nil, err
	}
	return workload.Resample(trace.Jobs, r)
}

// modelHelp lists the models with their parameters.
func modelHelp() string {
	return console.Listed(15, workload.Models(), func(m workload.Model) (string, string) {
		var parameters []string
		for _, p := range m.Parameters {
			if !ofType(p) {
				parameters = append(parameters, p.Name+"="+p.DefaultText())
			}
		}
		arrivals := fmt.Sprintf("%d processors; needs --load; ", m.Machine)
		if m.OwnArrivals {
			arrivals = fmt.Sprintf("%d processors; ", m.Machine)
		}
		return m.Name, m.About + "\n" + arrivals + strings.Join(parameters, " ")
	})
}

// ofType tells the parameters that are said of both types of jobs in a sentence.
func ofType(p workload.Parameter) bool {
	return strings.HasPrefix(p.Name, "batch_") || strings.HasPrefix(p.Name, "interactive_")
}

// parameterHelp says once what each parameter means.
func parameterHelp() string {
	var said []workload.Parameter
	for _, m := range workload.Models() {
		for _, p := range m.Parameters {
			same := func(q workload.Parameter) bool { return q.Name == p.Name && q.Usage == p.Usage }
			if !ofType(p) && !slices.ContainsFunc(said, same) {
				said = append(said, p)
			}
		}
	}
	return console.Listed(
		21,
		said,
		func(p workload.Parameter) (string, string) { return p.Name, p.Usage },
	)
}

// estimatorHelp lists the models of estimates.
func estimatorHelp() string {
	return console.Listed(
		24,
		workload.Estimators(),
		func(e workload.Estimator) (string, string) {
			if e.Value == "" {
				return e.Name, e.About
			}
			return e.Name + "[=" + e.Value[:strings.IndexAny(e.Value, ", ")] + "]", e.About + " (" + e.Value + ")"
		},
	)
}
