package optgap_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap"
)

func validStep() optgap.Step {
	return optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 2}, {Time: 60, Free: 8}},
		Jobs:    []optgap.Job{{ID: 1, Width: 4, Estimate: 100, Submit: -20}, {ID: 2, Width: 2, Estimate: 60, Submit: 0}},
	}
}

func TestStepValidate(t *testing.T) {
	if s := validStep(); s.Validate() != nil {
		t.Fatalf("a valid step is refused: %v", s.Validate())
	}
	unnamed := validStep()
	if unnamed.Format = ""; unnamed.Validate() != nil {
		t.Fatalf("a step without a format is refused: %v", unnamed.Validate())
	}
	text, err := json.Marshal(&unnamed)
	if err != nil || !strings.HasPrefix(string(text), `{"format":"optgap-step/1",`) {
		t.Errorf("it is written as %s, error %v, expected its format first", text, err)
	}
	check := func(field string, damage func(*optgap.Step)) {
		t.Helper()
		s := validStep()
		damage(&s)
		var fe *optgap.FieldError
		if err := s.Validate(); !errors.As(err, &fe) || fe.Field != field {
			t.Errorf("error %v, want one for field %s", err, field)
		}
	}
	check("format", func(s *optgap.Step) { s.Format = "optgap-step/9" })
	check("index", func(s *optgap.Step) { s.Index = -1 })
	check("machine", func(s *optgap.Step) { s.Machine = 0 })
	check("history", func(s *optgap.Step) { s.History = nil })
	check("history[0].time", func(s *optgap.Step) { s.History[0].Time = 5 })
	check("history[1].time", func(s *optgap.Step) { s.History[1].Time = 0 })
	check("history[1].free", func(s *optgap.Step) { s.History[1].Free = 9 })
	check("history[0].free", func(s *optgap.Step) { s.History[0].Free = -1 })
	check("jobs[0].width", func(s *optgap.Step) { s.Jobs[0].Width = 0 })
	check("jobs[0].width", func(s *optgap.Step) { s.Jobs[0].Width = 9 })
	check("jobs[0].width", func(s *optgap.Step) { s.History[1].Free = 3 })
	check("jobs[1].estimate", func(s *optgap.Step) { s.Jobs[1].Estimate = 0 })
	check("jobs[1].submit", func(s *optgap.Step) { s.Jobs[1].Submit = 1 })
	check("jobs[1].id", func(s *optgap.Step) { s.Jobs[1].ID = 1 })
	check("jobs", func(s *optgap.Step) { s.Jobs[0].Estimate = math.MaxInt64 })
	check("jobs", func(s *optgap.Step) { s.Jobs[0].Estimate = math.MaxInt64 / 8 })
	check("jobs[0].submit", func(s *optgap.Step) { s.Jobs[0].Submit = math.MinInt64 })
}

// TestMetrics carries its arithmetic: job 1 starts at 60 and ends at 160, 180 s
// after its submission; job 2 starts at 0 and ends at 60, 60 s after its own.
func TestMetrics(t *testing.T) {
	s := validStep()
	plan := optgap.Schedule{60, 0}
	if err := plan.Check(&s); err != nil {
		t.Fatal(err)
	}
	got := optgap.Measure(&s, plan)
	want := optgap.Metrics{
		Objective: 4*180 + 2*60, // 840
		ARTwW:     840.0 / 6,
		ART:       (180.0 + 60) / 2,
		SLDwA:     840.0 / (4*100 + 2*60), // = (400*180/100 + 120*60/60) / 520
		Makespan:  160,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestScheduleCheck(t *testing.T) {
	check := func(starts optgap.Schedule, job, second int64, reason string) {
		t.Helper()
		s := validStep()
		var v *optgap.Violation
		err := starts.Check(&s)
		if !errors.As(err, &v) || v.Job != job || v.Second != second || !strings.Contains(v.Reason, reason) {
			t.Errorf("%v: got %v, want job %d at second %d: %s", starts, err, job, second, reason)
		}
	}
	check(optgap.Schedule{59, 0}, 1, 59, "4 processors too many") // 2 free, 2 + 4 used
	check(optgap.Schedule{60, -1}, 2, -1, "before")               // before now
	check(optgap.Schedule{0, 60}, 1, 0, "2 processors too many")  // 2 free, 4 used
	s := validStep()
	if err := (optgap.Schedule{60}).Check(&s); err == nil {
		t.Error("a missing start is accepted")
	}
	s.History = optgap.History{{Time: 0, Free: 8}, {Time: 100, Free: 3}, {Time: 200, Free: 8}} // a reservation dips
	if err := (optgap.Schedule{50, 0}).Check(&s); err == nil || !strings.Contains(err.Error(), "job 1 at second 100") {
		t.Errorf("a job that runs into a reservation: %v", err)
	}
}

// TestScheduleOutOfRange: sums are refused at the start with which they leave the range of int64.
func TestScheduleOutOfRange(t *testing.T) {
	step := &optgap.Step{
		Format:  optgap.StepFormat,
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 4, Estimate: 60}, {ID: 2, Width: 3, Estimate: 30, Submit: -7},
		},
	}
	if _, _, found := (optgap.Schedule{60, 0}).OutOfRange(step); found {
		t.Error("found a start out of range")
	}
	job, latest, found := optgap.Schedule{0, 1 << 62}.OutOfRange(step)
	if job != 1 || !found || latest < step.SafeEnd() {
		t.Fatalf("found job %d, %d and %v", job, latest, found)
	}
	if _, _, found := (optgap.Schedule{latest, latest}).OutOfRange(step); found {
		t.Errorf("%d is out of range, expected it within", latest)
	}
	if err := (optgap.Schedule{0, math.MaxInt64}).Check(step); err == nil ||
		!strings.Contains(err.Error(), "range of int64") {
		t.Errorf("found %v, expected sums out of range", err)
	}
}
