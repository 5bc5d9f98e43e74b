package verifyfolder_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/must"
)

// A study in a folder is checked, and again with another objective in one of its results.
func Example() {
	dir := must.Get(os.MkdirTemp("", ""))
	defer os.RemoveAll(dir)
	must.Do(makeStudy(dir, true, "exact"))
	run := must.Get(verifyfolder.Find(dir))[0]
	check := func() {
		rep, err := run.Check(context.Background(), nil, verifyfolder.Options{})
		fmt.Println(rep.Results, "results of", rep.Steps, run.Problem+"s,", len(rep.Faults) > 0, err)
		for _, f := range rep.Faults[:min(2, len(rep.Faults))] {
			fmt.Println("file", f.File, "line", f.Line, f.Field)
		}
	}
	check()
	results := filepath.Join(dir, "results.jsonl")
	text := string(must.Get(os.ReadFile(results)))
	must.Do(os.WriteFile(results, []byte(strings.Replace(text, `"objective":`, `"objective":1`, 1)), 0o666))
	check()
	// Output:
	// 2 results of 2 steps, false <nil>
	// 2 results of 2 steps, true <nil>
	// file results.jsonl line 0 sha256
	// file  line 1 objective
}

// makeStudy keeps the results of methods for two steps of the embedded sample in a folder.
func makeStudy(dir string, noBounds bool, methods ...string) error {
	s := spec.Default()
	s.Method, s.MinWaiting, s.MaxWaiting, s.MaxSteps, s.NoBounds = methods, 2, 4, 2, noBounds
	in, err := study.ReadInput(s, nil, nil)
	if err != nil {
		return err
	}
	st, err := study.Prepare(s, in, study.Work{}, "test")
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Keep(dir, false); err != nil {
		return err
	}
	if err := st.Run(context.Background()); err != nil {
		return err
	}
	return st.Folder.Close(true)
}

// Two jobs of the whole machine end at seconds 10 and 110 at best: the objective is
// 5*10 + 5*110 = 600. An assertion that no schedule is below 600 is confirmed, and a
// assertion of 601 is contradicted.
func ExampleSearch() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 5, History: optgap.History{{Time: 0, Free: 5}},
		Jobs: []optgap.Job{{ID: 1, Width: 5, Estimate: 100}, {ID: 2, Width: 5, Estimate: 10}},
	}
	assertions := []verify.Assertion{{Step: step, Bound: 600, Objective: 600}, {Step: step, Bound: 601, Objective: 601}}
	answers, err := verifyfolder.Search(context.Background(), assertions, verifyfolder.SearchOptions{Workers: 2})
	if err != nil {
		fmt.Println(err)
	}
	for _, a := range answers {
		fmt.Printf("%d: %s, the optimum is %d\n", a.Assertion.Bound, a.Verdict, a.Objective)
	}
	// Output:
	// 600: confirmed, the optimum is 600
	// 601: contradicted, the optimum is 600
}
