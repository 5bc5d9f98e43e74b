// Package sample embeds a small synthetic trace in the Standard Workload Format (SWF 2.2)
// for first runs, examples and tests: 400 jobs for 100 processors.
//
// No job is from a real trace. Package workload generates the trace from statistics
// published in Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching"
// (2002), Table 2. The Note lines of the trace name the model, the seed and the shrinking
// factor. The load is high: a planning scheduler has 2 to 25 waiting jobs at more than half
// of the submissions.
//
// The package may change at any time.
package sample

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/optgap/optgap/bench/base/stream"
)

//go:generate go test ../workload -run TestSamplesAreReproducible -update

// Name is the file name of the trace in results.
const Name = "kth-like.swf"

//go:embed kth-like.swf
var kthLike string

// KTHLike returns the text of the trace. Its jobs resemble those of KTH's SP2.
func KTHLike() []byte { return []byte(kthLike) }

// Open opens the trace at the path, or KTHLike for "". stdin is the file "-", nil if there is none.
func Open(path string, stdin io.Reader) (*stream.Reader, error) {
	if path == "" {
		return stream.NewReader(Name, bytes.NewReader(KTHLike()))
	}
	return stream.Open(path, stdin)
}
