package statement_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

const docs = "../../../docs"

// TestLedgers: every claim has an id of its own, a place and a text, and either a rule in words and as a function, or
// the reason why it cannot be judged, maybe beside numbers. The ledgers of all sets of Streit have the same claims.
func TestLedgers(t *testing.T) {
	for _, p := range simulated.Papers() {
		check(t, p.Ledger())
	}
	check(t, dutot2004.Ledger())
	check(t, grothklags2004.Ledger())
	none := check(t, streit2002.LedgerOf(nil))
	for _, set := range streit2002.Names() {
		p, _ := streit2002.Choose(set, "")
		must.EqualSlices(t, check(t, streit2002.LedgerOf(p)), none, set)
	}
}

// check returns the ids of the claims.
func check(t *testing.T, l statement.Ledger) []string {
	t.Helper()
	ids := lists.Each(l.Entries, func(e statement.Entry) string { return e.ID })
	for i, e := range l.Entries {
		if e.ID == "" || slices.Contains(ids[:i], e.ID) || e.Where == "" || e.Text == "" {
			t.Errorf("%s: found id %q of %q in %q, expected all three, and each id once", l.Paper, e.ID, e.Text, e.Where)
		}
		if (e.Measure == "") != (e.Rule == "") || (e.Limit == "") == (e.Reason == "") {
			t.Errorf("%s, %s: found rule %q and reason %q, expected a rule with its function, or a reason", l.Paper, e.ID,
				e.Rule, e.Reason)
		}
	}
	return ids
}

// TestDocsLedgers holds docs/reproductions.md against the files in docs/ledgers, and these against the ledgers as
// they are now. Each section of the page has the counts of its ledger, and the id of each statement that differs or
// contradicts itself. A file is what a full run of the command has printed:
//
//	optgap reproduce PAPER --format json | grep optgap-statement >docs/ledgers/PAPER.jsonl
func TestDocsLedgers(t *testing.T) {
	kth, _ := streit2002.Choose("kth", "")
	sections := strings.Split(string(must.Get(os.ReadFile(filepath.Join(docs, "reproductions.md")))), "\n## ")
	for paper, claims := range map[string][]statement.Statement{
		"aida2000": simulated.Aida2000().Ledger().Claims(), "mualem2001": simulated.MuAlem2001().Ledger().Claims(),
		"dutot2004":      dutot2004.Ledger().Claims(),
		"grothklags2004": grothklags2004.Ledger().Claims(), "streit2002": streit2002.LedgerOf(kth).Claims(),
	} {
		file := filepath.Join(docs, "ledgers", paper+".jsonl")
		stored := readLedger(t, file)
		checkClaims(t, file, claims, stored)
		for _, section := range sections {
			if !strings.Contains(section, "ledgers/"+paper+".jsonl") {
				continue
			}
			must.Contain(t, section, statement.Counted(stored), "docs/reproductions.md", paper)
			for _, s := range stored {
				stands := strings.Contains(section, "\n| `"+s.ID+"` ") || strings.Contains(section, "` `"+s.ID+"` ")
				must.Equal(t, s.Verdict == statement.Differs || s.Verdict == statement.Contradiction, stands,
					"docs/reproductions.md", paper, s.ID, "in the table", s.Verdict)
			}
			paper = ""
		}
		must.Equal(t, paper, "", "docs/reproductions.md has no section with a link to the ledger")
	}
}

func readLedger(t *testing.T, file string) (all []statement.Statement) {
	t.Helper()
	text := bytes.NewReader(must.Get(os.ReadFile(file)))
	for s, err := range record.Reader[statement.Statement](nil)(text, file) {
		must.Do(err)
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
