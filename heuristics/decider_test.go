package heuristics_test

import (
	"fmt"
	"testing"

	"github.com/optgap/optgap/heuristics"
)

// TestTable1 states every row and sub-case of Streit's Table 1: qualities that
// satisfy its condition, the current policy, and both deciders' answers.
func TestTable1(t *testing.T) {
	f, s, l := heuristics.FCFS, heuristics.SJF, heuristics.LJF
	type q = heuristics.Qualities
	for _, c := range []struct {
		name             heuristics.Case
		q                q
		current          heuristics.Policy
		simple, advanced heuristics.Policy
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
		if got, case_ := heuristics.Simple(c.q, c.current); got.Name != c.simple.Name || case_ != c.name {
			t.Errorf("case %s, current %s: simple chose %s in case %s, want %s", c.name, c.current.Name, got.Name, case_, c.simple.Name)
		}
		if got, case_ := heuristics.Advanced(c.q, c.current); got.Name != c.advanced.Name || case_ != c.name {
			t.Errorf("case %s, current %s: advanced chose %s in case %s, want %s", c.name, c.current.Name, got.Name, case_, c.advanced.Name)
		}
	}
}

// TestSimpleIsThePseudocode compares the table with the three if-then-else of
// the paper, and the advanced decider with its idea, on all orders of three
// values: it keeps the current policy exactly where that is among the best.
func TestSimpleIsThePseudocode(t *testing.T) {
	pseudocode := func(q heuristics.Qualities) string {
		if q.SJF <= q.LJF {
			if q.FCFS <= q.SJF {
				return "FCFS"
			}
			return "SJF"
		}
		if q.FCFS <= q.LJF {
			return "FCFS"
		}
		return "LJF"
	}
	for i := range int64(27) {
		q := heuristics.Qualities{FCFS: i / 9, SJF: i / 3 % 3, LJF: i % 3}
		value := map[string]int64{"FCFS": q.FCFS, "SJF": q.SJF, "LJF": q.LJF}
		least := min(q.FCFS, q.SJF, q.LJF)
		for _, current := range heuristics.DynP() {
			if got, _ := heuristics.Simple(q, current); got.Name != pseudocode(q) {
				t.Errorf("%+v, current %s: simple chose %s, the pseudocode %s", q, current.Name, got.Name, pseudocode(q))
			}
			got, _ := heuristics.Advanced(q, current)
			if value[got.Name] != least {
				t.Errorf("%+v, current %s: advanced chose %s, not among the best", q, current.Name, got.Name)
			}
			if value[current.Name] == least && got.Name != current.Name {
				t.Errorf("%+v: advanced left %s for %s though it is among the best", q, current.Name, got.Name)
			}
		}
	}
}

func ExampleAdvanced() {
	q := heuristics.Qualities{FCFS: 5, SJF: 5, LJF: 6}
	next, row := heuristics.Advanced(q, heuristics.SJF)
	fmt.Println(next.Name, row)
	// Output: SJF 6b
}
