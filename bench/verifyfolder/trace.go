package verifyfolder

import (
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
	"github.com/optgap/optgap/bench/base/stream"
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

// NeedsTrace says what of a run is not checked without its trace; "": all is, or the trace does not tell. The steps of
// a study do not follow from it where the optimum drives. Nothing does with requests for reservations, as their file
// is not kept, and where all schedulers are other programs, as no stored command is run.
func (o *Opened) NeedsTrace() string {
	a := o.Arguments()
	own := o.Kind != OfSteps || a["scheduler-command"] == "" || schedulers.Known(a["drive"]) == nil
	if programs := o.programs(); programs != nil {
		own = o.Repeated()["scheduler"] != ""
	}
	switch {
	case a == nil || a["reservations"] != "" || !own || o.Kind == OfSteps && a["drive"] == spec.Optimum:
		return ""
	case o.Kind == OfSteps && o.hasRecorded():
		return o.family.ofTrace + ", and the schedules of " + schedulers.Recorded
	}
	return o.family.ofTrace
}

// programs returns the schedulers of a sweep that are other programs.
func (o *Opened) programs() (names []string) {
	if a := o.Arguments(); o.Kind == OfSettings && a["scheduler-command"] != "" {
		names = slices.DeleteFunc(strings.Split(a["scheduler"], ","), func(name string) bool {
			return schedulers.Known(name) == nil
		})
	}
	return names
}

// Repeated returns the arguments of a sweep without the schedulers that are other programs.
func (o *Opened) Repeated() map[string]string {
	a, programs := maps.Clone(o.Arguments()), o.programs()
	if programs == nil {
		return a
	}
	own := slices.DeleteFunc(strings.Split(a["scheduler"], ","), func(name string) bool {
		return slices.Contains(programs, name)
	})
	a["scheduler"] = strings.Join(own, ",")
	delete(a, "scheduler-command")
	delete(a, "decision-limit")
	if slices.Contains(programs, a["against"]) {
		delete(a, "against")
	}
	return a
}

// OnTrace checks what needs the trace of the run, at a path, "" for the embedded sample. The report gets the faults.
// again does the replays of a sweep again, in a folder. done says what was checked.
func (o *Opened) OnTrace(
	ctx context.Context, path string, stdin io.Reader, rep *verify.Report, again func(dir string) error,
) (done string, err error) {
	if path != stream.Stdin { // that is read once, so that whoever reads it finds out
		in, err := swf.Open(path, nil)
		if err != nil {
			return "", err
		}
		defer in.Close()
		if _, err = io.Copy(io.Discard, in); err != nil {
			return "", err
		}
		switch another := in.SHA256() != o.info.SHA256; {
		case another && o.Within:
			return "not checked: the steps or replays of another trace", nil
		case another:
			rep.Hold(false, o.aboutInfo(), "sha256", short(o.info.SHA256), "the SHA-256 of the trace that is given")
			return "the steps or replays were not checked, as the trace is another", nil
		}
	}
	switch o.Kind {
	case OfSteps:
		n, err := o.steps(ctx, path, stdin, rep)
		what := format.Count(int64(n), "step")
		if o.hasRecorded() {
			what += ", and the schedules of " + schedulers.Recorded
		}
		return "trace: " + what + " taken again", err
	case OfTraces:
		n, err := o.bounds(path, stdin, rep)
		return fmt.Sprintf("trace: %s and its schedule computed again", format.Count(int64(n), "bound")), err
	case OfReplays:
		n, err := o.rungs(ctx, path, stdin, rep)
		return fmt.Sprintf("trace: %s computed again", format.Count(int64(n), "replay")), err
	}
	n, err := o.runs(again, rep)
	done = fmt.Sprintf("trace: %s done again", format.Count(int64(n), "replay"))
	if programs := o.programs(); programs != nil {
		done += ", but not those of " + strings.Join(programs, ", ") + ", as no stored command is run"
	}
	return done, err
}

func (o *Opened) aboutInfo() verify.Fault { return verify.Fault{File: filepath.Base(o.Info)} }

// steps replays the trace at a path, "" for the embedded sample, and holds the steps of the study
// against those of the replay. The report gets the faults. taken is the number of steps.
func (o *Opened) steps(ctx context.Context, path string, stdin io.Reader, rep *verify.Report) (taken int, err error) {
	s, whole, err := spec.OfArguments(o.Arguments())
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", o.Info, err)
	}
	s.Trace = path
	in, err := study.ReadInput(s, stdin, nil)
	if err != nil || !o.isOf(in.SHA256, in.Trace.Skipped.ByReason(), rep) {
		return 0, err
	}
	found, err := objectsIn(o.Problems)
	if err != nil {
		return 0, err
	}
	t, selection, err := in.Study(s)
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", o.Info, err)
	}
	var indices []int
	if selection.Shard.Turn = o.info.Turn(spec.LimitNames()); whole {
		chosen, _, err := t.Choose(ctx, selection)
		if err != nil {
			return 0, err
		}
		indices = chosen.Indices
	} else {
		for _, step := range found {
			index, _ := strconv.Atoi(fmt.Sprint(step["index"]))
			indices = append(indices, index)
		}
		slices.Sort(indices)
	}
	var expected []object
	log, recorded := t.Recorded(), make(map[int]record.Policy)
	err = t.Emit(ctx, indices, func(step *optgap.Step) error {
		if o.hasRecorded() {
			recorded[step.Index] = record.PolicyOf(step, log(step).Schedule)
		}
		expected = append(expected, verify.Parts(step).(map[string]any))
		return nil
	})
	if err != nil {
		return len(expected), err
	}
	file := filepath.Base(o.Problems)
	for _, key := range compare(rep, file, found, expected, "as in the trace", "index") {
		rep.Hold(!o.info.Complete, verify.Fault{File: file}, key, "none", "one, which the selection takes")
	}
	if o.hasRecorded() {
		err = o.compareRecorded(rep, recorded)
	}
	return len(expected), err
}

// hasRecorded reports whether one of the policies of a study is what the log of its trace says.
func (o *Opened) hasRecorded() bool {
	return slices.Contains(strings.Split(o.Arguments()["policies"], ","), schedulers.Recorded)
}

// compareRecorded holds what results say of the log's schedules against those of the trace, by index of the step.
func (o *Opened) compareRecorded(rep *verify.Report, expected map[int]record.Policy) error {
	content, err := folder.Read(o.Folder, study.Layout)
	for _, r := range content.Results {
		if len(r.Policies) == 0 && len(r.PoliciesLeftOut) == 0 {
			continue // the run failed before there were any
		}
		about := verify.Fault{
			File: filepath.Base(o.Results), Index: r.Index, Method: r.Method,
			Field: fmt.Sprintf("step %d, method %s: policies.%s.", r.Index, r.Method, schedulers.Recorded),
		}
		found, want := r.Policies[schedulers.Recorded], expected[r.Index]
		found.PlanSeconds, found.Power, found.LossPercent = 0, 0, nil // which no log tells
		if found.Starts == nil {
			want.Starts = nil
		}
		rep.Compare(about, found, want, "by the log")
	}
	return err
}

// bounds holds the bounds of a run of optgap offline, and their schedules, against the trace at a path, "" for the
// embedded sample. The report gets the faults. n is the number of bounds.
func (o *Opened) bounds(path string, stdin io.Reader, rep *verify.Report) (n int, err error) {
	file, err := folder.OpenLines(o.Results)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for r, err := range record.ReadOffline(file, o.Results) {
		if err != nil {
			return n, err
		}
		jobs, err := o.jobs(r.OfflineTrace, path, stdin, rep)
		if err != nil {
			return n, err
		}
		n++
		if jobs == nil {
			continue
		}
		verify.OnTrace(&r, n, jobs, rep)
		if r.SearchBound > 0 {
			rep.Claims = append(rep.Claims, verify.Claim{
				Line: n, Step: &optgap.Step{Trace: r.Trace}, Method: "offline " + r.ObjectiveName, Proof: record.ProofSearch,
				Seed: r.Seed, Bound: r.SearchBound, Objective: r.Objective,
				Again: &planning{r, jobs, clairvoyant.Options{Rounds: r.Rounds, Seed: r.Seed}},
			})
		}
	}
	return n, nil
}

// jobs reads the jobs of a result from the trace at a path, "" for the embedded sample; nil: the trace is another, and
// the report has that fault.
func (o *Opened) jobs(
	of record.OfflineTrace, path string, stdin io.Reader, rep *verify.Report,
) ([]optgap.TraceJob, error) {
	in := swf.Options{Machine: of.Machine, MaxJobs: of.First, Starts: of.KnownWaits}
	t, sha256, err := study.ReadTrace(path, stdin, in)
	if err != nil || !o.isOf(sha256, t.Skipped.ByReason(), rep) {
		return nil, err
	}
	if of.NoKill {
		sweep.Sufficient.Apply(t.Jobs)
	}
	return t.Jobs, nil
}

// rungs holds the rungs of a trace against its jobs, as bounds does, and against the same replays done again. n is the
// number of these.
func (o *Opened) rungs(ctx context.Context, path string, stdin io.Reader, rep *verify.Report) (n int, err error) {
	content, err := folder.Read(o.Folder, clairvoyant.RungsLayout)
	if err != nil {
		return 0, err
	}
	var of record.OfflineTrace
	var jobs []optgap.TraceJob
	for i, r := range content.Results {
		if of != r.OfflineTrace { // once, as a rule: the standard input is gone after that
			of = r.OfflineTrace
			if jobs, err = o.jobs(of, path, stdin, rep); err != nil {
				return n, err
			}
		}
		if jobs == nil || r.StepWork < 1 { // a fault of the results, and no limit
			continue
		}
		verify.RungOnTrace(&r, i+1, jobs, rep)
		again, err := clairvoyant.Climb(ctx, r.RungTrace, jobs, nil)
		if err != nil {
			return n, err
		}
		n++
		about := verify.Fault{File: filepath.Base(o.Results), Line: i + 1, Trace: r.Trace, Method: r.Rung}
		about.Field = r.Rung + ": "
		again.SolveSeconds = r.SolveSeconds
		rep.Compare(about, r, again, "as replayed again")
	}
	return n, nil
}

// planning is the search for a bound on a whole trace.
type planning struct {
	of   record.Offline
	jobs []optgap.TraceJob
	clairvoyant.Options
}

// Search searches again. The search is the same where it has the same prices and found the same schedule.
func (p *planning) Search(ctx context.Context, limit time.Duration) (objective, bound int64, same bool, err error) {
	p.TimeLimit = limit
	r, err := clairvoyant.Plan(ctx, p.of.OfflineTrace, p.jobs, p.Options)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return 0, 0, false, err
	}
	same = r.EndedBy == p.of.EndedBy && r.EndedBy == optgap.EndedFinished && r.Rounds == p.of.Rounds &&
		slices.Equal(r.Starts, p.of.Starts) && reflect.DeepEqual(r.Prices, p.of.Prices)
	return r.Objective, r.Bound, same, nil
}

// isOf holds the checksum of a trace and its skipped jobs against the info file. It reports whether the trace is the
// same.
func (o *Opened) isOf(sha256 string, skipped map[string]int, rep *verify.Report) bool {
	found := o.info.SHA256
	same := rep.Hold(found == sha256, o.aboutInfo(), "sha256", short(found), "%s, that of the trace", short(sha256))
	if same {
		about := o.aboutInfo()
		about.Field = "skipped."
		rep.Compare(about, o.info.Skipped, skipped, "as in the trace")
	}
	return same
}

// short is the beginning of a checksum, for people.
func short(sum string) string { return strconv.Quote(sum[:min(12, len(sum))]) }

// runs holds the runs of a sweep against those of the same sweep in another folder, and returns how
// many there are. The report gets the faults. A run that is missing is none.
func (o *Opened) runs(again func(dir string) error, rep *verify.Report) (n int, err error) {
	dir, err := os.MkdirTemp("", "optgap-verify-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := again(dir); err != nil {
		return 0, err
	}
	files := o.family.In(dir)
	info, err := folder.ReadInfo(files.Info)
	if err != nil || !o.isOf(info.SHA256, info.Skipped, rep) {
		return 0, err
	}
	for _, paths := range [][2]string{{o.Problems, files.Problems}, {o.Results, files.Results}} {
		found, err := objectsIn(paths[0])
		if err != nil {
			return 0, err
		}
		expected, err := objectsIn(paths[1])
		if err != nil {
			return 0, err
		}
		found = slices.DeleteFunc(found, func(run object) bool {
			return slices.Contains(o.programs(), fmt.Sprint(run["scheduler"]))
		})
		for _, object := range found {
			delete(object, "best_possible") // of another folder, which is not read
			delete(object, "lower")         // bounds of basic dynP, which earlier versions wrote
			delete(object, "upper")
			if o.Repeated()["against"] == "" {
				delete(object, "against")
				delete(object, "difference")
			}
		}
		for _, object := range expected { // the name of a drawn set depends on how many there were
			if object["trace"] == info.Trace {
				object["trace"] = o.info.Trace
			}
		}
		compare(rep, filepath.Base(paths[0]), found, expected, "as replayed again", "name scheduler factor estimates")
		n = len(found)
	}
	if o.programs() == nil { // all values were compared
		rep.Unchecked = nil
	}
	return n, nil
}
