package command

import (
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryListCommand(s console.Streams) *cli.Command {
	var (
		o      choosing
		p      printing
		totals bool
	)
	sum := console.Flag(&totals, "totals", "a line for each set, class and objective")
	return console.Command(s, &cli.Command{
		Name: "list", Usage: "the best known of each step and objective", ArgsUsage: " ",
		Description: `Prints a line for each step and objective: the best objective and bound that are known,
what the bound rests on, what the best of the usual schedulers loses, and the time and the
nodes that the bound took. The objective is the sum of weight times response time.
--totals sums up by set, class and objective.

   optgap library list --status open --objective art
   optgap library list --totals
   optgap library list --format json`,
		Flags: append(o.flags(), sum.Under(console.GroupOutput), p.formatFlag("one step and objective per line")),
	}, console.Arguments{What: "none"}, func(c *console.Call) error {
		entries, err := o.entries(c)
		if err != nil {
			return err
		}
		lines := library.Lines(entries)
		if totals {
			return printRows(c, p, listing.Totals(lines), listing.TotalRows, totalTable)
		}
		return printRows(c, p, lines, listing.Rows, libraryTable)
	})
}

// printRows prints rows in the format: each as a JSON line, all columns as CSV, or a table for people.
func printRows[R any](c *console.Call, p printing, rows []R, csv, shown func([]R) table.Table) error {
	tables := func() []table.Table { return []table.Table{shown(rows)} }
	return printAs(c, p, rows, func() table.Table { return csv(rows) }, tables)
}

// libraryTable shows lines to people.
func libraryTable(lines []listing.Line) table.Table {
	t := table.Table{Columns: slices.Concat(
		table.Numbers("index"), table.Words("set"), table.Numbers("jobs"), table.Words("minimised"),
		table.Numbers("objective", "bound", "gap"), table.Words("proof"), table.Numbers("loss", "time [s]", "nodes"),
	)}
	for _, l := range lines {
		gap, seconds, nodes := "", "", ""
		if !l.Proven() {
			gap = format.Percent(100 * *l.Gap)
		}
		if l.SolveSeconds > 0 {
			seconds, nodes = format.Decimal(l.SolveSeconds, 3), format.Integer(l.Nodes)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(l.Index), l.Set, strconv.Itoa(l.Jobs), l.ObjectiveName, format.Integer(l.Objective),
			format.Integer(l.Bound), gap, string(l.Proof), format.Percent(*l.LossPercent), seconds, nodes,
		})
	}
	return t
}

// totalTable shows totals to people.
func totalTable(totals []listing.Total) table.Table {
	t := table.Table{Columns: append(table.Words("set", "jobs", "minimised"),
		table.Numbers("steps", "proven", "share", "without\na search", "mean gap of\nopen ones", "largest",
			"mean loss of\nproven ones", "95 %\ninterval")...)}
	for _, v := range totals {
		gap, largest, loss, interval := "", "", "", ""
		if v.MeanGap != nil {
			gap, largest = format.Percent(100**v.MeanGap), format.Percent(100*v.LargestGap)
		}
		if v.ProvenLoss != nil {
			loss = format.Percent(*v.ProvenLoss)
		}
		if v.ProvenLossLow != nil {
			interval = format.Decimal(*v.ProvenLossLow, 2) + " to " + format.Percent(*v.ProvenLossHigh)
		}
		t.Rows = append(t.Rows, []string{
			v.Set, v.Class, v.ObjectiveName, strconv.Itoa(v.Entries), strconv.Itoa(v.Optimal),
			format.Share(float64(v.Optimal)/float64(v.Entries), 1), strconv.Itoa(v.Certified), gap, largest,
			loss, interval,
		})
	}
	return t
}
