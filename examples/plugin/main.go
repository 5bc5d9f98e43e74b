// Command plugin is optgap with a policy, a decider, a scheduler, a method and a lower bound of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/cmd/optgap/command"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

func main() {
	if err := register(); err != nil {
		fmt.Fprintln(os.Stderr, "plugin:", err)
		os.Exit(1)
	}
	os.Exit(command.Main())
}

// register adds what is not part of optgap.
func register() error {
	return errors.Join(
		schedulers.RegisterPolicy(due),
		schedulers.RegisterDecider(schedulers.Decider{
			Name: "sjf-preferred", About: "SJF wherever no policy is better", Choose: preferSJF,
		}),
		schedulers.Register(schedulers.OnLine{Name: "own-easy", About: "EASY, see easy.go", New: newEASY}),
		method.Register(method.OfPolicy(due)),
		method.Register(method.Method{Name: "due-search", About: "local search from the plan of DUE", Find: search}),
		method.RegisterBound(method.LowerBound{
			Name: "alone", About: "each job as if there were no other", Find: alone,
		}),
	)
}

var due = heuristics.Policy{
	Name: "DUE", About: "submission plus four estimates",
	Key: func(j optgap.Job) int64 { return j.Submit + 4*j.Estimate },
}

// preferSJF takes SJF, the second policy of dynP, where it is among the best.
func preferSJF(values []int64, current int) int {
	if best := dynp.Simple(values, current); len(values) < 2 || values[1] > values[best] {
		return best
	}
	return 1
}

func search(_ context.Context, p *method.Problem, o method.Options) (*method.Answer, error) {
	plan, err := heuristics.Plan(p.Step, due)
	if err != nil {
		return nil, err
	}
	found, _ := heuristics.Search(p.Step, plan, heuristics.SearchOptions{Seed: o.Seed})
	return &method.Answer{Schedule: found, Seed: o.Seed}, nil
}

// alone is certified by prices of 0: no job pays for the processors it takes from others.
func alone(_ context.Context, step *optgap.Step) (method.Bound, error) {
	bound := step.EarliestStarts().Objective(step)
	return method.Bound{Value: bound, Certificate: &optgap.Certificate{Bound: bound}}, nil
}
