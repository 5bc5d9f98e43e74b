package main

import "github.com/urfave/cli/v2"

// workloadCommand holds what is about traces alone.
func workloadCommand(s streams) *cli.Command {
	return group("workload", "analyse and transform job traces",
		`Traces in the Standard Workload Format, read and written. - is the standard input, so
that commands form pipes:

   optgap workload transform --do shrink=0.8 TRACE.swf.gz | optgap workload analyze -`,
		workloadAnalyzeCommand(s), workloadTransformCommand(s))
}
