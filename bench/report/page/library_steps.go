package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/summary"
)

// outstanding says which lines stand out, and by which value.
var outstanding = []struct {
	title, note string
	value       func(summary.LibraryLine) (v float64, ok bool)
}{
	{"Open steps with the largest gap", "of each class and objective", func(l summary.LibraryLine) (float64, bool) {
		return *l.Gap, !l.Proven()
	}},
	{"Open steps with the longest search", "of each class and objective", func(l summary.LibraryLine) (float64, bool) {
		return l.SolveSeconds, !l.Proven() && l.SolveSeconds > 0
	}},
	{
		"Proven steps on which the best usual scheduler loses most", "of each class and objective",
		func(l summary.LibraryLine) (float64, bool) { return *l.LossPercent, l.Proven() && *l.LossPercent > 0 },
	},
}

// notable returns the tables of steps that stand out, of those that are in the studies. Tables without
// rows are left out.
func (l *Library) notable(studies []Study) (all []sheet) {
	of := map[int]int{} // the study of a step
	for k, s := range studies {
		for i := range s.Results {
			of[s.Results[i].Index] = k
		}
	}
	for _, o := range outstanding {
		n := sheet{Study: o.title, Note: o.note}
		n.Columns = slices.Concat(
			table.Numbers("step"), table.Words("set"), table.Numbers("jobs", "processors"), table.Words("minimised"),
			table.Numbers("best known", "bound", "gap", "loss"), table.Words("bound by"), table.Numbers("time", "nodes"),
		)
		value := func(line summary.LibraryLine) (v float64, ok bool) {
			if _, here := of[line.Index]; !here {
				return 0, false
			}
			return o.value(line)
		}
		for _, line := range largest(l.Lines, value) {
			n.Rows = append(n.Rows, cellsOfLine(line))
			n.Links = append(n.Links, []link{{of[line.Index], line.Index}})
		}
		if len(n.Rows) > 0 {
			all = append(all, n)
		}
	}
	return all
}

// largest returns the line with the largest value of each class and objective, in their order. Lines
// that are not ok are left out.
func largest(
	lines []summary.LibraryLine, value func(summary.LibraryLine) (v float64, ok bool),
) (found []summary.LibraryLine) {
	key := func(l summary.LibraryLine) [2]string { return [2]string{l.Class, l.ObjectiveName} }
	for _, own := range table.GroupBy(lines, key) {
		best, most := -1, -1.0
		for i, line := range own {
			if v, ok := value(line); ok && v > most {
				best, most = i, v
			}
		}
		if best >= 0 {
			found = append(found, own[best])
		}
	}
	return found
}

// cellsOfLine returns the cells of a line. The first is for a link.
func cellsOfLine(l summary.LibraryLine) []string {
	gap, seconds, nodes := "", "", ""
	if !l.Proven() {
		gap = format.Percent(100 * *l.Gap)
	}
	if l.SolveSeconds > 0 {
		seconds = format.Time(l.SolveSeconds)
		nodes = format.Integer(l.Nodes)
	}
	return []string{
		"", l.Set, format.Integer(int64(l.Jobs)), format.Integer(l.Machine), averageName(l.ObjectiveName),
		format.Integer(l.Objective), format.Integer(l.Bound), gap, format.Percent(*l.LossPercent), string(l.Proof),
		seconds, nodes,
	}
}

// facts returns what is known of the sets.
func (l *Library) facts() (all []fact) {
	add := func(name string, secondary bool, of func(LibrarySet) string) {
		all = append(all, fact{Name: name, Secondary: secondary, Values: table.Each(l.Sets, of)})
	}
	add("about", false, func(s LibrarySet) string { return s.About })
	add("steps under an objective", false, func(s LibrarySet) string {
		steps := l.distinct(s, func(line summary.LibraryLine) string { return strconv.Itoa(line.Index) })
		return format.Integer(int64(len(steps)))
	})
	add("bounds found by", false, func(s LibrarySet) string {
		by := func(line summary.LibraryLine) string { return words(", ", line.BoundBy, line.BoundMethod) }
		return strings.Join(l.distinct(s, by), "; ")
	})
	add("bounds found on", false, func(s LibrarySet) string {
		return strings.Join(l.distinct(s, func(line summary.LibraryLine) string { return line.BoundOn }), "; ")
	})
	add("steps", false, func(s LibrarySet) string {
		if s.Unmade {
			return "not here: optgap library make makes them of a trace"
		}
		return "in the library"
	})
	files := table.Union(l.Sets, func(s LibrarySet) []string {
		return table.Each(s.Sums, func(sum Setting) string { return sum.Name })
	})
	for _, name := range files {
		add("SHA-256 of "+name, true, func(s LibrarySet) string {
			if i := slices.IndexFunc(s.Sums, func(sum Setting) bool { return sum.Name == name }); i >= 0 {
				return s.Sums[i].Value
			}
			return "" // the set has no such file
		})
	}
	return all
}

// distinct returns the different texts of the lines of a set that are not blank.
func (l *Library) distinct(s LibrarySet, of func(summary.LibraryLine) string) []string {
	return table.Union(l.Lines, func(line summary.LibraryLine) []string {
		if text := of(line); line.Set == s.Name && text != "" {
			return []string{text}
		}
		return nil
	})
}
