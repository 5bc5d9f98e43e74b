package dutot2004

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/heuristics/moldable"
)

// An Experiment is section 4 of the paper.
type Experiment struct {
	Runs    int
	Jobs    []int // numbers of jobs of an instance, rising
	Machine int64 // processors
	Models  []string
	Seed    uint64 // of the first run; the other runs have the next seeds
}

// Paper returns the paper's experiment.
func Paper() Experiment {
	e := file().Whole
	e.Models = Models()
	return e
}

// Validate returns a *optgap.FieldError about the first field that is out of its range.
func (e Experiment) Validate() error {
	const mostRuns = 10_000
	switch {
	case e.Runs < 1 || e.Runs > mostRuns:
		return optgap.BadField("runs", e.Runs, fmt.Sprintf("1 to %d", mostRuns))
	case len(e.Jobs) == 0 || !slices.IsSorted(e.Jobs) || e.Jobs[0] < 1:
		return optgap.BadField("sizes", e.Jobs, "numbers of at least 1, rising")
	case len(e.Models) == 0:
		return optgap.BadField("models", "none", "at least one")
	}
	for _, name := range e.Models {
		if !slices.Contains(Models(), name) {
			return optgap.BadText("models", name, strings.Join(Models(), ", "))
		}
	}
	err := experiment.CheckSize(e.Jobs[len(e.Jobs)-1], e.Machine)
	var wrong *optgap.FieldError
	if errors.As(err, &wrong) && wrong.Field == "jobs" {
		return optgap.BadField("sizes", wrong.Found, wrong.Expected)
	}
	return err
}

// A Point identifies one instance.
type Point struct {
	Model   string `json:"model"`
	Reading string `json:"reading"` // of the recurrence: always byFormula
	Jobs    int    `json:"jobs"`
	Machine int64  `json:"machine"`
	Seed    uint64 `json:"seed"`
}

// byFormula is the reading of the paper in which the words count for what they say of the speed-up.
const byFormula = "formula"

// Points returns the instances of the experiment, small ones first. Highly parallel jobs have a
// small X, as the formula makes them so.
func (e Experiment) Points() (points []Point) {
	for _, n := range e.Jobs {
		for run := range e.Runs {
			for _, name := range e.Models {
				points = append(points, Point{name, byFormula, n, e.Machine, e.Seed + uint64(run)})
			}
		}
	}
	return points
}

// Instance generates the instance of a point.
func (p Point) Instance() (*moldable.Instance, error) {
	if p.Reading != byFormula {
		return nil, optgap.BadText("reading", p.Reading, byFormula)
	}
	m, err := experiment.ModelByName(p.Model)
	if err != nil {
		return nil, err
	}
	return m.Generate(p.Jobs, p.Machine, p.Seed)
}

// Name returns the name of the instance.
func (p Point) Name() string { return experiment.Model{Name: p.Model}.InstanceName(p.Jobs, p.Seed) }

// Models returns the names of the workloads, in the order of Figures 3 to 6.
func Models() []string {
	return lists.Each(experiment.Models(), func(m experiment.Model) string { return m.Name })
}

// figureOf returns the number of a workload's figure.
func figureOf(model string) int { return 3 + slices.Index(Models(), model) }
