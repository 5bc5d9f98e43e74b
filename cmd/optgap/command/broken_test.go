package command

import (
	"context"
	"os"
	"syscall"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
)

// registerBroken adds methods, a bound, a policy and a decider that do what they must not.
func registerBroken() {
	add := func(name, about string, find func(p *method.Problem) (*method.Answer, error)) {
		method.Register(
			method.Method{
				Name:  name,
				About: about,
				Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
					if len(p.Step.Jobs) != 2 {
						return &method.Answer{Schedule: p.Best().Schedule}, nil
					}
					return find(p)
				},
			},
		)
	}
	add("crowded", "on steps of two jobs all start at once", func(p *method.Problem) (*method.Answer, error) {
		return &method.Answer{Schedule: make(optgap.Schedule, len(p.Step.Jobs))}, nil
	})
	add("exits", "on steps of two jobs the process ends", func(*method.Problem) (*method.Answer, error) {
		os.Stderr.WriteString("enough\n")
		os.Exit(7)
		return nil, nil
	})
	add("hangs", "on steps of two jobs it never ends", func(*method.Problem) (*method.Answer, error) {
		<-make(chan int)
		return nil, nil
	})
	add("killed", "on steps of two jobs the process is killed", func(*method.Problem) (*method.Answer, error) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		return nil, nil
	})
	add(
		"liar",
		"on steps of two jobs it reports a bound above its schedule",
		func(p *method.Problem) (*method.Answer, error) {
			plan := p.Best().Schedule
			p.Report(
				&method.Answer{
					Schedule: plan,
					Status:   optgap.StatusFeasible,
					Bounds:   []method.Bound{{Name: "liar", Value: plan.Objective(p.Step) + 1}},
				},
			)
			return &method.Answer{Schedule: plan}, nil
		},
	)
	add("panics", "on steps of two jobs it panics", func(p *method.Problem) (*method.Answer, error) {
		return &method.Answer{Schedule: optgap.Schedule{p.Step.Jobs[2].Submit}}, nil
	})
	method.Register(
		method.Method{
			Name:  "proud",
			About: "calls the best policy's plan optimal",
			Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
				return &method.Answer{Schedule: p.Best().Schedule, Status: optgap.StatusOptimal}, nil
			},
		},
	)
	method.RegisterBound(
		method.LowerBound{
			Name:  "high",
			About: "above every schedule",
			Find: func(_ context.Context, step *optgap.Step) (method.Bound, error) {
				return method.Bound{Value: 1 << 60}, nil
			},
		},
	)
	schedulers.RegisterPolicy(
		heuristics.Policy{Name: "LOST", About: "has no order", Key: func(optgap.Job) int64 { panic("lost") }},
	)
	schedulers.RegisterDecider(
		schedulers.Decider{
			Name:   "wild",
			About:  "chooses what there is not",
			Choose: func(values []int64, _ int) int { return len(values) },
		},
	)
}
