// Command plugin is optgap with a policy, a decider, a method and a lower bound of its own.
package main

import (
	"context"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/cmd/optgap/command"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

func main() {
	due := heuristics.Policy{
		Name: "DUE", About: "submission plus four estimates",
		Key: func(j optgap.Job) int64 { return j.Submit + 4*j.Estimate },
	}
	schedulers.RegisterPolicy(due)
	schedulers.RegisterDecider(schedulers.Decider{
		Name: "sjf-preferred", About: "SJF wherever no policy is better", Choose: preferSJF,
	})
	method.Register(method.OfPolicy(due))
	method.Register(method.Method{
		Name: "due-search", About: "local search from the plan of DUE",
		Find: func(_ context.Context, p *method.Problem, o method.Options) (*method.Answer, error) {
			found, _ := heuristics.Search(p.Step, heuristics.Plan(p.Step, due), heuristics.SearchOptions{Seed: o.Seed})
			return &method.Answer{Schedule: found, Seed: o.Seed}, nil
		},
	})
	method.RegisterBound(method.LowerBound{Name: "alone", About: "each job as if there were no other", Find: alone})
	os.Exit(command.Main())
}

// preferSJF takes SJF, the second policy of dynP, where it is among the best.
func preferSJF(values []int64, current int) int {
	if best := dynp.Simple(values, current); len(values) < 2 || values[1] > values[best] {
		return best
	}
	return 1
}

// alone is certified by prices of 0: no job pays for the processors it takes from others.
func alone(_ context.Context, step *optgap.Step) (method.Bound, error) {
	bound := step.EarliestStarts().Objective(step)
	return method.Bound{Value: bound, Certificate: &record.Certificate{Bound: bound}}, nil
}
