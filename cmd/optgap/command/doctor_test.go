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
