// Package audit checks what folders of runs hold:
//
//	folder         -> Find  -> Runs: one, or those of a study file
//	two files      -> Files -> Run
//	Run            -> Open  -> Opened: its Kind
//	Opened         -> Check -> verify.Report: faults, claims
//	claims         -> Search -> answers: what a search says of them
//
// It knows the folders of studies, of replays, of runs on moldable instances and of the experiment
// of Dutot et al., whose instances are generated again. Packages verify and recheck check what is
// in them.
package audit
