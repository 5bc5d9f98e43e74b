package command

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/host"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// Categories of flags. Results do not depend on the flags of categoryRun,
// categoryOutput and categorySlurm, and they depend on all others: see shapesResults.
const (
	categoryTrace  = "Trace"
	categoryModel  = "Which jobs"
	categorySteps  = "Which steps"
	categorySolver = "How steps are solved"
	categoryRun    = "How the work is done"
	categoryOutput = "Output"
	categorySlurm  = "On a cluster with Slurm"
)

// shapesResults tells whether results depend on a flag, by its category.
func shapesResults(f cli.Flag) bool {
	category := categoryOf(f)
	return category != "" && category != categoryRun && category != categoryOutput && category != categorySlurm
}

// categoryOf returns the category of a flag; "": none, as of --help.
func categoryOf(f cli.Flag) string {
	if f, ok := f.(cli.CategorizableFlag); ok {
		return f.GetCategory()
	}
	return ""
}

// shaping returns the values of the flags on which results depend, by name. For all
// methods but exact, no time scale is the same as auto.
func shaping(c *cli.Context) map[string]string {
	values := map[string]string{}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; shapesResults(f) {
			values[name] = fmt.Sprint(c.Value(name))
		}
	}
	if scale, ok := values[timeScaleName]; ok && scale == "" && !usesMethod(c, method.Exact) {
		values[timeScaleName] = autoScale
	}
	return values
}

// solverFlags are those of every command that solves steps.
func solverFlags() []cli.Flag {
	c := categorySolver
	return []cli.Flag{
		methodFlag(),
		&cli.StringFlag{Category: c, Name: "formulation", Value: string(ilp.FormulationStep), Usage: "`NAME` of the variables of the program: step or pulse (the paper's)"},
		&cli.StringFlag{Category: c, Name: timeScaleName, DefaultText: "auto", Usage: "`LENGTH` of a slot: auto (Eq. 6), or a time such as 60s or 1s. Where it is given, exact searches on this grid too, else at one second"},
		&cli.StringFlag{Category: c, Name: "scale-memory", Value: "2GB", Usage: "`SIZE` that Eq. 6 fits the program into"},
		&cli.StringFlag{Category: c, Name: "scale-entry", Value: "100B", Usage: "`SIZE` of a matrix entry in Eq. 6; the paper's Table 1 follows from 1kB"},
		&cli.StringFlag{Category: c, Name: "horizon", Value: string(ilp.HorizonSafe), Usage: "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off"},
		&cli.BoolFlag{Category: c, Name: "plain", Usage: "hand over the whole program as printed in the paper, nothing left out"},
		&cli.DurationFlag{Category: c, Name: "time-limit", Value: time.Minute, Usage: "`TIME` for each step; 0: none"},
		&cli.StringFlag{Category: c, Name: "memory", Value: "auto", Usage: "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, or of the control group if that is less, divided by the workers"},
		&cli.Float64Flag{Category: c, Name: "gap", Usage: "relative `GAP` at which HiGHS may call a solution optimal"},
		&cli.Int64Flag{Category: c, Name: "node-limit", Usage: "`N` nodes of the search tree; 0: no limit"},
		&cli.Uint64Flag{Category: c, Name: "seed", Usage: "`N`, the seed of every random choice"},
		shufflesFlag(c),
		&cli.StringFlag{Category: c, Name: "capacity", Value: string(bicriteria.Whole), Usage: "`NAME` of the processors of a batch: whole, those free after the history; least, those free all the time"},
		&cli.BoolFlag{Category: c, Name: "no-bounds", Usage: "leave out the lower bounds on the one-second problem, " + besideBounds()},
		&cli.BoolFlag{Category: c, Name: "no-certificates", Usage: "leave out of the results what their bounds can be checked again with, some kilobytes each"},
		&cli.Float64Flag{Category: c, Name: "minsum-ratio", Value: bound.DefaultRatio, Usage: "`RATIO` of consecutive interval ends of the minsum bound; finer is tighter"},
		&cli.StringFlag{Category: c, Name: "lp-scale", Value: "auto", Usage: "`LENGTH` of a slot of the linear program's grid, such as 60s"},
		workersFlag("`N` steps solved side by side, each on one thread"),
	}
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
	n := c.Int("shuffles")
	if n < 0 || n > maxShuffles {
		return bicriteria.Options{}, &optgap.FieldError{Field: "--shuffles", Found: strconv.Itoa(n), Expected: fmt.Sprintf("0 to %d", maxShuffles)}
	}
	if n == 0 {
		n = -1
	}
	return bicriteria.Options{Shuffles: n, Seed: c.Uint64("seed")}, nil
}

// maxShuffles takes some minutes for a thousand jobs.
const maxShuffles = 100_000

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

// maxScale is far above any useful length of a slot, about 68 years, and far
// below where sums of slots leave the range of int64.
const maxScale = math.MaxInt32

// solverOptions reads the flags of solverFlags.
func solverOptions(c *cli.Context) (o method.Options, err error) {
	workers, err := workers(c)
	if err != nil {
		return o, err
	}
	batches, err := biCriteria(c)
	if err != nil {
		return o, err
	}
	o = method.Options{
		TimeLimit: c.Duration("time-limit"), NodeLimit: c.Int64("node-limit"), Seed: c.Uint64("seed"),
		Grid: grid.Choice{Horizon: grid.Horizon(c.String("horizon"))}, Scaled: c.IsSet(timeScaleName),
		Formulation: ilp.Formulation(c.String("formulation")), Plain: c.Bool("plain"), RelGap: c.Float64("gap"),
		Shuffles: batches.Shuffles, Capacity: bicriteria.Capacity(c.String("capacity")),
		NoBounds: c.Bool("no-bounds"), MinsumRatio: c.Float64("minsum-ratio"), NoCertificates: c.Bool("no-certificates"),
	}
	if o.Scaled {
		if o.Grid.Scale, err = timeScale("--"+timeScaleName, c.String(timeScaleName)); err != nil {
			return o, err
		}
	}
	if o.LPScale, err = timeScale("--lp-scale", c.String("lp-scale")); err != nil {
		return o, err
	}
	memory, err := size("--scale-memory", c.String("scale-memory"))
	if err != nil {
		return o, err
	}
	entry, err := size("--scale-entry", c.String("scale-entry"))
	if err != nil {
		return o, err
	}
	o.Grid.Rule = timescale.Rule{Memory: float64(memory), PerEntry: float64(entry)}
	if o.Memory, err = memoryLimit(c.String("memory"), workers); err != nil {
		return o, err
	}
	return o, named(c, o.Validate())
}

const (
	timeScaleName = "time-scale" // a flag whose absence says something: method exact has no grid then
	autoScale     = "auto"       // its value for Eq. 6
)

// exactAtSecond tells whether method exact is asked for and proves its bounds at one
// second. Values that do not exist are refused elsewhere.
func exactAtSecond(c *cli.Context) bool {
	if !usesMethod(c, method.Exact) {
		return false
	}
	scale, err := timeScale("--"+timeScaleName, c.String(timeScaleName))
	choice := grid.Choice{Horizon: grid.Horizon(c.String("horizon"))}
	return !c.IsSet(timeScaleName) || err != nil || choice.IsSecond(scale)
}

// timeScale reads a length in whole seconds; auto is 0.
func timeScale(flag, text string) (int64, error) {
	if text == autoScale {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d%time.Second != 0 || d < time.Second || d > maxScale*time.Second {
		return 0, &optgap.FieldError{Field: flag, Found: fmt.Sprintf("%q", text), Expected: fmt.Sprintf("auto or a time in whole seconds with its unit, such as 60s, at most %ds", maxScale)}
	}
	return int64(d / time.Second), nil
}

func size(flag, text string) (int64, error) {
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes == 0 || bytes > 1<<60 {
		return 0, &optgap.FieldError{Field: flag, Found: fmt.Sprintf("%q", text), Expected: "a size such as 2GB, more than 0"}
	}
	return int64(bytes), nil
}

// memoryLimit reads --memory. Where the system does not tell its memory, auto
// means no limit.
func memoryLimit(text string, workers int) (int64, error) {
	if text != "auto" {
		return size("--memory", text)
	}
	return host.Look("/", "").Memory.Usable() / 10 * 8 / int64(workers), nil
}

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
