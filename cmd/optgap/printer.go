package main

import (
	"fmt"
	"io"
	"maps"

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/grothklags2004"
	"github.com/optgap/optgap/bench/loss"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
)

// reportFailures notes failed runs, which are rows of the table otherwise. Where
// nothing else happened the failure is the command's.
func reportFailures(f bench.Failures, n *notes) error {
	if f.All() {
		return f.Err()
	}
	if err := f.Err(); err != nil {
		n.say("%v", err)
	}
	return nil
}

// printer prints results as they come, or tables at the end, and draws what is
// asked for.
type printer struct {
	w       io.Writer
	format  string
	rows    int    // of the table of steps; 0: all
	loss    bool   // print the policies' losses in place of the results
	plot    string // folder of the pictures; "": none
	methods int
	notes   *notes
	results []record.Result
}

func (p *printer) result(r record.Result) error {
	if p.format == "json" && !p.loss {
		if err := record.NewWriter(p.w).Write(r); err != nil || p.plot == "" {
			return err
		}
	}
	r.Starts = nil // neither tables nor pictures show them
	p.results = append(p.results, r)
	return nil
}

func (p *printer) end(title string) error {
	if len(p.results) == 0 {
		return nil
	}
	var figures map[string]figure.Figure
	c := compare.Collect(p.results)
	if p.plot != "" {
		figures = c.Figures(title)
	}
	switch {
	case p.loss:
		more, err := p.losses(title, c)
		if err != nil {
			return err
		}
		if p.plot != "" {
			maps.Copy(figures, more)
		}
	case p.format == table.CSV:
		if err := summary.Rows(p.results).Write(p.w, table.CSV); err != nil {
			return err
		}
	case p.format == "table":
		if err := p.write(p.tables(title+": self-tuning steps against the optimum", c)); err != nil {
			return err
		}
	}
	if p.plot == "" {
		return nil
	}
	files, err := figure.WriteAll(p.plot, figures)
	if err == nil {
		p.notes.say("%s in %s", plural(files, "file"), p.plot)
	}
	return err
}

// tables returns those of several methods, or of one as in the paper.
func (p *printer) tables(title string, c *compare.Comparison) []table.Table {
	if p.methods > 1 {
		return []table.Table{c.StepTable(title, p.rows), c.Table()}
	}
	sum := summary.Of(p.results)
	shown := p.results
	if p.rows > 0 && len(shown) > p.rows {
		shown = make([]record.Result, p.rows)
		for k := range shown {
			shown[k] = p.results[k*len(p.results)/p.rows]
		}
		title += fmt.Sprintf(" (%d of %d steps shown)", p.rows, len(p.results))
	}
	tables := []table.Table{grothklags2004.Table1(title, shown, sum)}
	if sum.Compared > 0 {
		tables = append(tables, grothklags2004.PowerTable(p.results[0].Method, sum))
	}
	if len(sum.RatiosToBounds) > 0 {
		tables = append(tables, grothklags2004.BoundsTable(sum))
	}
	return tables
}

// losses prints the distribution of the policies' losses and returns its pictures.
func (p *printer) losses(title string, c *compare.Comparison) (map[string]figure.Figure, error) {
	observations, left := loss.ObserveAll(c)
	if left > 0 {
		p.notes.say("%d of %d steps have no bound or no policies and are left out", left, len(c.Steps))
	}
	rows, all := loss.Distribute(observations)
	if all.Steps == 0 {
		return nil, usage("--loss: found no step with a lower bound, expected some: see --method exact and --no-bounds=false")
	}
	figures := loss.Figures(title, rows)
	switch p.format {
	case table.CSV:
		return figures, loss.CSV(loss.Lines(rows, all)).Write(p.w, table.CSV)
	case "json":
		w := record.NewWriter(p.w)
		for _, l := range loss.Lines(rows, all) {
			if err := w.Write(l); err != nil {
				return nil, err
			}
		}
		return figures, nil
	}
	return figures, p.write(loss.Tables(title+": "+plural(all.Steps, "self-tuning step"), rows, all))
}

func (p *printer) write(tables []table.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(p.w)
		}
		if err := t.Write(p.w, table.Text); err != nil {
			return err
		}
	}
	return nil
}
