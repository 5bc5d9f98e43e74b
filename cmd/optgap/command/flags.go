package command

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
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Categories of flags, the headings of help.
const (
	categoryTrace  = "Trace"
	categoryModel  = "Which jobs"
	categorySteps  = "Which steps"
	categorySolver = "How steps are solved"
	categoryRun    = "How the work is done"
	categoryOutput = "Output"
	categorySlurm  = "On a cluster with Slurm"
)

// shaping returns the values of the flags with the names, which have blanks between: those on
// which stored results depend.
func shaping(c *cli.Context, names string) map[string]string {
	values := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		values[name] = fmt.Sprint(c.Value(name))
	}
	return values
}

// solverFlags are those of every command that solves steps.
func solverFlags() []cli.Flag {
	c, d := categorySolver, spec.Default()
	return []cli.Flag{
		methodFlag(),
		&cli.StringFlag{
			Category: c, Name: "formulation", Value: d.Formulation,
			Usage: "`NAME` of the variables of the program: step or pulse (the paper's)",
		},
		&cli.StringFlag{
			Category: c, Name: "time-scale", DefaultText: spec.Auto,
			Usage: "`LENGTH` of a slot: auto (Eq. 6), or a time such as 60s or 1s. " +
				"Where it is given, exact searches on this grid too, else at one second",
		},
		&cli.StringFlag{
			Category: c, Name: "scale-memory", Value: d.ScaleMemory,
			Usage: "`SIZE` that Eq. 6 fits the program into",
		},
		&cli.StringFlag{
			Category: c, Name: "scale-entry", Value: d.ScaleEntry,
			Usage: "`SIZE` of a matrix entry in Eq. 6; the paper's Table 1 follows from 1kB",
		},
		&cli.StringFlag{
			Category: c, Name: "horizon", Value: d.Horizon,
			Usage: "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off",
		},
		&cli.BoolFlag{
			Category: c, Name: "plain",
			Usage: "hand over the whole program as printed in the paper, nothing left out",
		},
		&cli.DurationFlag{Category: c, Name: "time-limit", Value: d.TimeLimit, Usage: "`TIME` for each step; 0: none"},
		&cli.StringFlag{
			Category: c, Name: "memory", Value: d.Memory,
			Usage: "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, " +
				"or of the control group if that is less, divided by the workers",
		},
		&cli.Float64Flag{Category: c, Name: "gap", Usage: "relative `GAP` at which HiGHS may call a solution optimal"},
		&cli.Int64Flag{Category: c, Name: "node-limit", Usage: "`N` nodes of the search tree; 0: no limit"},
		&cli.Uint64Flag{Category: c, Name: "seed", Usage: "`N`, the seed of every random choice"},
		shufflesFlag(c),
		&cli.StringFlag{
			Category: c, Name: "capacity", Value: d.Capacity,
			Usage: "`NAME` of the processors of a batch: whole, those free after the history; " +
				"least, those free all the time",
		},
		&cli.BoolFlag{
			Category: c, Name: "no-bounds",
			Usage: "leave out the lower bounds on the one-second problem, " + besideBounds(),
		},
		&cli.BoolFlag{
			Category: c, Name: "no-certificates",
			Usage: "leave out of the results what their bounds can be checked again with, some kilobytes each",
		},
		&cli.Float64Flag{
			Category: c, Name: "minsum-ratio", Value: d.MinsumRatio,
			Usage: "`RATIO` of consecutive interval ends of the minsum bound; finer is tighter",
		},
		&cli.StringFlag{
			Category: c, Name: "lp-scale", Value: d.LPScale,
			Usage: "`LENGTH` of a slot of the linear program's grid, such as 60s",
		},
		workersFlag("`N` steps solved side by side, each on one thread"),
	}
}

// fill reads the flags of the command into plain data whose fields have their names. Fields
// without a flag stay as they are.
func fill(c *cli.Context, data any) error {
	for _, name := range field.Names(data) {
		if !hasFlag(c, name) {
			continue
		}
		if err := field.Set(data, name, flagText(c, name)); err != nil {
			return named(c, err)
		}
	}
	return nil
}

func hasFlag(c *cli.Context, name string) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == name })
}

// flagText returns the value of a flag as it is typed.
func flagText(c *cli.Context, name string) string {
	if list, ok := c.Value(name).(cli.StringSlice); ok {
		return strings.Join(list.Value(), ",")
	}
	return fmt.Sprint(c.Value(name))
}

// specOf returns the study that the flags and the argument state. A study of losses leaves out
// the bounds beside that of method exact, which certifies by itself: the linear programs would
// take far longer than the search.
func specOf(c *cli.Context) (spec.Spec, error) {
	s := spec.Default()
	if err := fill(c, &s); err != nil {
		return s, err
	}
	for _, name := range []string{"time-scale", "shard"} { // "" stands for a flag that is not given
		if hasFlag(c, name) && c.IsSet(name) && c.String(name) == "" {
			return s, &optgap.FieldError{Field: "--" + name, Found: `""`, Expected: expectedBy(c, name)}
		}
	}
	s.Trace = c.Args().First()
	if s.Trace == "" && hasFlag(c, "drive") {
		s.LimitSample(c.IsSet)
	}
	if c.Bool("loss") && !c.IsSet("no-bounds") && s.ExactAtSecond() {
		s.NoBounds = true
	}
	return s, nil
}

// besideBounds is such as "fluid, minsum and lp".
func besideBounds() string {
	var names []string
	for _, name := range method.BesideNames() {
		names = append(names, string(name))
	}
	return enumeration("and", names)
}

// Flags of several commands.

func shufflesFlag(category string) cli.Flag {
	return &cli.IntFlag{Category: category, Name: "shuffles", Value: moldable.DefaultShuffles, Usage: "`N` shuffled orders of the batches are tried, and the best is kept"}
}

// biCriteria reads --shuffles and --seed.
func biCriteria(c *cli.Context) (bicriteria.Options, error) {
	n, err := spec.Shuffles(c.Int("shuffles"))
	return bicriteria.Options{Shuffles: n, Seed: c.Uint64("seed")}, named(c, err)
}

func workersFlag(usage string) cli.Flag {
	return &cli.IntFlag{Category: categoryRun, Name: "workers", Value: runtime.NumCPU(), Usage: usage}
}

func quietFlag() cli.Flag {
	return &cli.BoolFlag{Category: categoryOutput, Name: "quiet", Usage: "no progress and no notes on standard error"}
}

// outputFormatFlag is --format. line is what a line of JSON holds.
func outputFormatFlag(line string) cli.Flag {
	return &cli.StringFlag{Category: categoryOutput, Name: "format", Value: table.Text, Usage: "`FORM`: table, csv or json (" + line + ")"}
}

func plotFlag(usage string) cli.Flag {
	return pictureFolder(&cli.StringFlag{Category: categoryOutput, Name: "plot", Usage: usage})
}

// workers reads --workers.
func workers(c *cli.Context) (int, error) {
	n := c.Int("workers")
	if n < 1 || n > maxWorkers {
		return 0, &optgap.FieldError{Field: "--workers", Found: strconv.Itoa(n), Expected: fmt.Sprintf("1 to %d", maxWorkers)}
	}
	return n, nil
}

// maxWorkers keeps a slip of the finger from starting millions of processes.
const maxWorkers = 1024

// formatJSON is the value of --format for JSON lines; the others are table.Text
// and table.CSV.
const formatJSON = "json"

// outputFormat reads --format.
func outputFormat(c *cli.Context) (string, error) {
	f, known := c.String("format"), []string{table.Text, table.CSV, formatJSON}
	if !slices.Contains(known, f) {
		return "", &optgap.FieldError{Field: "--format", Found: fmt.Sprintf("%q", f), Expected: strings.Join(known, ", ")}
	}
	return f, nil
}
