package dutot2004

import (
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Folder is the folder of an experiment. Its instances are generated anew from the points.
type Folder = folder.Folder[Point, record.MoldableResult, algorithm.Key]

// Layout is that of the folder of an experiment.
var Layout = folder.Layout[Point, record.MoldableResult, algorithm.Key]{
	Files: folder.Files{
		Format: "optgap-dutot2004-run/1",
		Info:   "dutot2004.json", Problems: "points.jsonl", Results: "results.jsonl", Summary: "summary.csv",
	},
	ReadProblems: readPoints, ReadResults: record.ReadMoldableResults,
	ProblemKey: func(p Point) algorithm.Key { return algorithm.Key{Name: p.Name()} },
	ResultKey:  algorithm.KeyOf, Compare: algorithm.Key.Compare, Digest: algorithm.Digest,
}

// ReadInstances yields the instances of a file of points.
func ReadInstances(r io.Reader, file string) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		for p, err := range readPoints(r, file) {
			var in *moldable.Instance
			if err == nil {
				in, err = p.Instance()
			}
			if !yield(in, err) {
				return
			}
		}
	}
}

// readPoints yields the points of a file of JSON lines.
func readPoints(r io.Reader, file string) iter.Seq2[Point, error] {
	return record.ReadLines(r, file, func(p *Point) error {
		if _, ok := titles[p.Model]; !ok {
			return fmt.Errorf("model: found %q, expected one of %q", p.Model, Models())
		}
		return nil
	})
}
