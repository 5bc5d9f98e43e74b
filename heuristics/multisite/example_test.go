package multisite_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Each job goes to the site that would finish it first, and a reservation of both
// sites gets them at a common time. Package bench/simulate/replay drives a grid through a
// whole trace.
func ExampleGrid() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 3600},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
		{Job: optgap.Job{ID: 3, Width: 8, Estimate: 600, Submit: 20}, RunTime: 600},
	}
	g, err := multisite.New([]int64{4, 8}, jobs, func(machine int64) (*dynp.Scheduler, error) {
		return dynp.New(machine, jobs, dynp.Options{})
	})
	if err != nil {
		panic(err)
	}
	start := func(now int64) {
		for _, job := range g.Start(now, nil) {
			fmt.Printf("second %d: job %d starts on site %d\n", now, jobs[job].ID, g.SiteOf(job))
		}
	}
	for i, j := range jobs {
		if err := g.Submit(j.Submit, int32(i)); err != nil {
			panic(err)
		}
		start(j.Submit)
	}
	both := []reservation.Part{{Site: 0, Width: 4}, {Site: 1, Width: 8}}
	d := g.Reserve(30, reservation.Request{ID: 1, Duration: 300, Submit: 30, When: reservation.ASAP, Parts: both})
	fmt.Println(d.String())
	start(30)
	g.End(1) // job 2
	start(610)
	// Output:
	// second 0: job 1 starts on site 0
	// second 10: job 2 starts on site 1
	// reservation 1 (asap) from second 3600 to 3900
	// second 610: job 3 starts on site 1
}
