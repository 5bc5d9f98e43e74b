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
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
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
	return append([]string{"", statement.Count(all).String() + ":", ""}, append(ledgerTable(all), "")...)
}

// ledgerTable returns the statements as a table for a page. The reason follows the verdict, or stands where
// nothing was measured.
func ledgerTable(all []statement.Statement) []string {
	lines := []string{
		"| id | where | statement | rule | tolerance | paper | measured | verdict |", "|---|---|---|---|---|---|---|---|",
	}
	for _, s := range all {
		measured, verdict := s.Measured, string(s.Verdict)
		switch {
		case s.Reason == "":
		case s.Measured == statement.NotMeasured:
			measured = s.Reason
		default:
			verdict += ": " + s.Reason
		}
		cells := []string{s.ID, s.Where, s.Text, s.Rule, s.Tolerance, s.Printed, measured, verdict}
		for i, c := range cells {
			cells[i] = strings.NewReplacer("\n", "; ", "|", `\|`).Replace(c)
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	return lines
}

// checkClaims holds stored statements against the ledger of their paper as it is now.
func checkClaims(t *testing.T, file string, stored []statement.Statement) {
	claims := map[string][]statement.Statement{
		"aida2000": aida2000.Ledger().Claims(), "dutot2004": dutot2004.Ledger().Claims(),
		"grothklags2004": grothklags2004.Ledger().Claims(), "streit2002": streit2002.LedgerOf("kth").Claims(),
	}[stored[0].Paper]
	if len(claims) != len(stored) {
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
