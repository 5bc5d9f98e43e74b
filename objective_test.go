package optgap_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
)

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
		if err != nil || s.Validate() != nil {
			t.Fatalf("seed %d: %v, %v", seed, err, s.Validate())
		}
		plan := make(optgap.Schedule, len(s.Jobs))
		truth := new(big.Rat)
		for i, j := range s.Jobs {
			plan[i] = r.Int64N(1 + s.SafeEnd())
			truth.Add(truth, big.NewRat(plan[i]+j.Estimate-j.Submit, j.Estimate))
		}
		want, _ := truth.Quo(truth, big.NewRat(int64(len(s.Jobs)), 1)).Float64()
		got, off := s.ObjectiveValue(plan.Objective(s)), s.ObjectiveError()
		if math.Abs(want-got) > (off+1e-15)*got*(1+1e-12) || off > optgap.MaxObjectiveError {
			t.Fatalf("seed %d: value %g within %g, true value %g", seed, got, off, want)
		}
		switch {
		case off == 0:
			exact++
		case off > 1e-6*(1+1e-5):
			coarse++
		}
	}
	if exact < 100 || coarse < 10 {
		t.Errorf("%d units are exact, %d coarser than one in a million", exact, coarse)
	}
}

func TestObjectiveOf(t *testing.T) {
	s := validStep()
	plan := optgap.Schedule{60, 0} // response times 180 and 60, estimates 100 and 60
	check := func(o optgap.Objective, weights [2]int64, value float64) {
		t.Helper()
		with, err := o.Of(&s)
		if err != nil || with.Validate() != nil || with.Objective() != o {
			t.Fatalf("%s: %v, %v", o, err, with)
		}
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
	if s.Jobs[0].Weight != 0 {
		t.Error("Of changed the step")
	}
	art, _ := optgap.ObjectiveART.Of(&s)
	refused(t, "objective", func() error { _, err := optgap.ObjectiveSLD.Of(art); return err })
	s.Jobs[0].Weight = 3
	refused(t, "objective", func() error { _, err := optgap.ObjectiveART.Of(&s); return err })
	if s.Objective() != optgap.ObjectiveWeighted || s.Weight(0) != 3 || s.Weight(1) != 2 {
		t.Errorf("a step with weights has objective %s", s.Objective())
	}
}

func refused(t *testing.T, field string, call func() error) {
	t.Helper()
	var fe *optgap.FieldError
	if err := call(); !errors.As(err, &fe) || fe.Field != field {
		t.Errorf("error %v, want one for field %s", err, field)
	}
}

func TestWeightsValidate(t *testing.T) {
	check := func(field string, name optgap.Objective, weight int64) {
		t.Helper()
		s := validStep()
		s.ObjectiveName, s.Jobs[0].Weight = name, weight
		refused(t, field, s.Validate)
	}
	check("jobs[0].weight", "", -1)
	check("jobs", "", math.MaxInt64/8)
	check("objective_name", "mean", 0)
	check("jobs[0].weight", optgap.ObjectiveARTwW, 3)
	check("jobs[0].weight", optgap.ObjectiveART, 2)
	check("jobs[0].weight", optgap.ObjectiveSLD, 4)
	refused(t, "objective", func() error { _, err := optgap.ObjectiveByName("weighted"); return err })
}
