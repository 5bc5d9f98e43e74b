// Package testdata embeds small synthetic traces in the standard workload
// format (SWF 2.2), for tests, examples and first runs:
//
//	kth-like.swf  400 jobs, 100 processors
//	ctc-like.swf  400 jobs, 430 processors
//
// They hold no job of a real trace. Package bench/workload generates them from
// statistics published in Streit, "A Self-Tuning Job Scheduler Family with
// Dynamic Policy Switching" (2002), Table 2; their Note lines name the model,
// the seed and the shrinking factor. The load is high enough for a planning
// scheduler to have 2 to 25 jobs waiting at more than half of the submissions.
//
// The go tool leaves folders of this name out of every pattern with three dots,
// ./testdata/... too: name ./testdata. The test that the traces can be
// reproduced is in bench/workload, where ./... finds it.
package testdata

import "embed"

//go:generate go test ../bench/workload -run TestSamplesAreReproducible -update

// Files holds the traces.
//
//go:embed kth-like.swf ctc-like.swf
var Files embed.FS

// KTHLike returns the text of kth-like.swf: 400 jobs for 100 processors,
// shaped as those of KTH's SP2.
func KTHLike() []byte { return read("kth-like.swf") }

// CTCLike returns the text of ctc-like.swf: 400 jobs for 430 processors,
// shaped as those of CTC's SP2.
func CTCLike() []byte { return read("ctc-like.swf") }

func read(name string) []byte {
	text, err := Files.ReadFile(name)
	if err != nil {
		panic("testdata: " + err.Error()) // embedded above
	}
	return text
}
