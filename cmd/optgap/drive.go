package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
)

func driveFlag() cli.Flag {
	return &cli.StringFlag{Category: categorySteps, Name: "drive", Value: bench.DriveAdvanced,
		Usage: "who schedules meanwhile: " + strings.Join(bench.Drives(), ", ") + " or another policy that simulate knows; optimum follows the schedules found"}
}

// driveTable compares the finished replay that drove a study with those of the
// other schedulers.
func driveTable(ctx context.Context, t bench.Trace, own *replay.Outcome) (report.Table, error) {
	table := report.Table{Title: "The whole trace under each scheduler", Columns: []report.Column{
		{Name: "scheduler", Align: report.Left}, {Name: "ARTwW [s]", Align: report.Right}, {Name: "ART [s]", Align: report.Right},
		{Name: "SLDwA", Align: report.Right}, {Name: "SLDwW_60", Align: report.Right}, {Name: "utilisation", Align: report.Right}, {Name: "makespan [s]", Align: report.Right},
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
		m := replay.Measure(out, t.Machine)
		table.Rows = append(table.Rows, []string{
			name, report.Decimal(m.ARTwW, 0), report.Decimal(m.ART, 0), report.Ratio(m.SLDwA), report.Decimal(m.SLDwW60, 2), report.Percent(m.Util * 100), report.Seconds(m.Makespan),
		})
	}
	return table, nil
}
