package clairvoyant

import (
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// Stored reads the rungs in the folder of a bound, and returns the ladder below all schedulers. The
// ladder has the interval of the rungs, but in older folders, which lack the jobs. An
// *optgap.FieldError refuses a folder that has changed since the run.
func Stored(dir string, of *record.Offline) (l *record.Ladder, rungs []record.Rung, err error) {
	if err := folder.Intact(dir); err != nil {
		return nil, nil, err
	}
	if of.TraceJobs == nil {
		rungs, err = storedRungs(dir, of.OfflineTrace)
		l, _ = record.Below(of, rungs)
		return l, rungs, err
	}
	jobs := of.TraceJobs.Jobs()
	rungs, err = ReadRungs(dir, of.OfflineTrace, jobs)
	l, _ = below(of, rungs, jobs, of.TraceJobs.NoEstimates)
	return l, rungs, err
}
