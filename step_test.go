package optgap_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
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
	must.Hold(t, err == nil && strings.HasPrefix(string(text), `{"format":"optgap-step/1",`),
		"it is written as", text, "error", err, "expected its format first")
	check := func(field string, damage func(*optgap.Step)) {
		t.Helper()
		s := validStep()
		damage(&s)
		refused(t, field, s.Validate)
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
	weighted := func(field string, name optgap.Objective, weight int64) {
		t.Helper()
		check(field, func(s *optgap.Step) { s.ObjectiveName, s.Jobs[0].Weight = name, weight })
	}
	weighted("jobs[0].weight", "", -1)
	weighted("jobs", "", math.MaxInt64/8)
	weighted("objective_name", "mean", 0)
	weighted("jobs[0].weight", optgap.ObjectiveARTwW, 3)
	weighted("jobs[0].weight", optgap.ObjectiveART, 2)
	weighted("jobs[0].weight", optgap.ObjectiveSLD, 4)
}

// TestMetrics carries its arithmetic: job 1 starts at 60 and ends at 160, 180 s
// after its submission; job 2 starts at 0 and ends at 60, 60 s after its own.
func TestMetrics(t *testing.T) {
	s := validStep()
	plan := optgap.Schedule{60, 0}
	must.Do(plan.Check(&s))
	got := optgap.Measure(&s, plan)
	want := optgap.Metrics{
		Objective: 4*180 + 2*60, // 840
		ARTwW:     840.0 / 6,
		ART:       (180.0 + 60) / 2,
		SLDwA:     840.0 / (4*100 + 2*60), // = (400*180/100 + 120*60/60) / 520
		Makespan:  160,
	}
	must.Hold(t, got == want, "got", got, "want", want)
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
	must.Need(t, job == 1 && found && latest >= step.SafeEnd(), "found job", job, latest, "and", found)
	if _, _, found := (optgap.Schedule{latest, latest}).OutOfRange(step); found {
		t.Errorf("%d is out of range, expected it within", latest)
	}
	err := (optgap.Schedule{0, math.MaxInt64}).Check(step)
	must.Refuse(t, err, "range of int64")
}

// manyJobs returns a step of up to 30 jobs, with estimates up to the longest.
func manyJobs(r *rand.Rand, longest int64) *optgap.Step {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: 100, History: optgap.History{{Time: 0, Free: 100}}}
	for i := range 1 + r.IntN(30) {
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: int64(i), Width: 1 + r.Int64N(100), Estimate: 1 + r.Int64N(longest), Submit: -r.Int64N(longest),
		})
	}
	return s
}

// TestSlowdownError: the true average slowdown, in fractions, is as near to the value as the error says.
func TestSlowdownError(t *testing.T) {
	exact, coarse := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		step := manyJobs(r, []int64{3, 60, 1000, 100_000, 40_000_000, 1_000_000_000}[r.IntN(6)])
		s, err := optgap.ObjectiveSLD.Of(step)
		if fe := (*optgap.FieldError)(nil); errors.As(err, &fe) && fe.Field == "objective" {
			continue
		}
		must.Need(t, err == nil && s.Validate() == nil, "seed", seed, err, s.Validate())
		plan := make(optgap.Schedule, len(s.Jobs))
		truth := new(big.Rat)
		for i, j := range s.Jobs {
			plan[i] = r.Int64N(1 + s.SafeEnd())
			truth.Add(truth, big.NewRat(plan[i]+j.Estimate-j.Submit, j.Estimate))
		}
		want, _ := truth.Quo(truth, big.NewRat(int64(len(s.Jobs)), 1)).Float64()
		got, off := s.ObjectiveValue(plan.Objective(s)), s.ObjectiveError()
		must.Need(t, math.Abs(want-got) <= (off+1e-15)*got*(1+1e-12) && off <= optgap.MaxObjectiveError,
			"seed", seed, "value", got, "within", off, "true value", want)
		switch {
		case off == 0:
			exact++
		case off > 1e-6*(1+1e-5):
			coarse++
		}
	}
	must.Hold(t, exact >= 100 && coarse >= 10,
		exact, "units are exact", coarse, "coarser than one in a million")
}

func TestObjectiveOf(t *testing.T) {
	s := validStep()
	plan := optgap.Schedule{60, 0} // response times 180 and 60, estimates 100 and 60
	check := func(o optgap.Objective, weights [2]int64, value float64) {
		t.Helper()
		with, err := o.Of(&s)
		must.Need(t, err == nil && with.Validate() == nil && with.Objective() == o, o, err, with)
		got := [2]int64{with.Weight(0), with.Weight(1)}
		if v := with.ObjectiveValue(plan.Objective(with)); got != weights || v != value || with.ObjectiveError() != 0 {
			t.Errorf("%s: weights %v, value %g, want %v, %g", o, got, v, weights, value)
		}
		if again, err := o.Of(with); err != nil || again != with {
			t.Errorf("%s a second time: %v", o, err)
		}
	}
	check(optgap.ObjectiveARTwW, [2]int64{4, 2}, 140) // (4*180 + 2*60) / 6
	check(optgap.ObjectiveART, [2]int64{1, 1}, 120)
	check(optgap.ObjectiveSLD, [2]int64{3, 5}, 1.4) // 300 is a multiple of both; (1.8 + 1) / 2
	must.Hold(t, s.Jobs[0].Weight == 0, "Of changed the step")
	art, _ := optgap.ObjectiveART.Of(&s)
	refused(t, "objective", func() error { _, err := optgap.ObjectiveSLD.Of(art); return err })
	s.Jobs[0].Weight = 3
	refused(t, "objective", func() error { _, err := optgap.ObjectiveART.Of(&s); return err })
	refused(t, "objective", func() error { _, err := optgap.ObjectiveByName("weighted"); return err })
	must.Hold(t, s.Objective() == optgap.ObjectiveWeighted && s.Weight(0) == 3 && s.Weight(1) == 2,
		"a step with weights has objective", s.Objective())
}

func refused(t *testing.T, field string, call func() error) {
	t.Helper()
	must.AboutField(t, call(), field)
}

func TestCheckName(t *testing.T) {
	for _, good := range []string{"a", "xf", "dynp-2", "list-saf", strings.Repeat("a", 32)} {
		must.Equal(t, optgap.CheckName("method", good), nil, good)
	}
	for _, bad := range []string{
		"", "Xf", "2x", "-x", "x-", "x--y", "a b", "a,b", "a_b", "a/b", "ä", "x\n", strings.Repeat("a", 33),
	} {
		refused(t, "method", func() error { return optgap.CheckName("method", bad) })
	}
}
