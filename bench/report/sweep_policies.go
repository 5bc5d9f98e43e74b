package report

import (
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/heuristics/dynp"
)

// policyTable says what each policy did. Shares are of the decisions.
func policyTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Policies: %s, %s of them kept the policy (%s); %s jobs waited on average",
			format.Count(int64(s.Tries), "decision"), format.Integer(int64(s.Same)), share(s.Same, s.Tries), format.Decimal(s.Backlog(), 2)),
		Columns: []table.Column{{Name: "policy"}, {Name: "jobs started", Align: table.Right}, {Name: "switches to it", Align: table.Right}, {Name: "share", Align: table.Right}},
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.StartedWith)), maps.Keys(s.SwitchesTo))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		t.Rows = append(t.Rows, []string{
			name, format.Integer(int64(s.StartedWith[name])), format.Integer(int64(s.SwitchesTo[name])), share(s.SwitchesTo[name], s.Tries),
		})
	}
	return t
}

// caseTable counts the decisions by row of Table 1.
func caseTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title:   "Cases of Streit's Table 1 (2002); 4b and 5 are one",
		Columns: []table.Column{{Name: "case"}, {Name: "decisions", Align: table.Right}, {Name: "share", Align: table.Right}},
	}
	// The rows of Table 1 in their order.
	for _, c := range []dynp.Case{"1", "2", "3", "4a", "4b", "4c", "6a", "6b", "6c", "7", "8a", "8b", "8c", "9", "10a", "10b", "10c"} {
		t.Rows = append(t.Rows, []string{string(c), format.Integer(int64(s.Cases[c])), share(s.Cases[c], s.Tries)})
	}
	return t
}

// share writes a part in percent of a whole.
func share(part, of int) string { return format.Percent(100 * float64(part) / float64(of)) }
