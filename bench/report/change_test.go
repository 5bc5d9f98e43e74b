package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/heuristics/must"
)

// changeOf compares two sets of results.
func changeOf(t *testing.T, old, new []record.Result) *frame.Comparison {
	t.Helper()
	var sets []*frame.Input
	for _, results := range [][]record.Result{old, new} {
		var b strings.Builder
		for _, r := range results {
			must.Do(record.NewWriter(&b).Write(r))
		}
		sets = append(sets, must.Get(frame.Open("-", strings.NewReader(b.String()))))
	}
	return must.Get(frame.Compare(sets[0], sets[1], frame.Options{Threshold: 0.05}))
}

// slower returns the results with times and objectives that are 10 % larger, and without
// one proof.
func slower(results []record.Result) []record.Result {
	worse := slices.Clone(results)
	for i := range worse {
		worse[i].SolveSeconds *= 1.1
		worse[i].Objective += worse[i].Objective / 10
	}
	worse[1].Status = "feasible"
	return worse
}

func TestChangeTables(t *testing.T) {
	old := large()
	c := changeOf(t, old, slower(old))
	tables := report.ChangeTables(c, "before", "after")
	var all string
	for _, rows := range tables {
		all += write(t, rows, table.Text)
	}
	for _, want := range []string{
		"results of studies: old before, new after\n",
		"\nilp           40         0         0      39      39       39       38       0       0\n", // one crashed in both
		"\nall          120         0         0     118     118       78       77       0       0\n",
		"\nexact     objective     40       0     40  1.2593e+12  1.3852e+12  1.1000  1.1000  1.1000\n",
		"\nexact        40       28,800       31,680  1.1000  1.1000  1.1000  <0.0001\n",
		// 120 objectives, 80 times, of policies none, and a proof
		"\n201 regressions, the largest 20; all with --format json\n",
		"\n123456  ilp     status         optimal  feasible\n", // lost proofs come first
	} {
		must.Contain(t, "\n"+all, want)
	}
	same := report.ChangeTables(changeOf(t, old, old), "a", "b")
	if len(same) != 3 || len(same[1].Rows) != 2 {
		t.Errorf("without a change there are %d tables, expected 3, the second with the values of all methods", len(same))
	}
}
