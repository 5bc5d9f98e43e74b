package gather

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/record/frame"
	"github.com/optgap/optgap/bench/results/diff"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
)

// cellsOf returns the studies of the study file from which a folder was made, in the order of the
// file, or nil if the path is no such folder.
func cellsOf(path string, kind *frame.Kind) ([]matrix.Cell, error) {
	if kind != frame.Studies {
		return nil, nil
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, nil // standard input, or a file
	}
	file, err := study.ReadEffective(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return file.Cells()
}

// isIn reports whether a cell is the study whose results are in a file.
func (s source) isIn(f *diff.File) func(matrix.Cell) bool {
	return func(c matrix.Cell) bool { return f.Folder != "" && c.Name == filepath.ToSlash(f.Folder) }
}
