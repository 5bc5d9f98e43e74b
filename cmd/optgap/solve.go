package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/fan"
	"github.com/optgap/optgap/bench/gantt"
	"github.com/optgap/optgap/bench/method"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp"
)

func solveCommand(s streams) *cli.Command {
	c := categoryOutput
	return &cli.Command{
		Name:      "solve",
		Usage:     "solve one or many steps",
		ArgsUsage: "STEPS.jsonl[.gz]|-",
		Description: `Reads steps as JSON lines and prints a result for each, in their order.

   optgap solve STEP.json
   optgap solve --gantt plan.svg --index 123 results/steps.jsonl
   optgap solve --format json - <steps.jsonl >results.jsonl
   optgap solve --bracket --time-scale 60s STEP.json
   optgap solve --write-model step.mps STEP.json`,
		Flags: append([]cli.Flag{
			&cli.IntFlag{Category: categorySteps, Name: "index", Value: -1, Usage: "only the step with this `INDEX`"},
			&cli.StringFlag{Category: c, Name: "format", Value: "table", Usage: "table or json (one result per line)"},
			&cli.StringFlag{Category: c, Name: "gantt", Usage: "draw the best policy's plan above the method's into `FILE` (.svg or .png); needs a single step"},
			&cli.StringFlag{Category: c, Name: "write-model", Usage: "write the program to `FILE` (.mps, .lp, .gz of both) and solve nothing; needs a single step"},
			&cli.StringFlag{Category: c, Name: "read-solution", Usage: "judge the solution in `FILE` (.sol) of the program that --write-model writes; needs a single step"},
			inProcessFlag(),
		}, solverFlags()...),
		Action: func(c *cli.Context) error { return solve(c, s) },
	}
}

func solve(c *cli.Context, s streams) error {
	if err := arguments(c, 1, 1, "one, a file of steps or -"); err != nil {
		return err
	}
	form, err := formatFlag(c, table.Text, formatJSON)
	if err != nil {
		return err
	}
	o, err := solverOptions(c)
	if err != nil {
		return err
	}
	methods, err := methods(c)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), s.in)
	if err != nil {
		return err
	}
	defer in.Close()
	if c.IsSet("index") && c.Int("index") < 0 {
		return &optgap.FieldError{Field: "--index", Found: strconv.Itoa(c.Int("index")), Expected: "at least 0"}
	}
	steps := chosen(record.ReadSteps(in, in.Name()), c.Int("index"))
	switch single, err := singleUse(c); {
	case err != nil:
		return err
	case single:
		return solveOne(c, s, steps, o, methods, form)
	}
	solvers, end, err := isolated(c, methods, o, c.Int("workers") == 1)
	if err != nil {
		return err
	}
	defer end()
	var failures bench.Failures
	work := fan.Fan[*optgap.Step, record.Result]{Workers: c.Int("workers"), Solvers: solvers, Result: func(step *optgap.Step, r record.Result) error {
		failures.Count(r)
		return printResult(s, form, step, r)
	}}
	if err := work.Run(c.Context, steps); err != nil {
		return err
	}
	if failures.Results == 0 {
		return usage("%s: found no such step, expected at least one", in.Name())
	}
	return reportFailures(failures, newNotes(s.err, false))
}

// singleUse tells whether a flag asks for what is for a single step, and checks
// that there is one such flag and that its file can be written.
func singleUse(c *cli.Context) (bool, error) {
	var given []string
	for _, name := range []string{"gantt", "write-model", "read-solution"} {
		if c.IsSet(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return true, usage("solve: found %s, expected one of them", strings.Join(given, " and "))
	}
	for name, suffixes := range map[string][]string{"gantt": {".svg", ".png"}, "write-model": {".mps", ".lp", ".mps.gz", ".lp.gz"}} {
		path := c.String(name)
		known := slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(strings.ToLower(path), suffix) })
		if c.IsSet(name) && !known {
			return true, &optgap.FieldError{Field: "--" + name, Found: strconv.Quote(path), Expected: "a name that ends with one of " + strings.Join(suffixes, " ")}
		}
	}
	return len(given) == 1, nil
}

// chosen passes on all steps, or the one with the given index, 0 or more.
func chosen(steps iter.Seq2[optgap.Step, error], index int) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		for step, err := range steps {
			if err == nil && index >= 0 && step.Index != index {
				continue
			}
			if !yield(&step, err) {
				return
			}
		}
	}
}

// solveOne does what is for a single step.
func solveOne(c *cli.Context, s streams, steps iter.Seq2[*optgap.Step, error], o method.Options, methods []method.Method, form string) error {
	var step *optgap.Step
	for st, err := range steps {
		if err != nil {
			return err
		}
		if step != nil {
			return usage("solve: found more than one step, expected a single one for --gantt, --write-model and --read-solution: choose with --index")
		}
		step = st
	}
	if step == nil {
		return usage("solve: found no step, expected one")
	}
	if path := c.String("write-model"); path != "" {
		return ilp.Write(step, o.ILP, path)
	}
	if path := c.String("read-solution"); path != "" {
		return judge(s, step, o, path, form)
	}
	solvers, end, err := isolated(c, methods, o, true)
	if err != nil {
		return err
	}
	defer end()
	var results []record.Result
	var failures bench.Failures
	for _, solver := range solvers {
		r, err := solver.Solve(c.Context, step)
		if err = cmp.Or(c.Context.Err(), err); err != nil {
			return err
		}
		if err := printResult(s, form, step, r); err != nil {
			return err
		}
		failures.Count(r)
		results = append(results, r)
	}
	if err := reportFailures(failures, newNotes(s.err, false)); err != nil {
		return err
	}
	return drawGantt(c.String("gantt"), step, results)
}

// judge prints what another solver's solution is worth.
func judge(s streams, step *optgap.Step, o method.Options, path, form string) error {
	f, err := stream.Open(path, s.in)
	if err != nil {
		return err
	}
	defer f.Close()
	schedule, onGrid, err := ilp.ReadSolution(step, o.ILP, f)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", path, err)}
	}
	m := optgap.Measure(step, schedule)
	if form == formatJSON {
		return record.NewWriter(s.out).Write(struct {
			GridObjective int64          `json:"grid_objective"`
			Objective     int64          `json:"objective"`
			ARTwW         float64        `json:"artww"`
			Starts        []record.Start `json:"starts"`
		}{onGrid, m.Objective, m.ARTwW, record.Starts(step, schedule)})
	}
	_, err = fmt.Fprintf(s.out, "feasible: objective %d on the grid, %d at one second (ARTwW %.2f s)\n", onGrid, m.Objective, m.ARTwW)
	return err
}

func printResult(s streams, form string, step *optgap.Step, r record.Result) error {
	if form == formatJSON {
		return record.NewWriter(s.out).Write(r)
	}
	if err := view.StepTable(step, &r).Write(s.out, table.Text); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// drawGantt draws the best policy's plan above the methods' schedules.
func drawGantt(path string, step *optgap.Step, results []record.Result) error {
	best := results[0].BestPolicy // the same by every method
	policy, err := heuristics.PolicyByName(best)
	if err != nil {
		return err
	}
	panels := []gantt.Panel{{Title: best + ", the best policy", Schedule: heuristics.Plan(step, policy)}}
	for _, r := range results {
		own, ok := r.Schedule(step)
		if !ok {
			return errors.New("no schedule to draw: " + r.Error)
		}
		panels = append(panels, gantt.Panel{Title: strings.ToUpper(r.Method) + ", " + string(r.Status), Schedule: own})
	}
	return gantt.WriteStepFile(path, step, panels, gantt.StepOptions{})
}
