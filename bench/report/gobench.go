package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/benchdiff"
)

// BenchmarkTables compares an old output of go test -bench and a new one. old and new name
// the outputs.
func BenchmarkTables(c *benchdiff.Diff, old, new string) []table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Benchmarks: old %s, new %s; "+
			"medians with their 95 %% intervals; p of the Mann-Whitney U test", old, new),
		Columns: append(table.Words("benchmark", "unit"), table.Numbers("old", "new", "ratio", "p")...),
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		class := benchunit.ClassOf(l.Unit)
		cell := func(value float64, spread string) string {
			return benchunit.Scale(value, class) + " ±" + strings.ReplaceAll(spread, "%", " %")
		}
		t.Rows = append(t.Rows, []string{
			shortName(l.Name), l.Unit, cell(l.Old.Center, l.Old.PctRangeString()), cell(l.New.Center, l.New.PctRangeString()),
			format.Ratio(l.Ratio()), probability(l.Test.P),
		})
	}
	summary := table.Table{
		Title: fmt.Sprintf("%d benchmarks in both, %d in the old alone, %d in the new alone; "+
			"geometric means of the ratios", c.Paired, c.OnlyOld, c.OnlyNew),
		Columns: append(table.Words("unit"), table.Numbers("ratio", "from", "to", "p")...),
	}
	for _, u := range c.Units() {
		row := []string{u.Unit, format.Ratio(u.Ratio), "", "", ""}
		if u.Unit == "sec/op" && !math.IsNaN(c.Time.Value) {
			row = slices.Concat([]string{u.Unit}, ratioCells(c.Time), []string{probability(c.P)})
		}
		summary.Rows = append(summary.Rows, row)
	}
	return []table.Table{t, summary}
}

// shortName cuts the path before the name of a package.
func shortName(name string) string {
	if pkg, rest, ok := strings.Cut(name, " "); ok {
		return pkg[strings.LastIndexByte(pkg, '/')+1:] + " " + strings.TrimPrefix(rest, "Benchmark")
	}
	return strings.TrimPrefix(name, "Benchmark")
}
