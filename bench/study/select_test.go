package study

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// TestEachStep: the steps of a replay are those of a study of all steps, and a study
// of some indices has just those.
func TestEachStep(t *testing.T) {
	trace := sampleTrace(120)
	var all []int
	must.Do(trace.EachStep(context.Background(), func(step *optgap.Step) error {
		if err := step.Validate(); err != nil || step.Trace != trace.Name {
			t.Errorf("step %d of %q: %v", step.Index, step.Trace, err)
		}
		all = append(all, step.Index)
		return nil
	}))
	studied := func(s Selection) (indices []int) {
		solvers := only(func(step *optgap.Step) record.Result { return record.Result{Index: step.Index} })
		study := Study{Trace: trace, Select: s, Solvers: solvers}
		study.Watch.Result = func(_ *optgap.Step, r record.Result) error {
			indices = append(indices, r.Index)
			return nil
		}
		must.Do(study.Run(context.Background()))
		return indices
	}
	if got := studied(Selection{}); len(all) < 10 || !slices.Equal(got, all) {
		t.Errorf("a study has the steps %v, the replay %v", got, all)
	}
	some := []int{all[1], all[4], all[7]}
	if got := studied(Selection{Only: some}); !slices.Equal(got, some) {
		t.Errorf("found %v, expected %v", got, some)
	}
	if got := studied(Selection{Only: []int{}}); got != nil {
		t.Errorf("found %v, expected none", got)
	}
	if err := (Selection{Only: []int{3, 1}}).Validate(); must.Field(err) == "" {
		t.Errorf("indices that fall: %v", err)
	}
	enough := errors.New("enough")
	if err := trace.EachStep(context.Background(), func(*optgap.Step) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("found %v, expected the error of visit", err)
	}
}
