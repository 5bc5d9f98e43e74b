package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp"
)

// Where no child solves, the finding is printed, and an error of exit code 1 says what is missing.
func TestDoctorMissing(t *testing.T) {
	f := find(t.Context(), func(context.Context, int64) error { return errors.New("it ended at once") })
	for _, form := range []string{table.Text, console.FormatJSON} {
		var out bytes.Buffer
		err := f.print(&out, printing{form: form})
		must.Equal(t, fmt.Sprint(err), "missing: the solver in a child process: it ended at once")
		must.Equal(t, (&console.Program{BadInput: badInput}).ExitCode(t.Context(), err),
			console.ExitFailed, "exit code")
		must.Contain(t, out.String(), "the solver in a child process: it ended at once")
	}
}

// Another version of HiGHS is a hint, and no failure.
func TestDoctorTested(t *testing.T) {
	for version, want := range map[string]string{
		"1.10.0": "1.10.0, with which all tests pass",
		"1.12.0": "1.12.0; all tests pass with 1.10.0 and 1.15.1: try make test",
	} {
		tested := map[string][]string{"highs": {"1.10.0", "1.15.1"}}
		f := finding{Versions: map[string]string{"highs": version}, Tested: tested}
		var out bytes.Buffer
		if err := f.print(&out, printing{form: table.Text}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("found %v, %s, expected %q", err, out.String(), want)
		}
	}
}

// The page on HiGHS names the versions that were tested with.
func TestDocsTested(t *testing.T) {
	page := readPage(filepath.Join(root, "docs", "install.md"))
	want := "All tests pass with " + ilp.TestedSolverVersions()[0]
	for _, version := range ilp.TestedSolverVersions() {
		must.Contain(t, page, want, "docs/install.md")
		must.Contain(t, page, version, "docs/install.md")
	}
}

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
