// Package embed is a module of its own that imports optgap: it adds a policy and a method, and benchmarks both.
//
//	go test -run '^$' -bench . -count 10 | tee new.txt
//	go tool benchstat old.txt new.txt
//
// To begin one like it: go mod init example.com/mine, and the require and replace lines of go.mod here. The replace
// line names the folder of optgap; it goes once a version of optgap is published.
package embed

import (
	"context"
	"errors"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
)

// Small takes the job with the smallest area first, so all commands and packages of optgap know scheduler "small".
var Small = heuristics.Policy{
	Name: "SMALL", About: "smallest area first",
	Key: func(j optgap.Job) int64 { return j.Width * j.Estimate },
}

// Polish improves the plan of Small by a search over the orders of the jobs.
var Polish = method.Method{Name: "polish", About: "local search from the plan of SMALL", Find: polish}

// Register makes both known by their names. A second call is an error.
func Register() error {
	return errors.Join(schedulers.RegisterPolicy(Small), method.Register(Polish))
}

func polish(_ context.Context, p *method.Problem, o method.Options) (*method.Answer, error) {
	plan, err := heuristics.Plan(p.Step, Small)
	if err != nil {
		return nil, err
	}
	p.Report(&method.Answer{Schedule: plan}) // which counts where a limit ends the search
	found, _ := heuristics.Search(p.Step, plan, heuristics.SearchOptions{Seed: o.Seed})
	return &method.Answer{Schedule: found, Seed: o.Seed}, nil
}
