package record

import (
	"fmt"
	"io"
	"iter"
	"strconv"

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
	SolveSeconds float64 `json:"solve_seconds,omitempty"` // that it took; 0: not measured
}

// ReadSchedules yields the schedules of a file of JSON lines like ReadSteps.
func ReadSchedules(r io.Reader, file string) iter.Seq2[Schedule, error] {
	return ReadLines(r, file, func(s *Schedule) error {
		switch {
		case s.Format != ScheduleFormat:
			return wrongFormat(s.Format, ScheduleFormat)
		case s.Index == nil:
			return &optgap.FieldError{Field: "index", Found: "none", Expected: "the number of the step"}
		case s.SolveSeconds < 0:
			return &optgap.FieldError{Field: "solve_seconds", Found: fmt.Sprint(s.SolveSeconds), Expected: "at least 0"}
		}
		return nil
	})
}

// Of returns the starts in the order of the step's jobs. Starts that are not exactly one
// for each job are an *optgap.FieldError.
func (s *Schedule) Of(step *optgap.Step) (optgap.Schedule, error) {
	at := make(map[int64]int64, len(s.Starts))
	for i, st := range s.Starts {
		if _, again := at[st.ID]; again {
			return nil, &optgap.FieldError{Field: fmt.Sprintf("starts[%d].id", i), Found: strconv.FormatInt(st.ID, 10) + " a second time", Expected: "each job of the step once"}
		}
		at[st.ID] = st.Start
	}
	starts := make(optgap.Schedule, len(step.Jobs))
	for i, j := range step.Jobs {
		start, ok := at[j.ID]
		if !ok {
			return nil, &optgap.FieldError{Field: "starts", Found: fmt.Sprintf("no job %d", j.ID), Expected: "each job of the step once"}
		}
		starts[i] = start
	}
	if len(at) > len(step.Jobs) {
		return nil, &optgap.FieldError{Field: "starts", Found: fmt.Sprintf("%d jobs", len(at)), Expected: fmt.Sprintf("the %d of the step", len(step.Jobs))}
	}
	return starts, nil
}
