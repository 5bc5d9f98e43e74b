package folder_test

import (
	"cmp"
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/heuristics/must"
)

// A number is the problem, its square is the result, and the number is the key of
// both.
type number struct {
	N      int `json:"n"`
	Square int `json:"square"`
}

var read = record.Reader[number](nil)

var squares = folder.Layout[number, number, int]{
	Files: folder.Files{
		Format: "squares/1", Info: "run.json", Problems: "numbers.jsonl", Results: "squares.jsonl", Summary: "squares.csv",
	},
	ReadProblems: read, ReadResults: read,
	ProblemKey: func(p number) int { return p.N }, ResultKey: func(r number) int { return r.N }, Compare: cmp.Compare[int],
	Rows: table.FieldRows[number],
	Digest: func(results []number) folder.Digest {
		sum := 0
		for _, r := range results {
			sum += r.Square
		}
		return folder.Digest{Summary: sum}
	},
}

// A run is cut short after two of its three results, and goes on.
func Example() {
	dir := must.Get(os.MkdirTemp("", "folder"))
	defer os.RemoveAll(dir)
	for _, upTo := range []int{2, 3} {
		run := must.Get(folder.Open(dir, squares, folder.Start{Identity: folder.Identity{Trace: "numbers"}}))
		for n := 1; n <= upTo; n++ {
			if r, known := run.Known(n); known {
				fmt.Println("known:", r.N, r.Square)
				continue
			}
			must.Do(run.Problem(number{N: n}))
			must.Do(run.Result(number{n, n * n}))
		}
		must.Do(run.Close(upTo == 3))
	}
	content, err := folder.Read(dir, squares)
	fmt.Println(len(content.Results), content.Info.Complete, content.Info.Summary, err)
	// Output:
	// known: 1 1
	// known: 2 4
	// 3 true 14 <nil>
}
