package sections

import (
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report/page"
)

// Paper is the report of a paper's experiment: what it states, beside what is measured.
type Paper struct {
	Name   string        `json:"-"`
	Format string        `json:"format"`
	Lead   string        `json:"lead"`   // counts the verdicts, then lines about the run
	Tables []table.Table `json:"tables"` // the ledger of its statements first
}

// papers returns the section about papers; nil without any.
func papers(all []Paper) []page.Section {
	if len(all) == 0 {
		return nil
	}
	blocks := lists.Each(all, func(p Paper) page.Block {
		var b page.Block
		if b.Sentence, b.Words, _ = strings.Cut(p.Lead, "\n"); len(all) > 1 {
			b.Name = p.Name
		}
		b.Sheets = lists.Each(p.Tables, func(t table.Table) page.Sheet {
			name, note, _ := strings.Cut(strings.ReplaceAll(t.Title, "\n", " "), ". ")
			shown := t.Where(func(c int) bool { return !t.Columns[c].Extra })
			return page.Sheet{Name: name, Note: note, Table: shown}
		})
		return b
	})
	return []page.Section{{ID: "paper", Link: "Paper", Blocks: blocks}}
}
