package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/conformance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics"
)

// conformFlag is --conform.
func (m *simulation) conformFlag() *console.Option {
	const usage = "hold --scheduler, or else each --scheduler-command, against the starts of `NAME` in " +
		conformance.Dir + "; exit with 3 where one differs"
	known := func() bool { return m.conform == "" || slices.Contains(conformance.Names(), m.conform) }
	expected := "one of " + strings.Join(conformance.Names(), ", ")
	return console.Flag(&m.conform, "conform", usage).NotBlank().Takes(conformance.Names).Must(expected, known)
}

// checkConformance holds schedulers against a known one.
func (m *simulation) checkConformance() error {
	if m.NArg() > 0 {
		return console.Usage("simulate --conform: found %s, expected no trace", m.Args().First())
	}
	names := m.names
	if !m.IsSet(schedulerName) {
		names = batsim.Names(m.options.Commands)
	}
	if len(names) == 0 {
		return console.Usage("simulate --conform: found no scheduler, expected --scheduler or --scheduler-command")
	}
	set, err := conformance.Read(os.DirFS(conformance.Dir))
	if errors.Is(err, fs.ErrNotExist) {
		return console.Usage("found no %s, expected a checkout of optgap, which has it: %v", conformance.Dir, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", conformance.Dir, err)
	}
	var reports []*conformance.Report
	conforms := true
	for _, name := range names {
		scheduler := func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error) {
			return schedulers.New(name, machine, jobs, m.options)
		}
		r, err := conformance.Check(m.Context, set, m.conform, name, scheduler)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		reports, conforms = append(reports, r), conforms && r.Conforms()
	}
	if err := m.printConformance(reports); err != nil {
		return err
	}
	if !conforms {
		return console.ErrCheckFailed
	}
	return nil
}

// printConformance prints the reports.
func (m *simulation) printConformance(reports []*conformance.Report) error {
	column := func(key string, value func(*conformance.Report) string) table.Column[*conformance.Report] {
		return table.Column[*conformance.Report]{Key: key, Value: value}
	}
	first := func(value func(*conformance.Difference) string) func(*conformance.Report) string {
		return func(r *conformance.Report) string {
			if r.First == nil {
				return ""
			}
			return value(r.First)
		}
	}
	columns := []table.Column[*conformance.Report]{
		column("scheduler", func(r *conformance.Report) string { return r.Scheduler }),
		column("as", func(r *conformance.Report) string { return r.As }),
		column("traces", func(r *conformance.Report) string { return fmt.Sprint(r.Traces) }),
	}
	for _, reading := range conformance.Readings() {
		columns = append(columns, column("equal_"+string(reading),
			func(r *conformance.Report) string { return fmt.Sprint(r.Equal[reading]) }))
	}
	columns = append(columns,
		column("reading", func(r *conformance.Report) string { return string(r.Reading) }),
		column("trace", first(func(d *conformance.Difference) string { return d.Trace })),
		column("job", first(func(d *conformance.Difference) string { return fmt.Sprint(d.Job) })),
		column("start", first(func(d *conformance.Difference) string { return fmt.Sprint(d.Start) })),
		column("expected", first(func(d *conformance.Difference) string { return fmt.Sprint(d.Expected) })),
	)
	a := answer[*conformance.Report]{
		lines: reports, rows: func() table.Table { return table.Rows(columns, reports) },
		before: strings.Join(lists.Each(reports, conformsInWords), ""),
	}
	if m.text() {
		a.rows = nil
	}
	return printAs(m.Out, m.printing, a)
}

// conformsInWords is what people read of a report.
func conformsInWords(r *conformance.Report) string {
	text := fmt.Sprintf("%s starts all jobs as %s on %d of %s.\n", r.Scheduler, r.As, r.Equal[r.Reading],
		format.Count(int64(r.Traces), "trace"))
	if other := r.Equal[conformance.Together]; r.Reading == conformance.Each {
		text += fmt.Sprintf("It decides after each end of a job: on %d, where %s decides once after all ends of a second.\n",
			other, r.As)
	}
	if d := r.First; d != nil {
		earlier := "earlier than"
		if d.Start > d.Expected {
			earlier = "later than"
		}
		text += fmt.Sprintf("The first difference: in %s job %d starts at %d, %s under %s, at %d. ", d.Trace, d.Job, d.Start,
			earlier, r.As, d.Expected)
		text += fmt.Sprintf("It needs %s; %d are free at %d.\n", format.Count(d.Width, "processor"), d.Free,
			min(d.Start, d.Expected))
	}
	return text
}
