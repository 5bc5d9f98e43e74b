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
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// Fill reads the flags of the command into plain data whose fields have their names. Fields
// without a flag stay as they are.
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

func HasFlag(c *cli.Context, name string) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == name })
}

// FlagText returns the value of a flag as it is typed.
func FlagText(c *cli.Context, name string) string {
	if list, ok := c.Value(name).(cli.StringSlice); ok {
		return strings.Join(list.Value(), ",")
	}
	return fmt.Sprint(c.Value(name))
}

func WorkersFlag(usage string) cli.Flag {
	return &cli.IntFlag{Category: CategoryRun, Name: "workers", Value: runtime.NumCPU(), Usage: usage}
}

func QuietFlag() cli.Flag {
	return &cli.BoolFlag{Category: CategoryOutput, Name: "quiet", Usage: "no progress and no notes on standard error"}
}

// OutputFormatFlag is --format. line is what a line of JSON holds.
func OutputFormatFlag(line string) cli.Flag {
	usage := "`FORM`: table, csv or json (" + line + ")"
	return &cli.StringFlag{Category: CategoryOutput, Name: "format", Value: table.Text, Usage: usage}
}

func PlotFlag(usage string) cli.Flag {
	return pictureFolder(&cli.StringFlag{Category: CategoryOutput, Name: "plot", Usage: usage})
}

// Workers reads --workers.
func Workers(c *cli.Context) (int, error) {
	n := c.Int("workers")
	if n < 1 || n > maxWorkers {
		return 0, &optgap.FieldError{Field: "--workers", Found: strconv.Itoa(n), Expected: fmt.Sprintf("1 to %d", maxWorkers)}
	}
	return n, nil
}

// maxWorkers keeps a slip of the finger from starting millions of processes.
const maxWorkers = 1024

// FormatJSON is the value of --format for JSON lines; the others are table.Text
// and table.CSV.
const FormatJSON = "json"

// OutputFormat reads --format.
func OutputFormat(c *cli.Context) (string, error) {
	f, known := c.String("format"), []string{table.Text, table.CSV, FormatJSON}
	if !slices.Contains(known, f) {
		return "", &optgap.FieldError{Field: "--format", Found: fmt.Sprintf("%q", f), Expected: strings.Join(known, ", ")}
	}
	return f, nil
}

// DrawAll writes figures into a folder.
func DrawAll(dir string, figures map[string]figure.Figure, n *Notes) error {
	files, err := figure.WriteAll(dir, figures)
	if err == nil {
		n.Say("%s in %s", format.Count(int64(files), "file"), dir)
	}
	return err
}

// WideFlag is that of every command whose tables have columns that only wide ones
// show.
func WideFlag() cli.Flag {
	const usage = "tables with all columns; otherwise with those that fit 100 characters"
	return &cli.BoolFlag{Category: CategoryOutput, Name: "wide", Usage: usage}
}

// NoTitlesFlag is that of every command that draws pictures.
func NoTitlesFlag() cli.Flag {
	const usage = "pictures without titles, for papers that have captions"
	return &cli.BoolFlag{Category: CategoryOutput, Name: "no-titles", Usage: usage}
}

// TextForm is the form of tables that people read.
func TextForm(wide bool) string {
	if wide {
		return table.Wide
	}
	return table.Text
}

// Titled returns the figures, without their titles where they are bare.
func Titled(figures map[string]figure.Figure, bare bool) map[string]figure.Figure {
	if bare {
		return figure.Untitled(figures)
	}
	return figures
}

// The categories of flags, which are headings of help, that all commands share.
const (
	CategoryRun    = "How the work is done"
	CategoryOutput = "Output"
)
