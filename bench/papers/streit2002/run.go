package streit2002

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
)

// Input is a trace, and the set of the paper beside which it stands.
type Input struct {
	Path string     // "": the embedded sample; "-": the standard input
	Set  *Published // nil: there is none
}

// Evaluation is a run of the experiment on traces.
type Evaluation struct {
	Settings Settings
	Inputs   []Input // at least one
	// Sets is the number of job sets that are drawn from each trace, with consecutive seeds from
	// that of the settings on; 0: 1. Where no jobs are drawn, Do does one set.
	Sets  int
	Stdin io.Reader // nil: there is none
	// Run says where replays are kept: with several traces or sets in a folder for each. Where
	// figures are drawn and the settings have no shrinking factors, it has the paper's.
	statement.Run
}

// A source is a trace of which sets of jobs are drawn, each of which is replayed.
type source struct {
	*swf.Trace
	sum      string // SHA-256 of its file
	analysis *analysis.Analysis
	set      *Published         // of the paper beside it, nil if there is none
	drawn    workload.Generator // nil: the trace itself is replayed
}

// InputsOf returns the traces at paths, without any the sample. sets are the names of those of the
// paper, with commas between; "": those that the traces' names tell.
func InputsOf(paths []string, sets string) (inputs []Input, err error) {
	if len(paths) == 0 {
		paths = []string{""}
	}
	names := make([]string, len(paths))
	if sets != "" {
		names = strings.Split(sets, ",")
	}
	if len(names) != len(paths) {
		return nil, optgap.BadText("paper-set", sets,
			"one set for each of "+format.Count(len(paths), "trace"))
	}
	for i, path := range paths {
		set, err := Choose(strings.TrimSpace(names[i]), filepath.Base(cmp.Or(path, swf.SampleName)))
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, Input{path, set})
	}
	return inputs, nil
}

// Do runs the evaluation and reports it.
func (e Evaluation) Do(ctx context.Context) (*statement.Report, error) {
	e.Sets = max(e.Sets, 1)
	if e.Settings.SetJobs == 0 {
		e.Sets = 1
	}
	if err := cmp.Or(e.Settings.Validate(), e.checkFolders()); err != nil {
		return nil, err
	}
	var sources []source
	for _, in := range e.Inputs {
		s, err := e.read(ctx, in)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	var measured []Measured // well enough for the tables
	var err error
	for i := 0; i < len(sources) && err == nil; i++ {
		var m Measured
		m, err = e.one(ctx, sources[i])
		if len(m.Sets) > 0 {
			measured = append(measured, m)
		}
	}
	return statement.Reported(ctx, len(measured), err, func() (*statement.Report, error) {
		return e.Report(measured, e.Wide), nil
	})
}

// checkFolders refuses traces that would share a folder, and a folder of several traces that holds
// other runs.
func (e Evaluation) checkFolders() error {
	if e.Folder == "" {
		return nil
	}
	seen := make(map[string]string)
	for _, in := range e.Inputs {
		name := FolderOf(in.Path)
		if other, twice := seen[name]; twice {
			found := fmt.Sprintf("%s and %s, which have the same folder %s", other, in.Path, name)
			return optgap.BadField("out", found, "traces with different names")
		}
		seen[name] = in.Path
	}
	if len(e.Inputs) == 1 && e.Sets == 1 {
		return nil
	}
	return folder.CheckFree(
		e.Folder,
		func(_, info string) bool { return info == sweep.Layout.Info },
	)
}

// one measures one trace. Where it is interrupted, it returns the sets that have the replays for
// the tables, and the error.
func (e Evaluation) one(ctx context.Context, s source) (m Measured, err error) {
	if e.Settings.Factors == nil && e.Drawn {
		e.Settings.Factors = s.set.FigureFactors()
	}
	m = Measured{
		Settings: e.Settings, Published: s.set, Name: s.Name, Trace: s.analysis,
		Planned: e.Sets, About: e.about(),
	}
	for k := range e.Sets {
		replays, err := e.set(ctx, s, k)
		if missing := m.complete(replays.Runs); missing != nil {
			err = cmp.Or(err, missing)
		} else {
			m.Sets = append(m.Sets, replays)
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// about says which jobs are replayed, and how.
func (e Evaluation) about() string {
	how := "--dynp " + e.Settings.DynP
	n := e.Sets
	seed := e.Settings.Seed
	switch drawn := format.Count(e.Settings.SetJobs, "drawn job"); {
	case e.Settings.SetJobs == 0:
		return "the trace itself, " + how
	case n == 1:
		return fmt.Sprintf("%s, seed %d, %s", drawn, seed, how)
	default:
		return fmt.Sprintf(
			"%d sets of %s, seeds %d to %d, %s",
			n,
			drawn,
			seed,
			seed+uint64(n-1),
			how,
		)
	}
}

// set does the replays of one set of jobs, the k-th from 0. Where it is interrupted, it returns
// what there is, and the error.
func (e Evaluation) set(ctx context.Context, from source, k int) (r Replays, err error) {
	e.Settings.Seed += uint64(k)
	s := sweep.Sweep{
		Trace:   *from.Trace,
		Workers: e.Workers,
	}
	if from.drawn != nil {
		s.Name += " resampled"
		if e.Sets > 1 {
			s.Name += fmt.Sprintf(", seed %d", e.Settings.Seed)
		}
		s.Jobs, err = workload.Take(from.drawn, e.Settings.SetJobs, e.Settings.Seed)
		if err != nil {
			return r, err
		}
		records := harness.Each(lists.Each(s.Jobs, swf.FromJob))
		r.Set, err = analysis.Analyze(s.Name, nil, records, analysis.Options{Machine: s.Machine})
		if err != nil {
			return r, err
		}
	}
	if k == 0 {
		r.Step = stepSeconds(s.Jobs, s.Machine)
	}
	r.Runs, err = e.replay(ctx, s, from)
	return r, err
}

// read reads a trace, and analyses its lines as they are written.
func (e Evaluation) read(ctx context.Context, of Input) (s source, err error) {
	in, err := swf.Open(of.Path, e.Stdin)
	if err != nil {
		return s, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return s, err
	}
	name := filepath.Base(in.Name())
	machine := e.Settings.Machine
	s.Trace, err = swf.Load(
		bytes.NewReader(text),
		name,
		swf.Options{Machine: machine, Strict: e.Settings.Strict},
	)
	if err != nil {
		return s, err
	}
	for _, warning := range s.Warnings() {
		e.Tell("%s", warning)
	}
	lines := swf.NewReader(bytes.NewReader(text), name)
	records := transform.Until(ctx, lines.Records())
	s.analysis, err = analysis.Analyze(
		name,
		lines.Header(),
		records,
		analysis.Options{Machine: machine},
	)
	if err != nil {
		return s, err
	}
	s.sum = in.SHA256()
	s.set = of.Set
	if e.Settings.SetJobs > 0 {
		s.drawn, err = e.generator(s)
	}
	return s, err
}

// generator returns that of sets of jobs like a trace's.
func (e Evaluation) generator(s source) (workload.Generator, error) {
	o := workload.Resampling{Trace: s.Name, Machine: s.Machine}
	switch {
	case e.Settings.Weibull != "":
		var err error
		o.Shape, o.Scale, err = workload.ParseWeibull(e.Settings.Weibull)
		if err != nil {
			return nil, err
		}
	case s.set != nil:
		o.Shape, o.Scale = s.set.Weibull()
	}
	g, err := workload.Resample(s.Jobs, o)
	if err != nil || s.set != nil {
		return g, err
	}
	for _, note := range g.Notes() { // on parameters that Table 2 does not tell
		e.Tell("%s", note)
	}
	return g, nil
}

// replay does the replays of a set, and keeps them.
func (e Evaluation) replay(
	ctx context.Context, s sweep.Sweep, from source,
) (_ []sweep.Run, err error) {
	settings := e.Settings.Replays()
	if dir := e.Folder; dir != "" {
		if len(e.Inputs) > 1 {
			dir = filepath.Join(dir, FolderOf(from.Name))
		}
		if e.Sets > 1 {
			dir = filepath.Join(dir, fmt.Sprintf("set-%d", e.Settings.Seed))
		}
		id := folder.Identify(s.Name, from.sum, e.Version, e.Settings.arguments(from.set))
		s.Folder, err = sweep.OpenFolder(dir, settings, id, from.Skipped)
		if err != nil {
			return nil, err
		}
	}
	e.Tell("%s, %s", report.SweepTitle(s), format.Count(len(settings), "replay"))
	s.Watch = e.Watch
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
		Format:  optgap.StepFormat,
		Machine: machine,
		History: optgap.History{{Time: 0, Free: machine}},
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
