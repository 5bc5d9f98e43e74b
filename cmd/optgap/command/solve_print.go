package command

import (
	"fmt"
	"io"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// stepPrinter prints results of steps: as tables or JSON lines as they come, as CSV and given schedules
// at the end.
type stepPrinter struct {
	printing
	w     io.Writer
	given string // the file of given schedules; "": none are given
	rows  []record.Result

	step  *optgap.Step // the first step, and its result
	first record.Result

	failures study.Failures
	unsolved summary.Unsolved
	leftOut  summary.LeftOut // policies
}

func newStepPrinter(q *question) *stepPrinter {
	p := &stepPrinter{w: q.Out, printing: q.printing}
	if q.given != nil {
		p.given = q.given.file
	}
	return p
}

// result prints a result and counts it.
func (p *stepPrinter) result(step *optgap.Step, r record.Result) error {
	p.failures.Count(r)
	p.unsolved.Count(&r)
	p.leftOut.Count(&r)
	switch {
	case p.form == console.FormatJSON:
		return record.NewWriter(p.w).Write(r)
	case p.form == table.CSV, p.given != "":
		if p.step == nil {
			p.step, p.first = step, r
		}
		r.Starts, r.Certificates = nil, nil // rows have neither
		p.rows = append(p.rows, r)
		return nil
	}
	return p.schedule(step, &r)
}

// schedule prints the table of a schedule.
func (p *stepPrinter) schedule(step *optgap.Step, r *record.Result) error {
	if err := report.StepTable(step, r).Write(p.w, table.Text); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.w)
	return err
}

// end prints the results that are printed together. A single given schedule has a table of its own.
func (p *stepPrinter) end() error {
	switch {
	case len(p.rows) == 0:
		return nil
	case p.form == table.CSV:
		return summary.Rows(p.rows).Write(p.w, table.CSV)
	case len(p.rows) == 1:
		return p.schedule(p.step, &p.first)
	}
	found, err := report.Study(p.rows, report.StudyOptions{Title: p.given})
	if err != nil {
		return err
	}
	return table.WriteAll(p.w, found.Tables(), table.Text)
}

// report notes unsolved steps, warnings and failures.
func (p *stepPrinter) report(n *console.Notes) {
	sayUnsolved(&p.unsolved, n)
	sayLeftOut(&p.leftOut, n)
	sayFailures(p.failures, n)
}
