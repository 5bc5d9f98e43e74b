package main

import (
	"fmt"
	"io"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
)

// failures counts the steps for which the run itself failed.
type failures struct {
	results, failed int
	first           *record.Result
}

func (f *failures) count(r record.Result) {
	f.results++
	if r.Status != record.Error && r.Status != record.Crashed {
		return
	}
	f.failed++
	if f.first == nil {
		f.first = &record.Result{Index: r.Index, Error: r.Error}
	}
}

// report notes failures, which are rows of the table otherwise; where nothing
// else happened they are the command's.
func (f *failures) report(n *notes) error {
	if f.failed == 0 {
		return nil
	}
	err := fmt.Errorf("%d of %d steps failed, first step %d: %s", f.failed, f.results, f.first.Index, f.first.Error)
	if f.failed == f.results {
		return err
	}
	n.say("%v", err)
	return nil
}

// printer prints results as they come, or a table at the end.
type printer struct {
	w       io.Writer
	format  string
	results []record.Result
}

func (p *printer) result(r record.Result) error {
	if p.format == "json" {
		p.results = append(p.results[:0], r) // the last one tells that there were any
		return record.NewWriter(p.w).Write(r)
	}
	r.Starts = nil // the table does not show them
	p.results = append(p.results, r)
	return nil
}

func (p *printer) end(title string, rows int) error {
	switch {
	case len(p.results) == 0 || p.format == "json":
		return nil
	case p.format == "csv":
		return report.Rows(p.results).Write(p.w, report.TableCSV)
	}
	sum := report.Summarise(p.results)
	shown := p.results
	if rows > 0 && len(shown) > rows {
		shown = make([]record.Result, rows)
		for k := range shown {
			shown[k] = p.results[k*len(p.results)/rows]
		}
		title += fmt.Sprintf(" (%d of %d steps shown)", rows, len(p.results))
	}
	tables := []report.Table{report.Table1(title, shown, sum)}
	if sum.Compared > 0 {
		tables = append(tables, report.PowerTable(p.results[0].Method, sum))
	}
	if len(sum.RatiosToBounds) > 0 {
		tables = append(tables, report.BoundsTable(sum))
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(p.w)
		}
		if err := t.Write(p.w, report.TableText); err != nil {
			return err
		}
	}
	return nil
}
