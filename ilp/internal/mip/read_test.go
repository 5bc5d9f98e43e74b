package mip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

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
// lines of docs/programs.md. The files under testdata of HiGHS, CBC and glpsol are their own.
func TestReadSolution(t *testing.T) {
	want := []float64{1, 0, 5, 1.5}
	for name, text := range map[string]string{
		"SCIP": "solution status: optimal solution found\n" +
			"objective value:                                   95\n" +
			"x_1_0                                               1 \t(obj:10)\n" +
			"y_123456789_1                                       5 \t(obj:-3)\n" +
			"z                                                 1.5 \t(obj:0)\n" +
			"constant                                            1 \t(obj:100)\n",
		"SCIP, documented": "solution status: optimal\n" +
			"objective value: 95\n" +
			"x_1_0 1 (obj: 10)\n" +
			"y_123456789_1 5 (obj: -3)\n" +
			"z 1.5 (obj: 0)\n",
		"Gurobi": "# Solution for model model\n" +
			"# Objective value = 95\n" +
			"x_1_0 1\n" +
			"x_1_1 0\n" +
			"y_123456789_1 5\n" +
			"z 1.5\n" +
			"constant 1\n",
		"Gurobi, tolerances": "# Objective value = 9.5000000000000099e+01\n" +
			"x_1_0 9.9999900000000002e-01\n" +
			"x_1_1 -0\n" +
			"y_123456789_1 4.9999999999999982e+00\n" +
			"z 1.5000000000000000e+00\n" +
			"constant 1\n",
		"Gurobi, documented": "# Solution file\nx_1_0 1.0\ny_123456789_1 5.0\nz 1.5\n",
		"MIPLIB":             "=obj= 95\nx_1_0 1\ny_123456789_1 5\nz 1.5\n",
		"carriage returns":   "=obj= 95\r\nx_1_0 1\r\ny_123456789_1 5\r\nz 1.5\r\n",
		"byte order mark":    "\ufeff# Solution file\nx_1_0 1.0\ny_123456789_1 5.0\nz 1.5\n",
	} {
		got, err := judged().ReadSolution(strings.NewReader(text), name)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	page := string(must.Get(os.ReadFile("../../../docs/programs.md")))
	commands := regexp.MustCompile("(?m)^    awk .*(cbc|glpsol|cplex).sol").FindAllString(page, -1)
	for _, command := range append(commands, "cat highs-0.sol", "cat highs-4.sol") {
		shell := exec.Command("sh", "-c", command)
		shell.Dir = "testdata"
		text := must.Get(shell.Output())
		got, err := judged().ReadSolution(bytes.NewReader(text), command)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, of\n%s", command, got, err, text)
		}
	}
	if len(commands) != 3 {
		t.Errorf("found %d conversions", len(commands))
	}
}

// TestReadSolutionErrors: an error names the file, the line, the text found and the text
// expected.
func TestReadSolutionErrors(t *testing.T) {
	const noSolution = "expected a status with a solution"
	for _, c := range []struct{ text, want string }{
		{"", `a.sol:1: solution: found the end of the file, expected a solution`},
		{"\n\n", `a.sol:2: solution: found the end of the file, expected a solution`},
		{"x_1_0", `a.sol:1: solution: found "x_1_0", expected the name of a column and its value` + others},
		{"x_1_0 1 2", `a.sol:1: solution: found "x_1_0 1 2", expected the name of a column and its value` + others},
		{"# a\n\nx_1_0 one", `a.sol:3: column x_1_0: found "one", expected a number`},
		{"x_1_0 nan", `a.sol:1: column x_1_0: found "nan", expected a number`},
		{"x_1_0 1e999", `a.sol:1: column x_1_0: found "1e999", expected a number`},
		{"x_1_0 1\nx_1_0 1", `a.sol:2: column x_1_0: found a second value, expected one`},
		{"x_1_0 1\nx_9_0 1",
			`a.sol:2: column: found "x_9_0", expected a column of the program as written with the same options`},
		{"start_1 1",
			`a.sol:1: column: found "start_1", expected a column of the program as written with the same options`},
		{"x_1_0 0.9998", `a.sol:1: column x_1_0: found 0.9998, expected an integer`},
		{"x_1_0 2", `a.sol: column x_1_0: found 2, expected at most 1`},
		{"x_1_0 1\nz -1", `a.sol: column z: found -1, expected at least 0`},
		{"x_1_0 1\nconstant 0", `a.sol: column constant: found 0, expected 1`},
		{"z 1", `a.sol: row start_1: found 0, expected at least 1`},
		{"x_1_0 1\nx_1_1 1\ny_123456789_1 5", `a.sol: row capacity_0: found 13, expected at most 12`},
		{"x_1_0 " + strings.Repeat("1", 2<<20), `a.sol:1: bufio.Scanner: token too long`},

		{"=infeas=\n", `a.sol:1: status: found "=infeas=", ` + noSolution},
		{"solution status: infeasible\nno solution available",
			`a.sol:1: status: found "solution status: infeasible", ` + noSolution},
		{"solution status: infeasible or unbounded\n",
			`a.sol:1: status: found "solution status: infeasible or unbounded", ` + noSolution},
		{"solution status: time limit reached\nno solution available\n",
			`a.sol:2: solution: found "no solution available", expected the name of a column and its value` + others},

		{"=Infeasible - objective value 3.00000000\nx_1_0 -1\n",
			`a.sol:1: status: found "=Infeasible - objective value 3.00000000", ` + noSolution},
		{"Optimal - objective value 95.00000000\n      0 x_1_0 1 10\n", `a.sol:1: solution: found ` +
			`"Optimal - objective value 95.00000000", expected the name of a column and its value` + others},

		{"Model status\n", `a.sol:1: solution: found the end of the file, expected a model status`},
		{"Model status\nInfeasible\n\n# Primal solution values\nNone\n",
			`a.sol:2: status: found "Infeasible", ` + noSolution},
		{"Model status\nPrimal infeasible or unbounded\n\n# Primal solution values\nNone\n",
			`a.sol:2: status: found "Primal infeasible or unbounded", ` + noSolution},
		{"Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
			`a.sol:5: solution: found "None", expected primal solution values`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 95\n",
			`a.sol:6: solution: found the end of the file, expected a line # Columns`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns x\n",
			`a.sol:6: solution: found "# Columns x", expected the number of columns`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns 4\nx_1_0 1\n",
			`a.sol:7: solution: found the end of the file, expected 4 columns`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns 1\nx_1_0 1\n",
			`a.sol:7: column x_1_1: found no value, expected a number`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns -1\nx_1_0\n",
			`a.sol:7: solution: found "x_1_0", expected the name of a column and its value`},
	} {
		x, err := judged().ReadSolution(strings.NewReader(c.text), "a.sol")
		if err == nil || err.Error() != c.want {
			t.Errorf("%.200q: %v, %v, want %s", c.text, x, err, c.want)
		}
	}
}

// FuzzReadSolution: every accepted solution is feasible.
func FuzzReadSolution(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.sol")
	for _, file := range files {
		text := must.Get(os.ReadFile(file))
		f.Add(string(text))
	}
	f.Add("solution status: optimal\nobjective value: 95\nx_1_0 1 (obj:10)\n")
	f.Fuzz(func(t *testing.T, text string) {
		m := judged()
		x, err := m.ReadSolution(strings.NewReader(text), "a.sol")
		if err == nil && m.Violation(x) > FeasibilityTolerance {
			t.Errorf("%v is accepted", x)
		}
	})
}
