package search

import (
	"fmt"
	"strconv"

	"github.com/optgap/optgap/bench/verify"
)

// Fault returns what is wrong with a claim that is contradicted.
func (a Answer) Fault() verify.Fault {
	c := a.Claim
	f := verify.Fault{Line: c.Line, Trace: c.Step.Trace, Index: c.Step.Index, Method: c.Method}
	if a.Objective < c.Bound {
		f.Field, f.Found = "bound", strconv.FormatInt(c.Bound, 10)
		f.Expected = fmt.Sprintf("at most %d, the objective of a schedule that the search found", a.Objective)
	} else {
		f.Field, f.Found = "objective", strconv.FormatInt(c.Objective, 10)
		f.Expected = fmt.Sprintf("at least %d, which the search proved", a.Bound)
	}
	if c.TimeScale > 0 {
		f.Field = "grid_" + f.Field
	}
	return f
}

// Remark says how far the search for a claim came that is unfinished.
func (a Answer) Remark() string {
	c, grid := a.Claim, ""
	if c.TimeScale > 0 {
		grid = fmt.Sprintf(" on the grid of %d s", c.TimeScale)
	}
	return fmt.Sprintf("the optimum%s is %d to %d, the bound %d", grid, a.Bound, a.Objective, c.Bound)
}
