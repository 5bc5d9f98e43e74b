package summary_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// lineOf returns a line of class 2-4, whose gap is 0 where it is proven.
func lineOf(objective string, gap, loss float64, proof record.Proof) summary.LibraryLine {
	l := summary.LibraryLine{
		Set: "even", Class: "2-4", ObjectiveName: objective, Gap: &gap, LossPercent: &loss, Proof: proof,
	}
	l.Status = summary.LineOptimal
	if gap > 0 {
		l.Status = summary.LineOpen
	}
	return l
}

// TestTotals: counts and means of a class of ten proven and two open lines, and of a class with an
// open line alone. The losses of the proven ones are 0 to 9: mean 4.5.
func TestTotals(t *testing.T) {
	var lines []summary.LibraryLine
	proofs := []record.Proof{
		record.ProofCertificate, record.ProofRecomputed, summary.ProofEnumeration, record.ProofSearch,
		record.ProofSolver, record.ProofClaimed,
	}
	for i := range 10 {
		lines = append(lines, lineOf("art", 0, float64(i), proofs[min(i, 5)]))
	}
	lines = append(lines, lineOf("sld", 0.5, 1, record.ProofRecomputed),
		lineOf("art", 0.2, 20, record.ProofSearch), lineOf("art", 0.4, 55, record.ProofSearch))
	all := summary.LibraryTotals(lines)
	if len(all) != 2 {
		t.Fatalf("found %d totals, expected 2", len(all))
	}
	art, sld := all[0], all[1]
	if art.Entries != 12 || art.Optimal != 10 || art.Certified != 3 ||
		art.Proofs != (summary.Proofs{1, 1, 1, 1, 1, 5}) {
		t.Errorf("found %+v", art)
	}
	near := func(what string, got *float64, want float64) {
		t.Helper()
		if got == nil || math.Abs(*got-want) > 1e-12 {
			t.Errorf("%s: found %v, expected %v", what, got, want)
		}
	}
	near("gap", art.MeanGap, 0.3) // of 0.2 and 0.4
	near("largest gap", &art.LargestGap, 0.4)
	near("loss", art.LossPercent, 10) // (45 + 20 + 55) / 12
	near("loss where proven", art.ProvenLoss, 4.5)
	if sld.Optimal != 0 || sld.ProvenLoss != nil {
		t.Errorf("found %+v, expected no loss of proven lines", sld)
	}
}
