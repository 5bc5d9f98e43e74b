package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
)

const endOfLedger = "<!-- end of ledger -->"

// TestDocsLedgers: below "<!-- ledger: FILE -->" a page shows the statements of the file, up to
// the end of the ledger. The file is in docs. It is what a full run of the command has printed:
//
//	optgap reproduce PAPER --format json | grep optgap-statement >docs/ledgers/PAPER.jsonl
//
// That of dutot2004 is of --readings formula.
//
// UPDATE=1 writes the statements into the page.
func TestDocsLedgers(t *testing.T) {
	file := filepath.Join(root, "docs", "reproductions.md")
	page := strings.Split(readPage(t, file), "\n")
	for from := len(page) - 1; from >= 0; from-- {
		m := remark.FindStringSubmatch(page[from])
		if m == nil || !strings.HasPrefix(m[1], "ledger: ") {
			continue
		}
		end := from + slices.Index(page[from:], endOfLedger)
		if end < from {
			t.Fatalf("line %d: found no %s below the ledger", from+1, endOfLedger)
		}
		want := ledgerLines(t, filepath.Join(root, "docs", strings.TrimPrefix(m[1], "ledger: ")))
		if os.Getenv("UPDATE") == "" && !slices.Equal(page[from+1:end], want) {
			t.Errorf("line %d: the page does not show the statements of the file (UPDATE=1 writes them)", from+1)
		}
		page = slices.Replace(page, from+1, end, want...)
	}
	if os.Getenv("UPDATE") != "" {
		writeFile(t, file, []byte(strings.Join(page, "\n")))
	}
}

// ledgerLines returns a line of counts and a table of the statements in a file.
func ledgerLines(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []statement.Statement
	for s, err := range record.ReadLines(bytes.NewReader(text), file, func(*statement.Statement) error { return nil }) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	checkClaims(t, file, all)
	return append([]string{"", statement.Count(all).String() + ":", ""}, append(statement.Markdown(all), "")...)
}

// checkClaims holds stored statements against the ledger of their paper as it is now.
func checkClaims(t *testing.T, file string, stored []statement.Statement) {
	ledgers := map[string][]statement.Statement{
		"aida2000": aida2000.Ledger().Claims(), "dutot2004": dutot2004.Ledger().Claims(),
	}
	claims, ok := ledgers[stored[0].Paper]
	if ok && len(claims) != len(stored) {
		t.Errorf("%s: found %d statements, expected %d: run the command again", file, len(stored), len(claims))
		return
	}
	for i, c := range claims {
		s := stored[i]
		if s.ID != c.ID || s.Where != c.Where || s.Text != c.Text || s.Rule != c.Rule || s.Tolerance != c.Tolerance {
			t.Errorf("%s: found %+v, expected %+v: run the command again", file, s, c)
		}
	}
}
