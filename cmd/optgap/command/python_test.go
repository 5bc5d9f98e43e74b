package command

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/heuristics"
)

// TestPythonExample: the program in Python finds the loss that the same policy has here, on
// the same steps.
func TestPythonExample(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a study")
	}
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	printed, err := exec.Command(python, filepath.Join(root, "examples", "python", "own_policy.py"), "optgap").
		CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	dir := t.TempDir()
	run := exec.Command("optgap", "study", "--quiet", "--method", "exact", "--max-waiting", "10", "--max-steps", "20",
		"--no-bounds", "--out", dir)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	content, err := study.ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	due := heuristics.Policy{Name: "DUE", Key: func(j optgap.Job) int64 { return j.Submit + 4*j.Estimate }}
	sum := 0.0
	for i, step := range content.Problems {
		r := content.Results[i]
		if r.Index != step.Index || r.Status != optgap.StatusOptimal {
			t.Fatalf("step %d has the result %+v, expected an optimum", step.Index, r)
		}
		sum += 100 * (1 - float64(r.Objective)/float64(heuristics.Plan(&step, due).Objective(&step)))
	}
	want := fmt.Sprintf(
		"%d steps, mean loss %.2f %% against the optimum\n",
		len(content.Results),
		sum/float64(len(content.Results)),
	)
	if string(printed) != want || sum == 0 {
		t.Errorf("found %q, expected %q", printed, want)
	}
}
