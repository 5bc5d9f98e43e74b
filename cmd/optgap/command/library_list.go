package command

import (
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func libraryListCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "the best known of each step and objective", ArgsUsage: " ",
		Description: `Prints a line for each step and objective: the best objective and bound that are known,
what the bound rests on, and what the best of the usual schedulers loses. The objective is
the sum of weight times response time. --totals sums up by set, class and objective.

   optgap library list --status open --objective art
   optgap library list --totals
   optgap library list --format json`,
		Flags: append(filterFlags(),
			&cli.BoolFlag{Category: console.CategoryOutput, Name: "totals", Usage: "a line for each set, class and objective"},
			console.OutputFormatFlag("one step and objective per line"), console.QuietFlag(),
		),
		Action: func(c *cli.Context) error { return libraryList(c, s) },
	}
}

func libraryList(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	filter, err := filterOf(c)
	if err != nil {
		return err
	}
	entries, err := chooseEntries(c, filter)
	if err != nil {
		return err
	}
	if c.Bool("totals") {
		return printRows(s, form, library.Totals(entries), library.TotalRows, totalTable)
	}
	var lines []library.Line
	for _, e := range entries {
		lines = append(lines, e.Line())
	}
	return printRows(s, form, lines, library.Rows, libraryTable)
}

// printRows prints rows in the format: each as a JSON line, all columns as CSV, or a table for people.
func printRows[R any](s console.Streams, form string, rows []R, csv, shown func([]R) table.Table) error {
	switch form {
	case table.CSV:
		return csv(rows).Write(s.Out, table.CSV)
	case table.Text:
		return shown(rows).Write(s.Out, table.Text)
	}
	return record.WriteLines(s.Out, rows)
}

// libraryTable shows lines to people.
func libraryTable(lines []library.Line) table.Table {
	t := table.Table{Columns: slices.Concat(
		table.Numbers("index"), table.Words("set"), table.Numbers("jobs"), table.Words("minimised"),
		table.Numbers("objective", "bound", "gap"), table.Words("proof"), table.Numbers("loss"),
	)}
	for _, l := range lines {
		gap := ""
		if l.Status == library.StillOpen {
			gap = format.Percent(100 * *l.Gap)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(l.Index), l.Set, strconv.Itoa(l.Jobs), l.ObjectiveName, format.Integer(l.Objective),
			format.Integer(l.Bound), gap, string(l.Proof), format.Percent(*l.LossPercent),
		})
	}
	return t
}

// totalTable shows totals to people.
func totalTable(totals []library.Total) table.Table {
	t := table.Table{Columns: append(table.Words("set", "jobs", "minimised"),
		table.Numbers("steps", "proven", "share", "without\na search", "mean gap of\nopen ones", "largest", "mean\nloss")...)}
	for _, v := range totals {
		gap, largest := "", ""
		if v.MeanGap != nil {
			gap, largest = format.Percent(100**v.MeanGap), format.Percent(100*v.LargestGap)
		}
		t.Rows = append(t.Rows, []string{
			v.Set, v.Class, v.ObjectiveName, strconv.Itoa(v.Entries), strconv.Itoa(v.Optimal),
			format.Share(float64(v.Optimal)/float64(v.Entries), 1), strconv.Itoa(v.Certified), gap, largest,
			format.Percent(*v.LossPercent),
		})
	}
	return t
}
