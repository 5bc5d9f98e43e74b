package command

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func workloadAnalyzeCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "analyze",
		Usage:     "say what the jobs of traces are like",
		ArgsUsage: "TRACE.swf[.gz]|- ...",
		Description: `Prints statistics of the jobs of one or more traces, side by side: those of Table 2
of Streit (2002), the load, the daily and weekly cycle, the shares of widths that
Aida (2000) speaks of, users and their sessions. Beside a trace of his, by its name,
stand the numbers that Streit prints.

   optgap workload analyze TRACE.swf.gz
   optgap workload analyze --wide --plot figures TRACE.swf.gz
   optgap workload transform --do cut-jobs=:50 TRACE.swf.gz | optgap workload analyze -

All values are the fields as written. Unknown ones count nowhere, no job is killed or
left out, and nothing is rounded. Width is the requested processors; in a trace that
has none at all, the allocated ones. Load is the rate of the submissions times the mean
of width times run time, divided by the machine. Utilisation is the sum of width times
run time, divided by the machine from the first submission to the last end. The Weibull
distribution of maximum likelihood is that of the interarrival times above 0. A
session is a user's jobs with gaps of at most --session-gap between them.

Quantiles are exact: they take memory for each distinct value, and a trace may be
unsorted, which takes 24 bytes for each job.`,
		Flags: console.Limited(workloadAnalyzeFlags(), []console.Effect{
			console.Only("wide", console.WithValue("format", table.Text)),
			console.Only("no-titles", console.WithFlag("plot")),
		}),
		Action: func(c *cli.Context) error { return workloadAnalyze(c, s) },
	}
}

func workloadAnalyzeFlags() []cli.Flag {
	t, meas, out := categoryTrace, categoryMeasure, console.CategoryOutput
	return []cli.Flag{
		&cli.Int64Flag{
			Category: t, Name: "machine", Usage: "`PROCESSORS` of each trace; 0: the header's MaxProcs, else MaxNodes",
		},
		&cli.BoolFlag{Category: t, Name: "strict", Usage: "a malformed line is an error; otherwise it is counted"},
		&cli.DurationFlag{
			Category: meas, Name: "session-gap", Value: analysis.DefaultGap * time.Second,
			Usage: "a session ends where its user submits nothing for more than `TIME`",
		},
		&cli.StringFlag{
			Category: meas, Name: "session-from", Value: analysis.FromEnd,
			Usage: "`MOMENT` from which the gap counts: end of the session's jobs, or the last submission",
		},
		&cli.StringFlag{
			Category: out, Name: "paper-set",
			Usage: "print the numbers of `SET` in Table 2 of Streit (2002) beside each trace: " +
				strings.Join(streit2002.Names(), ", ") + " or none; by default the one that the trace's name tells",
		},
		console.OutputFormatFlag("one object per trace and line"),
		&cli.BoolFlag{Category: out, Name: "wide", Usage: "tables with all rows; otherwise with those that say the most"},
		console.PlotFlag("draw run times, interarrival times, widths and cycles into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.QuietFlag(),
	}
}

func workloadAnalyze(c *cli.Context, s console.Streams) error {
	if c.NArg() == 0 {
		return console.Arguments(c, 1, 1, "at least one, the traces")
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	gap, err := seconds(c, "session-gap")
	if err != nil {
		return err
	}
	if gap == 0 {
		return &optgap.FieldError{Field: "--session-gap", Found: "0s", Expected: "whole seconds, at least 1s"}
	}
	o := analysis.Options{
		Machine: c.Int64("machine"), Strict: c.Bool("strict"),
		Sessions: analysis.SessionRule{Gap: float64(gap), From: c.String("session-from")},
	}
	if err := o.Validate(); err != nil {
		return named(c, err)
	}
	n := console.NewNotes(s, c.Bool("quiet"))
	var all []*analysis.Analysis
	for _, path := range c.Args().Slice() {
		a, err := analyzeFile(c.Context, path, s, o)
		if err != nil {
			return named(c, err)
		}
		if a.Malformed > 0 {
			n.Say("%s: %s left out", a.Trace, format.Count(a.Malformed, "malformed line"))
		}
		all = append(all, a)
	}
	return printAnalyses(c, s, n, form, all)
}

// analyzeFile analyses a trace, or the standard input.
func analyzeFile(ctx context.Context, path string, s console.Streams, o analysis.Options) (*analysis.Analysis, error) {
	in, err := stream.Open(path, s.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	name := filepath.Base(in.Name())
	r := swf.NewReader(in, name)
	h, err := r.Begin()
	if err != nil {
		return nil, err
	}
	return analysis.Analyze(name, h, transform.Until(ctx, r.Records()), o)
}

func printAnalyses(c *cli.Context, s console.Streams, n *console.Notes, form string, all []*analysis.Analysis) error {
	columns, err := besidePaper(c.String("paper-set"), all)
	if err != nil {
		return named(c, err)
	}
	switch form {
	case console.FormatJSON:
		err = record.WriteLines(s.Out, all)
	case table.CSV:
		err = analysis.Rows(all).Write(s.Out, table.CSV)
	default:
		err = report.WorkloadTable(columns, c.Bool("wide")).Write(s.Out, table.Text)
	}
	if err != nil || c.String("plot") == "" {
		return err
	}
	return console.PictureStyleOf(c).DrawAll(c.String("plot"), report.WorkloadFigures(columns), n)
}

// besidePaper returns a column for each trace, and behind it that of Table 2 of Streit
// (2002), where that has the trace.
func besidePaper(set string, all []*analysis.Analysis) ([]report.WorkloadColumn, error) {
	var columns []report.WorkloadColumn
	for _, a := range all {
		columns = append(columns, report.AnalysedWorkload(a))
		p, err := streit2002.Choose(set, a.Trace)
		if err != nil {
			return nil, err
		}
		if p != nil {
			columns = append(columns, p.Trace().Column(a))
		}
	}
	return columns, nil
}
