package sections

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/folder"
)

// The kinds of parts.
var (
	studies = &kind{column: "study", tables: StudyTables()}
	replays = &kind{
		tables: []string{"replays.csv"}, column: "sweep",
		id: "replays", heading: "Replays", question: "how do the schedulers perform?",
		about: "The performance of each scheduler over the whole trace. Intervals are those of averages over jobs, of 95 %.",
	}
	moldables = &kind{
		tables: []string{"moldable.csv"}, column: "run",
		id: "moldables", heading: "Moldable jobs", question: "how far above the lower bounds?",
		about: "Each algorithm over all instances: weighted sum of ends (minsum) and makespan, divided by the largest lower " +
			"bound. Times are shifted geometric means, shift 1 s.",
	}
	traces = &kind{
		tables: []string{"offline.csv"}, column: "run",
		id: "traces", heading: "Whole traces", question: "what can no scheduler beat?",
		about: "The bound holds for every schedule of the trace, also for one that knows all arrivals and run times. " +
			"Where the gap of a scheduler arises is in sweeps of <code>simulate --bounds</code>.",
	}
	experiments = &kind{
		tables: []string{"experiments.csv"}, column: "experiment",
		id: "experiments", heading: "Experiments", question: "how much of the machine is used?",
		about: "Means over experiments with drawn jobs, as those of Aida (2000). They have no optimum to compare with.",
	}
)

// kinds are all kinds, in the order of the page.
var kinds = []*kind{studies, replays, moldables, traces, experiments}

// each returns the values of all parts, which are of one type.
func each[P Part, V any](parts []Part, of func(P) []V) (all []V) {
	for _, p := range parts {
		all = append(all, of(p.(P))...)
	}
	return all
}

// StudyTables returns the names of the tables of studies, one for each format of [table.Stored].
func StudyTables() []string {
	return lists.Each(table.Stored(), func(form string) string { return "results." + form })
}

// TableNames returns the names of all tables that there may be.
func TableNames() []string {
	return slices.Concat(lists.Each(kinds, func(k *kind) []string { return k.tables })...)
}

// WriteTables writes a row for each result into a folder, which is made if need be, and returns the number of files.
// The first column has the name of the part of each row. There are tables of what the content has only. An
// *optgap.FieldError refuses the folder of a run, whose results have the name of a table.
func (c Content) WriteTables(dir string) (files int, err error) {
	if name, _ := folder.FindInfo(dir); name != "" {
		return 0, optgap.BadField(dir, name+" of a run", "a folder without a run")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	for _, parts := range c.byKind() {
		k, t := parts[0].kind(), parts[0].rows(parts)
		t.Columns = append(table.Words(k.column), t.Columns...)
		var names []string
		for _, p := range parts {
			s := p.subject()
			names = append(names, slices.Repeat([]string{s.Name}, s.Results)...)
		}
		for i, name := range names {
			t.Rows[i] = append([]string{name}, t.Rows[i]...)
		}
		for _, name := range k.tables {
			write := func(w io.Writer) error { return t.Write(w, filepath.Ext(name)[1:]) }
			if err := stream.WriteFile(filepath.Join(dir, name), write); err != nil {
				return files, err
			}
			files++
		}
	}
	return files, nil
}
