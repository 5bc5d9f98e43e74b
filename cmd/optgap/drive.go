package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/table"
)

func driveFlag() cli.Flag {
	return &cli.StringFlag{Category: categorySteps, Name: "drive", Value: bench.DriveAdvanced,
		Usage: "who schedules meanwhile: " + strings.Join(bench.Drives(), ", ") + " or another policy that simulate knows; optimum follows the schedules found"}
}

// driveTable compares the finished replay that drove a study with those of the
// other schedulers.
func driveTable(ctx context.Context, t bench.Trace, own *replay.Outcome) (table.Table, error) {
	table := table.Table{Title: "The whole trace under each scheduler", Columns: []table.Column{
		{Name: "scheduler", Align: table.Left}, {Name: "ARTwW [s]", Align: table.Right}, {Name: "ART [s]", Align: table.Right},
		{Name: "SLDwA", Align: table.Right}, {Name: "SLDwW_60", Align: table.Right}, {Name: "utilisation", Align: table.Right}, {Name: "makespan [s]", Align: table.Right},
	}}
	names := bench.Drives()
	if !slices.Contains(names, t.Drive) {
		names = append(names, t.Drive) // a policy beyond dynP's
	}
	for _, name := range names {
		out := own
		if name != t.Drive {
			if name == bench.DriveOptimum {
				continue
			}
			other := t
			other.Drive = name
			var err error
			if out, err = other.Replay(ctx); err != nil {
				return table, err
			}
		}
		m := performance.Measure(out, t.Machine)
		table.Rows = append(table.Rows, []string{
			name, format.Decimal(m.ARTwW, 0), format.Decimal(m.ART, 0), format.Ratio(m.SLDwA), format.Decimal(m.SLDwW60, 2), format.Percent(m.Util * 100), format.Integer(m.Makespan),
		})
	}
	return table, nil
}
