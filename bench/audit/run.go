package audit

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
)

// Run is results and the problems that they are about.
type Run struct {
	Folder  string // that holds both; "": they are two files
	OfBatch bool   // the run is one of the studies of a study file

	info, results, problems string // paths; "-": the standard input
	generated               bool   // the problems are points, from which instances are generated
}

// ErrNoFolder is the error of Find about a file.
var ErrNoFolder = errors.New("a file in the place of a folder")

// Files returns the run of a file of results and one of their problems.
func Files(results, problems string) Run { return Run{results: results, problems: problems} }

// Find returns what a folder holds: one run, or those of a study file. A folder of no other kind
// counts as that of a study. A file, or "-", is ErrNoFolder.
func Find(dir string) (runs []Run, err error) {
	if study.HoldsBatch(dir) {
		dirs, err := study.Folders(dir)
		for _, dir := range dirs {
			runs = append(runs, studyRun(dir, true))
		}
		return runs, err
	}
	stat, err := os.Stat(dir)
	if dir == stream.Stdin || err == nil && !stat.IsDir() {
		return nil, ErrNoFolder
	}
	if err != nil {
		return nil, err
	}
	if info, results, instances := algorithm.FolderFiles(dir); isFile(info) {
		return []Run{{Folder: dir, info: info, results: results, problems: instances}}, nil
	}
	if info, runs, settings := sweep.FolderFiles(dir); isFile(info) {
		return []Run{{Folder: dir, info: info, results: runs, problems: settings}}, nil
	}
	if info, results, points := dutot2004.FolderFiles(dir); isFile(info) {
		return []Run{{Folder: dir, info: info, results: results, problems: points, generated: true}}, nil
	}
	return []Run{studyRun(dir, false)}, nil
}

// studyRun returns the study in a folder.
func studyRun(dir string, ofBatch bool) Run {
	results, steps := study.FolderFiles(dir)
	info := filepath.Join(dir, study.FileNames()[0])
	return Run{Folder: dir, OfBatch: ofBatch, info: info, results: results, problems: steps}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Begun tells whether there is a file of results. A study of a study file may still have none.
func (r Run) Begun() bool { return isFile(r.results) }

// Complete tells whether the run has ended. Two files always have.
func (r Run) Complete() (bool, error) {
	if r.Folder == "" {
		return true, nil
	}
	info, err := folder.ReadInfo(r.info)
	return info.Complete, err
}

// Open opens the results of the run, and finds of which kind they are. stdin is the file "-"; nil:
// there is none. The end of the context ends the reading.
func (r Run) Open(ctx context.Context, stdin io.Reader) (*Opened, error) {
	results, err := stream.Open(r.results, stdin)
	if err != nil {
		return nil, err
	}
	return newOpened(ctx, r, results, stdin), nil
}
