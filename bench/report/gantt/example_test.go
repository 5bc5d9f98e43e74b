package gantt_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/heuristics/must"
)

// Two plans of one step: as a table, and as a picture with the better one above.
func Example() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 1800, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 6, Estimate: 7200, Submit: -60},
			{ID: 2, Width: 4, Estimate: 1800, Submit: 0},
		},
	}
	panels := []gantt.Panel{
		{Title: "SJF", Schedule: optgap.Schedule{1800, 0}},
		{Title: "LJF", Schedule: optgap.Schedule{1800, 9000}},
	}
	metrics := table.Table{Columns: []table.Heading{
		{Name: "policy"}, {Name: "ARTwW", Align: table.Right}, {Name: "makespan", Align: table.Right},
	}}
	for _, p := range panels {
		m := optgap.Measure(step, p.Schedule)
		metrics.Rows = append(metrics.Rows, []string{p.Title, format.Decimal(m.ARTwW, 1), format.Duration(m.Makespan)})
	}
	if err := metrics.Write(os.Stdout, table.Text); err != nil {
		fmt.Println(err)
	}
	dir := must.Get(os.MkdirTemp("", "gantt"))
	defer os.RemoveAll(dir)
	draw := func() (figure.Picture, error) { return gantt.Step(step, panels, gantt.Options{}) }
	if err := figure.WriteFile(filepath.Join(dir, "plans.svg"), draw); err != nil {
		fmt.Println(err)
	}
	// Output:
	// policy    ARTwW    makespan
	// ---------------------------
	// SJF     6,156.0  2 h 30 min
	// LJF     9,756.0         3 h
}
