package swf

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/optgap/optgap/bench/base/stream"
)

//go:generate go test ../workload -run TestSamplesAreReproducible -update

// SampleName is the file name of the built-in trace in results.
const SampleName = "kth-like.swf"

//go:embed kth-like.swf
var sample string

// Sample returns the text of the built-in trace, for first runs, examples and tests: 400 jobs for
// 100 processors that resemble those of KTH's SP2. No job is from a real trace. Package workload
// generates them from statistics published in Streit, "A Self-Tuning Job Scheduler Family with
// Dynamic Policy Switching" (2002), Table 2. The Note lines name the model, the seed and the
// shrinking factor. The load is high: a planning scheduler has 2 to 25 waiting jobs at more than
// half of the submissions.
func Sample() []byte { return []byte(sample) }

// Open opens the trace at the path, or Sample for "". stdin is the file "-", nil if there is none.
func Open(path string, stdin io.Reader) (*stream.Reader, error) {
	if path == "" {
		return stream.NewReader(SampleName, bytes.NewReader(Sample()))
	}
	return stream.Open(path, stdin)
}
