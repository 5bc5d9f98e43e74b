package clairvoyant

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// Replayed is the replay of a trace under a scheduler. The jobs are by submission.
type Replayed struct {
	Scheduler string
	Starts    []int64
	Exact     []int64 // the starts with run times as estimates, nil if they are not known
	Overfull  string  // how far the replay uses more than the machine has; "": it does not
}

// LadderOf returns the ladder of a scheduler. jobs are those of the bound, and rungs are those of
// RungNames. An error says which rung is missing, or is that of a sum beyond int64.
func LadderOf(
	of *record.Offline, rungs []record.Rung, jobs []optgap.TraceJob, s Replayed,
) (l *record.Ladder, err error) {
	l, complete := below(of, rungs, jobs, record.NoEstimates(jobs))
	if !complete {
		return nil, optgap.BadField(
			"rungs",
			fmt.Sprint(len(rungs)),
			format.Enumeration("and", RungNames()),
		)
	}
	l.Scheduler = s.Scheduler
	l.Overfull = s.Overfull
	l.Value, err = average(of.OfflineTrace, jobs, s.Starts)
	if err == nil && s.Exact != nil {
		l.ExactEstimate, err = average(of.OfflineTrace, jobs, s.Exact)
	}
	if err != nil {
		return nil, err
	}
	l.Differ()
	l.PlanningLow, l.PlanningHigh = difference(
		of.OfflineTrace,
		jobs,
		s.Starts,
		startsOf(rungs, record.RungOptimum),
	)
	return l, nil
}

// below is [record.Below], with the tenths of the difference of the rungs. noEstimates: the log has
// none.
func below(
	of *record.Offline, rungs []record.Rung, jobs []optgap.TraceJob, noEstimates bool,
) (l *record.Ladder, complete bool) {
	l, complete = record.Below(of, rungs)
	if complete {
		l.RunTimesLow, l.RunTimesHigh = difference(
			of.OfflineTrace,
			jobs,
			startsOf(rungs, record.RungOptimum),
			startsOf(rungs, record.RungOptimumPerfect),
		)
		if noEstimates {
			l.NoEstimates = "the log has no estimates but run times"
		}
	}
	return l, complete
}

// startsOf returns the starts of the rung with a name.
func startsOf(rungs []record.Rung, name string) []int64 {
	return rungs[slices.IndexFunc(rungs, func(r record.Rung) bool { return r.Rung == name })].Starts
}

// difference returns the ends of the range over tenths of the jobs of the average of starts less
// that of others, as [performance.Differences] has it; nil where there is none.
func difference(
	of record.OfflineTrace,
	jobs []optgap.TraceJob,
	starts, others []int64,
) (low, high *float64) {
	weights, unit, _ := of.Weights(jobs) // which are known
	later := make([]float64, len(jobs))
	weight := make([]float64, len(jobs))
	for i, j := range jobs {
		share := float64(weights[i])
		weight[i] = share
		if unit > 0 { // slowdowns weigh the same, and are not rounded
			share = 1 / float64(max(j.Duration(), record.LeastRun))
			weight[i] = 1
		}
		later[i] = share * float64(starts[i]-others[i])
	}
	return confidence.Tenths(later, weight).Ends()
}

// average returns the average of starts. The error is that of weights beyond int64.
func average(of record.OfflineTrace, jobs []optgap.TraceJob, starts []int64) (float64, error) {
	r := record.Offline{OfflineTrace: of, Starts: starts}
	_, err := r.Derive(jobs)
	return r.ObjectiveValue, err
}

// storedRungs reads the rungs in the folder of a bound, nil if it has none. An *optgap.FieldError
// refuses those of another trace, machine or reading.
func storedRungs(dir string, of record.OfflineTrace) ([]record.Rung, error) {
	dir = filepath.Join(dir, RungsDir)
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	content, err := folder.Read(dir, RungsLayout)
	if err != nil {
		return nil, err
	}
	of.Format = record.RungFormat
	for _, r := range content.Results {
		if r.OfflineTrace != of {
			return nil, optgap.BadField(
				dir,
				fmt.Sprintf("%+v", r.OfflineTrace),
				fmt.Sprintf("%+v", of),
			)
		}
	}
	return content.Results, nil
}

// ReadRungs is storedRungs, and also refuses sums that the starts do not have.
func ReadRungs(
	dir string,
	of record.OfflineTrace,
	jobs []optgap.TraceJob,
) ([]record.Rung, error) {
	rungs, err := storedRungs(dir, of)
	if err != nil || rungs == nil {
		return nil, err
	}
	in, err := instance(jobs, of)
	if err != nil {
		return nil, err
	}
	for _, r := range rungs {
		sum, err := in.Sum(r.Starts)
		value, _ := average(of, jobs, r.Starts) // of known weights
		if err != nil || sum != r.Objective || value != r.ObjectiveValue {
			found := fmt.Sprintf("objective %d, %v of %s", r.Objective, r.ObjectiveValue, r.Rung)
			return nil, optgap.BadField(
				filepath.Join(dir, RungsDir),
				found,
				fmt.Sprintf("%d, %v, as of its starts", sum, value),
			)
		}
	}
	return rungs, nil
}
