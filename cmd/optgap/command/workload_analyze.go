package command

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// analysing is a call of workload analyze.
type analysing struct {
	printing
	options  analysis.Options
	paperSet string // see streit2002.Choose
	plots    console.Plots
}

func workloadAnalyzeCommand(words []string) *console.Command {
	o := &analysing{}
	t := &o.options
	const name = "analyze"
	sets := ""
	if slices.Contains(words, name) {
		sets = strings.Join(paperSets(), ", ")
	}
	return &console.Command{
		Name:      name,
		Usage:     "say what the jobs of traces are like",
		ArgsUsage: "TRACE.swf[.gz]|- ...",
		Description: `Prints statistics of the jobs of one or more traces, side by side: those of Table 2
of Streit (2002), the load, the daily and weekly cycle, the shares of widths that
Aida (2000) speaks of, and users. Beside a trace of his, by its name,
stand the numbers that Streit prints.

   optgap workload analyze TRACE.swf.gz
   optgap workload analyze --wide --plot figures TRACE.swf.gz
   optgap workload transform --do cut-jobs=:50 TRACE.swf.gz | optgap workload analyze -

All values are the fields as written. Unknown ones count nowhere, no job is killed or
left out, and nothing is rounded. Width is the requested processors; in a trace that
has none at all, the allocated ones. Load is the rate of the submissions times the mean
of width times run time, divided by the machine. Utilisation is the sum of width times
run time, divided by the machine from the first submission to the last end. The Weibull
distribution of maximum likelihood is that of the interarrival times above 0.

Quantiles are exact: they take memory for each distinct value, and a trace may be
unsorted, which takes 8 bytes for each job.`,
		Flags: console.Flags{
			groupTrace,
			console.Flag(&t.Machine, "machine", "`PROCESSORS` of each trace; 0: the header's MaxProcs, else MaxNodes"),
			console.Flag(&t.Strict, "strict", "a malformed line is an error; otherwise it is counted"),
			console.GroupOutput,
			o.formatFlag("one object per trace and line"),
			console.Flag(&o.paperSet, "paper-set", "print the numbers of `SET` in Table 2 of Streit (2002) beside each trace, "+
				"one of "+sets+"; by default the one that the trace's name tells",
			).
				Takes(paperSets),
			console.Flag(&o.wide, "wide", "tables with all rows; otherwise with those that say the most").
				Only(ofTables()),
			o.plots.Flags("draw run times, actual and estimated, into `DIR` (.svg, .png and .pdf)"),
		},
		Least: 1, Most: -1, What: "at least one, the traces",
		Run: o.run,
	}
}

// paperSets are the values of --paper-set.
func paperSets() []string { return append(streit2002.Names(), streit2002.None) }

func (o *analysing) run(c *console.Call) error {
	if err := o.options.Validate(); err != nil {
		return err
	}
	var all []*analysis.Analysis
	for _, path := range c.Args().Slice() {
		a, err := analyzeFile(c.Context, path, c.Streams, o.options)
		if err != nil {
			return err
		}
		if a.Malformed > 0 {
			c.Say("%s: %s left out", a.Trace, format.Count(a.Malformed, "malformed line"))
		}
		all = append(all, a)
	}
	columns, err := besidePaper(o.paperSet, all)
	if err != nil {
		return err
	}
	rows := func() table.Table { return analysis.Rows(all) }
	tables := []table.Table{report.WorkloadTable(columns, o.wide)}
	shown := answer[*analysis.Analysis]{lines: all, rows: rows, tables: tables}
	if err := printAs(c.Out, printing{form: o.form}, shown); err != nil || o.plots.Dir == "" {
		return err
	}
	figures := figure.Set{}
	if f := report.RunTimeFigure(columns); len(f.Plots) > 0 {
		figures["run-times"] = f
	}
	return o.plots.Draw(figures)
}

// analyzeFile analyses a trace, or the standard input.
func analyzeFile(
	ctx context.Context,
	path string,
	s console.Streams,
	o analysis.Options,
) (*analysis.Analysis, error) {
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
			columns = append(columns, p.Column(a))
		}
	}
	return columns, nil
}
