package study

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// writePlans writes the plans of SJF for the steps, and returns the file. change may change a schedule or leave it out.
func writePlans(t *testing.T, steps []*optgap.Step, change func(i int, s *record.Schedule) bool) spec.PlanFile {
	path := filepath.Join(t.TempDir(), "plans.jsonl")
	file := must.Get(os.Create(path))
	defer file.Close()
	for i, step := range steps {
		starts := record.Starts(step, steptest.Plan(step, heuristics.SJF))
		s := record.Schedule{Format: record.ScheduleFormat, Trace: step.Trace, Index: &step.Index, Starts: starts}
		if change(i, &s) {
			must.Do(record.WriteLine(file, s))
		}
	}
	return spec.PlanFile{Name: "mine", Path: path}
}

// TestPlans: plans of SJF that come from a file are worth what SJF is worth, with every method. The policy
// fails on a step without a plan, and on one whose plan does not fit.
func TestPlans(t *testing.T) {
	trace := sampleTrace(150)
	steps := study(t, &Study{Trace: trace, Select: Selection{Steps: spec.Steps{MaxSteps: 6, MaxWaiting: 6}}})
	file := writePlans(t, steps, func(i int, s *record.Schedule) bool {
		if i == 1 {
			s.Starts[0].Start = -1
		}
		return i != 2
	})
	s := spec.Default()
	s.Plans, s.Method, s.NoBounds = []string{"MINE=" + file.Path}, []string{"policies", "exact"}, true
	o := must.Get(s.Options(1))
	plans := must.Get(ReadAllPlans(s.Solving, nil))
	Give(&o, plans)
	for i, step := range steps {
		for _, m := range must.Get(s.Methods()) {
			r := method.Solve(t.Context(), m, step, o)
			mine, sjf := r.Policies["mine"], r.Policies["SJF"]
			mine.PlanSeconds, sjf.PlanSeconds, mine.Power, sjf.Power = 0, 0, 0, 0
			why := map[int]string{
				1: file.Path + ":2: the schedule is none of the step: job ", 2: "no schedule in plans.jsonl",
			}[i]
			switch {
			case why != "":
				if found := r.PoliciesLeftOut["mine"]; !strings.HasPrefix(found, why) || len(r.Policies) != 3 ||
					r.PoliciesFailed["mine"] != optgap.StatusError {
					t.Errorf("step %d: %s: found %v, %q, expected %q", i, m.Name, r.PoliciesFailed, found, why)
				}
			case mine.Objective == 0 || mine.Objective != sjf.Objective || mine.Makespan != sjf.Makespan:
				t.Errorf("step %d: %s: found %+v, expected that of SJF, %+v", i, m.Name, mine, sjf)
			}
		}
	}
	must.Equal(t, plans[0].Len(), len(steps)-1, "schedules")
}

// TestPlansRefused: a step has one schedule, and the content of the file belongs to the study.
func TestPlansRefused(t *testing.T) {
	trace := sampleTrace(150)
	steps := study(t, &Study{Trace: trace, Select: Selection{Steps: spec.Steps{MaxSteps: 3}}})
	all := func(int, *record.Schedule) bool { return true }
	twice := writePlans(t, append(steps, steps[2]), all)
	var at *record.LineError
	_, err := ReadPlans(twice, nil)
	must.Hold(t, errors.As(err, &at) && at.Line == 4, "found", err, "expected an error about line 4")
	identity := func(f spec.PlanFile) string {
		s := spec.Default()
		s.Plans = []string{f.Name + "=" + f.Path}
		p := must.Get(Prepare(s, must.Get(ReadInput(s, nil, nil)), Work{}, "test"))
		defer p.Close()
		return p.Identity.Arguments["plans"]
	}
	same := identity(writePlans(t, steps, all))
	other := identity(writePlans(t, steps, func(i int, _ *record.Schedule) bool { return i > 0 }))
	must.Hold(t, same == identity(writePlans(t, steps, all)) && same != other && len(same) == len("mine=")+64,
		"found", same, "and", other, "expected two checksums that do not depend on the path")
}

// TestRecorded: on each step of a log, what the machine did with the waiting jobs is their recorded starts, where the
// machine has room for them. Under another drive there is none.
func TestRecorded(t *testing.T) {
	job := func(id, width, submit, seconds int64) optgap.TraceJob {
		j := optgap.Job{ID: id, Width: width, Estimate: seconds, Submit: submit}
		return optgap.TraceJob{Job: j, RunTime: seconds}
	}
	trace := Trace{
		Machine: 4, Drive: "recorded",
		Jobs:   []optgap.TraceJob{job(1, 4, 0, 100), job(2, 3, 10, 20), job(3, 1, 15, 9), job(4, 2, 20, 30)},
		Starts: []int64{0, 100, 120, 119}, // job 4 begins in the last second of job 2
	}
	var found []method.Told
	must.Do(trace.EachStep(t.Context(), func(step *optgap.Step) error {
		found = append(found, trace.Recorded()(step))
		return nil
	}))
	over := method.Told{LeftOut: "the log has more processors busy than there are"}
	want := []method.Told{{Schedule: optgap.Schedule{100 - 15, 120 - 15}}, over}
	must.DeepEqual(t, found, want)
	trace.Drive = spec.Optimum
	told := trace.Recorded()(&optgap.Step{})
	must.Hold(t, told.LeftOut != "", "found", told, "expected that the policy is left out")
}

// A line is split as a shell splits it.
func TestSplitAsShell(t *testing.T) {
	for _, line := range []string{
		"a b", "  a\t b  ", `'' "" c`, `a'b c'd"e f"g`, `a\ b \'c \"d \\`, `"a\"b\\c\$d\e" 'a\b'`, `a#b '#c' \#d # e "f`, "#",
		`--scheduler-command 'mine=echo "it''s"' x=ä`, `""# a`, "'a\tb'",
	} {
		words := must.Get(split(line + "\r\n"))
		out := must.Get(exec.Command("sh", "-c", "set -- "+line+"\nfor word; do printf '%s\\0' \"$word\"; done").Output())
		want := strings.Split(string(out), "\x00")
		must.EqualSlices(t, words, want[:len(want)-1], line)
	}
}

// What a shell would expand stays as it is.
func TestSplitExpandsNothing(t *testing.T) {
	const line = "$HOME *.swf ~ {1,2} `x` $(x) a;b |&<>(!"
	must.EqualSlices(t, must.Get(split(line)), strings.Fields(line))
}

// The name of a study is that of --out, or else its number among the studies. What follows "--" is no flag.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"# none\n\n-x\n--out b -y\n-out=c\n\n-z": "1 b c 4", "-- --out a\r\n--x --out 'a b'": "1 a b",
	} {
		var names []string
		for _, l := range must.Get(ReadLines(strings.NewReader(text), "x")) {
			names = append(names, l.Name)
		}
		must.Equal(t, strings.Join(names, " "), want, text)
	}
	for _, name := range []string{"", ".", "..", "a/b", `a\\b`, "Studies.txt", "study.json", "'a\tb'", "2"} {
		lines, err := ReadLines(strings.NewReader("a\n--out="+name+"\n--out 2"), "x")
		must.Hold(t, err != nil, name, "found", lines, "expected an error")
	}
}
