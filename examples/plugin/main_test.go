package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is the program as well, also what that starts as its children.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"plugin": main}) }

// TestScripts runs testdata/*.txtar: what the program adds works in all commands.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs studies")
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata", RequireExplicitExec: true, UpdateScripts: os.Getenv("UPDATE") != "",
	})
}

// TestOwnModule builds the program in a module of its own, which depends on this one. Its
// version tells of both.
func TestOwnModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	root, err := filepath.Abs("../..")
	must.Need(t, err == nil, err)
	dir := t.TempDir()
	for name, from := range map[string]string{
		"main.go": "main.go", "easy.go": "easy.go", "go.sum": filepath.Join(root, "go.sum"),
	} {
		text, err := os.ReadFile(from)
		must.Need(t, err == nil, err)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, arguments ...string) string {
		c := exec.Command(name, arguments...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOWORK=off")
		out, err := c.CombinedOutput()
		must.Need(t, err == nil, name, arguments, err, out)
		return string(out)
	}
	run("go", "mod", "init", "example.com/own")
	run("go", "mod", "edit", "-require=github.com/optgap/optgap@v0.0.0", "-replace=github.com/optgap/optgap="+root)
	run("go", "build", "-ldflags=-s -w", "-o", "own", ".")
	must.Contain(t, run("./own", "--version"), "v0.0.0, replaced; example.com/own ", "version")
	got := run("./own", "study", "--quiet", "--format", "csv", "--method", "due", "--drive", "due",
		"--max-steps", "1", "--max-waiting", "4")
	must.Hold(t, strings.Count(got, ",due,") == 1, "study prints", got, "expected a row of method due")
}
