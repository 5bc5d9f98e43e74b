package program_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

func Example() {
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600},
			{ID: 2, Width: 4, Estimate: 700},
			{ID: 3, Width: 2, Estimate: 7200},
		},
	}
	scaled := must.Get(grid.Scale(step, grid.Choice{Scale: 600}))
	p := must.Get(program.List(scaled, program.Options{}))
	for _, f := range []grid.Formulation{grid.FormulationPulse, grid.FormulationStep} {
		g := program.New(p, f)
		g.Name()
		r := must.Get(mip.Solve(context.Background(), g.Model, mip.Options{}))
		s := scaled.Seconds(g.Schedule(r.X))
		fmt.Println(f, r.Status, s, s.Objective(step), g.Model.Columns(), "columns:", g.Model.ColumnNames[:3])
	}
	// Output:
	// pulse optimal [1200 0 4800] 65200 45 columns: [x_1_1 x_1_2 x_1_3]
	// step optimal [1200 0 4800] 65200 42 columns: [z_1_1 z_1_2 z_1_3]
}
