package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/stream"
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
   optgap solve --write-model step.mps STEP.json`,
		Flags: append([]cli.Flag{
			&cli.IntFlag{Category: categorySteps, Name: "index", Value: -1, Usage: "only the step with this `INDEX`"},
			&cli.StringFlag{Category: c, Name: "format", Value: "table", Usage: "table or json (one result per line)"},
			&cli.StringFlag{Category: c, Name: "gantt", Usage: "draw the best policy's plan above the method's into `FILE` (.svg or .png); needs a single step"},
			&cli.StringFlag{Category: c, Name: "write-model", Usage: "write the program to `FILE` (.mps, .lp, .gz of both) and solve nothing; needs a single step"},
			&cli.StringFlag{Category: c, Name: "read-solution", Usage: "judge the solution in `FILE` (.sol) of the program that --write-model writes; needs a single step"},
		}, solverFlags()...),
		Action: func(c *cli.Context) error { return solve(c, s) },
	}
}

func solve(c *cli.Context, s streams) error {
	if err := arguments(c, 1, 1, "one, a file of steps or -"); err != nil {
		return err
	}
	form, err := format(c, "table", "json")
	if err != nil {
		return err
	}
	o, err := solverOptions(c)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), s.in)
	if err != nil {
		return err
	}
	defer in.Close()
	steps := chosen(record.ReadSteps(in, in.Name()), c.Int("index"))
	if c.String("gantt") != "" || c.String("write-model") != "" || c.String("read-solution") != "" {
		return solveOne(c, s, steps, o, form)
	}
	fan := bench.Fan{Workers: c.Int("workers"), Solve: func(ctx context.Context, step *optgap.Step) record.Result {
		if c.Int("workers") == 1 {
			return bench.MeasureAlone(ctx, step, o)
		}
		return bench.Measure(ctx, step, o)
	}}
	// Tables show each step's schedule, for which the step is needed.
	byIndex := map[int]*optgap.Step{}
	kept := func(yield func(*optgap.Step, error) bool) {
		for step, err := range steps {
			if err == nil && form == "table" {
				byIndex[step.Index] = step
			}
			if !yield(step, err) {
				return
			}
		}
	}
	count := 0
	fan.Result = func(r record.Result) error {
		count++
		return printResult(s, form, byIndex[r.Index], r)
	}
	if err := fan.Run(c.Context, kept); err != nil {
		return err
	}
	if count == 0 {
		return usage("%s: found no step, expected at least one", in.Name())
	}
	return nil
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
func solveOne(c *cli.Context, s streams, steps iter.Seq2[*optgap.Step, error], o bench.Options, form string) error {
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
		return judge(s, step, o, path)
	}
	r := bench.MeasureAlone(c.Context, step, o)
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	if err := printResult(s, form, step, r); err != nil {
		return err
	}
	return drawGantt(c.String("gantt"), step, &r)
}

// judge prints what another solver's solution is worth.
func judge(s streams, step *optgap.Step, o bench.Options, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	schedule, onGrid, err := ilp.ReadSolution(step, o.ILP, f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	m := optgap.Measure(step, schedule)
	fmt.Fprintf(s.out, "feasible: objective %d on the grid, %d at one second (ARTwW %.2f s)\n", onGrid, m.Objective, m.ARTwW)
	return nil
}

func printResult(s streams, form string, step *optgap.Step, r record.Result) error {
	if form == "json" {
		return record.NewWriter(s.out).Write(r)
	}
	if err := report.StepTable(step, &r).Write(s.out, report.TableText); err != nil {
		return err
	}
	fmt.Fprintln(s.out)
	return nil
}

// drawGantt draws the best policy's plan above the method's schedule.
func drawGantt(path string, step *optgap.Step, r *record.Result) error {
	own, ok := r.Schedule(step)
	if !ok {
		return errors.New("no schedule to draw: " + r.Error)
	}
	policy, err := heuristics.PolicyByName(r.BestPolicy)
	if err != nil {
		return err
	}
	plan := heuristics.Plan(step, policy)
	title := func(name string, m optgap.Metrics) string {
		return fmt.Sprintf("%s: ARTwW %.0f s, objective %s", name, m.ARTwW, report.Seconds(m.Objective))
	}
	return report.WriteGantt(path, step, []report.Panel{
		{Title: title(r.BestPolicy+", the best policy", optgap.Measure(step, plan)), Schedule: plan},
		{Title: title(strings.ToUpper(r.Method)+", "+string(r.Status), optgap.Measure(step, own)), Schedule: own},
	}, report.GanttOptions{})
}
