package method

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// narrow is a step of three jobs that run one after the other. The optimum is that of
// SJF: 2*10 + 2*30 + 2*60 = 200 processor-seconds.
func narrow() *optgap.Step {
	jobs := []optgap.Job{
		{ID: 1, Width: 2, Estimate: 30}, {ID: 2, Width: 2, Estimate: 10}, {ID: 3, Width: 2, Estimate: 20},
	}
	return &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 2}}, Jobs: jobs,
	}
}

const narrowOptimum = 200

// restored undoes what a test registers.
func restored(t *testing.T) {
	methods, lower := registered, registeredBounds
	t.Cleanup(func() { registered, registeredBounds = methods, lower })
}

func answering(a *Answer, err error) func(context.Context, *Problem, Options) (*Answer, error) {
	return func(context.Context, *Problem, Options) (*Answer, error) { return a, err }
}

// TestRegister: methods of others come last, by name, and have a time limit.
func TestRegister(t *testing.T) {
	restored(t)
	builtIn := Names()
	for _, name := range []string{"xg", "xf"} {
		must.Do(Register(Method{Name: name, About: "nothing", Find: answering(nil, nil)}))
	}
	must.EqualSlices(t, Names(), append(builtIn, "xf", "xg"), "methods")
	if m, err := ByName("xf"); err != nil || m.Instant {
		t.Errorf("%+v, error %v: expected a method that the time limit holds for", m, err)
	}
	find := func(context.Context, *optgap.Step) (Bound, error) { return Bound{}, nil }
	bounding := func(name optgap.BoundName) error {
		return RegisterBound(LowerBound{Name: name, About: "nothing", Find: find})
	}
	must.Do(bounding("xb"))
	names := BesideNames()
	must.Hold(t, names[len(names)-1] == "xb", "bounds", names)
	again := func(name string) error {
		return Register(Method{Name: name, About: "taken", Find: answering(nil, nil)})
	}
	for want, err := range map[string]error{
		`method: found "ilp" a second time`:   again("ilp"),
		`method: found "given" a second time`: again("given"),
		`method: found "xf" a second time`:    again("xf"),
		`method: found "lp" a second time`:    again("lp"),
		`method: found "xb" a second time`:    again("xb"),
		`method: found "X F", expected 1 to`:  again("X F"),
		`method xh: found no About or no Fi`:  Register(Method{Name: "xh", About: "nothing"}),
		`bound: found "xf" a second time`:     bounding("xf"),
		`bound: found "fluid" a second time`:  bounding("fluid"),
		`bound : found no About or no Find`:   RegisterBound(LowerBound{}),
	} {
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "error", err, "expected", want)
	}
	must.Equal(t, len(Own()), 2)
	must.Equal(t, len(OwnBounds()), 1)
}

// TestShortAnswers: values that a method leaves out are filled in.
func TestShortAnswers(t *testing.T) {
	step := narrow()
	sjf := steptest.Plan(step, heuristics.SJF)
	tight := []Bound{{Name: "xf", Value: narrowOptimum}}
	for _, c := range []struct {
		a       Answer
		status  optgap.Status
		endedBy optgap.EndedBy
		bound   int64
	}{
		{Answer{Schedule: sjf}, optgap.StatusFeasible, optgap.EndedFinished, 0},
		{Answer{Schedule: sjf, Status: optgap.StatusOptimal}, optgap.StatusOptimal, optgap.EndedFinished, narrowOptimum},
		{Answer{Schedule: sjf, Bounds: tight}, optgap.StatusOptimal, optgap.EndedFinished, narrowOptimum},
		{Answer{Status: optgap.StatusLimit}, optgap.StatusLimit, optgap.EndedTimeLimit, 0},
		{Answer{Status: optgap.StatusMemory}, optgap.StatusMemory, optgap.EndedMemoryLimit, 0},
	} {
		r := Solve(context.Background(), Method{Name: "xf", Find: answering(&c.a, nil)}, step, Options{NoBounds: true})
		if r.Status != c.status || r.EndedBy != c.endedBy || r.Bound != c.bound || r.Error != "" || r.SolveSeconds <= 0 {
			t.Errorf("%+v makes %+v", c.a, r)
		}
		if proof := r.Proofs["xf"]; c.bound > 0 && proof != record.ProofClaimed {
			t.Errorf("%+v: the bound is %q, expected claimed", c.a, proof)
		}
	}
}

// TestWrongAnswers: a failure or a wrong answer makes a result with status error that says why.
func TestWrongAnswers(t *testing.T) {
	step := narrow()
	sjf := steptest.Plan(step, heuristics.SJF)
	fails := func(want string, find func(context.Context, *Problem, Options) (*Answer, error)) {
		t.Helper()
		r := Solve(context.Background(), Method{Name: "xf", Find: find}, step, Options{NoBounds: true})
		if r.Status != optgap.StatusError || !strings.HasPrefix(r.Error, want) || r.Objective != 0 || r.Bound != 0 {
			t.Errorf("%+v, expected error %q", r, want)
		}
	}
	bounded := func(bounds ...Bound) Answer { return Answer{Schedule: sjf, Bounds: bounds} }
	const none = "the schedule is none of the step: "
	tooWide := make(optgap.Schedule, 3)
	for want, a := range map[string]Answer{
		none + "job 3 at second 0: 4 processors too many in use": {Schedule: tooWide},
		none + "schedule has 1 starts, expected one for each":    {Schedule: sjf[:1]},
		`status: found "optimal" without a schedule, expected`:   {Status: optgap.StatusOptimal},
		`status: found "limit" with a schedule, expected`:        {Schedule: sjf, Status: optgap.StatusLimit},
		`status: found "", expected`:                             {},
		`status: found "infeasible", expected`:                   {Status: optgap.StatusInfeasible},
		`scope: found none with status optimal and a grid, expected`: {
			Schedule: sjf, Status: optgap.StatusOptimal, Grid: &Grid{Scale: 10},
		},
		`bounds.xf: found 201, expected at most 200, the objective of a schedule`: bounded(Bound{Name: "xf", Value: 201}),
		`bounds: found "lp" a second time, expected`:                              bounded(Bound{Name: "lp", Value: 1}),
		`bounds: found "xf" a second time, expected`: bounded(
			Bound{Name: "xf", Value: 1}, Bound{Name: "xf", Value: 2},
		),
	} {
		fails(want, answering(&a, nil))
	}
	fails("no idea", answering(nil, errors.New("no idea")))
	fails("method xf: found no answer and no er", answering(nil, nil))
	fails("panic: lost (register_test.go:", func(context.Context, *Problem, Options) (*Answer, error) { panic("lost") })
}

// TestGreedyHands: a method and a bound that change all they are given change no result.
func TestGreedyHands(t *testing.T) {
	restored(t)
	spoil := func(step *optgap.Step) {
		step.Now, step.Machine, step.History[0].Free = 7, 100, 100
		for i := range step.Jobs {
			step.Jobs[i] = optgap.Job{Width: 1, Estimate: 1}
		}
	}
	must.Do(RegisterBound(LowerBound{
		Name: "spoils", About: "a test", Find: func(_ context.Context, step *optgap.Step) (Bound, error) {
			spoil(step)
			return Bound{Value: 1}, nil
		},
	}))
	greedy := Method{Name: "greedy", Find: func(_ context.Context, p *Problem, o Options) (*Answer, error) {
		a := &Answer{Schedule: slices.Clone(p.Best().Schedule)}
		spoil(p.Step)
		for _, plan := range p.Plans {
			clear(plan.Schedule)
		}
		clear(p.Plans)
		o.Policies[0] = "none"
		return a, nil
	}}
	honest := Method{Name: "greedy", Find: func(_ context.Context, p *Problem, _ Options) (*Answer, error) {
		return &Answer{Schedule: p.Best().Schedule}, nil
	}}
	step, o := narrow(), Options{Policies: []string{"FCFS", "SJF"}}
	want := timeless(Solve(t.Context(), honest, step, o))
	must.Equal(t, timeless(Solve(t.Context(), greedy, step, o)), want)
	must.DeepEqual(t, step, narrow())
	must.Equal(t, o.Policies[0], "FCFS")
}

// TestOwnBounds: a bound that holds stands beside the others. One that fails, panics or is
// above a schedule is absent, with a warning.
func TestOwnBounds(t *testing.T) {
	restored(t)
	register := func(name optgap.BoundName, find func(context.Context, *optgap.Step) (Bound, error)) {
		must.Do(RegisterBound(LowerBound{Name: name, About: "a test", Find: find}))
	}
	certificate := &optgap.Certificate{Bound: 150}
	register("good", func(context.Context, *optgap.Step) (Bound, error) { return Bound{Value: 120}, nil })
	register("proven", func(context.Context, *optgap.Step) (Bound, error) {
		return Bound{Value: 150, Certificate: certificate}, nil
	})
	register("fails", func(context.Context, *optgap.Step) (Bound, error) { return Bound{}, errors.New("no idea") })
	register("panics", func(context.Context, *optgap.Step) (Bound, error) { panic("lost") })
	register("wrong", func(context.Context, *optgap.Step) (Bound, error) { return Bound{Value: narrowOptimum + 1}, nil })
	r := Solve(context.Background(), Policies, narrow(), Options{})
	must.Hold(t, r.Bounds["good"] == 120 && r.Proofs["good"] == record.ProofClaimed &&
		r.Bounds["proven"] == 150 && r.Proofs["proven"] == record.ProofCertificate,
		"bounds", r.Bounds, "by", r.Proofs)
	must.Equal(t, len(r.Bounds), 5, "bounds", r.Bounds, "those of package bound and two others")
	all := strings.Join(r.Warnings, "\n")
	for _, want := range []string{
		"fails: no idea", "panics: panic: lost (register_test.go:",
		"wrong: bounds.wrong: found 201, expected at most 200, the objective of a schedule",
	} {
		must.Contain(t, all, want, "warnings", r.Warnings)
	}
}
