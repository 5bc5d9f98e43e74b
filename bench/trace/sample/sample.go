// Package sample embeds a small synthetic trace in the standard workload format
// (SWF 2.2), for first runs, examples and tests: 400 jobs for 100 processors.
//
// It holds no job of a real trace. Package workload generates it from statistics
// published in Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching" (2002), Table 2; its Note lines name the model, the seed and the
// shrinking factor. The load is high enough for a planning scheduler to have 2 to
// 25 jobs waiting at more than half of the submissions.
package sample

import _ "embed"

//go:generate go test ../workload -run TestSamplesAreReproducible -update

// Name is the file name under which results carry the trace.
const Name = "kth-like.swf"

//go:embed kth-like.swf
var kthLike string

// KTHLike returns the text of the trace, shaped as those of KTH's SP2.
func KTHLike() []byte { return []byte(kthLike) }
