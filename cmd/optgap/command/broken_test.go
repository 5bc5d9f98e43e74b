package command

import (
	"context"
	"errors"
	"os"
	"syscall"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
)

// registerBroken adds methods, a bound, a policy and a decider that do what they must not.
func registerBroken() error {
	onPairs := func(name, about string, find func(p *method.Problem) (*method.Answer, error)) error {
		return method.Register(method.Method{
			Name: name, About: "on steps of two jobs " + about,
			Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
				if len(p.Step.Jobs) != 2 {
					return &method.Answer{Schedule: p.Best().Schedule}, nil
				}
				return find(p)
			},
		})
	}
	return errors.Join(
		onPairs("crowded", "all start at once", func(p *method.Problem) (*method.Answer, error) {
			return &method.Answer{Schedule: make(optgap.Schedule, len(p.Step.Jobs))}, nil
		}),
		onPairs("exits", "the process ends", func(*method.Problem) (*method.Answer, error) {
			os.Stderr.WriteString("enough\n")
			os.Exit(7)
			return nil, nil
		}),
		onPairs("hangs", "it never ends", func(*method.Problem) (*method.Answer, error) {
			<-make(chan int)
			return nil, nil
		}),
		onPairs("killed", "the process is killed", func(*method.Problem) (*method.Answer, error) {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			return nil, nil
		}),
		onPairs("liar", "it reports a bound above its schedule", func(p *method.Problem) (*method.Answer, error) {
			plan := p.Best().Schedule
			high := []method.Bound{{Name: "liar", Value: plan.Objective(p.Step) + 1}}
			p.Report(&method.Answer{Schedule: plan, Status: optgap.StatusFeasible, Bounds: high})
			return &method.Answer{Schedule: plan}, nil
		}),
		onPairs("panics", "it panics", func(p *method.Problem) (*method.Answer, error) {
			return &method.Answer{Schedule: optgap.Schedule{p.Step.Jobs[2].Submit}}, nil
		}),
		method.Register(method.Method{
			Name: "proud", About: "calls the best policy's plan optimal",
			Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
				return &method.Answer{Schedule: p.Best().Schedule, Status: optgap.StatusOptimal}, nil
			},
		}),
		method.RegisterBound(method.LowerBound{
			Name: "high", About: "above every schedule",
			Find: func(context.Context, *optgap.Step) (method.Bound, error) { return method.Bound{Value: 1 << 60}, nil },
		}),
		schedulers.RegisterPolicy(heuristics.Policy{
			Name: "LOST", About: "has no order", Key: func(optgap.Job) int64 { panic("lost") },
		}),
		schedulers.RegisterDecider(schedulers.Decider{
			Name: "wild", About: "chooses what there is not", Choose: func(values []int64, _ int) int { return len(values) },
		}),
	)
}
