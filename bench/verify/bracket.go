package verify

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// bracket checks the ends that enclose the one-second optimum. From grid to finer grid
// the ends come closer. The last ends are the bound and the objective.
func (j *judge) bracket() {
	last := record.Ends{}
	for i, e := range j.Bracket {
		field := func(name string) string { return fmt.Sprintf("bracket[%d].%s", i, name) }
		j.hold(e.TimeScale >= 1, field("time_scale"), e.TimeScale, "at least 1")
		j.hold(e.Lower <= e.Upper, field("lower"), e.Lower, "at most the upper end %d", e.Upper)
		j.below(field("lower"), e.Lower)
		if best := j.facts.optimum; best != nil {
			j.hold(e.Upper >= *best, field("upper"), e.Upper, "at least the optimum %d", *best)
		}
		if i > 0 {
			j.hold(e.TimeScale < last.TimeScale, field("time_scale"), e.TimeScale,
				"below %d, as grids get finer", last.TimeScale)
			j.hold(e.Lower >= last.Lower, field("lower"), e.Lower, "at least %d, the end before", last.Lower)
			j.hold(e.Upper <= last.Upper, field("upper"), e.Upper, "at most %d, the end before", last.Upper)
		}
		last = e
	}
	if len(j.Bracket) == 0 {
		return
	}
	if j.objective != nil {
		j.equalBig("bracket", last.Upper, j.objective, "the objective, as the last upper end")
	}
	bound, ok := j.Bounds[optgap.BoundILP]
	j.hold(ok && bound == last.Lower, "bounds.ilp", bound, "%d, the last lower end of the bracket", last.Lower)
	j.equal("time_scale", j.TimeScale, last.TimeScale, "the last grid of the bracket")
}
