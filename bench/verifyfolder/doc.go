// Package verifyfolder checks whole runs, in their folders or in two files:
//
//	folder         -> Find         -> Runs: one, or those of a study file or of folders within
//	two files      -> Files        -> Run
//	Run            -> Open         -> Opened: its Kind, and what its info file says
//	Opened         -> Check        -> verify.Report: faults, claims
//	Opened, trace  -> OnTrace      -> faults of the steps of a study, of the runs of a sweep, of bounds and rungs
//
// It knows the folders of studies, of replays, of runs on moldable instances, of optgap offline, of the experiments of
// Aida, and of those of Dutot et al., whose instances are generated again. Package verify checks the records in them.
// This package compares files with their checksums, and derives averages and summaries again.
//
// The package may change at any time.
package verifyfolder
