package command

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verify/recheck"
	"github.com/optgap/optgap/cmd/optgap/console"
)

const categoryChecks = "What is checked"

func verifyCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "re-check every schedule, objective, quality and bound of a study",
		ArgsUsage: "DIR | RESULTS.jsonl STEPS.jsonl|INSTANCES.jsonl",
		Description: `Computes everything in the results that can be computed from the steps anew, by
code that shares nothing with what produced them. Bounds are computed from the
steps and from the certificates that results hold, without a solver; of those that
rest on the word of a search or a solver it says how many there are, and --replay
searches for these anew, for a bound on a grid on that grid. Exit code 3 and the
offending lines where something does not hold: a wrong value, a result that is there
twice, an unknown method. With --complete a result that a step lacks and other steps
have is a fault too, and so is a folder of a study that has not ended.

Results of moldable instances, in a folder or with the file of their instances, are
known by themselves: schedules, minsum, makespan,
certificates and the bound dual are computed anew, and tiny instances enumerated.

The folder of a study file stands for all of its studies.

Of the replays of simulate --out and reproduce streit2002 --out, which keep no jobs,
the metrics are checked against each other, and replays of the same jobs as well.

   optgap verify results
   optgap verify --complete results
   optgap verify results/results.jsonl results/steps.jsonl
   optgap verify --replay --time-limit 10s results`,
		Flags: console.Limited([]cli.Flag{
			&cli.IntFlag{Category: categoryChecks, Name: "optimum-jobs", Value: verify.DefaultOptimumJobs, Usage: "steps of at most `N` jobs are solved by enumeration; -1: none"},
			&cli.BoolFlag{Category: categoryChecks, Name: "complete", Usage: "a missing result is a fault, one of a step by a method that other steps have, and so is a study that has not ended"},
			&cli.BoolFlag{Category: categoryChecks, Name: "replay", Usage: "where the largest bound of a result, or that of its grid, rests on a search or a solver, run the search of method exact"},
			&cli.DurationFlag{Category: categoryChecks, Name: "time-limit", Value: time.Minute, Usage: "`TIME` for each search; 0: none"},
			console.WorkersFlag("`N` searches side by side"),
			console.OutputFormatFlag("one fault per line"),
			console.QuietFlag(),
		}, verifyEffects()),
		Action: func(c *cli.Context) error { return check(c, s) },
	}
}

func check(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 1, 2, "a run's folder, or a file of results and one of steps"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	if _, err := replayOptions(c); err != nil {
		return err
	}
	optimumJobs := c.Int("optimum-jobs")
	if optimumJobs < -1 || optimumJobs > verify.MaxOptimumJobs {
		return &optgap.FieldError{Field: "--optimum-jobs", Found: strconv.Itoa(optimumJobs), Expected: fmt.Sprintf("-1 to %d", verify.MaxOptimumJobs)}
	}
	runs, err := verifiedRuns(c)
	if err != nil {
		return err
	}
	v := &verified{out: s.Out, notes: console.NewNotes(s, c.Bool("quiet")), form: form}
	for _, run := range runs {
		switch v.run = run; {
		case run.ofFile && !isFile(run.results):
			if c.Bool("complete") {
				v.incomplete()
			} else {
				v.notes.Say("%s: no result", run.dir)
			}
			continue
		case run.ofFile && form == table.Text:
			fmt.Fprintf(s.Out, "%s:\n", run.dir)
		}
		if err := v.checkRun(c, s, optimumJobs); err != nil {
			return err
		}
	}
	if v.failed {
		return console.ErrCheckFailed
	}
	return nil
}

// checkRun checks one run.
func (v *verified) checkRun(c *cli.Context, s console.Streams, optimumJobs int) error {
	results, err := stream.Open(v.run.results, s.In)
	if err != nil {
		return err
	}
	defer results.Close()
	v.file = results.Name()
	rep, failed := v.check(c, s, results, optimumJobs)
	if err := v.faults(rep.Faults); err != nil {
		return err
	}
	if failed != nil { // the faults up to there are printed
		return console.Usage("%w", failed)
	}
	if rep.Results == 0 && !v.run.ofFile {
		return console.Usage("%s: found no result, expected at least one", results.Name())
	}
	if c.Bool("complete") {
		if err := v.complete(rep.Missing); err != nil {
			return err
		}
	}
	if err := v.summary(&rep); err != nil {
		return err
	}
	if c.Bool("replay") {
		return v.replay(c, rep.Claims)
	}
	return nil
}

// replayOptions reads the flags of --replay.
func replayOptions(c *cli.Context) (recheck.Options, error) {
	o := recheck.Options{TimeLimit: c.Duration("time-limit")}
	var err error
	if o.Workers, err = console.Workers(c); err != nil {
		return o, err
	}
	if o.TimeLimit < 0 {
		return o, &optgap.FieldError{Field: "--time-limit", Found: o.TimeLimit.String(), Expected: "at least 0"}
	}
	return o, nil
}

// verified prints what a check found.
type verified struct {
	run    verifiedRun
	out    io.Writer
	notes  *console.Notes
	form   string
	file   string
	failed bool

	moldable bool // results are of moldable instances
	replays  bool // results are replays of a sweep
}

func (v *verified) faults(faults []verify.Fault) error {
	for _, f := range faults {
		if err := v.fault(f); err != nil {
			return err
		}
		v.failed = true
	}
	return nil
}

func (v *verified) fault(f verify.Fault) error {
	switch v.form {
	case console.FormatJSON:
		return record.NewWriter(v.out).Write(f)
	case table.CSV:
		w := csv.NewWriter(v.out)
		if !v.failed {
			w.Write([]string{"file", "line", "trace", "index", "method", "field", "found", "expected"})
		}
		line := ""
		if f.Line > 0 {
			line = strconv.Itoa(f.Line)
		}
		w.Write([]string{v.file, line, f.Trace, strconv.Itoa(f.Index), f.Method, f.Field, f.Found, f.Expected})
		w.Flush()
		return w.Error()
	}
	separator := ":"
	if f.Line == 0 {
		separator = ": "
	}
	_, err := fmt.Fprintf(v.out, "%s%s%v\n", v.file, separator, f)
	return err
}

// complete prints the results that are missing, and tells of a study that has not
// ended.
func (v *verified) complete(missing []verify.Fault) error {
	if err := v.faults(missing); err != nil || v.run.dir == "" {
		return err
	}
	complete, err := v.run.complete()
	if err != nil {
		return err
	}
	if !complete {
		v.incomplete()
	}
	return nil
}

// incomplete tells of a study that has not ended.
func (v *verified) incomplete() {
	v.failed = true
	v.notes.Warn("%s: found a study that was interrupted or is under way, expected a complete one", v.run.dir)
}

func (v *verified) summary(rep *verify.Report) error {
	if v.form != table.Text {
		return nil
	}
	lacking, thing := "", "step"
	switch {
	case v.moldable:
		thing = "instance"
	case v.replays:
		thing = "setting"
	}
	if n := rep.Unanswered; n == 1 {
		lacking = "; 1 " + thing + " has no result"
	} else if n > 1 {
		lacking = fmt.Sprintf("; %d %s have no result", n, thing+"s")
	}
	if n := len(rep.Missing); n > 0 {
		lacking += "; missing: " + format.Count(int64(n), "result")
	}
	if v.replays {
		_, err := fmt.Fprintf(v.out, "%s of %s, %d checks, %d faults%s\n", format.Count(int64(rep.Results), "replay"), format.Count(int64(rep.Steps), "setting"), rep.Checks, len(rep.Faults), lacking)
		return err
	}
	grids := ""
	if rep.Grids != (verify.Tally{}) {
		grids = fmt.Sprintf("bounds on grids: %s\n", tally(rep.Grids))
	}
	_, err := fmt.Fprintf(v.out, "%d results of %d %s, %d checks, %d faults%s\nbounds: %s\nlargest of each result: %s\n%s",
		rep.Results, rep.Steps, thing+"s", rep.Checks, len(rep.Faults), lacking, tally(rep.Bounds), tally(rep.Largest), grids)
	return err
}

func tally(t verify.Tally) string {
	text := fmt.Sprintf("%d certified, %d computed again, %d by a search only, %d by a solver only", t.Certified, t.Recomputed, t.Searched, t.Solved)
	if t.Unknown > 0 {
		text += fmt.Sprintf(", %d claimed only", t.Unknown)
	}
	return text
}

// replay searches again where nothing else can confirm a bound.
func (v *verified) replay(c *cli.Context, claims []verify.Claim) error {
	o, err := replayOptions(c)
	if err != nil {
		return err
	}
	done := v.notes.Progress(len(claims), "claim")
	o.Done = done.Step
	answers, failed := recheck.Check(c.Context, claims, o)
	done.End()
	count := map[recheck.Verdict]int{}
	for _, a := range answers {
		count[a.Verdict]++
		switch a.Verdict {
		case recheck.Contradicted:
			if err := v.faults([]verify.Fault{contradiction(a)}); err != nil {
				return err
			}
		case recheck.Unfinished:
			v.notes.Say("line %d: step %d, method %s: not finished within %v: the optimum%s is %d to %d, the bound %d", a.Claim.Line, a.Claim.Step.Index, a.Claim.Method, o.TimeLimit, onGrid(a.Claim), a.Bound, a.Objective, a.Claim.Bound)
		}
	}
	if v.form == table.Text {
		_, err = fmt.Fprintf(v.out, "%d searched again: %d confirmed, %d not finished, %d contradicted\n", len(answers), count[recheck.Confirmed], count[recheck.Unfinished], count[recheck.Contradicted])
	}
	return cmp.Or(failed, err)
}

// onGrid words the grid of a claim; "": it is about the one-second problem.
func onGrid(c verify.Claim) string {
	if c.TimeScale == 0 {
		return ""
	}
	return fmt.Sprintf(" on the grid of %d s", c.TimeScale)
}

// contradiction words a claim that a search refuted.
func contradiction(a recheck.Answer) verify.Fault {
	f := verify.Fault{Line: a.Claim.Line, Trace: a.Claim.Step.Trace, Index: a.Claim.Step.Index, Method: a.Claim.Method}
	if a.Objective < a.Claim.Bound {
		f.Field, f.Found, f.Expected = "bound", strconv.FormatInt(a.Claim.Bound, 10), fmt.Sprintf("at most %d, the objective of a schedule that the search found", a.Objective)
	} else {
		f.Field, f.Found, f.Expected = "objective", strconv.FormatInt(a.Claim.Objective, 10), fmt.Sprintf("at least %d, which the search proved", a.Bound)
	}
	if a.Claim.TimeScale > 0 {
		f.Field = "grid_" + f.Field
	}
	return f
}

func verifyEffects() []console.Effect {
	return []console.Effect{console.Only("time-limit workers", console.WithFlag("replay"))}
}
