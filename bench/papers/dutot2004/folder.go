package dutot2004

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/heuristics/moldable"
)

// FolderFormat is the version of dutot2004.json.
const FolderFormat = "optgap-dutot2004-run/1"

// The files in the folder of the experiment besides those of package algorithm.
const (
	infoFile   = "dutot2004.json"
	pointsFile = "points.jsonl"
)

// FileNames returns the names of the files in the folder of the experiment.
func FileNames() []string {
	return []string{infoFile, pointsFile, algorithm.ResultsFile, algorithm.SummaryFile}
}

// Folder is the folder of an experiment. Its instances are generated anew from the points.
type Folder = folder.Folder[Point, record.MoldableResult, algorithm.Key]

// OpenFolder creates the folder of an experiment, or opens it to continue, see
// [folder.Open].
func OpenFolder(dir string, id folder.Identity) (*Folder, error) {
	return folder.Open(dir, folder.Layout[Point, record.MoldableResult, algorithm.Key]{
		Format: FolderFormat, Info: infoFile, Problems: pointsFile,
		Results: algorithm.ResultsFile, Summary: algorithm.SummaryFile,
		ReadProblems: readPoints, ReadResults: record.ReadMoldableResults,
		ProblemKey: func(p Point) algorithm.Key { return algorithm.Key{Name: p.Name()} },
		ResultKey:  algorithm.KeyOf, Compare: algorithm.Key.Compare, Digest: algorithm.Digest,
	}, folder.Start{Identity: id})
}

// FolderFiles returns the paths of three files in the folder of an experiment.
func FolderFiles(dir string) (info, results, points string) {
	return filepath.Join(dir, infoFile), filepath.Join(dir, algorithm.ResultsFile), filepath.Join(dir, pointsFile)
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
