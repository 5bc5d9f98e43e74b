package command

import (
	"fmt"
	"io"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/moldable"
)

// moldablePrinter prints results: as tables or JSON lines as they come, as CSV at the
// end.
type moldablePrinter struct {
	printing
	w         io.Writer
	keep      bool // the instance and its results
	instances int

	instance *moldable.Instance // the last one
	last     []record.MoldableResult
	rows     []record.MoldableResult
}

func (p *moldablePrinter) results(in *moldable.Instance, results []record.MoldableResult) error {
	p.instances++
	if p.keep {
		p.instance, p.last = in, results
	}
	switch p.form {
	case console.FormatJSON:
		return record.WriteLines(p.w, results)
	case table.CSV:
		for _, r := range results {
			r.Starts, r.Certificates = nil, nil // rows have neither
			p.rows = append(p.rows, r)
		}
		return nil
	}
	if p.instances > 1 {
		fmt.Fprintln(p.w)
	}
	if err := algorithm.Table(in, results).Write(p.w, p.text()); err != nil {
		return err
	}
	if line := algorithm.Printed(in, results); line != "" {
		fmt.Fprintln(p.w, line)
	}
	return nil
}

// end prints what is left to print. interrupted: there are instances that have no results.
func (p *moldablePrinter) end(interrupted bool) error {
	if interrupted && p.form == table.Text && p.instances > 0 {
		_, err := fmt.Fprintf(p.w, "\ninterrupted after %s; the others have not run\n",
			format.Count(int64(p.instances), "instance"))
		return err
	}
	if len(p.rows) == 0 {
		return nil
	}
	return algorithm.Rows(p.rows).Write(p.w, table.CSV)
}

// draw draws the schedules of a single instance.
func (r *moldableRun) draw(file string) error {
	if r.gantt == "" || r.out.instances == 0 {
		return nil
	}
	if r.out.instances > 1 {
		return console.Usage("moldable: found %d instances in %s, expected a single one for --gantt", r.out.instances, file)
	}
	var panels []gantt.MoldablePanel
	for i := range r.out.last {
		one := &r.out.last[i]
		panels = append(panels, gantt.MoldablePanel{Title: one.Algorithm, Schedule: algorithm.Schedule(one)})
	}
	return canvas.WriteFile(r.gantt, func() (canvas.Picture, error) {
		return gantt.Moldable(r.out.instance, panels, gantt.Options{NoTitle: r.style.Bare, Width: r.style.Width})
	})
}
