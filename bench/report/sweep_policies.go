package report

import (
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// policyTable counts the jobs that each policy started, and the decisions for the policy.
// Shares are of all decisions.
func policyTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Policies: %s, %s of them kept the policy (%s); %s jobs waited on average",
			format.Count(int64(s.Tries), "decision"), count(s.Same), share(s.Same, s.Tries), hundredths(s.Backlog)),
		Columns: append(table.Words("policy"), table.Numbers("jobs started", "switches to it", "share")...),
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.StartedWith)), maps.Keys(s.SwitchesTo))
	for _, name := range heuristics.InOrder(slices.Values(names)) {
		switches := s.SwitchesTo[name]
		t.Rows = append(t.Rows, []string{name, count(s.StartedWith[name]), count(switches), share(switches, s.Tries)})
	}
	return t
}

// caseTable counts the decisions by the rows of Streit's Table 1 (2002).
func caseTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title:   "Cases of Streit's Table 1 (2002); 4b and 5 are one",
		Columns: append(table.Words("case"), table.Numbers("decisions", "share")...),
	}
	for _, c := range []dynp.Case{
		"1", "2", "3", "4a", "4b", "4c", "6a", "6b", "6c", "7", "8a", "8b", "8c", "9", "10a", "10b", "10c",
	} {
		t.Rows = append(t.Rows, []string{string(c), count(s.Cases[c]), share(s.Cases[c], s.Tries)})
	}
	return t
}

// share writes a part in percent of a whole.
func share(part, of int) string { return format.Percent(100 * float64(part) / float64(of)) }
