package statement_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
)

// TestLedgers: every claim has an id of its own, a place and a text, and either a rule in words and as a function, or
// the reason why it cannot be judged. The ledgers of all sets of Streit have the same claims.
func TestLedgers(t *testing.T) {
	check(t, aida2000.Ledger())
	check(t, dutot2004.Ledger())
	check(t, grothklags2004.Ledger())
	none := check(t, streit2002.LedgerOf(""))
	for _, set := range streit2002.Names() {
		if ids := check(t, streit2002.LedgerOf(set)); !slices.Equal(ids, none) {
			t.Errorf("%s: found %q, expected %q", set, ids, none)
		}
	}
}

// check returns the ids of the claims.
func check[D any](t *testing.T, l statement.Ledger[D]) []string {
	t.Helper()
	ids := frame.Each(l.Entries, func(e statement.Entry[D]) string { return e.ID })
	for i, e := range l.Entries {
		if e.ID == "" || slices.Contains(ids[:i], e.ID) || e.Where == "" || e.Text == "" {
			t.Errorf("%s: found id %q of %q in %q, expected all three, and each id once", l.Paper, e.ID, e.Text, e.Where)
		}
		if (e.Judge == nil) != (e.Rule == "") || (e.Judge == nil) == (e.Reason == "") {
			t.Errorf("%s, %s: found rule %q and reason %q, expected a rule with its function, or a reason", l.Paper, e.ID,
				e.Rule, e.Reason)
		}
	}
	return ids
}
