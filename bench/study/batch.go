package study

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/panics"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Batch holds the studies of a study file.
type Batch struct {
	File    *matrix.File
	Cells   []matrix.Cell // of File; all of them are valid
	Shard   string        // the shard of each study; "": the whole study
	Work    Work
	Version string // of the program

	workloads string          // the folder of generated and changed traces
	written   map[string]bool // paths of the files that this run has written there
}

// NewBatch returns the studies of a file. It checks all of them first.
func NewBatch(file *matrix.File, shard string, w Work, version string) (*Batch, error) {
	if err := file.Check(shard); err != nil {
		return nil, err
	}
	cells, err := file.Cells()
	return &Batch{File: file, Cells: cells, Shard: shard, Work: w, Version: version, written: map[string]bool{}}, err
}

// Keep makes or opens the folder of the studies, and writes the study file in effect into it. The
// folder may hold an earlier study file. All studies of that file must then be among those of this
// one.
func (b *Batch) Keep(out string) error {
	path := filepath.Join(out, matrix.EffectiveFile)
	earlier, err := ReadEffective(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := folder.CheckFree(out, nil); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if err := b.File.Holds(earlier); err != nil {
			return err
		}
	}
	b.workloads = filepath.Join(out, matrix.WorkloadsFolder)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	return stream.WriteFile(path, func(w io.Writer) error { return b.File.Write(w, out) })
}

// ReadEffective reads the study file from which the studies in a folder were made. The error is
// fs.ErrNotExist where the folder does not hold the studies of a study file.
func ReadEffective(dir string) (*matrix.File, error) {
	path := filepath.Join(dir, matrix.EffectiveFile)
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return matrix.Read(in, path)
}

// InTemporary calls do. Generated and changed traces meanwhile go into a temporary folder, which is
// removed at the end.
func (b *Batch) InTemporary(do func() error) (err error) {
	if b.workloads, err = os.MkdirTemp("", "optgap"); err != nil {
		return err
	}
	defer os.RemoveAll(b.workloads)
	return do()
}

// Prepare returns the study of a cell. It writes the cell's jobs into a file where no file holds
// them.
func (b *Batch) Prepare(ctx context.Context, c matrix.Cell) (*Prepared, error) {
	s, _, err := c.Spec()
	if err != nil {
		return nil, err
	}
	if s.Trace, err = b.jobsFile(ctx, c); err != nil {
		return nil, err
	}
	s.Shard = b.Shard
	if err := s.Validate(); err != nil {
		return nil, err
	}
	in, err := ReadInput(s, nil, nil)
	if err != nil {
		return nil, err
	}
	return Prepare(s, in, b.Work, b.Version)
}

// Plan returns the plan of a cell's study, and the number of its results in its folder below out;
// "": there is no folder.
func (b *Batch) Plan(ctx context.Context, c matrix.Cell, out string) (p Plan, known int, err error) {
	study, err := b.Prepare(ctx, c)
	if err != nil {
		return p, 0, err
	}
	defer study.Close()
	p = study.Plan(0)
	if c.Drive != spec.Optimum { // whose steps are not known before they are solved
		chosen, _, err := study.Trace.Choose(ctx, study.Select)
		if err != nil {
			return p, 0, err
		}
		p.Steps = len(chosen.Indices)
	}
	if out == "" {
		return p, 0, nil
	}
	content, err := folder.Read(filepath.Join(out, c.Name), Layout)
	if err != nil { // there is nothing yet, or the run will say what is wrong
		return p, 0, nil
	}
	return p, len(content.Results), nil
}

// jobsFile returns the path of the file with the jobs of a cell. It writes the file where there is
// none. It refuses a file of an earlier run whose jobs, or what is said of them, are not those of the
// cell: the studies in the folder are about that file.
func (b *Batch) jobsFile(ctx context.Context, c matrix.Cell) (string, error) {
	if c.OwnFile() {
		return c.Trace.File, nil
	}
	path := filepath.Join(b.workloads, c.Workload()+".swf")
	if b.written[path] {
		return path, nil
	}
	var jobs bytes.Buffer
	if err := writeJobs(ctx, &jobs, c); err != nil {
		return "", err
	}
	found, err := os.ReadFile(path)
	switch {
	case err == nil && !bytes.Equal(found, jobs.Bytes()):
		return "", optgap.BadField(
			path, "other jobs, or those of another version", "what this program makes of the study file: name another folder",
		)
	case errors.Is(err, fs.ErrNotExist):
		if err = os.MkdirAll(b.workloads, 0o777); err == nil {
			err = stream.WriteFile(path, func(w io.Writer) error { _, err := jobs.WriteTo(w); return err })
		}
	}
	b.written[path] = err == nil
	return path, err
}

// writeJobs writes the jobs of a cell as a trace.
func writeJobs(ctx context.Context, w io.Writer, c matrix.Cell) error {
	from, err := openJobs(ctx, c)
	if err != nil {
		return err
	}
	defer from.Close()
	if c.Factor == 1 {
		_, err := io.Copy(w, from)
		return err
	}
	// Malformed lines are left out, as studies leave them out.
	t, err := transform.Read(swf.NewReader(from, c.Trace.Name), 0, func(*swf.Error) {})
	if err != nil {
		return err
	}
	shrink, err := transform.Shrink(c.Factor)
	if err != nil {
		return err
	}
	t.Records = transform.Until(ctx, t.Records)
	if t, err = transform.Apply(t, shrink); err != nil {
		return err
	}
	_, err = t.Write(w)
	return err
}

// openJobs opens the jobs of a cell, before the cell's factor has changed them.
func openJobs(ctx context.Context, c matrix.Cell) (io.ReadCloser, error) {
	switch {
	case c.Trace.Sample:
		return io.NopCloser(bytes.NewReader(swf.Sample())), nil
	case c.Trace.File != "":
		return stream.Open(c.Trace.File, nil)
	}
	d, given, err := c.Drawing()
	if err != nil {
		return nil, err
	}
	g, err := d.Generator()
	if err != nil {
		return nil, err
	}
	from, to := io.Pipe() // jobs are used as they are drawn, as there may be many
	write := func() error { return workload.Write(ctx, to, g, d.Jobs, d.Seed, d.Command(given)) }
	go func() { to.CloseWithError(panics.Call(write)) }()
	return from, nil
}

// errShardedOptimum refuses shards of a study that follows the optimum.
var errShardedOptimum = optgap.BadField(
	"drive", spec.Optimum+" with --slurm",
	"another drive: the steps of this one cannot be shared out, "+
		"as each follows from the schedules of those before it",
)

// Array sets the shards and the study file of a job array in the folder dir, so that each task runs
// a shard of each study. It returns the number of all steps and the plan of each study. say gets a
// note on each study without steps. A study that follows the optimum cannot be shared out.
func (b *Batch) Array(
	ctx context.Context, a *SlurmArray, dir string, say func(text string, args ...any),
) (steps int, plans []Plan, err error) {
	err = b.InTemporary(func() error {
		for _, c := range b.Cells {
			if c.Drive == spec.Optimum {
				return b.File.Locate(c, errShardedOptimum)
			}
			p, _, err := b.Plan(ctx, c, "")
			if err != nil {
				return b.File.Locate(c, err)
			}
			if p.Steps == 0 {
				say("%s: no step fits", c.Name)
			}
			plans, steps = append(plans, p), steps+p.Steps
		}
		return nil
	})
	if err != nil || steps == 0 {
		return 0, nil, err
	}
	a.Shards = min(a.Shards, steps)
	var file bytes.Buffer
	if err := b.File.Write(&file, dir); err != nil {
		return 0, nil, err
	}
	a.StudyFile = file.Bytes()
	return steps, plans, nil
}

// HoldsBatch reports whether a folder holds the studies of a study file.
func HoldsBatch(dir string) bool { return folder.Files{Info: matrix.EffectiveFile}.HeldIn(dir) }

// Folders returns the folders of the studies of a study file. Where the folder holds a single
// study, it is the only one.
func Folders(dir string) ([]string, error) {
	if !HoldsBatch(dir) {
		return []string{dir}, nil
	}
	_, names, err := namedCells(dir)
	return lists.Each(names, func(name string) string { return filepath.Join(dir, name) }), err
}

// Merged is a study of a study file whose shards are joined.
type Merged struct {
	Name    string
	Results []record.Result
}

// MergeBatch joins the shards of the studies of a study file into the new folder out.
func MergeBatch(ctx context.Context, out string, shards []string) (all []Merged, err error) {
	if err := folder.CheckApart(out, shards); err != nil {
		return nil, err
	}
	file, names, err := commonFile(shards)
	if err != nil {
		return nil, err
	}
	err = folder.Create(out, func(unready string) error {
		for _, name := range names {
			parts := lists.Each(shards, func(dir string) string { return filepath.Join(dir, name) })
			c, err := folder.Merge(ctx, filepath.Join(unready, name), parts, Shown)
			if err != nil {
				return err
			}
			all = append(all, Merged{name, c.Results})
		}
		jobs := os.DirFS(filepath.Join(shards[0], matrix.WorkloadsFolder)) // which need not exist
		err := os.CopyFS(filepath.Join(unready, matrix.WorkloadsFolder), jobs)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		path := filepath.Join(unready, matrix.EffectiveFile)
		return stream.WriteFile(path, func(w io.Writer) error { return file.Write(w, out) })
	})
	return all, err
}

// commonFile returns the study file of the shards, and the names of its studies. It refuses shards whose files list
// different studies, and a shard that lacks a study. Other differences stand in study.json.
func commonFile(shards []string) (first *matrix.File, names []string, err error) {
	for _, dir := range shards {
		file, own, err := namedCells(dir)
		if err != nil {
			return nil, nil, err
		}
		if first == nil {
			first, names = file, own
		}
		path, firstPath := filepath.Join(dir, matrix.EffectiveFile), filepath.Join(shards[0], matrix.EffectiveFile)
		if name := lacking(own, names); name != "" {
			return nil, nil, optgap.BadField(path, "no study "+name, "the studies of "+firstPath)
		}
		if name := lacking(names, own); name != "" {
			return nil, nil, optgap.BadField(path, "the study "+name, "only the studies of "+firstPath)
		}
		for _, name := range own {
			if !Layout.HeldIn(filepath.Join(dir, name)) {
				expected := "all studies of its file: the command that began this shard goes on with it"
				return nil, nil, optgap.BadField(dir, "no study "+name, expected)
			}
		}
	}
	return first, names, nil
}

// namedCells returns the study file of a shard's folder, and the names of its studies.
func namedCells(dir string) (file *matrix.File, names []string, err error) {
	if !HoldsBatch(dir) {
		const expected = "a shard of the studies of a study file, as others are"
		return nil, nil, optgap.BadField(dir, "no "+matrix.EffectiveFile, expected)
	}
	if file, err = ReadEffective(dir); err != nil {
		return nil, nil, err
	}
	cells, err := file.Cells()
	return file, lists.Each(cells, func(c matrix.Cell) string { return c.Name }), err
}

// lacking returns the first of the wanted names that is not among the names; "": all are.
func lacking(names, wanted []string) string {
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return name
		}
	}
	return ""
}
