package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
)

// TestDocsLedgers holds docs/reproductions.md against the files in docs/ledgers, and these against the ledgers as
// they are now. Each section of the page has the counts of its ledger, and the id of each statement that differs or
// contradicts itself. A file is what a full run of the command has printed (of dutot2004 with --readings formula):
//
//	optgap reproduce PAPER --format json | grep optgap-statement >docs/ledgers/PAPER.jsonl
func TestDocsLedgers(t *testing.T) {
	sections := strings.Split(readPage(filepath.Join(root, "docs", "reproductions.md")), "\n## ")
	for paper, claims := range map[string][]statement.Statement{
		"aida2000": aida2000.Ledger().Claims(), "dutot2004": dutot2004.Ledger().Claims(),
		"grothklags2004": grothklags2004.Ledger().Claims(), "streit2002": streit2002.LedgerOf("kth").Claims(),
	} {
		file := filepath.Join(root, "docs", "ledgers", paper+".jsonl")
		stored := readLedger(t, file)
		checkClaims(t, file, claims, stored)
		for _, section := range sections {
			if !strings.Contains(section, "ledgers/"+paper+".jsonl") {
				continue
			}
			if counts := statement.Count(stored).String(); !strings.Contains(section, counts) {
				t.Errorf("docs/reproductions.md: %s: found no %q", paper, counts)
			}
			for _, s := range stored {
				stands := strings.Contains(section, "\n| `"+s.ID+"` ") || strings.Contains(section, "` `"+s.ID+"` ")
				if told := s.Verdict == statement.Differs || s.Verdict == statement.Contradiction; told != stands {
					t.Errorf("docs/reproductions.md: %s, %s: in the table: %t, verdict %q", paper, s.ID, stands, s.Verdict)
				}
			}
			paper = ""
		}
		if paper != "" {
			t.Errorf("docs/reproductions.md: found no section with a link to the ledger of %s", paper)
		}
	}
}

func readLedger(t *testing.T, file string) (all []statement.Statement) {
	t.Helper()
	text := strings.NewReader(readPage(file))
	for s, err := range record.ReadLines(text, file, func(*statement.Statement) error { return nil }) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// checkClaims holds stored statements against the ledger of their paper as it is now.
func checkClaims(t *testing.T, file string, claims, stored []statement.Statement) {
	t.Helper()
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
