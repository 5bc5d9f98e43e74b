package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func driveFlag() cli.Flag {
	return &cli.StringFlag{
		Category: categorySteps, Name: "drive", Value: schedulers.Default,
		Usage: "`NAME` of who schedules meanwhile: " + strings.Join(spec.Drives(), ", ") +
			" or any other scheduler that simulate knows; optimum follows the schedules found, and " + schedulers.Recorded +
			" takes the steps from the log: who ran and who waited at each submission",
	}
}

// sayOverfull says that some submissions make no step, as the log then uses more than the machine has.
func sayOverfull(n *console.Notes, t study.Trace, steps study.Choice) {
	if steps.Overfull > 0 {
		n.Say("%s of jobs make no step, as the log has more than %s busy then",
			format.Count(int64(steps.Overfull), "submission"), format.Count(t.Machine, "processor"))
	}
}

// printDrives compares the finished replay that drove a study with those of the
// other schedulers.
func printDrives(ctx context.Context, s console.Streams, t study.Trace, own *replay.Outcome) error {
	names, metrics, err := t.CompareDrives(ctx, own)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	return report.Drives(names, metrics).Write(s.Out, table.Text)
}
