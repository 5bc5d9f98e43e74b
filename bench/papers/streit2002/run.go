package streit2002

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
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
	// Sets is the number of job sets that are drawn from each trace, with consecutive seeds from
	// that of the settings on; 0: 1. Where no jobs are drawn, there is one set.
	Sets int
	// Readings are other readings of when plans are made, which are compared.
	Readings []string
	Stdin    io.Reader // nil: there is none
	// Run says where replays are kept: with several traces or sets in a folder for each. Where figures are drawn and the
	// settings have no shrinking factors, it has the paper's.
	statement.Run

	again bool // under another reading: what was said of the traces is not said again
}

// InputsOf returns the traces at paths, without any the sample. sets are the names of those of the paper, with commas
// between; "": those that the traces' names tell.
func InputsOf(paths []string, sets string) ([]Input, error) {
	if len(paths) == 0 {
		paths = []string{""}
	}
	inputs := table.Each(paths, func(path string) Input { return Input{Path: path} })
	names := strings.Split(sets, ",")
	if sets == "" {
		return inputs, nil
	}
	if len(names) != len(inputs) {
		return nil, optgap.BadField("paper-set", strconv.Quote(sets),
			"one set for each of "+format.Count(int64(len(inputs)), "trace"))
	}
	for i, name := range names {
		inputs[i].Set = strings.TrimSpace(name)
		if _, err := Choose(inputs[i].Set, ""); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// Do runs the evaluation and reports it.
func (e Evaluation) Do(ctx context.Context) (*statement.Report, error) {
	measured, err := e.Measure(ctx)
	var tried []statement.Group
	if err == nil {
		tried, err = e.compare(ctx, measured)
	}
	return statement.Reported(ctx, len(measured), err, func() (*statement.Report, error) {
		return e.Report(measured, tried, e.Wide)
	})
}

// CheckFolders refuses traces that would share a folder, and a folder of several traces that holds
// other runs.
func (e Evaluation) CheckFolders() error {
	if e.Folder != "" && (len(e.Inputs) > 1 || e.sets() > 1) {
		own := func(_, info string) bool { return info == sweep.Files.Info }
		if err := folder.CheckFree(e.Folder, own); err != nil {
			return err
		}
	}
	seen := make(map[string]string)
	for _, in := range e.Inputs {
		name := FolderOf(in.Path)
		if other, twice := seen[name]; twice && e.Folder != "" {
			found := fmt.Sprintf("%s and %s, which have the same folder %s", other, in.Path, name)
			return optgap.BadField("out", found, "traces with different names")
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
		if m != nil && len(m.Sets) > 0 {
			measured = append(measured, *m)
		}
		if err != nil {
			return measured, err
		}
	}
	return measured, nil
}

// one measures one trace. Where it is interrupted, it returns the sets that have the replays for the
// tables, and the error.
func (e Evaluation) one(ctx context.Context, in Input) (*Measured, error) {
	t, a, sum, err := e.load(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	m := &Measured{Name: t.Name, Trace: a, Planned: e.sets(), About: e.about()}
	if m.Published, err = Choose(in.Set, t.Name); err != nil {
		return nil, err
	}
	if m.Options.DynP, err = e.Settings.Deciding.Options(); err != nil {
		return nil, err
	}
	if m.Factors = e.Settings.Factors; m.Factors == nil && e.Drawn {
		m.Factors = m.Published.FigureFactors()
	}
	for k := range e.sets() {
		replays, err := e.set(ctx, m.Experiment, t, k, sum)
		if replays != nil {
			if missing := m.complete(replays); missing == nil {
				m.Sets = append(m.Sets, *replays)
			} else {
				err = errors.Join(err, missing)
			}
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// sets returns the number of job sets of each trace.
func (e Evaluation) sets() int {
	if e.Settings.SetJobs == 0 {
		return 1
	}
	return max(1, e.Sets)
}

// about says which jobs are replayed, and how.
func (e Evaluation) about() string {
	replan := "--replan " + e.Settings.Replan
	n, seed := e.sets(), e.Settings.Seed
	switch drawn := format.Count(int64(e.Settings.SetJobs), "drawn job"); {
	case e.Settings.SetJobs == 0:
		return "the trace itself, " + replan
	case n == 1:
		return fmt.Sprintf("%s, seed %d, %s", drawn, seed, replan)
	default:
		return fmt.Sprintf("%d sets of %s, seeds %d to %d, %s", n, drawn, seed, seed+uint64(n-1), replan)
	}
}

// set does the replays of one set of jobs, the k-th from 0. Where it is interrupted, it returns what
// there is, and the error.
func (e Evaluation) set(ctx context.Context, x Experiment, t *swf.Trace, k int, sum string) (*Replays, error) {
	e.Settings.Seed += uint64(k)
	s := sweep.Sweep{Trace: t.Name, Machine: t.Machine, Jobs: t.Jobs, Workers: e.Workers}
	var r Replays
	if e.Settings.SetJobs > 0 {
		s.Trace += " resampled"
		if e.sets() > 1 {
			s.Trace += fmt.Sprintf(", seed %d", e.Settings.Seed)
		}
		var err error
		if s.Jobs, err = e.draw(t, x.Published, k); err != nil {
			return nil, err
		}
		r.Set, err = analysis.Analyze(s.Trace, nil, Records(s.Jobs), analysis.Options{Machine: t.Machine})
		if err != nil {
			return nil, err
		}
	}
	if k == 0 {
		r.Step = stepSeconds(s.Jobs, t.Machine)
	}
	var err error
	r.Runs, err = e.replay(ctx, s, x, t, sum)
	return &r, err
}

// load reads a trace, and analyses its lines as they are written. sum is the SHA-256 of its file.
func (e Evaluation) load(ctx context.Context, path string) (t *swf.Trace, a *analysis.Analysis, sum string, err error) {
	in, err := swf.Open(path, e.Stdin)
	if err != nil {
		return nil, nil, "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, "", err
	}
	name, machine := filepath.Base(in.Name()), e.Settings.Machine
	t, err = swf.Load(bytes.NewReader(text), name, swf.Options{Machine: machine, Strict: e.Settings.Strict})
	if err != nil {
		return nil, nil, "", err
	}
	e.tellOnce(t.Warnings())
	lines := swf.NewReader(bytes.NewReader(text), name)
	records := transform.Until(ctx, lines.Records())
	a, err = analysis.Analyze(name, lines.Header(), records, analysis.Options{Machine: machine})
	return t, a, in.SHA256(), err
}

// tellOnce tells about a trace, unless that was told before.
func (e Evaluation) tellOnce(remarks []string) {
	for _, r := range remarks {
		if !e.again {
			e.Tell("%s", r)
		}
	}
}

// draw returns the jobs of a synthetic set, the k-th from 0.
func (e Evaluation) draw(t *swf.Trace, set *Published, k int) ([]optgap.TraceJob, error) {
	o := workload.Resampling{Trace: t.Name, Machine: t.Machine, DailyCycle: e.Settings.DailyCycle}
	switch {
	case e.Settings.Weibull != "":
		var err error
		if o.Shape, o.Scale, err = workload.ParseWeibull(e.Settings.Weibull); err != nil {
			return nil, err
		}
	case set != nil:
		o.Shape, o.Scale = set.weibull()
	}
	g, err := workload.Resample(t.Jobs, o)
	if err != nil {
		return nil, err
	}
	if set == nil && k == 0 { // Table 2 does not tell its parameters
		e.tellOnce(g.Notes())
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
		if e.sets() > 1 {
			dir = filepath.Join(dir, fmt.Sprintf("set-%d", e.Settings.Seed))
		}
		id := folder.Identity{
			Trace: s.Trace, SHA256: sum, Arguments: e.Settings.arguments(x), Versions: folder.Versions(e.Version),
		}
		if s.Folder, err = sweep.OpenFolder(dir, settings, id, t.Skipped); err != nil {
			return nil, err
		}
	}
	e.Tell("%s, %s", report.SweepTitle(s), format.Count(int64(len(settings)), "replay"))
	s.Known = func(known int) { e.Start(known, len(settings), "replay") }
	s.Done = func(sweep.Run) { e.Step() }
	defer func() { e.Stop(err) }()
	return s.Run(ctx, settings)
}

// stepSeconds returns the time of a self-tuning step in which the first 185 jobs wait for an empty
// machine, the least of several; 0: there are fewer jobs.
func stepSeconds(jobs []optgap.TraceJob, machine int64) float64 {
	const waiting, tries = 185, 5
	if len(jobs) < waiting {
		return 0
	}
	step := optgap.Step{
		Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: machine}},
	}
	for _, j := range jobs[:waiting] {
		step.Jobs = append(step.Jobs, j.Job)
		step.Jobs[len(step.Jobs)-1].Submit -= jobs[waiting-1].Submit
	}
	var tuner heuristics.Tuner
	least := math.Inf(1)
	for range tries {
		start := time.Now()
		tuner.Plans(&step, heuristics.DynP())
		least = min(least, time.Since(start).Seconds())
	}
	return least
}
