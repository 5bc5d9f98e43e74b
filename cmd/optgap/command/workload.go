package command

import (
	"context"
	"iter"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/trace/swf"
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

// until yields records until the context ends, whose error is then the last thing.
func until(ctx context.Context, records iter.Seq2[swf.Record, error]) iter.Seq2[swf.Record, error] {
	const every = 1024 // records between looks at the context
	return func(yield func(swf.Record, error) bool) {
		n := 0
		for rec, err := range records {
			if n++; n%every == 0 && ctx.Err() != nil {
				yield(swf.Record{}, ctx.Err())
				return
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}
