package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/ilp"
)

// What a study of the embedded sample takes unless flags say otherwise: about a
// minute.
const (
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
		&cli.BoolFlag{Category: categoryOutput, Name: "loss", Usage: "print how much FCFS, SJF, LJF and dynP lose against the one-second optimum, by number of waiting jobs"},
		&cli.StringFlag{Category: categoryOutput, Name: "plot", Usage: "draw into `DIR` (.svg and .png): steps proven against time, performance profiles of several methods; the losses with --loss"},
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
   optgap study --out results --format csv TRACE.swf.gz >table1.csv

Several methods are measured on each step and compared:

   optgap study --method policies,ilp,exact --plot plots TRACE.swf.gz

What the policies lose against the proven optimum at one second (where exact is
among the methods, bounds beside its own are left out unless --no-bounds=false):

   optgap study --method exact --loss --plot plots TRACE.swf.gz`,
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
	if err := lossDefaults(c); err != nil {
		return err
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
		if path, remove, err = sampleFile(); err != nil {
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
	methods, end, err := solvers(c, o)
	if err != nil {
		return err
	}
	defer end()
	st.Fan.Methods = methods
	cfg := config(c, t.Name, sha)
	if requestsSHA != "" {
		cfg.Arguments["reservations"] = requestsSHA
	}
	return runStudy(c, s, st, notes, form, t, cfg)
}

// runStudy runs the study, stores its results and prints them.
func runStudy(c *cli.Context, s streams, st *bench.Study, notes *notes, form string, t *swf.Trace, cfg bench.Config) error {
	if dir := c.String("plot"); dir != "" { // better now than after hours
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
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
		methods := len(st.Fan.Methods)
		switch {
		case methods > 1:
			notes.say("%s: %d jobs on %d processors, %s steps to study by %d methods", t.Name, len(t.Jobs), t.Machine, count(total), methods)
			if known > 0 {
				notes.say("%d of %d results are there from an earlier run", known, total*methods)
			}
		default:
			notes.say("%s: %d jobs on %d processors, %s steps to study", t.Name, len(t.Jobs), t.Machine, count(total))
			if known > 0 {
				notes.say("%d of them are there from an earlier run", known)
			}
		}
		bar = notes.bar(total * methods)
	}
	out := &printer{w: s.out, format: form, rows: c.Int("rows"), loss: c.Bool("loss"), plot: c.String("plot"), methods: len(st.Fan.Methods), notes: notes}
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
	if failures.results == 0 && err == nil {
		return usage("%s: no step fits: the trace has %d jobs; see --min-waiting, --max-waiting, --from", t.Name, len(t.Jobs))
	}
	if err := out.end(fmt.Sprintf("%s, %d processors", t.Name, t.Machine)); err != nil {
		return err
	}
	if driven != nil {
		table, err := driveTable(c.Context, st.Trace, driven)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out)
		if err := table.Write(s.out, table.Text); err != nil {
			return err
		}
	}
	return errors.Join(err, failures.report(notes))
}

// lossDefaults leaves out the bounds beside that of method exact, which certifies
// by itself: the linear programs would take far longer than the search.
func lossDefaults(c *cli.Context) error {
	if c.Bool("loss") && !c.IsSet("no-bounds") && slices.Contains(c.StringSlice("method"), bench.Exact) {
		return c.Set("no-bounds", "true")
	}
	return nil
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
		case "out", "format", "rows", "loss", "plot", "quiet", "rejects", "reservations", "workers", "help", "in-process":
		case "method":
			names, _ := methodNames(c) // in one order, however they were given
			arguments[name] = strings.Join(names, ",")
		default:
			arguments[name] = fmt.Sprint(c.Value(name))
		}
	}
	return bench.Config{
		Trace: trace, SHA256: sha, Arguments: arguments,
		Versions: map[string]string{"optgap": version(), "go": runtime.Version(), "highs": ilp.SolverVersion()},
	}
}
