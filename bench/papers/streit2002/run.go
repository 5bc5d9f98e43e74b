package streit2002

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Input is a trace, and the set of the paper beside which it stands.
type Input struct {
	Path string // "": the embedded sample; "-": the standard input
	Set  string // of Names, or None; "": the set that the name of the trace tells
}

// Evaluation is a run of the experiment on traces.
type Evaluation struct {
	Settings Settings // valid ones
	Inputs   []Input  // at least one
	// Figures asks for the paper's shrinking factors, where the settings have none.
	Figures bool
	Stdin   io.Reader // nil: there is none
	Workers int       // replays side by side; 0: 1
	// Folder keeps the replays, with several traces in a folder for each, and an interrupted run
	// goes on there; "": they are not kept.
	Folder  string
	Version string // of the program
	Watch   Watch
}

// Watch holds what an evaluation tells. Each function may be nil. One is called at a time.
type Watch struct {
	// Read is called with each trace once it is read.
	Read func(*swf.Trace)
	// Drawn is called with how jobs are drawn from a trace of which the paper does not tell it.
	Drawn func(notes []string)
	// Replays is called with the sweep of a trace before so many replays of it. It may set the
	// functions of the sweep.
	Replays func(s *sweep.Sweep, replays int)
	// Replayed is called after the sweep with its error.
	Replayed func(error)
}

// CheckFolders refuses traces that would share a folder, and a folder of several traces that holds
// other runs.
func (e Evaluation) CheckFolders() error {
	if e.Folder != "" && len(e.Inputs) > 1 {
		own := func(_, info string) bool { return info == sweep.FileNames()[0] }
		if err := folder.CheckFree(e.Folder, own); err != nil {
			return err
		}
	}
	seen := make(map[string]string)
	for _, in := range e.Inputs {
		name := FolderOf(in.Path)
		if other, twice := seen[name]; twice && e.Folder != "" {
			found := fmt.Sprintf("%s and %s, which have the same folder %s", other, in.Path, name)
			return &optgap.FieldError{Field: "out", Found: found, Expected: "traces with different names"}
		}
		seen[name] = in.Path
	}
	return nil
}

// Measure measures the traces one after the other. With an error, such as that of a cancelled
// context, it returns the traces that are measured well enough for the tables.
func (e Evaluation) Measure(ctx context.Context) (measured []Measured, err error) {
	for _, in := range e.Inputs {
		m, err := e.one(ctx, in)
		if m != nil {
			measured = append(measured, *m)
		}
		if err != nil {
			return measured, err
		}
	}
	return measured, nil
}

// one measures one trace. Where it is interrupted, it returns what there is if that is enough for
// the tables, and the error.
func (e Evaluation) one(ctx context.Context, in Input) (*Measured, error) {
	t, a, sum, err := e.load(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	m := &Measured{Name: t.Name, Trace: a}
	set, err := Choose(in.Set, t.Name)
	if err != nil {
		return nil, err
	}
	if m.Experiment, err = e.Settings.experiment(set, e.factors(set)); err != nil {
		return nil, err
	}
	s := sweep.Sweep{Trace: t.Name, Machine: t.Machine, Jobs: t.Jobs, Workers: e.Workers}
	if e.Settings.SetJobs > 0 {
		s.Trace += " resampled"
		if s.Jobs, err = e.draw(t, set); err != nil {
			return nil, err
		}
		m.Set, err = analysis.Analyze(s.Trace, nil, Records(s.Jobs), analysis.Options{Machine: t.Machine})
		if err != nil {
			return nil, err
		}
	}
	m.Runs, err = e.replay(ctx, s, m.Experiment, t, sum)
	if _, missing := m.TableRuns(); missing != nil {
		return nil, errors.Join(err, missing)
	}
	return m, err
}

// load reads a trace, and analyses its lines as they are written. sum is the SHA-256 of its file.
func (e Evaluation) load(ctx context.Context, path string) (t *swf.Trace, a *analysis.Analysis, sum string, err error) {
	in, err := sample.Open(path, e.Stdin)
	if err != nil {
		return nil, nil, "", err
	}
	defer in.Close()
	if t, a, err = e.read(ctx, in); err != nil {
		return nil, nil, "", err
	}
	return t, a, in.SHA256(), nil
}

// read reads a trace as load does.
func (e Evaluation) read(ctx context.Context, in *stream.Reader) (*swf.Trace, *analysis.Analysis, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, err
	}
	name, machine := filepath.Base(in.Name()), e.Settings.Machine
	t, err := swf.Load(bytes.NewReader(text), name, swf.Options{Machine: machine, Strict: e.Settings.Strict})
	if err != nil {
		return nil, nil, err
	}
	if e.Watch.Read != nil {
		e.Watch.Read(t)
	}
	lines := swf.NewReader(bytes.NewReader(text), name)
	records := transform.Until(ctx, lines.Records())
	a, err := analysis.Analyze(name, lines.Header(), records, analysis.Options{Machine: machine})
	return t, a, err
}

// factors returns the shrinking factors of the figures beside a set; nil: there are no figures.
func (e Evaluation) factors(set *Published) []float64 {
	if e.Settings.Factors == nil && e.Figures {
		return set.FigureFactors()
	}
	return e.Settings.Factors
}

// draw returns the jobs of a synthetic set.
func (e Evaluation) draw(t *swf.Trace, set *Published) ([]optgap.TraceJob, error) {
	o := workload.Resampling{Trace: t.Name, Machine: t.Machine, DailyCycle: e.Settings.DailyCycle}
	switch {
	case e.Settings.Weibull != "":
		var err error
		if o.Shape, o.Scale, err = workload.ParseWeibull(e.Settings.Weibull); err != nil {
			return nil, err
		}
	case set != nil:
		o.Shape, o.Scale = set.Trace().Alpha, set.Trace().Beta
	}
	g, err := workload.Resample(t.Jobs, o)
	if err != nil {
		return nil, err
	}
	if set == nil && e.Watch.Drawn != nil { // Table 2 does not tell its parameters
		e.Watch.Drawn(g.Notes())
	}
	return workload.Take(g, e.Settings.SetJobs, e.Settings.Seed)
}

// replay does the replays of an experiment, and keeps them.
func (e Evaluation) replay(
	ctx context.Context, s sweep.Sweep, x Experiment, t *swf.Trace, sum string,
) (runs []sweep.Run, err error) {
	settings := x.Settings()
	if dir := e.Folder; dir != "" {
		if len(e.Inputs) > 1 {
			dir = filepath.Join(dir, FolderOf(t.Name))
		}
		id := folder.Identity{
			Trace: s.Trace, SHA256: sum, Arguments: e.Settings.arguments(x), Versions: folder.Versions(e.Version),
		}
		if s.Folder, err = sweep.OpenFolder(dir, settings, id, t.Skipped); err != nil {
			return nil, err
		}
	}
	if e.Watch.Replays != nil {
		e.Watch.Replays(&s, len(settings))
	}
	runs, err = s.Run(ctx, settings)
	if e.Watch.Replayed != nil {
		e.Watch.Replayed(err)
	}
	return runs, err
}

// AllTables returns the tables of a report, the statements about each trace, and what the text
// leaves open.
func (r *Report) AllTables(measured []Measured) []table.Table {
	tables := slices.Clone(r.Tables)
	for _, m := range measured {
		own := slices.DeleteFunc(slices.Clone(r.Statements), func(s statement.Statement) bool { return s.Trace != m.Name })
		tables = append(tables, statement.Table("What the text states, on "+m.Name, own))
	}
	return append(tables, statement.ReadingTable("What the text leaves open", r.Readings))
}
