package dutot2004

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/heuristics/moldable"
)

// An Experiment is section 4 of the paper.
type Experiment struct {
	Runs     int
	Jobs     []int // numbers of jobs of an instance, rising
	Machine  int64 // processors
	Models   []string
	Readings []experiment.Reading
	Seed     uint64 // of the first run; the other runs have the next seeds
}

// Paper returns the paper's experiment, under both readings of X.
func Paper() Experiment {
	return Experiment{
		Runs: 40, Jobs: []int{25, 50, 100, 200, 400}, Machine: 200,
		Models: Models(), Readings: experiment.Readings(), Seed: 1,
	}
}

// Algorithms returns the measured algorithms: the six of the paper, the other direction of
// weighted LPTF, and search, which tells how good the bounds are.
func Algorithms() []experiment.Algorithm {
	return append(experiment.OfPaper(), experiment.ListWSPT, experiment.Search)
}

// provable is the largest number of jobs of an instance whose optimum is searched for.
const provable = 10

// Algorithms returns the algorithms for the instance of the point. Small instances are also
// solved to the optimum.
func (p Point) Algorithms() []experiment.Algorithm {
	if p.Jobs <= provable {
		return append(Algorithms(), experiment.Exact)
	}
	return Algorithms()
}

// Options returns the options for the point. With many jobs search tries fewer schedules
// than by default, as each takes longer.
func (p Point) Options(o experiment.Options) experiment.Options {
	const few, tried = 25, 1_000_000 // jobs; number of schedules times jobs
	if p.Jobs > few {
		o.Evaluations = max(1, tried/p.Jobs)
	}
	return o
}

// Validate returns a *optgap.FieldError about the first field that is out of its range.
func (e Experiment) Validate() error {
	const mostRuns = 10_000
	switch {
	case e.Runs < 1 || e.Runs > mostRuns:
		return optgap.BadField("runs", e.Runs, fmt.Sprintf("1 to %d", mostRuns))
	case len(e.Jobs) == 0 || !slices.IsSorted(e.Jobs) || e.Jobs[0] < 1:
		return optgap.BadField("sizes", e.Jobs, "numbers of at least 1, rising")
	case len(e.Models) == 0 || len(e.Readings) == 0:
		return optgap.BadField("models", "none", "at least one, under a reading")
	}
	for _, name := range e.Models {
		if !slices.Contains(Models(), name) {
			return optgap.BadField("models", fmt.Sprintf("%q", name), strings.Join(Models(), ", "))
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
	Model   string             `json:"model"`
	Reading experiment.Reading `json:"reading"`
	Jobs    int                `json:"jobs"`
	Machine int64              `json:"machine"`
	Seed    uint64             `json:"seed"`
}

// Points returns the instances of the experiment, each once, small ones first.
func (e Experiment) Points() (points []Point) {
	for _, n := range e.Jobs {
		for run := range e.Runs {
			for _, r := range e.Readings {
				for _, name := range e.Models {
					m := workload{name, r}.model()
					points = append(points, Point{m.Name, m.Reading, n, e.Machine, e.Seed + uint64(run)})
				}
			}
		}
	}
	return table.Distinct(points, func(p Point) Point { return p })
}

// Instance generates the instance of a point.
func (p Point) Instance() (*moldable.Instance, error) {
	m, err := experiment.ModelByName(p.Model, p.Reading)
	if err != nil {
		return nil, err
	}
	return m.Generate(p.Jobs, p.Machine, p.Seed)
}

// Name returns the name of the instance.
func (p Point) Name() string {
	return experiment.Model{Name: p.Model, Reading: p.Reading}.InstanceName(p.Jobs, p.Seed)
}

// A workload is one of the paper's, by its name in package experiment, under a reading.
type workload struct {
	name    string
	reading experiment.Reading
}

// Models returns the names of the workloads, in the order of Figures 3 to 6.
func Models() []string {
	return table.Each(experiment.Models(experiment.ByFormula), func(m experiment.Model) string { return m.Name })
}

// titles holds the names of the workloads in the paper.
var titles = map[string]string{
	"weak": "weakly parallel jobs", "high": "highly parallel jobs", "mixed": "mixed jobs", "cirne": "Cirne-Berman jobs",
}

// readingWords describes a reading in words.
func readingWords(r experiment.Reading) string {
	if r == experiment.AsPrinted {
		return "X as printed: 0.9 for highly parallel jobs"
	}
	return "X by the formula: 0.1 for highly parallel jobs"
}

// workloads returns those of the experiment by reading.
func (m *Measured) workloads() (all []workload) {
	for _, r := range m.Readings {
		for _, name := range m.Models {
			all = append(all, workload{name, r})
		}
	}
	return all
}

// model returns the model whose instances stand for the workload. The two
// readings exchange the means of X: the weakly parallel jobs of one are the highly parallel
// jobs of the other. The workload of Cirne and Berman has no X. So only mixed jobs differ.
func (w workload) model() experiment.Model {
	exchanged := map[string]string{"weak": "high", "high": "weak"}
	if other, ok := exchanged[w.name]; ok && w.reading == experiment.AsPrinted {
		w.name = other
	}
	if w.name != "mixed" {
		w.reading = experiment.ByFormula
	}
	model, err := experiment.ModelByName(w.name, w.reading)
	if err != nil {
		panic(err) // Validate knows the names
	}
	return model
}

// figure returns the number of the paper's figure.
func (w workload) figure() int { return 3 + slices.Index(Models(), w.name) }

// title returns a title such as "Figure 3 by the formula (weakly parallel jobs)".
func (w workload) title() string {
	reading := " by the formula"
	switch {
	case w.name == "cirne":
		reading = ""
	case w.reading == experiment.AsPrinted:
		reading = " as printed"
	}
	return fmt.Sprintf("Figure %d%s (%s)", w.figure(), reading, titles[w.name])
}

// short returns a name such as "mixed, printed".
func (w workload) short() string {
	if w.name == "cirne" {
		return w.name
	}
	return w.name + ", " + string(w.reading)
}

// kinds returns the workloads with different instances, each once. names holds what call
// returns for each of them under all readings, joined by between.
func (m *Measured) kinds(call func(workload) string, between string) (all []workload, names []string) {
	for _, same := range table.GroupBy(m.workloads(), func(w workload) string { return w.model().InstanceName(0, 0) }) {
		all, names = append(all, same[0]), append(names, strings.Join(slices.Compact(table.Each(same, call)), between))
	}
	return all, names
}
