package command

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// stepPrinter prints results of steps: as tables or JSON lines as they come, as CSV and given schedules
// at the end.
type stepPrinter struct {
	*question
	outcome
	rows []record.Result

	step  *optgap.Step    // the first step
	first []record.Result // its results
}

// result prints a result and counts it.
func (p *stepPrinter) result(step *optgap.Step, r record.Result) error {
	p.count(&r)
	if p.step == nil {
		p.step = step
	}
	if p.step == step {
		p.first = append(p.first, r)
	}
	switch {
	case p.form == console.FormatJSON:
		return record.NewWriter(p.Out).Write(r)
	case p.form == table.CSV, p.given != nil:
		r.Starts, r.Certificates = nil, nil // rows have neither
		p.rows = append(p.rows, r)
		return nil
	}
	return p.schedule(step, &r)
}

// schedule prints the table of a schedule.
func (p *stepPrinter) schedule(step *optgap.Step, r *record.Result) error {
	if err := report.StepTable(step, r).Write(p.Out, table.Text); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.Out)
	return err
}

// end prints the results that are printed together.
func (p *stepPrinter) end() error {
	switch {
	case len(p.rows) == 0:
		return nil
	case p.form == table.CSV:
		return summary.Rows(p.rows).Write(p.Out, table.CSV)
	}
	if err := p.judged(); err != nil {
		return err
	}
	text := p.given.answer(p.rows)
	if text == "" {
		return nil
	}
	if len(p.rows) > 1 { // the table of a single one ends with a blank line
		text = "\n" + text
	}
	_, err := fmt.Fprintln(p.Out, table.Wrap(text, table.Width))
	return err
}

// judged prints the results of given schedules. A single one has a table of its own.
func (p *stepPrinter) judged() error {
	if len(p.rows) == 1 {
		return p.schedule(p.step, &p.first[0])
	}
	found, err := report.Study(p.rows, report.StudyOptions{Title: p.given.File})
	if err != nil {
		return err
	}
	return table.WriteAll(p.Out, found.Tables(), table.Text)
}
