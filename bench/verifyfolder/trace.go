package verifyfolder

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
)

// NeedsTrace says what of a run is not checked without its trace; "": all is, or the trace does not
// tell. The steps of a study do not follow from it where the optimum drives. Nothing does with
// requests for reservations, as their file is not kept, and where all schedulers are other
// programs, as no stored command is run.
func (r *Run) NeedsTrace() string {
	a := r.Arguments()
	own := a["scheduler-command"] == "" || a["drive"] == "" || schedulers.Known(a["drive"]) == nil
	if again, programs := r.Repeated(); programs != nil {
		own = again["scheduler"] != ""
	}
	switch {
	case a == nil || a["reservations"] != "" || !own || a["drive"] == spec.Optimum:
		return ""
	case r.hasRecorded():
		return r.ofTrace + ", and the schedules of " + schedulers.Recorded
	}
	return r.ofTrace
}

// Repeated returns the arguments of a sweep without the schedulers that are other programs, and
// these.
func (r *Run) Repeated() (arguments map[string]string, programs []string) {
	a := maps.Clone(r.Arguments())
	if r.files.Format != sweep.Layout.Format || a["scheduler-command"] == "" {
		return a, nil
	}
	var own []string
	for name := range strings.SplitSeq(a["scheduler"], ",") {
		if schedulers.Known(name) == nil {
			own = append(own, name)
		} else {
			programs = append(programs, name)
		}
	}
	a["scheduler"] = strings.Join(own, ",")
	delete(a, "scheduler-command")
	delete(a, "decision-limit")
	if slices.Contains(programs, a["against"]) {
		delete(a, "against")
	}
	return a, programs
}

// A Trace is that of a run.
type Trace struct {
	Path   string                 // "": the embedded sample
	Piped  []byte                 // the text of the path "-"
	Replay func(dir string) error // does the replays of a sweep again, in a folder
}

// OnTrace checks what needs the trace of the run. The report gets the faults. done says what was
// checked.
func (r *Run) OnTrace(
	ctx context.Context,
	trace Trace,
	rep *verify.Report,
) (done string, err error) {
	in, err := swf.Open(trace.Path, bytes.NewReader(trace.Piped))
	if err != nil {
		return "", err
	}
	defer in.Close()
	_, err = io.Copy(io.Discard, in)
	if err != nil {
		return "", err
	}
	switch another := in.SHA256() != r.info.SHA256; {
	case another && r.Within:
		return "not checked: the steps or replays of another trace", nil
	case another:
		short := r.info.SHA256[:min(12, len(r.info.SHA256))]
		rep.Hold(
			false,
			aboutFile(r.files.Info),
			"sha256",
			strconv.Quote(short),
			"the SHA-256 of the trace that is given",
		)
		return "the steps or replays were not checked, as the trace is another", nil
	}
	n, err := r.again(tracing{r, trace, rep}, ctx)
	done = "trace: " + format.Count(n, r.made)
	if r.hasRecorded() {
		done += ", and the schedules of " + schedulers.Recorded
	}
	done += " " + r.how
	if _, programs := r.Repeated(); programs != nil {
		done += ", but not those of " + strings.Join(
			programs,
			", ",
		) + ", as no stored command is run"
	}
	return done, err
}

// aboutFile begins the faults of a file.
func aboutFile(path string) verify.Fault { return verify.Fault{File: filepath.Base(path)} }

// A tracing is the check of a run by its trace.
type tracing struct {
	*Run
	trace Trace
	rep   *verify.Report
}

// steps replays the trace, and holds the steps of the study against those of the replay.
func (r tracing) steps(ctx context.Context) (taken int, err error) {
	s, whole, err := spec.OfArguments(r.Arguments())
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", r.files.Info, err)
	}
	s.Trace = r.trace.Path
	in, err := study.ReadInput(s, bytes.NewReader(r.trace.Piped), nil)
	if err != nil {
		return 0, err
	}
	r.skips(in.Trace.Skipped.ByReason())
	found, err := folder.ReadLines(r.files.Problems, record.ReadSteps)
	if err != nil {
		return 0, err
	}
	t, selection, err := in.Study(s)
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", r.files.Info, err)
	}
	var indices []int
	selection.Shard.Turn = r.info.Turn(spec.LimitNames())
	if whole {
		chosen, _, err := t.Choose(ctx, selection)
		if err != nil {
			return 0, err
		}
		indices = chosen.Indices
		r.rep.Hold(
			r.info.Of == chosen.Fitting,
			aboutFile(r.files.Info),
			"chosen_from",
			r.info.Of,
			"%d",
			chosen.Fitting,
		)
	} else {
		indices = lists.Each(found, func(s optgap.Step) int { return s.Index })
		slices.Sort(indices)
	}
	var expected []optgap.Step
	log := t.Recorded()
	recorded := make(map[int]record.Policy)
	err = t.Emit(ctx, indices, func(step *optgap.Step) error {
		if r.hasRecorded() {
			recorded[step.Index] = record.PolicyOf(step, log(step).Schedule)
		}
		expected = append(expected, *step)
		return nil
	})
	if err != nil {
		return len(expected), err
	}
	index := func(_ int, s optgap.Step) string { return fmt.Sprint("index ", s.Index) }
	for _, key := range compare(r.rep, r.files.Problems, found, expected, "as in the trace", index) {
		about := aboutFile(r.files.Problems)
		r.rep.Hold(!r.info.Complete, about, key, "none", "one, which the selection takes")
	}
	if r.hasRecorded() {
		err = r.compareRecorded(recorded)
	}
	return len(expected), err
}

// hasRecorded reports whether one of the policies of a study is what the log of its trace says.
func (r *Run) hasRecorded() bool {
	return slices.Contains(strings.Split(r.Arguments()["policies"], ","), schedulers.Recorded)
}

// compareRecorded holds what results say of the log's schedules against those of the trace, by
// index of the step.
func (r tracing) compareRecorded(expected map[int]record.Policy) error {
	results, err := folder.ReadLines(r.files.Results, record.ReadResults)
	for _, q := range results {
		if len(q.Policies) == 0 && len(q.PoliciesLeftOut) == 0 {
			continue // the run failed before there were any
		}
		about := aboutFile(r.files.Results)
		about.Index = q.Index
		about.Method = q.Method
		about.Field = fmt.Sprintf(
			"step %d, method %s: policies.%s.",
			q.Index,
			q.Method,
			schedulers.Recorded,
		)
		found := q.Policies[schedulers.Recorded]
		want := expected[q.Index]
		found.PlanSeconds = 0
		found.Power = 0
		found.LossPercent = nil // which no log tells
		if found.Starts == nil {
			want.Starts = nil
		}
		r.rep.Compare(about, found, want, "by the log")
	}
	return err
}

// bounds holds the bounds of a run of optgap offline, and their schedules, against the trace.
func (r tracing) bounds(context.Context) (n int, err error) {
	results, err := folder.ReadLines(r.files.Results, record.ReadOffline)
	for _, q := range results {
		jobs, err := r.jobs(q.OfflineTrace)
		if err != nil {
			return n, err
		}
		n++
		verify.OnTrace(&q, n, jobs, r.rep)
		if q.SearchBound > 0 {
			r.rep.Assertions = append(r.rep.Assertions, verify.Assertion{
				Line:      n,
				Step:      &optgap.Step{Trace: q.Trace},
				Method:    "offline " + q.ObjectiveName,
				Seed:      q.Seed,
				Bound:     q.SearchBound,
				Objective: q.Objective,
				Again:     planning(q, jobs),
			})
		}
	}
	return n, err
}

// jobs reads the jobs of a result from the trace.
func (r tracing) jobs(of record.OfflineTrace) ([]optgap.TraceJob, error) {
	in := swf.Options{Machine: of.Machine, MaxJobs: of.First, Starts: of.KnownWaits}
	t, _, err := study.ReadTrace(r.trace.Path, bytes.NewReader(r.trace.Piped), in)
	if err != nil {
		return nil, err
	}
	r.skips(t.Skipped.ByReason())
	if of.NoKill {
		sweep.Sufficient.Apply(t.Jobs)
	}
	return t.Jobs, nil
}

// rungs holds the rungs of a trace against its jobs, as bounds does, and against the same replays
// done again.
func (r tracing) rungs(ctx context.Context) (n int, err error) {
	results, err := folder.ReadLines(r.files.Results, record.ReadRungs)
	for i, q := range results {
		if q.StepWork < 1 { // a fault of the results, and no limit
			continue
		}
		jobs, err := r.jobs(q.OfflineTrace)
		if err != nil {
			return n, err
		}
		verify.RungOnTrace(&q, i+1, jobs, r.rep)
		again, err := clairvoyant.Climb(ctx, q.RungTrace, jobs, nil)
		if err != nil {
			return n, err
		}
		n++
		about := aboutFile(r.files.Results)
		about.Line = i + 1
		about.Trace = q.Trace
		about.Method = q.Rung
		about.Field = q.Rung + ": "
		again.SolveSeconds = q.SolveSeconds
		r.rep.Compare(about, q, again, "as replayed again")
	}
	r.rep.Unchecked = map[string]int{"solve_seconds": n} // all others were compared
	return n, err
}

// planning is the search for a bound on a whole trace. It is the same where it has the same prices
// and found the same schedule, or one that replays have made better since.
func planning(of record.Offline, jobs []optgap.TraceJob) verify.Search {
	return func(ctx context.Context, limit time.Duration) (objective, bound int64, same bool, err error) {
		o := clairvoyant.Options{Rounds: of.Rounds, Seed: of.Seed, TimeLimit: limit}
		q, err := clairvoyant.Plan(ctx, of.OfflineTrace, jobs, o)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return 0, 0, false, err
		}
		same = q.EndedBy == of.EndedBy && q.EndedBy == optgap.EndedFinished && q.Rounds == of.Rounds &&
			(slices.Equal(q.Starts, of.Starts) || q.Objective > of.Objective) &&
			reflect.DeepEqual(q.Prices, of.Prices)
		return q.Objective, q.Bound, same, nil
	}
}

// skips holds the skipped jobs of the trace against the info file.
func (r tracing) skips(skipped map[string]int) {
	about := aboutFile(r.files.Info)
	about.Field = "skipped."
	r.rep.Compare(about, r.info.Skipped, skipped, "as in the trace")
}

// runs holds the runs of a sweep against those of the same sweep in another folder. A run that is
// missing is no fault.
func (r tracing) runs(context.Context) (n int, err error) {
	dir, err := os.MkdirTemp("", "optgap-verify-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := r.trace.Replay(dir); err != nil {
		return 0, err
	}
	files := r.Layout.In(dir)
	info, err := folder.ReadInfo(files.Info)
	if err != nil {
		return 0, err
	}
	r.skips(info.Skipped)
	found, err := folder.ReadLines(r.files.Results, sweep.ReadRuns)
	expected, failed := folder.ReadLines(files.Results, sweep.ReadRuns)
	if err := cmp.Or(err, failed); err != nil {
		return 0, err
	}
	arguments, programs := r.Repeated()
	found = slices.DeleteFunc(
		found,
		func(q sweep.Run) bool { return slices.Contains(programs, q.Scheduler) },
	)
	for i := range found {
		if arguments["against"] == "" {
			found[i].Against = ""
			found[i].Difference = nil
		}
	}
	for i := range expected { // the name of a drawn set depends on how many there were
		if expected[i].Trace == info.Trace {
			expected[i].Trace = r.info.Trace
		}
	}
	compare(
		r.rep,
		r.files.Results,
		found,
		expected,
		"as replayed again",
		func(_ int, q sweep.Run) string {
			return strings.TrimPrefix(q.Name+", "+q.Description(), ", ")
		},
	)
	if programs == nil { // all values were compared
		r.rep.Unchecked = nil
	}
	return len(found), nil
}
