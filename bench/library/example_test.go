package library_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/library"
)

// A set of a recipe is made, and what is known of its first entry verifies.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := writeExample(dir); err != nil {
		fmt.Println(err)
		return
	}
	l, err := library.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := l.Sets[0].Make(context.Background(), "", nil)
	fmt.Println(made.Steps, "steps, new:", made.New, err)
	e := l.Sets[0].Entries[0]
	found, err := e.Known.Check(context.Background(), e.Step, 0)
	fmt.Println(e.Step.Objective(), e.Class, len(found.Wrong), err)
	// Output:
	// 3 steps, new: true <nil>
	// artww 2-5 0 <nil>
}

func writeExample(dir string) error {
	const text = `
format: optgap-recipe/1
set: mine
first: 0
choose: even
classes: [{jobs: 2-5, steps: 3}]
workloads: [{name: busy, model: kth, load: 0.9, jobs: 100, seed: 1}]
`
	if err := os.Mkdir(filepath.Join(dir, "mine"), 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "mine", "recipe.yaml"), []byte(text), 0o666)
}
