package verifyfolder

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
)

// Kind tells what results are, and the problems that they are about.
type Kind struct {
	Problem, Result string
	Bounded         bool // results have bounds
}

// The kinds of results.
var (
	OfSteps     = Kind{"step", "result", true}     // of a study
	OfInstances = Kind{"instance", "result", true} // of moldable jobs
	OfSettings  = Kind{"setting", "replay", false} // of a sweep

	OfExperiments = Kind{"experiment", "sample", false} // of a paper about modelled jobs
	OfTraces      = Kind{"trace", "result", true}       // of optgap offline, whose results are bounds on all schedules
	OfReplays     = Kind{"replay", "rung", false}       // of optgap offline --scheduler
)

// Run is results and the problems that they are about.
type Run struct {
	Folder string // that holds both; "": they are two files
	Within bool   // the run is one of several in a folder, such as the studies of a study file

	folder.Files // paths; "-": the standard input
	family       family
}

// family is what the folders of one kind of run hold.
type family struct {
	kind Kind
	folder.Files
	// format is that of results that may stand outside of a folder; "": they may not.
	format string
	// check checks results against their problems.
	check func(results, problems verify.Input, o verify.Options) (verify.Report, error)
	// derive returns what follows from the results in the folder: what the info file says of them, and
	// the text of the summary.
	derive func(dir string) (folder.Digest, []byte, error)
	// known returns the names of methods that results may have; nil means any. methods is the argument with the names of
	// those of which each problem has a result; "": problems have one result each.
	known   func() []string
	methods string
	// ofTrace is what only the trace of a run tells; "": nothing. again checks it, and returns how many of made it has
	// made. how says how.
	ofTrace   string
	again     func(ctx context.Context, o *Opened, t *given) (int, error)
	made, how string
}

// families are all families of folders. The first is also that of a folder without an info file.
var families = sync.OnceValue(func() []family {
	return append([]family{
		{
			kind: OfSteps, Files: study.Layout.Files, format: record.ResultFormat, check: verify.Files,
			derive: study.Shown.Derive, known: method.ResultNames, methods: "method",
			ofTrace: "that the steps are those of the trace", again: steps, made: "step", how: "taken again",
		},
		{
			kind: OfInstances, Files: experiment.Layout.Files, format: record.MoldableResultFormat, check: verify.MoldableFiles,
			derive: experiment.Layout.Derive, known: algorithmNames, methods: "algorithm",
		},
		{
			kind: OfSettings, Files: sweep.Layout.Files, format: record.RunFormat, check: verify.SweepFiles,
			derive: sweep.Layout.Derive, ofTrace: "metrics that follow from the jobs alone, such as percentiles and artww",
			again: runs, made: "replay", how: "done again",
		},
		{
			kind: OfInstances, Files: dutot2004.Layout.Files, check: checkPoints, derive: dutot2004.Layout.Derive,
			known: algorithmNames,
		},
		{
			kind: OfTraces, Files: clairvoyant.Layout.Files, format: record.OfflineFormat, check: verify.OfflineFiles,
			derive: clairvoyant.Layout.Derive, ofTrace: "that the prices prove the bound, and the schedule",
			again: bounds, made: "bound", how: "and its schedule computed again",
		},
		{
			kind: OfReplays, Files: clairvoyant.RungsLayout.Files, format: record.RungFormat, check: verify.RungFiles,
			derive: clairvoyant.RungsLayout.Derive, known: clairvoyant.RungNames, ofTrace: "the schedules of the rungs",
			again: rungs, made: "replay", how: "computed again",
		},
	}, lists.Each(simulated.Papers(), ofPaper)...)
})

func algorithmNames() []string { return experiment.Names(experiment.All()) }

// checkPoints checks results whose problems are points, from which instances are generated.
func checkPoints(results, points verify.Input, o verify.Options) (verify.Report, error) {
	found := record.ReadMoldableResults(results.Reader, results.Name)
	return verify.MoldableResults(found, dutot2004.ReadInstances(points.Reader, points.Name), o)
}

// ofPaper is the family of the experiments of a paper.
func ofPaper(p *simulated.Paper) family {
	check := func(samples, problems verify.Input, _ verify.Options) (verify.Report, error) {
		return p.Check(filepath.Dir(samples.Name), samples, problems)
	}
	return family{kind: OfExperiments, Files: p.Files(), check: check, derive: p.Derive}
}

// expected returns the methods of which each problem has a result, as the run is complete, or nil if
// nothing is known of them.
func (o *Opened) expected() []string {
	names := o.Arguments()[o.family.methods]
	if !o.info.Complete || names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// in returns the run of the family in a folder.
func (f family) in(dir string, within bool) Run {
	return Run{Folder: dir, Within: within, Files: f.In(dir), family: f}
}

// ErrNoFolder is the error of Find about a file.
var ErrNoFolder = errors.New("a file in the place of a folder")

// Files returns the run of a file of results and one of their problems.
func Files(results, problems string) Run {
	return Run{Files: folder.Files{Results: results, Problems: problems}}
}

// Find returns what a folder holds: one run, which rungs may follow, those of a study file, or those of the folders in
// it, however deep. A folder of no other kind counts as that of a study. A file, or "-", is
// ErrNoFolder.
func Find(dir string) (runs []Run, err error) {
	if study.HoldsLines(dir) {
		lines, err := study.LinesIn(dir)
		for _, l := range lines {
			runs = append(runs, families()[0].in(filepath.Join(dir, l.Name), true))
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
	bare := families()[0].in(dir, false)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		own := held(path, path != dir)
		if runs = append(runs, own...); own != nil || path == dir && bare.Begun() {
			return fs.SkipDir
		}
		return nil
	})
	if err == nil && len(runs) == 0 {
		runs = []Run{bare}
	}
	return runs, err
}

// held returns the run that a folder holds by itself, and the rungs beside a bound; nil: there is none.
func held(dir string, within bool) []Run {
	i := slices.IndexFunc(families(), func(f family) bool { return f.HeldIn(dir) })
	if i < 0 {
		return nil
	}
	runs := []Run{families()[i].in(dir, within)}
	rungs := filepath.Join(dir, clairvoyant.RungsDir)
	if info, err := os.Stat(rungs); runs[0].family.kind == OfTraces && err == nil && info.IsDir() {
		k := slices.IndexFunc(families(), func(f family) bool { return f.kind == OfReplays })
		runs = append(runs, families()[k].in(rungs, within))
	}
	return runs
}

// Begun reports whether there is a file of results. A study of a study file may still have none.
func (r Run) Begun() bool {
	info, err := os.Stat(r.Results)
	return err == nil && info.Mode().IsRegular()
}

// Open opens the results of the run, and finds of which kind they are. stdin is the file "-", nil if
// there is none. The end of the context ends the reading.
func (r Run) Open(ctx context.Context, stdin io.Reader) (*Opened, error) {
	if r.Folder == "" {
		results, err := stream.Open(r.Results, stdin)
		if err != nil {
			return nil, err
		}
		o := newOpened(ctx, r, results, stdin)
		o.Name = results.Name()
		return o, nil
	}
	results, err := folder.OpenLines(r.Results)
	gone := errors.Is(err, fs.ErrNotExist)
	if gone {
		results = io.NopCloser(strings.NewReader(""))
	} else if err != nil {
		return nil, err
	}
	o := newOpened(ctx, r, results, stdin)
	failed := o.inform()
	if gone && len(o.changes) > 0 { // of which the missing file is one
		err = nil
	}
	return o, cmp.Or(failed, err)
}
