package record

import (
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap"
)

// ScheduleFormat names the version of the JSON form of a schedule.
const ScheduleFormat = "optgap-schedule/1"

// Schedule is the JSON form of a schedule that another program has found for a step, one
// per line:
//
//	{"format":"optgap-schedule/1","trace":"KTH-SP2-1996-2.swf","index":123,"starts":[{"id":17,"start":0}]}
//
// trace and index are those of the step.
type Schedule struct {
	Format       string  `json:"format"`
	Trace        string  `json:"trace,omitempty"`
	Index        *int    `json:"index"`
	Starts       []Start `json:"starts"`
	SolveSeconds float64 `json:"solve_seconds,omitempty"` // wall time of the other program; 0: not measured
}

// ReadSchedules yields the schedules of a file of JSON lines like ReadSteps.
func ReadSchedules(r io.Reader, file string) iter.Seq2[Schedule, error] {
	return ReadLines(r, file, func(s *Schedule) error {
		switch {
		case s.Format != ScheduleFormat:
			return wrongFormat(s.Format, ScheduleFormat)
		case s.Index == nil:
			return bad("index", "none", "the number of the step")
		case s.SolveSeconds < 0:
			return bad("solve_seconds", fmt.Sprint(s.SolveSeconds), "at least 0")
		}
		return nil
	})
}

// Of returns the starts in the order of the step's jobs. It is an *optgap.FieldError if
// there is not exactly one start for each job.
func (s *Schedule) Of(step *optgap.Step) (optgap.Schedule, error) {
	const once = "each job of the step once"
	at := make(map[int64]int64, len(s.Starts))
	for i, st := range s.Starts {
		if _, again := at[st.ID]; again {
			return nil, bad(fmt.Sprintf("starts[%d].id", i), fmt.Sprintf("%d a second time", st.ID), once)
		}
		at[st.ID] = st.Start
	}
	starts := make(optgap.Schedule, len(step.Jobs))
	for i, j := range step.Jobs {
		start, ok := at[j.ID]
		if !ok {
			return nil, bad("starts", fmt.Sprintf("no job %d", j.ID), once)
		}
		starts[i] = start
	}
	if len(at) > len(step.Jobs) {
		return nil, bad("starts", fmt.Sprintf("%d jobs", len(at)), fmt.Sprintf("the %d of the step", len(step.Jobs)))
	}
	return starts, nil
}
