package dynp_test

import (
	"errors"
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
)

// TestBasicDynP: on one processor, busy with the first job, jobs queue up. With
// bounds 100 and 200 the averages of the estimates decide, from the third
// waiting job on: (50+150+100)/3 = 100 is not above the lower bound, SJF;
// (300+500)/4 = 200 is not above the upper bound, FCFS; (800+201)/5 = 200.2 is,
// LJF.
func TestBasicDynP(t *testing.T) {
	estimates := []int64{1000, 50, 150, 100, 500, 201}
	want := []string{"FCFS", "FCFS", "FCFS", "SJF", "FCFS", "LJF"}
	var jobs []optgap.TraceJob
	for i, d := range estimates {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: 1, Estimate: d}, RunTime: d})
	}
	s, err := dynp.NewBasic(1, jobs, dynp.BasicOptions{Lower: 100, Upper: 200, Threshold: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		if err := s.Submit(0, int32(i)); err != nil {
			t.Fatal(err)
		}
		s.Start(0, nil)
		if got := s.Policy().Name; got != want[i] {
			t.Errorf("after job %d: %s, want %s", i+1, got, want[i])
		}
	}
	// Decisions with 3, 4 and 5 jobs waiting, each a switch.
	if got := s.Stats(); got.Tries != 3 || got.Same != 0 || got.BacklogSum != 3+4+5 || got.SwitchesTo["FCFS"] != 1 {
		t.Errorf("%+v", got)
	}
}

func TestBasicOptionsValidate(t *testing.T) {
	for field, o := range map[string]dynp.BasicOptions{
		"lower": {Lower: -1}, "upper": {Lower: 2, Upper: 1}, "threshold": {Threshold: -1},
	} {
		var wrong *optgap.FieldError
		if _, err := dynp.NewBasic(1, nil, o); !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: error %v", field, err)
		}
	}
}

// TestTuneBasic: the objective has its least value 3 at the bounds 600 and 20000. The
// search comes within a tenth of these bounds, in as many evaluations as it may have. With
// the same seed it finds the same bounds.
func TestTuneBasic(t *testing.T) {
	calls := 0
	bowl := func(o dynp.BasicOptions) (float64, error) {
		calls++
		if err := o.Validate(); err != nil {
			return 0, err
		}
		if o.Threshold != 7 {
			t.Fatalf("threshold %d, want 7", o.Threshold)
		}
		x, y := math.Log(o.Lower/600), math.Log(o.Upper/20000)
		return 3 + x*x + y*y, nil
	}
	options := dynp.TuneOptions{Seed: 5, Evaluations: 200, Start: dynp.BasicOptions{Threshold: 7}}
	best, value, err := dynp.TuneBasic(bowl, options)
	if err != nil {
		t.Fatal(err)
	}
	if calls != 200 {
		t.Errorf("%d evaluations, want 200", calls)
	}
	if math.Abs(best.Lower/600-1) > 0.1 || math.Abs(best.Upper/20000-1) > 0.1 {
		t.Errorf("found %+v of value %g", best, value)
	}
	if again, v, _ := dynp.TuneBasic(bowl, options); again != best || v != value {
		t.Errorf("again: %+v of value %g, not %+v of %g", again, v, best, value)
	}
}

// TestTuneBasicLimits: one evaluation is that of the start; an error ends the
// search; a start without bounds above 0 is refused.
func TestTuneBasicLimits(t *testing.T) {
	one := func(dynp.BasicOptions) (float64, error) { return 1, nil }
	best, _, err := dynp.TuneBasic(one, dynp.TuneOptions{Evaluations: 1})
	if err != nil || best != dynp.HiPC2001() {
		t.Errorf("%+v, %v", best, err)
	}
	broken, calls := errors.New("broken"), 0
	_, _, err = dynp.TuneBasic(func(dynp.BasicOptions) (float64, error) {
		if calls++; calls == 4 {
			return 0, broken
		}
		return 1, nil
	}, dynp.TuneOptions{})
	if !errors.Is(err, broken) || calls != 4 {
		t.Errorf("error %v after %d evaluations", err, calls)
	}
	for _, o := range []dynp.TuneOptions{{Evaluations: -1}, {Start: dynp.BasicOptions{Upper: 5}}} {
		if _, _, err := dynp.TuneBasic(one, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
