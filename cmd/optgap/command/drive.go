package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
)

func driveFlag() cli.Flag {
	return &cli.StringFlag{Category: categorySteps, Name: "drive", Value: schedulers.Default,
		Usage: "`NAME` of who schedules meanwhile: " + strings.Join(bench.Drives(), ", ") + " or another policy that simulate knows; optimum follows the schedules found"}
}

// printDrives compares the finished replay that drove a study with those of the
// other schedulers.
func printDrives(ctx context.Context, s streams, t bench.Trace, own *replay.Outcome) error {
	names, metrics, err := t.CompareDrives(ctx, own)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out)
	return view.Drives(names, metrics).Write(s.out, table.Text)
}
