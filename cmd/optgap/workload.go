package main

import "github.com/urfave/cli/v2"

func workloadCommand(s streams) *cli.Command {
	return group("workload", "job traces: make them", `Traces are in the Standard Workload Format. The commands work in pipes:

   optgap workload generate --model lublin2003 | optgap simulate -`,
		workloadGenerateCommand(s),
	)
}
