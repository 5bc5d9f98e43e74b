package ilp_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

// exchangeCases are steps with programs of all kinds: jobs of one kind, ids that are
// negative or long, dips of the history, no rows, no columns.
func exchangeCases() map[string]*optgap.Step {
	r := rand.New(rand.NewPCG(17, 8))
	dips := steptest.Random(r, steptest.Options{MinJobs: 4, MaxJobs: 4, Dips: true})
	return map[string]*optgap.Step{
		"kth":  gridtest.KTHLike(5, 3),
		"dips": &dips,
		"one": {
			Format: optgap.StepFormat, Machine: 8, History: optgap.History{{Time: 0, Free: 8}},
			Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 3600, Submit: -90}},
		},
		"kinds": {
			Format: optgap.StepFormat, Machine: 8, History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
			Jobs: []optgap.Job{
				{ID: -5, Width: 3, Estimate: 900, Submit: -90}, {ID: 1234567890123, Width: 5, Estimate: 1700, Submit: -30},
				{ID: 7, Width: 3, Estimate: 900, Submit: -90}, {ID: 8, Width: 3, Estimate: 900, Submit: 0},
			},
		},
	}
}

// A program that solves model files.
type solver struct {
	name string
	// commands returns the command lines that solve a model, and the solution files
	// that they write.
	commands func(model string) (commands [][]string, solutions []string)
}

var solvers = []solver{
	{"cbc", func(model string) ([][]string, []string) {
		return [][]string{{"cbc", model, "solve", "solution", model + ".sol"}}, []string{model + ".sol"}
	}},
	{"glpsol", func(model string) ([][]string, []string) {
		format := "--freemps"
		if strings.Contains(model, ".lp") {
			format = "--lp"
		}
		return [][]string{{"glpsol", format, model, "--output", model + ".sol"}}, []string{model + ".sol"}
	}},
	{"highs", func(model string) ([][]string, []string) {
		var commands [][]string
		var solutions []string
		for _, style := range []int{0, 4} {
			file := fmt.Sprintf("%s.%d.sol", model, style)
			options := file + ".options"
			text := fmt.Sprintf("write_solution_style = %d\nmip_rel_gap = 0\n", style)
			if err := os.WriteFile(options, []byte(text), 0o600); err != nil {
				panic(err)
			}
			commands = append(commands, []string{"highs", "--options_file", options, "--solution_file", file, model})
			solutions = append(solutions, file)
		}
		return commands, solutions
	}},
}

// TestExchange: each installed solver reads the program of a step and finds the
// optimum that Solve finds. Its solution file says the same objective, and is read
// back with the same.
func TestExchange(t *testing.T) {
	if testing.Short() {
		t.Skip("solves programs with other solvers")
	}
	for _, s := range solvers {
		t.Run(s.name, func(t *testing.T) {
			if _, err := exec.LookPath(s.name); err != nil {
				t.Skip(err)
			}
			for name, step := range exchangeCases() {
				for _, o := range []ilp.Options{
					{Formulation: grid.FormulationStep}, {Formulation: grid.FormulationPulse},
					{Formulation: grid.FormulationStep, Statement: ilp.StatementLiteral},
					{Formulation: grid.FormulationPulse, Statement: ilp.StatementLiteral},
				} {
					c := grid.Choice{Scale: 600}
					if o.Statement != "" {
						c.Scale = 900
					}
					if name == "dips" {
						c.Scale /= 300 // its durations are short
					}
					want := solve(t, step, c, o).GridObjective
					for _, suffix := range []string{".lp", ".mps"} {
						model := filepath.Join(t.TempDir(), name+suffix)
						exchange(t, s, must.Get(grid.Scale(step, c)), o, model, want)
					}
				}
			}
		})
	}
}

// exchange writes the program of the step, lets the solver solve it, and judges its
// solution files.
func exchange(t *testing.T, s solver, step *grid.Scaled, o ilp.Options, model string, want int64) {
	t.Helper()
	file := must.Get(os.Create(model))
	format := strings.TrimPrefix(filepath.Ext(model), ".")
	must.Do(errors.Join(ilp.Write(file, format, step, o), file.Close()))
	commands, solutions := s.commands(model)
	for _, c := range commands {
		command := exec.Command(c[0], c[1:]...)
		command.Dir = filepath.Dir(model) // HiGHS leaves a log
		out, err := command.CombinedOutput()
		must.Need(t, err == nil, c, err, out)
	}
	page := must.Get(os.ReadFile("../docs/programs.md"))
	for _, file := range solutions {
		text, err := os.ReadFile(file)
		must.Need(t, err == nil, model, o, err)
		if got := stated(t, file, string(text)); math.Abs(got-float64(want)) > 1e-6*float64(want) {
			t.Errorf("%s, %+v: objective %v, want %d", file, o, got, want)
		}
		list := text
		if line := regexp.MustCompile("(?m)^    (awk .*) " + s.name + ".sol >").FindSubmatch(page); line != nil {
			convert := exec.Command("sh", "-c", string(line[1]))
			convert.Stdin = bytes.NewReader(text)
			list = must.Get(convert.Output())
		}
		_, got, err := ilp.ReadSolution(step, o, bytes.NewReader(list), file)
		must.Hold(t, err == nil && got == want, o, "objective", got, "want", want, err, "of", text)
	}
}

// objectives finds the objective in the solution files of all solvers.
var objectives = regexp.MustCompile(`(?mi)objective(?: value)?:?(?: +obj =)? +([0-9.e+]+)`)

func stated(t *testing.T, file, text string) float64 {
	t.Helper()
	found := objectives.FindStringSubmatch(text)
	must.Need(t, found != nil, file, "no objective in", text)
	return must.Get(strconv.ParseFloat(found[1], 64))
}
