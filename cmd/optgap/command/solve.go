package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
)

func solveCommand() *console.Command {
	q := &question{spec: spec.Default().Solving, index: -1}
	solving := console.Unsaid(console.Without("write-model", writeProjectName, "read-solution"))
	index := console.Flag(&q.index, "index", "only the step with this `INDEX`")
	index.Default = "all"
	return &console.Command{
		Name:      "solve",
		Usage:     "solve one or many steps",
		ArgsUsage: "STEPS.jsonl|DIR|-",
		Description: `Reads steps as JSON lines (docs/formats.md), from a file or from the folder of a study.
Prints a result for each, in their order. The objective is the sum over the jobs of
width * (start - submission + estimate), in processor seconds. With --objective, or where
jobs have weights of their own, the weight stands in place of the width.

   optgap solve STEP.json
   optgap solve --gantt plan.svg --index 123 results
   optgap solve --format json - <steps.jsonl >results.jsonl
   optgap solve --method exact --time-scale 60s STEP.json
   optgap solve --write-model step.mps STEP.json
   optgap solve --read-schedules schedules.jsonl STEP.json

HiGHS, CBC, glpsol, SCIP and Gurobi solve the files of --write-model. --read-solution
judges their solutions, with the same flags for the program: docs/programs.md has
the commands. --read-schedules judges what any other program has
planned, as method given: docs/extending.md has an example.`,
		Flags: console.Limit(
			console.Limit(
				console.Flags{
					groupSteps,
					index.Must("at least 0", func() bool { return !index.IsSet() || q.index >= 0 }),
					console.GroupOutput,
					q.formatFlag("one result per line").
						Only(console.Without("write-model", writeProjectName)),
					q.answerFlag(),
					console.Flag(&q.gantt, "gantt", "draw the best policy's plan above the method's into `FILE` "+
						"(.svg, .png or .pdf); needs a single step").
						Writes(console.Pictures...),
					console.Flag(&q.model, "write-model", "write the program to `FILE` (.mps, .lp, .gz of both) and solve nothing; "+
						"needs a single step").
						Writes(".mps", ".lp", ".mps.gz", ".lp.gz"),
					console.Flag(&q.project, writeProjectName, "write the steps to `FILE` (.jsonl or .jsonl.gz) "+
						"as problems of project scheduling, as library show --as project does, and solve nothing").
						Writes(".jsonl", ".jsonl.gz"),
					console.Flag(&q.solution, "read-solution", "judge the solution in `FILE`, a list of columns "+
						"and values or as HiGHS wrote it, of the program that --write-model writes, "+
						"and solve nothing; needs a single step").
						Reads(),
					console.Flag(&q.schedules, readSchedulesName, "judge the schedules in `FILE`, JSON lines such as "+
						"{\"format\":\"optgap-schedule/1\", \"index\":123, \"starts\":[{\"id\":17, \"start\":0}]}, and solve nothing: a "+
						"result for each step. Lower bounds are those of the results in DIR, or else computed").
						Reads(),
					q.style.Flags("gantt"),
					childFlags(&q.work),
					console.GroupRun,
					console.Workers(
						&q.work.Workers,
						"`N` steps solved side by side; of fewer steps in a file, each gets several threads",
					),
					studyFlags(q.spec.Fields()),
				},
				"method in-process progress formulation time-scale scale-entry horizon statement memory gap "+
					"node-limit seed",
				console.Unsaid(console.Without(readSchedulesName, writeProjectName)),
			),
			"method policies policy-starts progress time-limit gap node-limit no-bounds no-certificates "+
				"proofs minsum-ratio",
			solving,
		),
		Least: 1, Most: 1, What: "one, a file of steps, the folder of a study, or -",
		Run: q.solve,
	}
}

func (q *question) solve(c *console.Call) error {
	q.Call = c
	if err := q.open(); err != nil {
		return err
	}
	defer q.in.Close()
	uses := []string{
		"gantt",
		"write-model",
		writeProjectName,
		"read-solution",
		readSchedulesName,
	}
	// The schedules of another program can be drawn, and nothing else.
	uses = slices.DeleteFunc(uses, func(name string) bool {
		return !c.IsSet(name) || name == readSchedulesName && q.gantt != ""
	})
	// These solve nothing.
	if q.answer != "" && (q.project != "" || q.model != "" || q.solution != "") {
		uses = append(uses, "answer")
	}
	if len(uses) > 1 {
		return console.Usage(
			"solve: found --%s, expected one of them",
			strings.Join(uses, " and --"),
		)
	}
	work := q.all
	switch {
	case q.project != "":
		work = q.writeProjects
	case q.gantt != "", q.model != "", q.solution != "":
		work = q.one
	}
	err := work()
	if q.refused > 0 {
		return console.Usage("%s: %s left out, which cannot have the objective", q.in.Name(),
			format.Count(q.refused, "step"))
	}
	return err
}

// question is a call of solve: the steps, and how they are to be solved. It prints results as
// tables or JSON lines as they come, as CSV and those of given schedules at the end.
type question struct {
	printer
	spec                              spec.Solving
	work                              study.Work
	refused                           int    // steps that cannot have the objective
	index                             int    // of the only step to solve
	gantt, model, solution, schedules string // files; "": not given
	project                           string // likewise
	style                             console.Style

	cores int // goroutines that search for a step at once
	in    *stream.Reader
	steps iter.Seq2[*optgap.Step, error]
	given *judged        // the schedules of --read-schedules, nil if there is none
	plans []*study.Plans // those of --plans

	step  *optgap.Step    // the first step
	first []record.Result // its results
}

// open opens the steps.
func (q *question) open() error {
	c := q.Call
	if err := q.spec.Validate(); err != nil {
		return err
	}
	objective, err := q.spec.ObjectiveOf()
	if err != nil {
		return err
	}
	path, err := stepsPath(c.Args().First())
	if err != nil {
		return err
	}
	q.in, err = folder.OpenIntact(path, c.In)
	if err != nil {
		return err
	}
	if err := q.readPlans(); err != nil {
		q.in.Close()
		return err
	}
	q.steps = q.chosen(record.ReadSteps(q.in, q.in.Name()), objective)
	if path != stream.Stdin { // who writes to a pipe may wait for the answer to each step
		q.share()
	}
	return nil
}

// share gives each step as many workers as there are for it, where there are fewer steps than
// workers.
func (q *question) share() {
	next, stop := iter.Pull2(q.steps)
	var first []*optgap.Step
	step, err, more := next()
	for ; more && err == nil && len(first) < q.work.Workers; step, err, more = next() {
		first = append(first, step)
	}
	q.steps = func(yield func(*optgap.Step, error) bool) {
		defer stop()
		for _, known := range first {
			if !yield(known, nil) {
				return
			}
		}
		for ; more && yield(step, err); step, err, more = next() {
		}
	}
	n := max(1, len(first))
	q.cores = q.work.Workers / n
	q.work.Workers = n
}

// stepsPath returns the path of the steps in the folder of a study, and any other path as it is.
func stepsPath(path string) (string, error) {
	if info, err := os.Stat(path); path == stream.Stdin || err != nil || !info.IsDir() {
		return path, nil
	}
	steps := study.Layout.In(path).Problems
	if _, err := os.Stat(steps); err != nil {
		found := "a folder without " + filepath.Base(steps)
		return "", optgap.BadField(path, found, "the folder of a study, or a file of steps")
	}
	return steps, nil
}

// solving returns the solvers, or the judge of given schedules.
func (q *question) solving() (*study.Solving, error) {
	c := q.Call
	o, err := q.spec.Options(q.work.Workers)
	if err != nil {
		return nil, err
	}
	study.Give(&o, q.plans)
	if q.given != nil {
		return q.given.solving(o, c.IsSet("no-bounds") && !o.NoBounds), nil
	}
	o.Workers = q.cores
	methods, err := q.spec.Methods()
	if err != nil {
		return nil, err
	}
	return study.NewSolving(methods, o, q.work)
}

// all solves all steps, side by side, and draws the schedules of a single one.
func (q *question) all() error {
	q.work.Alone = q.work.Workers == 1
	solving, err := q.solving()
	if err != nil {
		return err
	}
	defer solving.Close()
	var done *console.Counter
	switch {
	case q.given != nil:
		total := q.given.Len()
		if q.index >= 0 {
			total = 1
		}
		done = q.Progress(total, "schedule", nil)
	case q.csv(): // nothing is printed meanwhile
		done = q.Progress(0, "result", nil)
	}
	type task = harness.Task[*optgap.Step, record.Result]
	work := harness.Run[task, record.Result]{
		Workers: q.work.Workers,
		Work:    func(ctx context.Context, t task) (record.Result, error) { return t.Work(ctx) },
		Result: func(t task, r record.Result) error {
			done.Step()
			return q.result(t.Problem, r)
		},
	}
	err = work.Do(q.Context, harness.Tasks(q.steps, solving.Solvers, nil))
	done.End()
	q.options.Asked.Interrupted = err != nil
	if err := errors.Join(err, q.end()); err != nil {
		return err
	}
	if q.failures.Results == 0 {
		return console.Usage("%s: found no such step, expected at least one", q.in.Name())
	}
	q.say(q.Notes)
	if err := q.checkPlans(q.plans); err != nil {
		return err
	}
	if q.gantt != "" {
		err = q.draw()
	}
	return cmp.Or(err, q.failed())
}

// one does the work that is for a single step.
func (q *question) one() error {
	step, err := q.single()
	if err != nil {
		return err
	}
	o, err := q.spec.Options(q.work.Workers)
	if err != nil {
		return err
	}
	if q.model != "" || q.solution != "" {
		scaled, err := grid.Scale(step, o.Grid)
		if err != nil {
			return err
		}
		if q.model != "" {
			return writeModel(q.model, scaled, o.Program())
		}
		return q.judge(scaled, o.Program())
	}
	q.cores = max(q.cores, q.work.Workers)
	q.work.Workers = 1
	q.steps = func(yield func(*optgap.Step, error) bool) { yield(step, nil) }
	return q.all()
}

// single returns the only step.
func (q *question) single() (step *optgap.Step, err error) {
	for st, err := range q.steps {
		if err != nil {
			return nil, err
		}
		if step != nil {
			return nil, console.Usage(
				"solve: found more than one step, expected a single one for --gantt, --write-model and " +
					"--read-solution: choose with --index",
			)
		}
		step = st
	}
	if step == nil {
		return nil, console.Usage("solve: found no step, expected one")
	}
	return step, nil
}

const writeProjectName = "write-project"

// writeProjects writes all steps as problems of project scheduling.
func (q *question) writeProjects() error {
	return stream.WriteFile(q.project, func(w io.Writer) error {
		none := console.Usage("%s: found no such step, expected at least one", q.in.Name())
		for step, err := range q.steps {
			if err != nil {
				return err
			}
			if err := record.WriteLine(w, library.ProjectOf(step)); err != nil {
				return err
			}
			none = nil
		}
		return none
	})
}

// chosen passes on all steps, or the one with the index that is asked for, with an objective. Steps
// that cannot have it are told and left out.
func (q *question) chosen(
	steps iter.Seq2[optgap.Step, error],
	o optgap.Objective,
) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		for read, err := range steps {
			step := &read
			if err == nil && q.index >= 0 && step.Index != q.index {
				continue
			}
			if err == nil {
				step, err = o.Of(step)
				if err != nil {
					q.Warn("step %d left out: %v", read.Index, err)
					q.refused++
					continue
				}
			}
			if !yield(step, err) {
				return
			}
		}
	}
}

// writeModel writes the program of a step on a grid in the format of the path's suffix.
func writeModel(path string, scaled *grid.Scaled, o ilp.Options) error {
	format := "mps"
	if _, suffix := stream.SplitSuffix(strings.ToLower(path)); strings.HasPrefix(suffix, ".lp") {
		format = "lp"
	}
	return stream.WriteFile(
		path,
		func(w io.Writer) error { return ilp.Write(w, format, scaled, o) },
	)
}

// judge prints what another solver's solution is worth.
func (q *question) judge(scaled *grid.Scaled, o ilp.Options) error {
	step := scaled.Of
	f, err := stream.Open(q.solution, q.In)
	if err != nil {
		return err
	}
	defer f.Close()
	schedule, onGrid, err := ilp.ReadSolution(scaled, o, f, f.Name())
	if err != nil {
		return console.Usage("%w", err)
	}
	m := optgap.Measure(step, schedule)
	judged := struct {
		GridObjective  int64            `json:"grid_objective"`
		Objective      int64            `json:"objective"`
		ObjectiveName  optgap.Objective `json:"objective_name,omitempty"`
		ObjectiveValue float64          `json:"objective_value,omitempty"`
		ARTwW          float64          `json:"artww"`
		Starts         []record.Start   `json:"starts"`
	}{onGrid, m.Objective, "", 0, m.ARTwW, record.Starts(step, schedule)}
	if o := step.Objective(); o != optgap.ObjectiveARTwW {
		judged.ObjectiveName, judged.ObjectiveValue = o, step.ObjectiveValue(m.Objective)
	}
	text := fmt.Sprintf(
		"feasible: objective %d on the grid, %d at one second (%s)\n",
		onGrid,
		m.Objective,
		record.Minimised(step, m.Objective),
	)
	return printAs(q.Out, q.printing, answer[any]{lines: []any{judged}, after: text})
}

// draw draws the best policy's plan above the methods' schedules of the first step.
func (q *question) draw() error {
	panels, err := report.StepPanels(q.step, q.first)
	if err != nil {
		return err
	}
	return figure.WriteFile(q.gantt, func() (figure.Picture, error) {
		return gantt.Step(
			q.step,
			panels,
			gantt.Options(q.style),
		)
	})
}
