package mip

import (
	"os"
	"path/filepath"
	"reflect"
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

// TestReadSolution: every solver's file of the same solution has the same values. The
// files under testdata of HiGHS, CBC and glpsol are their own.
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
		"CBC, violated marks": "Optimal - objective value 95.00000000\n" +
			"      0 x_1_0                  1                      10\n" +
			"**    2 y_123456789_1          5                      -3\n" +
			"      3 z                    1.5                       0\n",
		"CBC, old, no offset": "Stopped on time - objective value -5.00000000\n" +
			"      0 x_1_0                  1                      10\n" +
			"      2 y_123456789_1          5                      -3\n" +
			"      3 z                    1.5                       0\n",
	} {
		got, err := judged().ReadSolution(strings.NewReader(text), name)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	files, err := filepath.Glob("testdata/*.sol")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		f := must.Get(os.Open(file))
		got, err := judged().ReadSolution(f, file)
		f.Close()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", file, got, err)
		}
	}
}

// TestReadSolutionErrors: an error names the file, the line, the text found and the text
// expected.
func TestReadSolutionErrors(t *testing.T) {
	const noSolution = "expected a status with a solution"
	for _, c := range []struct{ text, want string }{
		{"", `a.sol:1: solution: found the end of the file, expected a solution`},
		{"\n\n", `a.sol:2: solution: found the end of the file, expected a solution`},
		{"x_1_0", `a.sol:1: solution: found "x_1_0", expected the name of a column and its value`},
		{"x_1_0 1 2", `a.sol:1: solution: found "x_1_0 1 2", expected the name of a column and its value`},
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

		{"\ufeff<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<CPLEXSolution version=\"1.2\">\n",
			`a.sol:1: solution: found XML, as CPLEX writes it, expected text: on each line a column and its value`},
		{"=infeas=\n", `a.sol:1: status: found "=infeas=", ` + noSolution},
		{"solution status: infeasible\nno solution available",
			`a.sol:1: status: found "solution status: infeasible", ` + noSolution},
		{"solution status: infeasible or unbounded\n",
			`a.sol:1: status: found "solution status: infeasible or unbounded", ` + noSolution},
		{"solution status: time limit reached\nno solution available\n",
			`a.sol:2: solution: found "no solution available", expected the name of a column and its value`},

		{"Infeasible - objective value 3.00000000\n**       0 x_1_0                     -1                       0\n",
			`a.sol:1: status: found "Infeasible", ` + noSolution},
		{"Unbounded - objective value 0.00000000\n", `a.sol:1: status: found "Unbounded", ` + noSolution},
		{"Stopped on time (no integer solution - continuous used) - objective value 3.00000000\n",
			`a.sol:1: status: found "Stopped on time (no integer solution - continuous used)", ` + noSolution},
		{"Optimal - objective value 3.00000000\n      0 x_1_0 1\n",
			`a.sol:2: solution: found "0 x_1_0 1", expected index, name, value and reduced cost of a column`},
		{"Optimal - objective value 3.00000000\n      0 other 1 0\n",
			`a.sol:2: column: found "other", expected a column of the program as written with the same options`},

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

		{"Columns\n    Index\n", `a.sol:2: solution: found "Index", expected a header with Upper and Primal`},
		{"Columns\n Index Upper Primal\n 0", `a.sol:3: solution: found "0", expected a column and its value`},
		{"Columns\n Index  Upper Primal Name\n     0      1      1 x_1_0\n",
			`a.sol:3: solution: found the end of the file, expected a line Rows`},
		{"Columns\n Index  Upper Primal Name\n     0      1        x_1_0\nRows\nModel status: Infeasible",
			`a.sol:5: status: found "Infeasible", ` + noSolution},
		{"Columns\n Index  Upper Primal Name\n     0      1        x_1_0\nRows\nModel status: Unknown",
			`a.sol:3: column x_1_0: found no value, expected a number`},
		{"Columns\n Index  Upper Primal Name\n     0      1      1 x_1_0\nRows\n",
			`a.sol:4: solution: found the end of the file, expected a model status`},
		{"Columns\n Index  Upper Primal Name\n     0      1      1 x_1_0\nRows\nModel status: Optimal",
			`a.sol:5: column x_1_1: found no value, expected a number`},

		{"c Problem: a\ns mip 2 5 n 0\n", `a.sol:2: status: found n, expected o (optimal) or f (feasible)`},
		{"c Problem: a\ns mip 2 3 o 0\n", `a.sol:2: number of columns: found 3, expected 5`},
		{"c Problem: a\ns mip 2 5 u 0\n", `a.sol:2: status: found u, expected o (optimal) or f (feasible)`},
		{"c Problem: a\ns mip 2 5 o 0\nj 6 1\ne o f", `a.sol:3: column: found 6, expected a number from 1 to 5`},
		{"c Problem: a\ns mip 2 5 o 0\nj x 1\ne o f", `a.sol:3: column: found x, expected a number from 1 to 5`},
		{"c Problem: a\ns mip 2 5 o 0\nj 1 1\n", `a.sol:3: solution: found the end of the file, expected e o f`},
		{"c Problem: a\ns mip 2 5 o 0\nj 1 1\ne o f", `a.sol:4: column x_1_1: found no value, expected a number`},
		{"c Problem: a\nj 1\n", `a.sol:2: solution: found "j 1", expected a line that begins with c, s, i, j or e`},

		{"Problem: a\nStatus: INTEGER EMPTY\n", `a.sol:2: status: found "INTEGER EMPTY", ` + noSolution},
		{"Problem: a\nStatus: INTEGER UNDEFINED\n", `a.sol:2: status: found "INTEGER UNDEFINED", ` + noSolution},
		{"Problem: a\nColumns: x\n", `a.sol:2: solution: found "Columns: x", expected the number of columns`},
		{"Problem: a\nStatus: INTEGER OPTIMAL\n",
			`a.sol:2: solution: found the end of the file, expected a table of columns`},
		{"Problem: a\nColumns: 2\n No. Column name\n---\n 1 x_1_0 * 1 0 1\n",
			`a.sol:5: solution: found the end of the file, expected a column and its value`},
		{"Problem: a\nColumns: 1\n No. Column name\n---\n 1 x_1_0\n",
			`a.sol:5: solution: found the end of the file, expected the value of x_1_0`},
		{"Problem: a\nColumns: 1\n No. Column name\n---\n 1 x_1_0 * 1 0 1\n",
			`a.sol:5: column x_1_1: found no value, expected a number`},
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
