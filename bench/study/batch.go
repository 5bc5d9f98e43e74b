package study

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/panics"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Names in the folder of the studies of a study file.
const (
	EffectiveFile = matrix.EffectiveFile // the study file with the flags that took the place of its values
	workloadsName = matrix.WorkloadsFolder
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
	path := filepath.Join(out, EffectiveFile)
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
	b.workloads = filepath.Join(out, workloadsName)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	return stream.WriteFile(path, func(w io.Writer) error { return b.File.Write(w, out) })
}

// ReadEffective reads the study file from which the studies in a folder were made. The error is
// fs.ErrNotExist where the folder does not hold the studies of a study file.
func ReadEffective(dir string) (*matrix.File, error) {
	path := filepath.Join(dir, EffectiveFile)
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
// none.
func (b *Batch) jobsFile(ctx context.Context, c matrix.Cell) (string, error) {
	if c.OwnFile() {
		return c.Trace.File, nil
	}
	path := filepath.Join(b.workloads, c.Workload()+".swf")
	if b.written[path] {
		return path, nil
	}
	if err := os.MkdirAll(b.workloads, 0o777); err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err == nil {
		return path, b.mustHold(ctx, path, c)
	}
	err := stream.WriteFile(path, func(w io.Writer) error { return writeJobs(ctx, w, c) })
	b.written[path] = err == nil
	return path, err
}

// mustHold refuses a file of an earlier run whose jobs, or what is said of them, are not those of the
// cell: the studies in the folder are about that file.
func (b *Batch) mustHold(ctx context.Context, path string, c matrix.Cell) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	found, expected := sha256.New(), sha256.New()
	if _, err := io.Copy(found, file); err != nil {
		return err
	}
	if err := writeJobs(ctx, expected, c); err != nil {
		return err
	}
	if !bytes.Equal(found.Sum(nil), expected.Sum(nil)) {
		return optgap.BadField(
			path, "other jobs, or those of another version", "what this program makes of the study file: name another folder",
		)
	}
	b.written[path] = true
	return nil
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
		return io.NopCloser(bytes.NewReader(sample.KTHLike())), nil
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
			p.Workers = a.Workers
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
