package command

import (
	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/cmd/optgap/console"
)

// workloadCommand holds what is about traces alone.
func workloadCommand(s console.Streams) *cli.Command {
	return console.Group("workload", "job traces: make, analyse, change and import them",
		`Traces are in the Standard Workload Format. - is the standard input, so that the
commands work in pipes:

   optgap workload generate --model lublin2003 | optgap simulate -
   optgap workload transform --do shrink=0.8 TRACE.swf.gz | optgap workload analyze -`,
		workloadGenerateCommand(s), workloadAnalyzeCommand(s), workloadTransformCommand(s),
		workloadImportCommand(s),
	)
}
