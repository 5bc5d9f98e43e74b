// Package verifyfolder checks whole runs, in their folders or in two files:
//
//	folder    -> Find    -> Runs: those in it, however deep
//	two files -> Files   -> Run
//	Run       -> Check   -> verify.Report: faults, assertions
//	          -> OnTrace -> faults of what follows from the trace alone
//	assertions -> Search -> Answers: what a search proves anew
//
// A [Kind] says what the folders of one kind of run hold: a [folder.Layout], and how its results
// are checked. Those of papers register themselves. Package verify checks the records. This package
// compares files with their checksums, and derives again what follows from the records: by the
// functions that made it, which are no second opinion.
//
// The package may change at any time.
package verifyfolder
