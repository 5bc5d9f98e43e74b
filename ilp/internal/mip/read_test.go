package mip

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/optgap/optgap/heuristics/must"
)

// judged returns a program with the binary columns x_1_0 and x_1_1, of which at least one
// is 1, an integer column y from 0 to 5, a continuous z up to 2.5, and an offset.
func judged() *Model {
	m := &Model{
		Offset:      100,
		ColumnNames: []string{"x_1_0", "x_1_1", "y_123456789_1", "z"},
		RowNames:    []string{"start_1", "capacity_0"},
	}
	m.AddColumn(10, 0, 1, true)
	m.AddColumn(20, 0, 1, true)
	m.AddColumn(-3, 0, 5, true)
	m.AddColumn(0, 0, 2.5, false)
	m.AddRow(1, []int32{0, 1}, []float64{1, 1}, inf)
	m.AddRow(-inf, []int32{0, 1, 2, 3}, []float64{4, 4, 1, 2}, 12)
	return m
}

// TestReadSolution: every solver's file of the same solution has the same values, that of CBC, glpsol and CPLEX by the
// lines of docs/programs.md. The files of HiGHS, CBC and glpsol are their own.
func TestReadSolution(t *testing.T) {
	want := []float64{1, 0, 5, 1.5}
	page := string(must.Get(os.ReadFile("../../../docs/programs.md")))
	conversions := 0
	for _, file := range must.Get(filepath.Glob("testdata/*.sol")) {
		name := filepath.Base(file)
		command := regexp.MustCompile("(?m)^    awk .* " + regexp.QuoteMeta(name)).FindString(page)
		if command != "" {
			conversions++
		}
		shell := exec.Command("sh", "-c", cmp.Or(command, "cat "+name))
		shell.Dir = "testdata"
		text := must.Get(shell.Output())
		got := must.Get(judged().ReadSolution(bytes.NewReader(text), command))
		must.DeepEqual(t, got, want, name)
	}
	must.Equal(t, conversions, 3, "conversions")
}

// TestReadSolutionErrors: an error names the file, the line, the text found and the text expected. It is the name of a
// file in testdata/errors.txtar.
func TestReadSolutionErrors(t *testing.T) {
	long := txtar.File{Name: "a.sol:1: bufio.Scanner: token too long", Data: bytes.Repeat([]byte("1"), 2<<20)}
	for _, f := range append(must.Get(txtar.ParseFile("testdata/errors.txtar")).Files, long) {
		x, err := judged().ReadSolution(bytes.NewReader(f.Data), "a.sol")
		must.Equal(t, fmt.Sprint(err), f.Name, f.Data, x)
	}
}

// FuzzReadSolution: every accepted solution is feasible.
func FuzzReadSolution(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.sol")
	for _, file := range files {
		text := must.Get(os.ReadFile(file))
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := judged()
		x, err := m.ReadSolution(strings.NewReader(text), "a.sol")
		must.Hold(t, err != nil || m.Violation(x) <= FeasibilityTolerance, x, "is accepted")
	})
}
