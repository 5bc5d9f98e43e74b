package dynp_test

import (
	"testing"

	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// TestTable1 states every row and sub-case of Streit's Table 1: qualities that
// satisfy its condition, the current policy, and both deciders' answers.
func TestTable1(t *testing.T) {
	const f, s, l = 0, 1, 2
	type q = []int64
	for _, c := range []struct {
		name             dynp.Case
		q                q
		current          int
		simple, advanced int
	}{
		{"1", q{5, 5, 5}, f, f, f},
		{"1", q{5, 5, 5}, s, f, s},
		{"1", q{5, 5, 5}, l, f, l},
		{"2", q{6, 5, 7}, l, s, s},
		{"2", q{7, 5, 6}, f, s, s},
		{"3", q{5, 6, 7}, l, f, f},
		{"3", q{5, 7, 6}, s, f, f},
		{"4a", q{6, 7, 5}, f, l, l},
		{"4b", q{6, 6, 5}, s, l, l}, // also row 5
		{"4c", q{7, 6, 5}, s, l, l},
		{"6a", q{5, 5, 6}, f, f, f},
		{"6b", q{5, 5, 6}, s, f, s},
		{"6c", q{5, 5, 6}, l, f, f},
		{"7", q{6, 5, 6}, l, s, s},
		{"8a", q{5, 6, 5}, f, f, f},
		{"8b", q{5, 6, 5}, s, f, f},
		{"8c", q{5, 6, 5}, l, f, l},
		{"9", q{5, 6, 6}, l, f, f},
		{"10a", q{6, 5, 5}, f, s, s},
		{"10b", q{6, 5, 5}, s, s, s},
		{"10c", q{6, 5, 5}, l, s, l},
	} {
		must.Equal(t, dynp.CaseOf(c.q, c.current), c.name, c.q, "current", c.current, "case")
		must.Equal(t, dynp.Simple(c.q, c.current), c.simple, "case", c.name, "current", c.current,
			"simple chose")
		must.Equal(t, dynp.Advanced(c.q, c.current), c.advanced, "case", c.name, "current", c.current,
			"advanced chose")
	}
}
