package command

import (
	"testing"

	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// TestTotals: ten proven lines with losses of 0 to 9 %, of which three need no search, and two open ones; and an
// open line alone.
func TestTotals(t *testing.T) {
	var lines []library.Line
	add := func(objective string, gap, loss float64, proof record.Proof) {
		l := library.Line{Set: "even", Class: "2-4", ObjectiveName: objective, Gap: gap, LossPercent: loss, Proof: proof}
		l.Status = map[bool]string{true: library.Optimal, false: library.StillOpen}[gap == 0]
		lines = append(lines, l)
	}
	proofs := []record.Proof{
		record.ProofCertificate, record.ProofRecomputed, library.ProofEnumeration, record.ProofSearch,
		record.ProofSolver, record.ProofClaimed,
	}
	for i := range 10 {
		add("art", 0, float64(i), proofs[min(i, 5)])
	}
	add("sld", 0.5, 1, record.ProofRecomputed)
	add("art", 0.2, 20, record.ProofSearch)
	add("art", 0.4, 55, record.ProofSearch)
	must.DeepEqual(t, totalTable(lines).Rows, [][]string{
		{"even", "2-4", "art", "12", "10", "83.3 %", "3", "30.00 %", "40.00 %", "4.50 %"},
		{"even", "2-4", "sld", "1", "0", "0.0 %", "0", "50.00 %", "50.00 %", ""},
	})
}
