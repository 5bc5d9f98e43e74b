package command

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const groupChecks = "What is checked"

func verifyCommand() *console.Command {
	v := &verification{
		options: verifyfolder.Options{
			OptimumJobs: verify.DefaultOptimumJobs,
			Version:     console.Version(),
		},
		searches: verifyfolder.SearchOptions{TimeLimit: time.Minute},
	}
	return &console.Command{
		Name:      "verify",
		Usage:     "re-check every schedule, objective, quality and bound of a study",
		ArgsUsage: "DIR | RESULTS.jsonl STEPS.jsonl|DIR|INSTANCES.jsonl",
		Description: `Checks schedules, objectives and bounds by code of its own, which nothing else uses,
and derives anew what follows from them. Bounds are computed from the
steps and from the certificates that results hold, without a solver; of those that
rest on the word of a search or a solver it says how many there are, and --replay
searches for these anew, for a bound on a grid on that grid. Exit code 3 and the
offending lines where something does not hold: a wrong value, a result that is there
twice. Methods of other programs are named, and values that no rule is about are counted.

In a folder, any change of a file since the end of the run is a fault, and averages and
summary.csv are derived anew. --trace takes the steps of a study and the schedules of
recorded from its trace again, does the replays of a sweep again, and proves the bounds of
offline: without it the output names what was not checked. A run that was interrupted or is
under way is told as such. With --complete it is a fault, and so is a result that a step
lacks and other steps have. docs/faults.md lists what is noticed.

Results of moldable instances are checked in the same way. Replays keep no jobs, so
their metrics need --trace. The folders of reproduce are checked too.

A folder that holds folders of runs, such as that of a study file, stands for all of them.

   optgap verify results
   optgap verify --complete results
   optgap verify --trace TRACE.swf.gz results
   optgap verify results/results.jsonl results/steps.jsonl
   optgap verify --replay --time-limit 10s results`,
		Flags: console.Flags{
			groupChecks,
			console.Flag(&v.options.OptimumJobs, "optimum-jobs",
				"steps of at most `N` jobs are solved by enumeration; -1: none"),
			console.Flag(
				&v.complete,
				"complete",
				"a missing result is a fault, one of a step by a method that other steps "+
					"have, and so is a study that has not ended",
			),
			console.Flag(&v.trace, "trace", "the `FILE` of which a run is, or "+sampleTrace+": take the steps of a study from "+
				"it again, do the replays of a sweep again, prove the bounds of offline, and hold all against what is "+
				"kept").
				Reads(),
			console.Flag(
				&v.replay,
				"replay",
				"where the largest bound of a result, or that of its grid, rests on a search or "+
					"a solver, run the search of method exact; with --trace that of offline",
			),
			console.Flag(&v.searches.TimeLimit, "time-limit", "`TIME` for each search; 0: none").
				AtLeast("0s").
				Only(console.WithFlag("replay")),
			console.Workers(&v.searches.Workers, "`N` searches side by side").
				Only(console.WithFlag("replay")),
			v.formatFlag("one fault per line"),
		},
		Least: 1, Most: 2, What: "a run's folder, or a file of results and one of steps",
		Run: v.all,
	}
}

// all checks what the arguments stand for.
func (v *verification) all(c *console.Call) error {
	v.Call = c
	runs, err := verifiedRuns(c)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if err := v.run(run); err != nil {
			return errors.Join(err, v.end())
		}
	}
	if err := v.end(); err != nil {
		return err
	}
	if v.failed {
		return console.ErrCheckFailed
	}
	return nil
}

// verifiedRuns returns what the arguments stand for.
func verifiedRuns(c *console.Call) ([]*verifyfolder.Run, error) {
	first := c.Args().Get(0)
	second := c.Args().Get(1)
	if c.NArg() == 2 {
		steps, err := stepsPath(second)
		return []*verifyfolder.Run{verifyfolder.Files(first, steps)}, err
	}
	stat, err := os.Stat(first)
	if first == stream.Stdin || err == nil && !stat.IsDir() {
		const expected = "a study's folder, or a file of results and one of steps"
		return nil, console.Usage("verify: found one file, %s, expected %s", first, expected)
	}
	if err != nil {
		return nil, err
	}
	return verifyfolder.Find(first)
}

// verification prints what checks find.
type verification struct {
	*console.Call
	printing
	options          verifyfolder.Options
	searches         verifyfolder.SearchOptions
	complete, replay bool           // the flags of these names
	trace            string         // that of this name; "": not given
	failed           bool           // some check did not hold
	together         []verify.Fault // printed as one table; their files are paths
	piped            []byte         // the trace from the standard input; nil: not read
}

// run checks a run. One of a study file has a heading, and may have no result yet.
func (v *verification) run(run *verifyfolder.Run) error {
	if run.Within {
		switch {
		case !run.Begun() && v.complete:
			v.incomplete(run)
			return nil
		case !run.Begun():
			v.Say("%s: no result", run.Folder)
			return nil
		case v.text():
			fmt.Fprintf(v.Out, "%s:\n", run.Folder)
		}
	}
	rep, failed := run.Check(v.Context, v.In, v.options)
	for _, flag := range []string{"replay", "optimum-jobs"} { // which have an effect on studies alone
		ofTrace := run.Kind == verifyfolder.OfTraces || run.Kind == verifyfolder.OfReplays
		switch searched := ofTrace && flag == "replay"; {
		case !v.IsSet(flag):
		case searched && v.trace == "":
			return console.Usage(
				"verify: found --replay of a bound on a whole trace, expected --trace beside it",
			)
		case !searched && run.Kind != verifyfolder.OfSteps:
			return console.Usage("verify: found --%s, which has no effect on %ss of %ss", flag,
				run.Kind.Result, run.Kind.Problem)
		}
	}
	traced := ""
	if failed == nil {
		traced, failed = v.onTrace(run, &rep)
		if failed != nil && v.Context.Err() == nil && len(rep.Faults) > 0 {
			traced = fmt.Sprintf("the trace was not checked: %v", failed)
			failed = nil
		}
	}
	if err := v.faults(run, rep.Faults); err != nil {
		return err
	}
	if failed != nil && v.Context.Err() != nil {
		return failed
	}
	if failed != nil { // the faults up to there are printed
		return console.Usage("%w", failed)
	}
	if rep.Results == 0 && len(rep.Faults) == 0 && !run.Within && !run.Interrupted() {
		return console.Usage("%s: found no result, expected at least one", run.Name)
	}
	return v.conclude(run, &rep, traced)
}

// conclude prints what there is to say of a run after its faults. traced is about its trace.
func (v *verification) conclude(
	run *verifyfolder.Run, rep *verify.Report, traced string,
) error {
	if v.complete {
		if err := v.faults(run, rep.Missing); err != nil {
			return err
		}
		if !run.Complete() {
			v.incomplete(run)
		}
	}
	if err := v.summarise(run, rep, traced); err != nil {
		return err
	}
	if v.replay && run.Kind != verifyfolder.OfReplays { // which assert nothing
		return v.search(run, rep.Assertions)
	}
	return nil
}

// summarise prints a summary, and what the checks do not rest on. Where faults are printed for
// programs, these remarks are notes, and there is no summary. traced is about the trace.
func (v *verification) summarise(
	run *verifyfolder.Run,
	rep *verify.Report,
	traced string,
) error {
	remarks := run.Remarks()
	for _, name := range rep.Foreign {
		remarks = append(remarks, "method "+name+" is known to the program that made it only")
	}
	if traced != "" {
		remarks = slices.Insert(remarks, 0, traced)
	}
	if !v.text() {
		v.SayAll(remarks...)
		return nil
	}
	_, err := fmt.Fprintln(
		v.Out,
		strings.Join(slices.Insert(remarks, 0, verifySummary(run.Kind, rep)), "\n"),
	)
	return err
}

// incomplete tells of a study that has not ended.
func (v *verification) incomplete(run *verifyfolder.Run) {
	v.failed = true
	v.Warn(
		"%s: found a study that was interrupted or is under way, expected a complete one",
		run.Folder,
	)
}

func (v *verification) faults(run *verifyfolder.Run, faults []verify.Fault) error {
	for _, f := range faults {
		v.failed = true
		file := run.Name
		separator := ": "
		if f.File != "" {
			file = filepath.Join(run.Folder, f.File)
		}
		if f.Line > 0 {
			separator = ":"
		}
		a := answer[verify.Fault]{
			lines: []verify.Fault{f},
			after: fmt.Sprintf("%s%s%v\n", file, separator, f),
		}
		f.File = file
		if !v.json() && !v.text() {
			v.together = append(v.together, f)
		} else if err := printAs(v.Out, v.printing, a); err != nil {
			return err
		}
	}
	return nil
}

// end prints the faults that are printed together.
func (v *verification) end() error {
	if v.together == nil {
		return nil
	}
	rows := func() table.Table { return faultRows(v.together) }
	return printAs(v.Out, v.printing, answer[any]{rows: rows})
}

// faultRows returns faults as rows, with the paths of their files.
func faultRows(faults []verify.Fault) table.Table {
	fields := table.Fields[verify.Fault](
		"file",
		"line",
		"trace",
		"index",
		"method",
		"field",
		"found",
		"expected",
	)
	all := table.Rows(fields, lists.Pointers(faults))
	for i := range all.Columns {
		if name := all.Columns[i].Name; name != "line" && name != "index" {
			all.Columns[i].Align = table.Left
		}
	}
	return all
}

// verifySummary words the result of checking a run of the kind.
func verifySummary(kind *verifyfolder.Kind, rep *verify.Report) string {
	lacking := ""
	if n := rep.Unanswered; n == 1 {
		lacking = fmt.Sprintf("; 1 %s has no result", kind.Problem)
	} else if n > 1 {
		lacking = fmt.Sprintf("; %d %ss have no result", n, kind.Problem)
	}
	if n := len(rep.Missing); n > 0 {
		lacking += "; missing: " + format.Count(n, "result")
	}
	checks := fmt.Sprintf(
		"%d checks, %s%s",
		rep.Checks,
		format.Count(len(rep.Faults), "fault"),
		lacking,
	)
	results := format.Count(rep.Results, kind.Result)
	problems := format.Count(rep.Steps, kind.Problem)
	text := fmt.Sprintf("%s of %s, %s%s", results, problems, checks, unchecked(rep.Unchecked))
	if !kind.Bounded {
		return text
	}
	text += fmt.Sprintf(
		"\nbounds: %s\nlargest of each result: %s",
		tally(rep.Bounds),
		tally(rep.Largest),
	)
	if len(rep.Grids) > 0 {
		text += fmt.Sprintf("\nbounds on grids: %s", tally(rep.Grids))
	}
	if d := rep.Derived; d != [3]int{} {
		text += fmt.Sprintf(
			"\nderivations: %d certified optimal, %d certified within 0.01 %%, %d other",
			d[0],
			d[1],
			d[2],
		)
	}
	return text
}

// unchecked says how many values of which fields were not checked.
func unchecked(fields map[string]int) string {
	all := 0
	for _, n := range fields {
		all += n
	}
	if all == 0 {
		return ""
	}
	names := strings.Join(slices.Sorted(maps.Keys(fields)), ", ")
	text := fmt.Sprintf("%s not checked: %s", format.Count(all, "value"), names)
	return "\n" + table.Wrap(text, table.Width)
}

func tally(t verify.Tally) string {
	text := fmt.Sprintf(
		"%d certified, %d computed again, %d by a search only, %d by a solver only",
		t[record.ProofCertificate]+t[record.ProofCertified],
		t[record.ProofRecomputed],
		t[record.ProofSearch],
		t[record.ProofSolver],
	)
	if n := t[record.ProofClaimed]; n > 0 {
		text += fmt.Sprintf(", %d claimed only", n)
	}
	if n := t[verify.Weaker]; n > 0 {
		text += fmt.Sprintf("; %d weaker than what verify computes", n)
	}
	return text
}

// search searches again where nothing else can confirm a bound.
func (v *verification) search(run *verifyfolder.Run, assertions []verify.Assertion) error {
	done := v.Progress(len(assertions), "assertion", nil)
	options := v.searches
	options.Done = done.Step
	answers, failed := verifyfolder.Search(v.Context, assertions, options)
	done.End()
	count := make(map[verifyfolder.Verdict]int)
	for _, a := range answers {
		count[a.Verdict]++
		switch a.Verdict {
		case verifyfolder.Unfinished:
			v.Say("%s", a.Remark(options.TimeLimit))
		case verifyfolder.Contradicted:
			if err := v.faults(run, []verify.Fault{a.Fault()}); err != nil {
				return err
			}
		}
	}
	var err error
	if v.text() {
		_, err = fmt.Fprintf(
			v.Out,
			"%d searched again: %d confirmed, %d not finished, %d contradicted\n",
			len(
				answers,
			),
			count[verifyfolder.Confirmed],
			count[verifyfolder.Unfinished],
			count[verifyfolder.Contradicted],
		)
	}
	return cmp.Or(failed, err)
}
