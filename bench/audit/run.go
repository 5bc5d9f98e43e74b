package audit

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/internal/papers/dutot2004"
	"github.com/optgap/optgap/bench/internal/papers/simulated"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/verify"
)

// Run is results and the problems that they are about.
type Run struct {
	Folder string // that holds both; "": they are two files
	Within bool   // the run is one of several in a folder, such as the studies of a study file

	info, results, problems string // paths; "-": the standard input
	family                  family // of the folder
}

// family is what the folders of one kind of run hold.
type family struct {
	kind Kind
	folder.Files
	// derive returns what follows from the results in the folder: what the info file says of them, and
	// the text of the summary.
	derive func(dir string) (folder.Digest, []byte, error)
	// methods is the argument with the names of the methods of which each problem has a result; "":
	// problems have one result each.
	methods string
	// check checks the results of experiments; nil: those of a kind that package verify knows.
	check func(dir string, samples, problems verify.Input) (verify.Report, error)
	// generated tells that the problems are points, from which instances are generated.
	generated bool
}

// studies is the family of a folder without an info file too.
var studies = family{
	kind: OfSteps, Files: study.Layout.Files, derive: study.LayoutOf(record.ParseBriefResult).Derive, methods: "method",
}

// families returns all families of folders.
func families() []family {
	all := []family{
		studies,
		{kind: OfInstances, Files: algorithm.Layout.Files, derive: algorithm.Layout.Derive, methods: "algorithm"},
		{kind: OfSettings, Files: sweep.Files, derive: sweep.Derive},
		{kind: OfInstances, Files: dutot2004.Layout.Files, derive: dutot2004.Layout.Derive, generated: true},
		{kind: OfTraces, Files: clairvoyant.Layout.Files, derive: clairvoyant.Layout.Derive},
	}
	for _, p := range simulated.Papers() {
		all = append(all, family{kind: OfExperiments, Files: p.Files(), derive: p.Derive, check: p.Check})
	}
	return all
}

// in returns the run of the family in a folder.
func (f family) in(dir string, within bool) Run {
	at := f.In(dir)
	return Run{Folder: dir, Within: within, info: at.Info, problems: at.Problems, results: at.Results, family: f}
}

// ErrNoFolder is the error of Find about a file.
var ErrNoFolder = errors.New("a file in the place of a folder")

// Files returns the run of a file of results and one of their problems.
func Files(results, problems string) Run { return Run{results: results, problems: problems} }

// Find returns what a folder holds: one run, those of a study file, or those of the folders in it,
// however deep. A folder of no other kind counts as that of a study. A file, or "-", is
// ErrNoFolder.
func Find(dir string) (runs []Run, err error) {
	if study.HoldsBatch(dir) {
		dirs, err := study.Folders(dir)
		for _, dir := range dirs {
			runs = append(runs, studies.in(dir, true))
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
	for _, f := range families() {
		if f.HeldIn(dir) {
			return []Run{f.in(dir, false)}, nil
		}
	}
	run := studies.in(dir, false)
	if run.Begun() {
		return []Run{run}, nil
	}
	if runs, err = below(dir); err == nil && len(runs) == 0 {
		runs = []Run{run}
	}
	return runs, err
}

// below returns the runs in the folders below a folder, in the order of their paths.
func below(dir string) (runs []Run, err error) {
	all := families()
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() || path == dir {
			return err
		}
		for _, f := range all {
			if f.HeldIn(path) {
				runs = append(runs, f.in(path, true))
				return fs.SkipDir
			}
		}
		return nil
	})
	return runs, err
}

// Begun tells whether there is a file of results. A study of a study file may still have none.
func (r Run) Begun() bool {
	info, err := os.Stat(r.results)
	return err == nil && info.Mode().IsRegular()
}

// Open opens the results of the run, and finds of which kind they are. stdin is the file "-"; nil:
// there is none. The end of the context ends the reading.
func (r Run) Open(ctx context.Context, stdin io.Reader) (*Opened, error) {
	if r.Folder == "" {
		results, err := stream.Open(r.results, stdin)
		if err != nil {
			return nil, err
		}
		return newOpened(ctx, r, results.Name(), results, stdin), nil
	}
	state, err := r.state()
	if err != nil {
		return nil, err
	}
	results, err := folder.OpenLines(r.results)
	if errors.Is(err, fs.ErrNotExist) && len(state.changes) > 0 {
		results, err = io.NopCloser(strings.NewReader("")), nil // which is one of the changes
	}
	if err != nil {
		return nil, err
	}
	o := newOpened(ctx, r, r.results, results, stdin)
	o.Kind, o.state = r.family.kind, state
	return o, nil
}
