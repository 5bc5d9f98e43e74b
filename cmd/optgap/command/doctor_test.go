package command

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/ilp"
)

// A program that solves nothing, and none at all: the finding is printed, and an error
// of exit code 1 says what is missing.
func TestDoctorMissing(t *testing.T) {
	for name, executable := range map[string]func() (string, error){
		"a program that ends at once": func() (string, error) { return "false", nil },
		"no such program":             func() (string, error) { return filepath.Join(t.TempDir(), "none"), nil },
		"the system does not tell":    func() (string, error) { return "", errors.New("not told") },
	} {
		for _, form := range []string{table.Text, console.FormatJSON} {
			var out bytes.Buffer
			f := find(t.Context(), executable)
			err := f.write(&out, form)
			if len(f.Missing) != 1 || err == nil || !strings.HasPrefix(err.Error(), "missing: the solver in a child process: ") {
				t.Errorf("%s: found %q, %v, expected the solver", name, f.Missing, err)
			}
			if code := (&console.Program{BadInput: badInput}).ExitCode(t.Context(), err); code != console.ExitFailed {
				t.Errorf("%s: found exit code %d, expected %d", name, code, console.ExitFailed)
			}
			if !strings.Contains(out.String(), "the solver in a child process") {
				t.Errorf("%s: found %s", name, out.String())
			}
		}
	}
}

// Another version of HiGHS is a hint, and no failure.
func TestDoctorTested(t *testing.T) {
	tested := []string{"1.10.0", "1.15.1"}
	for version, want := range map[string]string{
		"1.10.0": "1.10.0, tested with", "1.12.0": "1.12.0, tested with 1.10.0 and 1.15.1 only: try make test",
	} {
		if found := testedText(version, tested); found != want {
			t.Errorf("found %q, expected %q", found, want)
		}
		f := finding{Versions: map[string]string{"highs": version}, Tested: map[string][]string{"highs": tested}}
		var out bytes.Buffer
		if err := f.write(&out, table.Text); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("found %v, %s, expected %q", err, out.String(), want)
		}
	}
}

// The page on HiGHS names the versions that were tested with.
func TestDocsTested(t *testing.T) {
	page := readPage(filepath.Join(root, "docs", "install.md"))
	want := "All tests pass with " + ilp.TestedSolverVersions()[0]
	for _, version := range ilp.TestedSolverVersions() {
		if !strings.Contains(page, want) || !strings.Contains(page, version) {
			t.Errorf("docs/install.md: found no %q or no %s", want, version)
		}
	}
}
