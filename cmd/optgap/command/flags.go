package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/moldable"
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
func solverFlags(workers string) []cli.Flag {
	c, d := categorySolver, spec.Default()
	return []cli.Flag{
		methodFlag(),
		&cli.StringSliceFlag{
			Category: c, Name: "policies", Value: cli.NewStringSlice(d.Policies...),
			Usage: "`NAME,NAME...` of schedulers whose schedules the methods are compared with: any that simulate knows, " +
				"or all. One that makes no plan is run forward from the step",
		},
		&cli.BoolFlag{
			Category: c, Name: "policy-starts", Usage: "results hold the starts that each policy gives the jobs, too",
		},
		&cli.StringFlag{
			Category: c, Name: "objective", DefaultText: "as the step says, or artww",
			Usage: "`NAME` of the average that schedules minimise: artww (response time weighted by width), art (response " +
				"time) or sld (slowdown)",
		},
		&cli.StringFlag{
			Category: c, Name: "formulation", Value: d.Formulation,
			Usage: "`NAME` of the variables of the program: step, pulse (the paper's), or auto: pulse for " +
				"--statement literal, else step",
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
		horizonFlag(d.Horizon),
		&cli.StringFlag{
			Category: c, Name: "statement", Value: d.Statement,
			Usage: "`NAME` of what HiGHS gets: literal (as the paper prints it), classes (equal jobs counted together), " +
				"listed (the starts that prices leave), or engine (those, with searches and parts beside it)",
		},
		&cli.DurationFlag{Category: c, Name: "time-limit", Value: d.TimeLimit, Usage: "`TIME` for each step; 0: none"},
		memoryFlag(c, stepMemory),
		&cli.Float64Flag{
			Category: c, Name: "gap",
			Usage: "relative gap, a `SHARE` such as 1% or 0.01, at which HiGHS may call a solution optimal",
		},
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
		console.WorkersFlag(workers),
	}
}

// specOf returns the study that the flags and the argument state. A study of losses leaves out
// the bounds beside that of method exact, which certifies by itself: the linear programs would
// take far longer than the search.
func specOf(c *cli.Context) (spec.Spec, error) {
	s := spec.Default()
	if err := console.Fill(c, &s); err != nil {
		return s, err
	}
	// "" stands for a flag that is not given.
	for _, name := range []string{"time-scale", "statement", "shard", "objective"} {
		if console.HasFlag(c, name) && c.IsSet(name) && c.String(name) == "" {
			return s, &optgap.FieldError{Field: "--" + name, Found: `""`, Expected: console.ExpectedBy(c, name)}
		}
	}
	s.Trace = c.Args().First()
	if s.Trace == "" && console.HasFlag(c, "drive") {
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
	return console.Enumeration("and", names)
}

// Flags of several commands.

func horizonFlag(value string) cli.Flag {
	return &cli.StringFlag{
		Category: categorySolver, Name: "horizon", Value: value,
		Usage: "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off",
	}
}

const stepMemory = "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, " +
	"or of the control group if that is less, divided by the workers"

func shufflesFlag(category string) cli.Flag {
	return &cli.IntFlag{
		Category: category, Name: "shuffles", Value: moldable.DefaultShuffles,
		Usage: "`N` shuffled orders of the batches are tried, and the best is kept",
	}
}

// biCriteria reads --shuffles and --seed.
func biCriteria(c *cli.Context) (bicriteria.Options, error) {
	n, err := spec.Shuffles(c.Int("shuffles"))
	return bicriteria.Options{Shuffles: n, Seed: c.Uint64("seed")}, named(c, err)
}

// solverEffects are those of the flags of every command that solves steps.
func solverEffects() []console.Effect {
	effects := []console.Effect{console.Only("pin", console.Without("in-process"))}
	for _, e := range spec.Effects() {
		effects = append(effects, console.Only(e.Names, needOf(e)))
	}
	return effects
}

// needOf returns the condition of fields of a study as one of flags. A command line that cannot
// be read is refused elsewhere.
func needOf(e spec.Effect) console.Need {
	return console.Need{Only: e.Only, Met: func(c *cli.Context) bool {
		s, err := specOf(c)
		return err != nil || e.Met(s.Solving)
	}}
}

// named returns an error about a field with the flag in its place. The fields of options have
// the names of flags. A field without a flag, and those of files, stay as they are.
func named(c *cli.Context, err error) error {
	var (
		line  *record.LineError
		trace *swf.Error
	)
	if errors.As(err, &line) || errors.As(err, &trace) {
		return err
	}
	return console.NameFlags(c, err)
}

// The categories of flags, which are headings of help, beside those of all commands.
const (
	categoryTrace  = "Trace"
	categoryModel  = "Which jobs"
	categorySteps  = "Which steps"
	categorySolver = "How steps are solved"
	categorySlurm  = "On a cluster with Slurm"
)
