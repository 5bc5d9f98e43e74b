package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/verify"
)

func verifyCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "re-check every schedule, objective, quality and bound of a results file",
		ArgsUsage: "RESULTS.jsonl STEPS.jsonl",
		Description: `Computes everything in the results that can be computed from the steps anew, by
code that shares nothing with what produced them. Exit code 3 and the offending
lines where something does not hold.

   optgap verify results/results.jsonl results/steps.jsonl`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "optimum-jobs", Value: verify.DefaultOptimumJobs, Usage: "steps of at most `N` jobs are solved by enumeration; -1: none"},
			&cli.StringFlag{Name: "format", Value: "table", Usage: "table, or json (one fault per line)"},
		},
		Action: func(c *cli.Context) error { return check(c, s) },
	}
}

func check(c *cli.Context, s streams) error {
	if err := arguments(c, 2, 2, "two, a file of results and one of steps"); err != nil {
		return err
	}
	form, err := format(c, "table", "json")
	if err != nil {
		return err
	}
	if c.Args().Get(0) == stream.Stdin && c.Args().Get(1) == stream.Stdin {
		return usage("verify: found - twice, expected the standard input to be one of the files at most")
	}
	results, err := stream.Open(c.Args().Get(0), s.in)
	if err != nil {
		return err
	}
	defer results.Close()
	steps, err := stream.Open(c.Args().Get(1), s.in)
	if err != nil {
		return err
	}
	defer steps.Close()
	rep, failed := verify.Files(
		verify.Input{Name: results.Name(), Reader: newInterruptible(c.Context, results)},
		verify.Input{Name: steps.Name(), Reader: newInterruptible(c.Context, steps)},
		verify.Options{OptimumJobs: c.Int("optimum-jobs")})
	for _, f := range rep.Faults {
		if form == "json" {
			if err := record.NewWriter(s.out).Write(f); err != nil {
				return err
			}
		} else {
			fmt.Fprintf(s.out, "%s:%v\n", results.Name(), f)
		}
	}
	if failed != nil { // the faults up to there are printed
		return usageError{failed}
	}
	if rep.Results == 0 {
		return usage("%s: found no result, expected at least one", results.Name())
	}
	if form == "table" {
		fmt.Fprintf(s.out, "%d results of %d steps, %d checks, %d faults", rep.Results, rep.Steps, rep.Checks, len(rep.Faults))
		if rep.Unanswered > 0 {
			fmt.Fprintf(s.out, "; %d steps have no result", rep.Unanswered)
		}
		fmt.Fprintln(s.out)
	}
	if len(rep.Faults) > 0 {
		return errCheckFailed
	}
	return nil
}
