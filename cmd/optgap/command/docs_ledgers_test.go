package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
)

const endOfLedger = "<!-- end of ledger -->"

// TestDocsLedgers: below "<!-- ledger: FILE -->" a page shows the statements of the file, up to
// the end of the ledger. The file is in docs. It is what a full run of the command has printed:
//
//	optgap reproduce PAPER --format json | grep optgap-statement >docs/ledgers/PAPER.jsonl
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
	return append([]string{"", statement.Count(all).String() + ":", ""}, append(statement.Markdown(all), "")...)
}
