package dutot2004

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/moldable/instances"
)

// A workload is one of the paper's, by its name in package instances, under a reading.
type workload struct {
	name    string
	reading instances.Reading
}

// Models returns the names of the workloads, in the order of Figures 3 to 6.
func Models() []string {
	return frame.Each(instances.Models(instances.ByFormula), func(m instances.Model) string { return m.Name })
}

// titles holds the names of the workloads in the paper.
var titles = map[string]string{
	"weak": "weakly parallel jobs", "high": "highly parallel jobs", "mixed": "mixed jobs", "cirne": "Cirne-Berman jobs",
}

// readingWords describes a reading in words.
func readingWords(r instances.Reading) string {
	if r == instances.AsPrinted {
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
func (w workload) model() instances.Model {
	exchanged := map[string]string{"weak": "high", "high": "weak"}
	if other, ok := exchanged[w.name]; ok && w.reading == instances.AsPrinted {
		w.name = other
	}
	if w.name != "mixed" {
		w.reading = instances.ByFormula
	}
	model, err := instances.ByName(w.name, w.reading)
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
	case w.reading == instances.AsPrinted:
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
	for _, same := range frame.GroupBy(m.workloads(), func(w workload) string { return w.model().InstanceName(0, 0) }) {
		all, names = append(all, same[0]), append(names, strings.Join(slices.Compact(frame.Each(same, call)), between))
	}
	return all, names
}
