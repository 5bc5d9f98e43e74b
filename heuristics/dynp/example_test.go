package dynp_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Two jobs, each as wide as the machine, wait for the first. FCFS ends them at 110
// and 200 s, SJF at 100 and 200 s. So the self-tuning step at the last submission
// switches from FCFS to SJF. Package bench/simulate/replay drives a scheduler through a
// whole trace.
func ExampleNew() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 10}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 100}, RunTime: 80},
		{Job: optgap.Job{ID: 3, Width: 4, Estimate: 90}, RunTime: 90},
	}
	s, err := dynp.New(4, jobs, dynp.Options{})
	if err != nil {
		panic(err)
	}
	start := func(now int64) {
		for _, job := range s.Start(now, nil) {
			fmt.Printf("second %d: job %d starts under %s\n", now, jobs[job].ID, s.Policy().Name)
		}
	}
	for i, j := range jobs {
		if err := s.Submit(j.Submit, int32(i)); err != nil {
			panic(err)
		}
		start(j.Submit)
	}
	s.End(0)
	start(10)
	s.End(2)
	start(100)
	fmt.Println(s.Stats().Tries, "decision, row", s.Stats().Cases)
	// Output:
	// second 0: job 1 starts under FCFS
	// second 10: job 3 starts under SJF
	// second 100: job 2 starts under SJF
	// 1 decision, row map[7:1]
}

// Each job goes to the site that would finish it first, and a reservation of both
// sites gets them at a common time.
func ExampleGrid() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 3600},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
		{Job: optgap.Job{ID: 3, Width: 8, Estimate: 600, Submit: 20}, RunTime: 600},
	}
	g, err := dynp.NewGrid([]int64{4, 8}, jobs, func(machine int64) (*dynp.Scheduler, error) {
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
