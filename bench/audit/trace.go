package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
)

// Arguments returns those of the run; nil: there is no info file.
func (o *Opened) Arguments() map[string]string { return o.state.info.Arguments }

// TraceSHA256 returns the checksum of the trace that the run is of, as the info file has it.
func (o *Opened) TraceSHA256() string { return o.state.info.SHA256 }

// Another adds the fault of a run that is checked against another trace than its own.
func (o *Opened) Another(rep *verify.Report) {
	about := verify.Fault{File: filepath.Base(o.info)}
	rep.Hold(false, about, "sha256", short(o.TraceSHA256()), "the SHA-256 of the trace that is given")
}

// Traced tells whether the problems or the results follow from a trace: those of a study that the
// optimum does not drive, and those of a sweep. Both without requests for reservations, as their
// file is not kept, and without schedulers that are other programs, as no stored command is run.
func (o *Opened) Traced() bool {
	a := o.Arguments()
	if a == nil || a["reservations"] != "" {
		return false
	}
	if a["scheduler-command"] != "" && (o.Kind != OfSteps || schedulers.Known(a["drive"]) != nil) {
		return false
	}
	return o.Kind == OfSettings || o.Kind == OfTraces || o.Kind == OfSteps && a["drive"] != spec.Optimum
}

// Steps replays the trace at a path, "" for the embedded sample, and holds the steps of the study
// against those of the replay. The report gets the faults. taken is the number of steps.
func (o *Opened) Steps(ctx context.Context, path string, stdin io.Reader, rep *verify.Report) (taken int, err error) {
	s, whole, err := spec.OfArguments(o.Arguments())
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", o.info, err)
	}
	s.Trace = path
	in, err := study.ReadInput(s, stdin, nil)
	if err != nil {
		return 0, err
	}
	about := verify.Fault{File: filepath.Base(o.info)}
	if !sameTrace(rep, about, o.state.info, in.SHA256, in.Trace.Skipped.ByReason()) {
		return 0, nil
	}
	stored, err := o.storedSteps()
	if err != nil {
		return 0, err
	}
	t, selection, err := in.Study(s)
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", o.info, err)
	}
	selection.Shard.Turn = o.state.info.Turn(spec.LimitNames())
	indices := slices.Sorted(maps.Keys(stored))
	if whole {
		chosen, _, err := t.Choose(ctx, selection)
		if err != nil {
			return 0, err
		}
		o.compareChoice(rep, indices, chosen.Indices)
	}
	log, recorded := t.Recorded(), make(map[int]record.Policy)
	err = t.Emit(ctx, indices, func(step *optgap.Step) error {
		if o.HasRecorded() {
			recorded[step.Index] = policyOf(step, log(step).Schedule)
		}
		taken++
		was := stored[step.Index]
		rep.Compare(o.aboutStep(was.line, step.Index), plain(was.step), plain(step), "as in the trace")
		delete(stored, step.Index)
		return nil
	})
	for _, index := range slices.Sorted(maps.Keys(stored)) {
		if err == nil {
			rep.Hold(false, o.aboutStep(stored[index].line, index), "index", index, "a step of the trace")
		}
	}
	if err == nil && o.HasRecorded() {
		err = o.compareRecorded(rep, recorded)
	}
	return taken, err
}

// HasRecorded tells whether one of the policies of a study is what the log of its trace says.
func (o *Opened) HasRecorded() bool {
	return slices.Contains(strings.Split(o.Arguments()["policies"], ","), schedulers.Recorded)
}

// policyOf returns what a schedule of a step is worth; zero where there is none.
func policyOf(step *optgap.Step, s optgap.Schedule) (p record.Policy) {
	if s != nil {
		m := optgap.Measure(step, s)
		p = record.Policy{Objective: m.Objective, Makespan: m.Makespan, Starts: record.Starts(step, s)}
	}
	return p
}

// compareRecorded holds what results say of the log's schedules against those of the trace, by index of the step.
func (o *Opened) compareRecorded(rep *verify.Report, expected map[int]record.Policy) error {
	content, err := folder.Read(o.Folder, study.Layout)
	for _, r := range content.Results {
		if len(r.Policies) == 0 && len(r.PoliciesLeftOut) == 0 {
			continue // the run failed before there were any
		}
		about := verify.Fault{
			File: filepath.Base(o.Run.results), Index: r.Index, Method: r.Method,
			Field: fmt.Sprintf("step %d, method %s: policies.%s.", r.Index, r.Method, schedulers.Recorded),
		}
		stored, want := r.Policies[schedulers.Recorded], expected[r.Index]
		found := record.Policy{Objective: stored.Objective, Makespan: stored.Makespan, Starts: stored.Starts}
		if found.Starts == nil {
			want.Starts = nil
		}
		rep.Compare(about, found, want, "by the log")
	}
	return err
}

// Bounds holds the bounds of a run of optgap offline, and their schedules, against the trace at a path, "" for the
// embedded sample. The report gets the faults. n is the number of bounds.
func (o *Opened) Bounds(path string, stdin io.Reader, rep *verify.Report) (n int, err error) {
	file, err := folder.OpenLines(o.Run.results)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for r, err := range record.ReadOffline(file, o.Run.results) {
		if err != nil {
			return n, err
		}
		in := swf.Options{Machine: r.Machine, MaxJobs: r.First, Starts: r.KnownWaits}
		t, sha256, err := study.ReadTrace(path, stdin, in)
		if err != nil {
			return n, err
		}
		n++
		if !sameTrace(rep, verify.Fault{File: filepath.Base(o.info)}, o.state.info, sha256, t.Skipped.ByReason()) {
			continue
		}
		var jobs []verify.TraceJob
		for _, j := range t.Jobs {
			job := verify.TraceJob{Submit: j.Submit, Width: j.Width, RunTime: j.RunTime}
			if !r.NoKill {
				job.RunTime = min(job.RunTime, j.Estimate)
			}
			jobs = append(jobs, job)
		}
		verify.OnTrace(&r, n, jobs, rep)
	}
	return n, nil
}

// sameTrace holds the checksum of a trace and its skipped jobs against an info file. It tells
// whether the trace is the same.
func sameTrace(rep *verify.Report, about verify.Fault, info folder.Info, sha256 string, skipped map[string]int) bool {
	same := rep.Hold(info.SHA256 == sha256, about, "sha256", short(info.SHA256), "%s, that of the trace", short(sha256))
	if same {
		all := maps.Clone(skipped)
		maps.Copy(all, info.Skipped)
		for _, why := range slices.Sorted(maps.Keys(all)) {
			found, expected := info.Skipped[why], skipped[why]
			rep.Hold(found == expected, about, "skipped."+why, found, "%d, as in the trace", expected)
		}
	}
	return same
}

// short is the beginning of a checksum, for people.
func short(sum string) string { return strconv.Quote(sum[:min(12, len(sum))]) }

// storedStep is a step of a file, as its JSON.
type storedStep struct {
	line int
	step optgap.Step
}

// storedSteps returns the steps of a study by their indices.
func (o *Opened) storedSteps() (map[int]storedStep, error) {
	file, err := folder.OpenLines(o.problems)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	steps, line := make(map[int]storedStep), 0
	for step, err := range record.ReadSteps(file, o.problems) {
		if err != nil {
			return nil, err
		}
		line++
		steps[step.Index] = storedStep{line, step}
	}
	return steps, nil
}

// compareChoice holds the indices of the stored steps against those that the selection takes. A
// study that is under way has fewer.
func (o *Opened) compareChoice(rep *verify.Report, found, expected []int) {
	for _, index := range found {
		_, chosen := slices.BinarySearch(expected, index)
		rep.Hold(chosen, o.aboutStep(0, index), "index", index, "none, as the selection leaves this step out")
	}
	for _, index := range expected {
		_, there := slices.BinarySearch(found, index)
		rep.Hold(there || !o.state.info.Complete, o.aboutStep(0, index), "index", "none",
			"%d, which the selection takes", index)
	}
}

// aboutStep returns the fault of a stored step, without a field.
func (o *Opened) aboutStep(line, index int) verify.Fault {
	return verify.Fault{File: filepath.Base(o.problems), Line: line, Index: index, Field: fmt.Sprintf("step %d: ", index)}
}

// Runs holds the runs of a sweep against those of the same sweep in another folder, and returns how
// many there are. The report gets the faults.
func (o *Opened) Runs(dir string, rep *verify.Report) (n int, err error) {
	again, err := folder.ReadInfo(filepath.Join(dir, filepath.Base(o.info)))
	if err != nil {
		return 0, err
	}
	if !sameTrace(rep, verify.Fault{File: filepath.Base(o.info)}, o.state.info, again.SHA256, again.Skipped) {
		return 0, nil
	}
	for _, path := range []string{o.problems, o.Run.results} {
		name := filepath.Base(path)
		found, err := objectsIn(path)
		if err != nil {
			return 0, err
		}
		expected, err := objectsIn(filepath.Join(dir, name))
		if err != nil {
			return 0, err
		}
		for _, object := range expected { // the name of a drawn set depends on how many there were
			if object["trace"] == again.Trace {
				object["trace"] = o.state.info.Trace
			}
		}
		compareObjects(rep, name, found, expected)
		n = len(found)
	}
	return n, nil
}

// compareObjects holds the lines of a file about settings against those of another. A line that is
// missing is no fault here.
func compareObjects(rep *verify.Report, name string, found, expected []map[string]any) {
	of := make(map[string]map[string]any)
	for _, object := range expected {
		of[settingOf(object)] = object
	}
	for i, object := range found {
		about, want := verify.Fault{File: name, Line: i + 1}, of[settingOf(object)]
		if rep.Hold(want != nil, about, "scheduler", settingOf(object), "one of those that the arguments list") {
			rep.Compare(about, object, want, "as replayed again")
		}
	}
}

// settingOf tells the settings of a sweep apart.
func settingOf(object map[string]any) string {
	var parts []string
	for _, name := range []string{"name", "scheduler", "factor", "estimates"} {
		if v, ok := object[name]; ok {
			parts = append(parts, fmt.Sprint(name, " ", v))
		}
	}
	return strings.Join(parts, ", ")
}

// objectsIn reads the objects of a file of JSON lines.
func objectsIn(path string) (all []map[string]any, err error) {
	file, err := folder.OpenLines(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	for line := range bytes.Lines(text) {
		object, _ := plain(json.RawMessage(line)).(map[string]any)
		all = append(all, object)
	}
	return all, err
}
