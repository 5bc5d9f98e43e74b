package console

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/table"
)

// Fill sets the fields of plain data that have the names of flags. Fields without a flag stay as
// they are.
func Fill(c *cli.Context, data any) error {
	for _, name := range field.Names(data) {
		if !HasFlag(c, name) {
			continue
		}
		if err := field.Set(data, name, FlagText(c, name)); err != nil {
			return NameFlags(c, err)
		}
	}
	return nil
}

// HasFlag tells whether the command has the flag.
func HasFlag(c *cli.Context, name string) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == name })
}

// FlagText returns the value of a flag as text, in the form in which it is typed.
func FlagText(c *cli.Context, name string) string {
	if list, ok := c.Value(name).(cli.StringSlice); ok {
		return strings.Join(list.Value(), ",")
	}
	return fmt.Sprint(c.Value(name))
}

// WorkersFlag is --workers.
func WorkersFlag(usage string) cli.Flag {
	return &cli.IntFlag{Category: CategoryRun, Name: "workers", Value: runtime.NumCPU(), Usage: usage}
}

// QuietFlag is --quiet.
func QuietFlag() cli.Flag {
	return &cli.BoolFlag{Category: CategoryOutput, Name: "quiet", Usage: "no progress and no notes on standard error"}
}

// OutputFormatFlag is --format. line describes a line of JSON.
func OutputFormatFlag(line string) cli.Flag {
	usage := "`FORM`: table, csv or json (" + line + ")"
	return &cli.StringFlag{Category: CategoryOutput, Name: "format", Value: table.Text, Usage: usage}
}

// Workers reads --workers.
func Workers(c *cli.Context) (int, error) {
	n := c.Int("workers")
	if n < 1 || n > maxWorkers {
		return 0, &optgap.FieldError{Field: "--workers", Found: strconv.Itoa(n), Expected: fmt.Sprintf("1 to %d", maxWorkers)}
	}
	return n, nil
}

// maxWorkers keeps a typing error from starting millions of processes.
const maxWorkers = 1024

// FormatJSON is the value of --format for JSON lines. The other values are table.Text and
// table.CSV.
const FormatJSON = "json"

// OutputFormat reads --format.
func OutputFormat(c *cli.Context) (string, error) {
	f, known := c.String("format"), []string{table.Text, table.CSV, FormatJSON}
	if !slices.Contains(known, f) {
		return "", &optgap.FieldError{Field: "--format", Found: fmt.Sprintf("%q", f), Expected: strings.Join(known, ", ")}
	}
	return f, nil
}

// WideFlag is --wide, for every command with tables of which some columns are left out otherwise.
func WideFlag() cli.Flag {
	const usage = "tables with all columns; otherwise with those that fit 100 characters"
	return &cli.BoolFlag{Category: CategoryOutput, Name: "wide", Usage: usage}
}

// TextForm is the form of tables for people.
func TextForm(wide bool) string {
	if wide {
		return table.Wide
	}
	return table.Text
}

// The categories of flags that all commands share. Help has a heading for each.
const (
	CategoryRun    = "How the work is done"
	CategoryOutput = "Output"
)
