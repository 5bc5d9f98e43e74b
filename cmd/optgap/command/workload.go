package command

import (
	"github.com/urfave/cli/v2"
)

// workloadCommand holds what is about traces alone.
func workloadCommand(s streams) *cli.Command {
	return group("workload", "job traces: make, analyse and change them", `Traces are in the Standard Workload Format. - is the standard input, so that the
commands work in pipes:

   optgap workload generate --model lublin2003 | optgap simulate -
   optgap workload transform --do shrink=0.8 TRACE.swf.gz | optgap workload analyze -`,
		workloadGenerateCommand(s), workloadAnalyzeCommand(s), workloadTransformCommand(s),
	)
}
