package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
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
func (v *studyView) printDrives(ctx context.Context, st *study.Prepared) error {
	names, metrics, err := st.Trace.CompareDrives(ctx, v.driven)
	if err != nil {
		return err
	}
	t := report.Drives(names, metrics)
	if i := slices.Index(names, spec.Optimum); i >= 0 { // each step may be optimal; the replay need not be
		method := st.Solvers[0].Name
		t.Rows[i][0] = method + ", step by step"
		t.Title += fmt.Sprintf("\n%s: plans from estimates; a limit has cut off %s of %s", t.Rows[i][0],
			format.Integer(int64(v.cut)), format.Count(int64(v.followed), "plan"))
	}
	fmt.Fprintln(v.w)
	return t.Write(v.w, table.Text)
}
