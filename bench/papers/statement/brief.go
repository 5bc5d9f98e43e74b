package statement

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/table"
)

// Tables returns a ledger: wide as by [Table], else as by [Brief].
func Tables(title string, all []Statement, wide bool) []table.Table {
	if wide {
		return []table.Table{Table(title, all)}
	}
	return Brief(title, all)
}

// Brief returns a ledger in few lines: the statements with a verdict, and below them the ids of those
// that are not judged, by their reasons. [Table] has a row for each.
func Brief(title string, all []Statement) []table.Table {
	const reasonWidth, idsWidth = 40, 56
	const textWidth, printedWidth, foundWidth = 36, 13, 23
	judged := table.Table{Title: title, Columns: table.Words("id", "statement", "paper", "measured", "verdict")}
	var reasons []string
	ids := map[string][]string{}
	for _, s := range all {
		if s.Verdict != NotJudged {
			judged.Rows = append(judged.Rows, []string{
				s.ID, table.Wrap(s.Text, textWidth), table.Wrap(s.allowed(), printedWidth),
				table.Wrap(s.found(), foundWidth), string(s.Verdict),
			})
			continue
		}
		if !slices.Contains(reasons, s.Reason) {
			reasons = append(reasons, s.Reason)
		}
		ids[s.Reason] = append(ids[s.Reason], s.ID)
	}
	tables := []table.Table{judged}
	if len(reasons) == 0 {
		return tables
	}
	open := table.Table{Title: "Not judged; --wide has their texts", Columns: table.Words("why", "statements")}
	for _, r := range reasons {
		open.Rows = append(open.Rows, []string{
			table.Wrap(r, reasonWidth), table.Wrap(strings.Join(ids[r], ", "), idsWidth),
		})
	}
	return append(tables, open)
}
