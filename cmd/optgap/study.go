package main

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/ilp"
)

// What a study of the embedded sample takes unless flags say otherwise: about a
// minute.
const (
	sampleName      = "kth-like.swf"
	sampleSteps     = "40"
	sampleTimeLimit = "5s"
)

func studyCommand(s streams) *cli.Command {
	flags := append(traceFlags(), []cli.Flag{
		reservationsFlag(),
		&cli.IntFlag{Category: categorySteps, Name: "from", Usage: "`INDEX` of the first step to look at"},
		&cli.IntFlag{Category: categorySteps, Name: "min-waiting", Usage: "only steps with at least `N` waiting jobs"},
		&cli.IntFlag{Category: categorySteps, Name: "max-waiting", Usage: "only steps with at most `N` waiting jobs; 0: any number"},
		&cli.IntFlag{Category: categorySteps, Name: "every", Value: 1, Usage: "of those, each `N`th"},
		&cli.IntFlag{Category: categorySteps, Name: "max-steps", Usage: "of those, at most `N`, evenly spread; 0: all"},
		driveFlag(),
		&cli.StringFlag{Category: categoryOutput, Name: "format", Value: "table", Usage: "table, csv or json (one result per line)"},
		&cli.IntFlag{Category: categoryOutput, Name: "rows", Value: 40, Usage: "rows of the table, evenly spread over the steps; 0: all. Averages are over all"},
		&cli.StringFlag{Category: categoryOutput, Name: "out", Usage: "`DIR` for steps.jsonl, results.jsonl, summary.csv, study.json; an interrupted study goes on there"},
		&cli.BoolFlag{Category: categoryOutput, Name: "quiet", Usage: "no progress and no notes on standard error"},
		&cli.BoolFlag{Category: categorySolver, Name: "in-process", Usage: "solve within this process: without the child processes that keep a failing solver from ending the study"},
	}...)
	return &cli.Command{
		Name:      "study",
		Usage:     "replay a trace and measure its self-tuning steps: the main job",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under self-tuning dynP (advanced decider, ARTwW). At each
submission that leaves two or more jobs waiting it solves the planning problem
and prints one row of the paper's Table 1. Without TRACE it takes a generated
sample of 400 jobs, of which it studies 40 steps with 5 s each.

   optgap study
   optgap study --max-waiting 12 --max-steps 200 --time-scale 60s TRACE.swf.gz
   optgap study --out results --format csv TRACE.swf.gz >table1.csv`,
		Flags:  append(flags, solverFlags()...),
		Action: func(c *cli.Context) error { return study(c, s) },
	}
}

func study(c *cli.Context, s streams) error {
	if err := arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	form, err := format(c, "table", "csv", "json")
	if err != nil {
		return err
	}
	if c.NArg() == 0 {
		if err := sampleDefaults(c); err != nil {
			return err
		}
	}
	o, err := solverOptions(c)
	if err != nil {
		return err
	}
	if n := c.Int("rows"); n < 0 {
		return &optgap.FieldError{Field: "--rows", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	selection := bench.Selection{
		From: c.Int("from"), Every: c.Int("every"), MaxSteps: c.Int("max-steps"), MinWaiting: c.Int("min-waiting"), MaxWaiting: c.Int("max-waiting"),
	}
	if err := selection.Validate(); err != nil {
		return err
	}
	if err := bench.KnownDrive(c.String("drive")); err != nil {
		return err
	}
	path := c.Args().First()
	if path == "" {
		var remove func()
		if path, remove, err = sample(); err != nil {
			return err
		}
		defer remove()
	}
	t, sha, err := loadTrace(c, s, path)
	if err != nil {
		return err
	}
	notes := newNotes(s.err, c.Bool("quiet"))
	for _, w := range t.Warnings() {
		notes.say("%s", w)
	}
	requests, requestsSHA, err := loadReservations(c, s, path)
	if err != nil {
		return err
	}
	st := &bench.Study{Trace: bench.Trace{Name: t.Name, Machine: t.Machine, Jobs: t.Jobs, Reservations: requests, Drive: c.String("drive")}, Select: selection}
	st.Fan.Workers = c.Int("workers")
	if st.Fan.Workers > runtime.NumCPU() {
		notes.say("%d workers on %d processors: computation times will suffer", st.Fan.Workers, runtime.NumCPU())
	}
	solve, end, err := solver(c, o)
	if err != nil {
		return err
	}
	defer end()
	st.Fan.Solve = solve
	cfg := config(c, t.Name, sha)
	if requestsSHA != "" {
		cfg.Arguments["reservations"] = requestsSHA
	}
	return runStudy(c, s, st, notes, form, t, cfg)
}

// runStudy runs the study, stores its results and prints them.
func runStudy(c *cli.Context, s streams, st *bench.Study, notes *notes, form string, t *swf.Trace, cfg bench.Config) error {
	var store *bench.Store
	if dir := c.String("out"); dir != "" {
		skipped := map[string]int{}
		for reason, n := range t.Skipped.All() {
			skipped[reason.String()] = n
		}
		var err error
		if store, err = bench.OpenStore(dir, cfg, runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU(), skipped); err != nil {
			return err
		}
		st.Known, st.Step, st.Fan.Found = store.Known(), store.Step, store.Found
	}
	var bar *bar
	st.Reserved = func(decisions []reservation.Decision) { sayReserved(notes, decisions) }
	st.Chosen = func(total, known int) {
		notes.say("%s: %d jobs on %d processors, %s steps to study", t.Name, len(t.Jobs), t.Machine, count(total))
		if known > 0 {
			notes.say("%d of them are there from an earlier run", known)
		}
		bar = notes.bar(total)
	}
	out := &printer{w: s.out, format: form}
	var driven *replay.Outcome
	if c.IsSet("drive") && form == "table" {
		st.Replayed = func(o *replay.Outcome) { driven = o }
	}
	failures := &failures{}
	st.Fan.Result = func(_ *optgap.Step, r record.Result) error {
		bar.step()
		failures.count(r)
		return out.result(r)
	}
	err := st.Run(c.Context)
	bar.end()
	if store != nil {
		err = errors.Join(err, store.Close(err == nil))
	}
	if len(out.results) == 0 && err == nil {
		return usage("%s: no step fits: the trace has %d jobs; see --min-waiting, --max-waiting, --from", t.Name, len(t.Jobs))
	}
	if err := out.end(fmt.Sprintf("%s, %d processors: self-tuning steps against the optimum", t.Name, t.Machine), c.Int("rows")); err != nil {
		return err
	}
	if driven != nil {
		table, err := driveTable(c.Context, st.Trace, driven)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out)
		if err := table.Write(s.out, report.TableText); err != nil {
			return err
		}
	}
	return errors.Join(err, failures.report(notes))
}

// count words a number of steps, 0 where it is not known before.
func count(total int) string {
	if total == 0 {
		return "all"
	}
	return strconv.Itoa(total)
}

const (
	grace       = 30 * time.Second // for what no limit covers
	maxPatience = 1000 * time.Hour
)

// config returns what the results of a study depend on.
func config(c *cli.Context, trace, sha string) bench.Config {
	arguments := map[string]string{}
	for _, f := range c.Command.Flags {
		switch name := f.Names()[0]; name {
		case "out", "format", "rows", "quiet", "rejects", "reservations", "workers", "help", "in-process":
		default:
			arguments[name] = fmt.Sprint(c.Value(name))
		}
	}
	return bench.Config{
		Trace: trace, SHA256: sha, Arguments: arguments,
		Versions: map[string]string{"optgap": version(), "go": runtime.Version(), "highs": ilp.SolverVersion()},
	}
}
