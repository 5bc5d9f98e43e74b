package study

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Input holds the trace of a study, its requests for reservations and its plans, with the checksums
// of their files.
type Input struct {
	Trace  *swf.Trace
	SHA256 string // of the trace's file

	Requests       []reservation.Request
	RequestsSHA256 string // of the file of requests; "": there is none

	Plans []*Plans // of the policies in Spec.Plans
}

// ReadInput reads the files that a study names. stdin stands for the file "-", nil if there is
// none. rejects gets the jobs that cannot be used, nil if they are dropped.
func ReadInput(s spec.Spec, stdin io.Reader, rejects io.Writer) (in Input, err error) {
	in.Trace, in.SHA256, err = ReadTrace(s.Trace, stdin, swf.Options{
		Machine: s.Machine,
		MaxJobs: s.Jobs,
		Strict:  s.Strict,
		Rejects: rejects,
		Starts: schedulers.IsRecorded(s.Drive) ||
			s.HasRecorded(),
		Labels:    len(s.SchedulerCommand) > 0,
		Hindsight: s.Hindsight,
	})
	if err != nil {
		return in, err
	}
	in.Plans, err = ReadAllPlans(s.Solving, stdin)
	if err != nil {
		return in, err
	}
	for _, p := range in.Plans {
		if !p.hasOf(in.Trace.Name) {
			return in, optgap.BadField(p.File, p, "schedules of trace "+in.Trace.Name)
		}
	}
	if s.Reservations == "" {
		return in, nil
	}
	in.Requests, in.RequestsSHA256, err = ReadRequests(s.Reservations, stdin)
	return in, err
}

// ReadTrace reads the trace at the path, and the checksum of its file. The path "" stands for the
// embedded sample.
func ReadTrace(path string, stdin io.Reader, o swf.Options) (*swf.Trace, string, error) {
	in, err := swf.Open(path, stdin)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	t, err := swf.Load(in, filepath.Base(in.Name()), o)
	if err != nil {
		return nil, "", err
	}
	err = drain(in)
	return t, in.SHA256(), err
}

// ReadRequests reads requests for reservations, and the checksum of their file.
func ReadRequests(
	path string,
	stdin io.Reader,
) (requests []reservation.Request, sha256 string, err error) {
	in, err := stream.Open(path, stdin)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	requests, err = record.Collect(record.ReadReservations(in, in.Name()))
	if err == nil {
		err = drain(in)
	}
	return requests, in.SHA256(), err
}

// drain reads to the end, so that the checksum is that of the whole file. A limit on the number of
// jobs leaves a part of the file unread.
func drain(in io.Reader) error {
	_, err := io.Copy(io.Discard, in)
	return err
}

// Study returns the trace that a study with the input replays, and the steps that it selects. The
// turn of the selection's shard is not set.
func (in Input) Study(s spec.Spec) (t Trace, selection Selection, err error) {
	selection, err = s.Selection()
	if err != nil {
		return t, selection, err
	}
	objective, err := s.ObjectiveOf()
	if err != nil {
		return t, selection, err
	}
	commands, err := s.Commands()
	return Trace{
		Name:         in.Trace.Name,
		Machine:      in.Trace.Machine,
		Jobs:         in.Trace.Jobs,
		Starts:       in.Trace.Starts,
		Labels:       in.Trace.Labels,
		Reservations: in.Requests,
		Drive:        s.Drive,
		Objective:    objective,
		Commands:     commands,
	}, selection, err
}

// Prepared is a study that is ready to run.
type Prepared struct {
	*Study
	Spec     spec.Spec
	Input    Input
	Identity folder.Identity // of the study's results
	solving  *Solving
}

// Prepare returns the study of a valid Spec with its input. version is that of the program. Close
// ends the study's solvers.
func Prepare(s spec.Spec, in Input, w Work, version string) (*Prepared, error) {
	w.Workers = max(1, w.Workers)
	o, err := s.Options(w.Workers)
	if err != nil {
		return nil, err
	}
	Give(&o, in.Plans)
	methods, err := s.Methods()
	if err != nil {
		return nil, err
	}
	trace, selection, err := in.Study(s)
	if err != nil {
		return nil, err
	}
	give(&o, schedulers.Recorded, trace.Recorded())
	sums := lists.Each(in.Plans, func(p *Plans) string { return p.SHA256 })
	arguments, err := s.Arguments(in.RequestsSHA256, sums...)
	if err != nil {
		return nil, err
	}
	p := &Prepared{
		Spec:     s,
		Input:    in,
		Identity: Identify(in.Trace.Name, in.SHA256, version, arguments),
	}
	selection.Shard.Turn = p.Identity.Turn(spec.LimitNames())
	p.solving, err = NewSolving(methods, o, w)
	if err != nil {
		return nil, err
	}
	p.Study = &Study{
		Trace:   trace,
		Select:  selection,
		Workers: w.Workers,
		Solvers: p.solving.Solvers,
	}
	return p, nil
}

// Keep opens the folder in which the study keeps its results, or goes on with an earlier run. With
// retry the study seeks unfinished results again; its limits may then differ from those of the
// earlier run. A study that the optimum drives has no retry, as later steps follow from its
// results.
func (p *Prepared) Keep(dir string, retry bool) (err error) {
	if retry && p.Spec.Drive == spec.Optimum {
		return ErrRetryOptimum
	}
	start := folder.Start{
		Identity: p.Identity,
		Skipped:  p.Input.Trace.Skipped.ByReason(),
		Retry:    retry,
	}
	p.Folder, err = folder.Open(dir, Layout, start)
	if err != nil {
		return err
	}
	return p.Folder.LimitedBy(p.solving.LimitedBy)
}

// Close ends the solvers.
func (p *Prepared) Close() { p.solving.Close() }

// Plan returns the plan of the study, whose steps are not known yet.
func (p *Prepared) Plan() Plan {
	return Plan{
		Spec:    p.Spec,
		Methods: len(p.Solvers),
		Workers: p.Workers,
		Limit:   p.Spec.Limit(),
	}
}

// Plan is the work of a study.
type Plan struct {
	Spec    spec.Spec
	Steps   int // 0: unknown
	Methods int
	Workers int
	Limit   spec.Limit // of one step
}

// Worst returns the longest time that the study may take; 0: any time. known is the number of
// results that need no solving.
func (p Plan) Worst(known int) time.Duration {
	left := p.Steps*p.Methods - known
	all := float64(p.Steps) * float64(p.Limit.All)
	missing := float64(left) * float64(p.Limit.Each)
	return time.Duration(
		min(min(all, missing)/float64(min(p.Workers, max(left, 1))), math.MaxInt64/2),
	)
}

// Endless reports whether the study searches without a limit of time.
func (p Plan) Endless() bool { return p.Limit.All == 0 && p.Spec.Searches() }

// Plans are the schedules of steps in a file, made by another program.
type Plans struct {
	Name   string // of the policy that they are
	File   string
	SHA256 string // of the file

	of     map[record.StepKey]record.Schedule
	traces sync.Map // those of the steps that got a schedule without one, by index
}

// ReadPlans reads the schedules in a file. stdin stands for the file "-", nil if there is none. An
// error says in which line there is none, or a second one of a step.
func ReadPlans(f spec.PlanFile, stdin io.Reader) (*Plans, error) {
	in, err := folder.OpenIntact(f.Path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := &Plans{Name: f.Name, File: in.Name(), of: make(map[record.StepKey]record.Schedule)}
	for found, err := range record.ReadSchedules(in, p.File) {
		if err != nil {
			return nil, err
		}
		of := record.StepKey{Trace: found.Trace, Index: *found.Index}
		if _, again := p.of[of]; again {
			again := fmt.Sprintf("%d a second time", of.Index)
			return nil, p.wrong(
				&found,
				optgap.BadField("index", again, "a schedule for each step"),
			)
		}
		p.of[of] = found
	}
	if len(p.of) == 0 {
		return nil, optgap.BadField(p.File, "no schedule", "at least one")
	}
	p.SHA256 = in.SHA256()
	return p, nil
}

// ReadAllPlans reads the files of the policies that are plans.
func ReadAllPlans(s spec.Solving, stdin io.Reader) ([]*Plans, error) {
	files, err := s.PlanFiles()
	if err != nil {
		return nil, err
	}
	return lists.Try(files, func(f spec.PlanFile) (*Plans, error) { return ReadPlans(f, stdin) })
}

// Give makes plans those of the policies with their names.
func Give(o *method.Options, plans []*Plans) {
	for _, p := range plans {
		give(o, p.Name, p.Of)
	}
}

// give makes schedules those of the policy with the name, where there is one.
func give(o *method.Options, name string, of func(*optgap.Step) method.Told) {
	for i := range o.Planned {
		if o.Planned[i].Name == name {
			o.Planned[i].Of = of
		}
	}
}

// Recorded returns what the machine of the log did with the waiting jobs of a step, of a study in
// hindsight.
func (t Trace) Recorded() func(*optgap.Step) method.Told {
	starts := make(map[int64]int64, len(t.Jobs))
	for i, at := range t.Starts {
		starts[t.Jobs[i].ID] = at
	}
	return func(step *optgap.Step) method.Told {
		if !schedulers.IsRecorded(t.Drive) {
			return method.Told{LeftOut: "the steps are not those of the log"}
		}
		plan := optgap.Schedule(
			lists.Each(step.Jobs, func(j optgap.Job) int64 { return starts[j.ID] - step.Now }),
		)
		if plan.Check(step) != nil {
			return method.Told{LeftOut: "the log has more processors busy than there are"}
		}
		return method.Told{Schedule: plan}
	}
}

// Len returns the number of schedules.
func (p *Plans) Len() int { return len(p.of) }

// hasOf reports whether there are schedules that may be of a trace.
func (p *Plans) hasOf(trace string) bool {
	for of := range p.of {
		if of.Trace == trace || of.Trace == "" {
			return true
		}
	}
	return false
}

// String tells which steps have schedules, such as "schedules of 3 steps from 2 to 17 of trace
// a.swf".
func (p *Plans) String() string {
	indices := make(map[string][]int)
	for of := range p.of {
		indices[of.Trace] = append(indices[of.Trace], of.Index)
	}
	parts := lists.Each(slices.Sorted(maps.Keys(indices)), func(trace string) string {
		all := indices[trace]
		text := fmt.Sprintf("step %d", all[0])
		if len(all) > 1 {
			text = fmt.Sprintf(
				"%d steps from %d to %d",
				len(all),
				slices.Min(all),
				slices.Max(all),
			)
		}
		return text + ofTrace(trace)
	})
	const most = 4
	if more := len(parts) - most; more > 0 {
		parts = append(parts[:most], fmt.Sprintf("%d more traces", more))
	}
	return "schedules of " + format.Enumeration("and", parts)
}

func ofTrace(name string) string {
	if name == "" {
		return ""
	}
	return " of trace " + name
}

// find returns the schedule of a step, or nil if there is none. One without a trace is that of the
// only step with its index.
func (p *Plans) find(step *optgap.Step) (*record.Schedule, error) {
	if found, ok := p.of[record.StepKey{Trace: step.Trace, Index: step.Index}]; ok &&
		step.Trace != "" {
		return &found, nil
	}
	found, ok := p.of[record.StepKey{Trace: "", Index: step.Index}]
	if !ok {
		return nil, nil
	}
	if other, taken := p.traces.LoadOrStore(step.Index, step.Trace); taken && other != step.Trace {
		const one = "one, as %q and %q have a step of this index"
		return nil, p.wrong(
			&found,
			optgap.BadField("trace", "no value", fmt.Sprintf(one, other, step.Trace)),
		)
	}
	return &found, nil
}

// Lacking is why the policy is left out on a step without a schedule.
func (p *Plans) Lacking() string { return "no schedule in " + filepath.Base(p.File) }

// Of returns the schedule of a step. Where there is none, or a wrong one, the policy has failed.
func (p *Plans) Of(step *optgap.Step) method.Told {
	found, err := p.find(step)
	switch {
	case err != nil:
		return method.Told{LeftOut: err.Error(), Failed: optgap.StatusError}
	case found == nil:
		return method.Told{LeftOut: p.Lacking(), Failed: optgap.StatusError}
	}
	schedule, err := found.Feasible(step)
	if err != nil {
		return method.Told{LeftOut: p.wrong(found, err).Error(), Failed: optgap.StatusError}
	}
	return method.Told{Schedule: schedule, Seconds: found.SolveSeconds}
}

// wrong is an error about a schedule of the file.
func (p *Plans) wrong(s *record.Schedule, err error) error {
	return &record.LineError{File: p.File, Line: s.Line, Err: err}
}
