package command

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/run/slurm"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/reservation"
)

// What a study of the embedded sample takes unless flags say otherwise: about a
// minute.
const (
	sampleSteps     = "40"
	sampleTimeLimit = "5s"
)

// shardName is a flag that is among the arguments of a study only where it is given.
const shardName = folder.ShardArgument

func studyCommand(s streams) *cli.Command {
	flags := append(traceFlags(), []cli.Flag{
		reservationsFlag(),
		&cli.IntFlag{Category: categorySteps, Name: "from-step", Usage: "`INDEX` of the first step to look at"},
		&cli.IntFlag{Category: categorySteps, Name: "min-waiting", Usage: "only steps with at least `N` waiting jobs"},
		&cli.IntFlag{Category: categorySteps, Name: "max-waiting", Usage: "only steps with at most `N` waiting jobs; 0: any number"},
		&cli.IntFlag{Category: categorySteps, Name: "every", Value: 1, Usage: "of those, each `N`th"},
		&cli.IntFlag{Category: categorySteps, Name: "max-steps", Usage: "of those, at most `N`, evenly spread; 0: all"},
		&cli.StringFlag{Category: categorySteps, Name: shardName, Usage: "`I/N`: of those, the I-th of N shares that cost about the same. optgap merge joins the folders of all shares"},
		driveFlag(),
		outputFormatFlag("one result per line"),
		&cli.IntFlag{Category: categoryOutput, Name: "rows", Value: 40, Usage: "`N` rows of the table, evenly spread over the steps; 0: all. Averages are over all"},
		wideFlag(),
		outputFolder(&cli.StringFlag{Category: categoryOutput, Name: "out", Usage: "`DIR` for steps.jsonl, results.jsonl, summary.csv, study.json; an interrupted study goes on there"}, study.FileNames()...),
		&cli.BoolFlag{Category: categoryOutput, Name: "loss", Usage: "print how much FCFS, SJF, LJF and dynP lose against the one-second optimum, by number of waiting jobs"},
		plotFlag("draw into `DIR` (.svg, .png and .pdf): steps proven against time, performance profiles of several methods; the losses with --loss"),
		noTitlesFlag(),
		quietFlag(),
		inProcessFlag(),
		pinFlag(),
		&cli.BoolFlag{Category: categoryRun, Name: "retry-failed", Usage: "run again what hit a limit, ran out of memory, crashed or failed in the folder of --out, and replace it; --time-limit, --memory and --node-limit may be other than before"},
	}...)
	flags = append(flags, studyFileFlags()...)
	flags = append(flags, slurmFlags()...)
	return &cli.Command{
		Name:      "study",
		Usage:     "replay a trace and measure its self-tuning steps: the main job",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under self-tuning dynP (advanced decider, ARTwW). At each
submission that leaves two or more jobs waiting it solves the planning problem
and prints one row of the paper's Table 1. Without TRACE it takes a generated
sample of 400 jobs, of which it studies 40 steps with 5 s each.

The objective is the sum over the jobs of width * (start - submission + estimate),
in processor seconds. ARTwW, in seconds, is that sum divided by the sum of widths.
Jobs submitted in one second are decided one by one, after the jobs that end in that
second, and in the order of the trace, which may not be that of their ids. Where a
policy finds two jobs equal, the earlier submission goes first, then the smaller id.

   optgap study
   optgap study --max-waiting 12 --max-steps 200 --time-scale 60s TRACE.swf.gz
   optgap study --out results --format csv TRACE.swf.gz >table1.csv

Several methods are measured on each step and compared:

   optgap study --method policies,ilp,exact --plot plots TRACE.swf.gz

What the policies lose against the proven optimum at one second (where exact is
among the methods, bounds beside its own are left out unless --no-bounds=false):

   optgap study --method exact --loss --plot plots TRACE.swf.gz

On several machines, by hand or by Slurm (docs/clusters.md):

   optgap study --shard 1/2 --out part1 TRACE.swf.gz
   optgap study --shard 2/2 --out part2 TRACE.swf.gz
   optgap merge joined part1 part2

   optgap study --method exact --slurm array --shards 8 TRACE.swf.gz
` + studyFileHelp,
		Flags:  limited(append(flags, solverFlags()...), studyEffects()),
		Action: func(c *cli.Context) error { return studyAction(c, s) },
	}
}

func studyAction(c *cli.Context, s streams) error {
	if c.IsSet(studyFileName) {
		return studyFile(c, s)
	}
	if err := arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	form, err := outputFormat(c)
	if err != nil {
		return err
	}
	if n := c.Int("rows"); n < 0 {
		return &optgap.FieldError{Field: "--rows", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	var array slurm.Array
	if c.IsSet(slurmName) { // before defaults are set
		if array, err = slurmArguments(c); err != nil {
			return err
		}
	}
	st, end, err := newStudy(c)
	if err != nil {
		return err
	}
	defer end()
	notes := newNotes(s, c.Bool("quiet"))
	t, id, err := loadStudy(c, s, st, notes)
	if err != nil {
		return err
	}
	if c.IsSet(slurmName) {
		return writeSlurm(c, st, notes, array)
	}
	if st.Workers > runtime.NumCPU() {
		notes.say("%d workers on %d processors: computation times will suffer", st.Workers, runtime.NumCPU())
	}
	return runStudy(c, s, st, notes, form, t, id)
}

// newStudy reads the flags of a study, whose trace is still to be loaded. end ends
// the solvers' processes.
func newStudy(c *cli.Context) (st *study.Study, end func(), err error) {
	if c.NArg() == 0 {
		if err := sampleDefaults(c); err != nil {
			return nil, nil, err
		}
	}
	if err := lossDefaults(c); err != nil {
		return nil, nil, err
	}
	o, err := solverOptions(c)
	if err != nil {
		return nil, nil, err
	}
	methods, err := methods(c)
	if err != nil {
		return nil, nil, err
	}
	st = &study.Study{Workers: c.Int("workers"), Trace: study.Trace{Drive: c.String("drive")}, Select: study.Selection{
		From: c.Int("from-step"), Every: c.Int("every"), MaxSteps: c.Int("max-steps"), MinWaiting: c.Int("min-waiting"), MaxWaiting: c.Int("max-waiting"),
	}}
	if c.IsSet(shardName) {
		if st.Select.Shard, err = shard.Parse(c.String(shardName)); err != nil {
			return nil, nil, named(c, err)
		}
	}
	if c.Bool("retry-failed") {
		st.Retry = study.Unfinished
	}
	solving, err := isolated(c, methods, o, false)
	if err != nil {
		return nil, nil, err
	}
	st.Solvers, st.LimitedBy = solving.solvers, solving.limitedBy
	return st, solving.end, named(c, st.Validate())
}

// loadStudy loads the trace of a study and its reservations. It returns the trace
// as read and what the results depend on.
func loadStudy(c *cli.Context, s streams, st *study.Study, notes *notes) (*swf.Trace, folder.Identity, error) {
	path, remove, err := traceOrSample(c)
	if err != nil {
		return nil, folder.Identity{}, err
	}
	defer remove()
	t, sha, err := loadTrace(c, s, path)
	if err != nil {
		return nil, folder.Identity{}, err
	}
	for _, w := range t.Warnings() {
		notes.say("%s", w)
	}
	requests, requestsSHA, err := loadReservations(c, s, path)
	if err != nil {
		return nil, folder.Identity{}, err
	}
	st.Trace.Name, st.Trace.Machine, st.Trace.Jobs, st.Trace.Reservations = t.Name, t.Machine, t.Jobs, requests
	flags := shapingReserved(c, requestsSHA)
	var names []string
	for _, solver := range st.Solvers {
		names = append(names, solver.Name)
	}
	flags["method"] = strings.Join(names, ",") // in one order, however they were given
	if own := method.OwnBounds(); len(own) > 0 && !withoutBounds(c) {
		flags["own-bounds"] = fmt.Sprint(own)
	}
	if st.Select.Shard.IsWhole() { // as the folders of studies before there were shards
		delete(flags, shardName)
	}
	id := study.Identify(t.Name, sha, version(), flags)
	st.Select.Shard.Turn = study.Turn(id)
	return t, id, nil
}

// runStudy runs the study, keeps its results and prints them.
func runStudy(c *cli.Context, s streams, st *study.Study, notes *notes, form string, t *swf.Trace, id folder.Identity) (err error) {
	if dir := c.String("plot"); dir != "" { // better now than after hours
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	if dir := c.String("out"); dir != "" {
		open := study.OpenFolder
		if st.Retry != nil {
			open = study.RetryFolder
		}
		if st.Folder, err = open(dir, id, t.Skipped); err != nil {
			return err
		}
	}
	out := &printer{w: s.out, format: form, wide: c.Bool("wide"), plot: c.String("plot"), bare: c.Bool("no-titles"), notes: notes, options: report.StudyOptions{
		Title: fmt.Sprintf("%s, %d processors", t.Name, t.Machine), Rows: c.Int("rows"), Losses: c.Bool("loss"), Methods: len(st.Solvers),
	}}
	var failures study.Failures
	var driven *replay.Outcome
	var done counter = silent{}
	plan := plan{limit: limitOf(c), methods: len(st.Solvers), workers: st.Workers}
	fits := false // some step, to a shard
	st.Watch = study.Watch{
		Reserved: func(decisions []reservation.Decision) { sayReserved(notes, decisions) },
		Chosen: func(steps study.Choice, known int) {
			plan.steps, fits = len(steps.Indices), steps.Of > 0
			sayChosen(notes, t, plan.steps, known, len(st.Solvers))
			if s := st.Select.Shard; !s.IsWhole() {
				notes.say("shard %s of %s", s, format.Count(int64(steps.Of), "step"))
			}
			plan.announce(notes, known)
			done = plan.progress(notes)
		},
		Result: func(_ *optgap.Step, r record.Result) error {
			done.step()
			plan.count(r)
			failures.Count(r)
			return out.result(r)
		},
		Replayed: func(o *replay.Outcome) { driven = o },
	}
	err = st.Run(c.Context)
	done.end()
	if st.Folder != nil {
		err = errors.Join(err, st.Folder.Close(err == nil))
	}
	if failures.Results == 0 && !fits && err == nil {
		return noStepFits(st)
	}
	if err != nil {
		out.options.Title += ", " + plan.soFar()
		plan.sayHowToGoOn(notes, c.String("out"))
	}
	if failed := out.end(); failed != nil {
		return errors.Join(err, failed)
	}
	if driven != nil && c.IsSet("drive") && form == table.Text {
		if err := printDrives(c.Context, s, st.Trace, driven); err != nil {
			return err
		}
	}
	return errors.Join(err, reportFailures(failures, notes))
}

// sayChosen notes what a study is about to do.
func sayChosen(n *notes, t *swf.Trace, total, known, methods int) {
	steps := "all steps"
	if total > 0 {
		steps = format.Count(int64(total), "step")
	}
	by := ""
	if methods > 1 {
		by = " by " + format.Count(int64(methods), "method")
	}
	n.say("%s: %s on %s, %s to study%s", t.Name, format.Count(int64(len(t.Jobs)), "job"), format.Count(t.Machine, "processor"), steps, by)
	n.sayKnown(known, total*methods, "result")
}

// lossDefaults leaves out the bounds beside that of method exact, which certifies
// by itself: the linear programs would take far longer than the search.
func lossDefaults(c *cli.Context) error {
	if withoutBounds(c) {
		return c.Set("no-bounds", "true")
	}
	return nil
}

// withoutBounds tells whether the bounds beside those of the methods are left out, by
// --no-bounds or by lossDefaults.
func withoutBounds(c *cli.Context) bool {
	if c.IsSet("no-bounds") {
		return c.Bool("no-bounds")
	}
	return c.Bool("loss") && exactAtSecond(c)
}
