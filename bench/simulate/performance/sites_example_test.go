package performance_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/reservation"
)

func ExampleEvaluateSites() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 3600},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
		{Job: optgap.Job{ID: 3, Width: 8, Estimate: 600, Submit: 20}, RunTime: 600},
	}
	both := []reservation.Part{{Site: 0, Width: 4}, {Site: 1, Width: 8}}
	requests := []reservation.Request{{ID: 1, Duration: 300, Submit: 30, When: reservation.ASAP, Parts: both}}
	g, err := multisite.New(jobs, multisite.Options{Machines: []int64{4, 8}})
	if err != nil {
		panic(err)
	}
	out, err := replay.RunReserved(context.Background(), jobs, requests, g)
	if err != nil {
		panic(err)
	}
	fmt.Println("starts", out.Starts)
	fmt.Println(out.Reservations[0].String())
	sites, err := performance.EvaluateSites(out, g.Machines(), g.SiteOf, performance.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("utilisation of the sites %.2f and %.2f\n", sites[0].Util, sites[1].Util)
	// Output:
	// starts [0 10 610]
	// reservation 1 (asap) from second 3600 to 3900
	// utilisation of the sites 1.00 and 0.75
}
