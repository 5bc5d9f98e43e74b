package record

import (
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
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
	SolveSeconds float64 `json:"solve_seconds,omitempty"`

	Line int `json:"-"` // of the file that the schedule was read from, from 1; 0: of none
}

// ReadSchedules yields the schedules of a file of JSON lines like ReadSteps.
func ReadSchedules(r io.Reader, file string) iter.Seq2[Schedule, error] {
	parse := valid(func(s *Schedule) error {
		err := field.CheckFormat(s.Format, ScheduleFormat)
		if err == nil && s.SolveSeconds < 0 {
			err = bad("solve_seconds", s.SolveSeconds, "at least 0")
		}
		return err
	})
	return func(yield func(Schedule, error) bool) {
		for v, err := range ReadNumbered(r, file, parse) {
			v.Value.Line = v.Line
			if !yield(v.Value, err) {
				return
			}
		}
	}
}

// Feasible returns the schedule of the step. An error says why it is none.
func (s *Schedule) Feasible(step *optgap.Step) (optgap.Schedule, error) {
	schedule, err := s.Of(step)
	if err == nil {
		err = schedule.Check(step)
	}
	if err != nil {
		return nil, fmt.Errorf("the schedule is none of the step: %w", err)
	}
	return schedule, nil
}

// Of returns the starts in the order of the step's jobs. It is an *optgap.FieldError if
// there is not exactly one start for each job.
func (s *Schedule) Of(step *optgap.Step) (optgap.Schedule, error) {
	const once = "each job of the step once"
	at := make(map[int64]int64, len(s.Starts))
	for i, st := range s.Starts {
		if _, again := at[st.ID]; again {
			return nil, bad(
				fmt.Sprintf("starts[%d].id", i),
				fmt.Sprintf("%d a second time", st.ID),
				once,
			)
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
		return nil, bad(
			"starts",
			fmt.Sprintf("%d jobs", len(at)),
			fmt.Sprintf("the %d of the step", len(step.Jobs)),
		)
	}
	return starts, nil
}
