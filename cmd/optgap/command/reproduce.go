package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func reproduceCommand(s console.Streams) *cli.Command {
	return console.Group("reproduce", "print a paper's tables and figures beside what is measured",
		`Repeats the experiment of a paper and prints its numbers beside the measured ones,
each statement of its text with a verdict, and what the text leaves open.`,
		aida2000Command(s), grothklags2004Command(s), streit2002Command(s), dutot2004Command(s))
}

// wideReportFlag is --wide of the papers whose reports have more tables than fit a few screens.
func wideReportFlag() cli.Flag {
	return &cli.BoolFlag{
		Category: console.CategoryOutput, Name: "wide",
		Usage: "all tables with all columns, the rules of the statements among them; otherwise the ledger and a few tables",
	}
}

// writeReport prints the first lines of a report, which count verdicts, and then its tables. Wide tables
// have all columns.
func writeReport(s console.Streams, lead string, tables []table.Table, wide bool) error {
	if _, err := fmt.Fprintf(s.Out, "%s\n\n", lead); err != nil {
		return err
	}
	return table.WriteAll(s.Out, tables, console.TextForm(wide))
}
