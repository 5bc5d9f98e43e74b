package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// someProgram returns the path of a program. It skips a test that has none of it, or no time.
func someProgram(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil || testing.Short() {
		t.Skipf("there is no %s, or no time for it", name)
	}
	t.Parallel()
	return path
}

// TestPythonExample: the program in Python finds the loss that the same policy has here, on
// the same steps.
func TestPythonExample(t *testing.T) {
	python := someProgram(t, "python3")
	dir, run := t.TempDir(), runner(t)
	printed := run(python, filepath.Join(root, "examples", "python", "own_policy.py"), "optgap")
	run("optgap", "study", "--quiet", "--method", "exact", "--max-waiting", "10", "--max-steps", "20", "--no-bounds",
		"--out", dir)
	content := must.Get(folder.Read(dir, study.Layout))
	due := heuristics.Policy{Name: "DUE", Key: func(j optgap.Job) int64 { return j.Submit + 4*j.Estimate }}
	sum := 0.0
	for i, step := range content.Problems {
		r := content.Results[i]
		must.Need(t, r.Index == step.Index && r.Status == optgap.StatusOptimal,
			"step", step.Index, "has the result", r, "expected an optimum")
		sum += 100 * (1 - float64(r.Objective)/float64(steptest.Plan(&step, due).Objective(&step)))
	}
	text := strings.Join(strings.Fields(string(printed)), " ")
	own := fmt.Sprintf("mine loses %.2f %%", sum/float64(len(content.Results)))
	must.Hold(t, strings.HasPrefix(text, fmt.Sprintf("On %d steps, mine loses ", len(content.Results))) &&
		strings.Contains(text, own) && sum != 0,
		"found", printed, "expected", len(content.Results), "steps and", own)
}

// fifo is a scheduler that starts jobs in the order in which they are told, as strict-fcfs does but for jobs of one
// second.
const fifo = `import json, sys
queue, width, free = [], {}, 0
for line in sys.stdin:
    message = json.loads(line)
    for event in message["events"]:
        data = event["data"]
        if event["type"] == "SIMULATION_BEGINS": free = data["nb_resources"]
        if event["type"] == "JOB_SUBMITTED": queue.append(data["job_id"]); width[data["job_id"]] = data["job"]["res"]
        if event["type"] == "JOB_COMPLETED": free += width[data["job_id"]]
    starts = []
    while queue and width[queue[0]] <= free:
        free -= width[queue[0]]
        starts.append({"timestamp": message["now"], "type": "EXECUTE_JOB", "data": {"job_id": queue.pop(0)}})
    print(json.dumps({"now": message["now"], "events": starts}), flush=True)
`

// TestPythonConform: a queue has the starts of strict-fcfs in the order of the file, and not those of easy, four
// traces of which fcfs has.
func TestPythonConform(t *testing.T) {
	python := someProgram(t, "python3")
	dir := t.TempDir()
	program := filepath.Join(dir, "fifo.py")
	writeFile(program, []byte(fifo))
	script := someConformance(dir)
	conform := func(code int, want string, arguments ...string) {
		t.Helper()
		arguments = append([]string{script}, arguments...)
		command := exec.Command(python, arguments...)
		out, _ := command.CombinedOutput()
		if found := command.ProcessState.ExitCode(); found != code || !strings.Contains(string(out), want) {
			t.Errorf("%q: exit code %d, %s\nexpected %d, %s", arguments, found, out, code, want)
		}
	}
	mine := []string{"--scheduler", "mine", "--scheduler-command", "mine=" + python + " " + program}
	conform(0, "strict-fcfs on 6 of 6 traces, in reading together, order file.",
		append([]string{"strict-fcfs"}, mine...)...)
	conform(3, "easy on 4 of 6 traces, in reading together, order number. "+
		"In 03.swf job 27 starts at 486, under easy at 294.",
		"easy", "--scheduler", "fcfs")
	conform(1, "found sjf, expected one of strict-fcfs, fcfs", "sjf", "--scheduler", "fcfs")
	conform(2, "--scheduler: found \"esay\"", "easy", "--scheduler", "esay")
}

// someConformance copies the examples in Python to a folder, and a tenth of the traces that conform.py takes. It
// returns the path of conform.py there.
func someConformance(dir string) string {
	script := filepath.Join("examples", "python", "conform.py")
	data := filepath.Join("testdata", "conformance")
	python := filepath.Dir(script)
	must.Do(errors.Join(
		os.CopyFS(filepath.Join(dir, python), os.DirFS(filepath.Join(root, python))),
		os.MkdirAll(filepath.Join(dir, data), 0o777),
	))
	var starts []string
	for line := range strings.Lines(readPage(filepath.Join(root, data, "starts.csv"))) {
		if len(starts) == 0 || line[1] == '3' {
			starts = append(starts, line)
		}
	}
	writeFile(filepath.Join(dir, data, "starts.csv"), []byte(strings.Join(starts, "")))
	for _, path := range must.Get(filepath.Glob(filepath.Join(root, data, "?3.swf"))) {
		writeFile(filepath.Join(dir, data, filepath.Base(path)), must.Get(os.ReadFile(path)))
	}
	return filepath.Join(dir, script)
}

var proofs = flag.Int("proofs", 1, "times 10 steps with proofs that TestCheckProof takes, above 1 of up to 20 jobs")

// TestCheckProof: the checker in Python holds for right what verify does, of proofs that study writes and of forged
// ones with right digests.
func TestCheckProof(t *testing.T) {
	python, dir, run := someProgram(t, "python3"), t.TempDir(), runner(t)
	most, forge := "12", filepath.Join("testdata", "forge.py")
	if *proofs > 1 {
		most = "20"
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	run("optgap", "study", "--quiet", "--method", "exact", "--max-waiting", most, "--max-steps", fmt.Sprint(10**proofs),
		"--no-bounds", "--proofs", "--out", dir)
	checker := filepath.Join(root, "examples", "python", "check_proof.py")
	genuine := run(python, checker, in("results.jsonl"), in("steps.jsonl"))
	summary := fmt.Sprintf("%d of %[1]d proofs hold\n", 10**proofs)
	must.Hold(t, bytes.HasSuffix(genuine, []byte(summary)), "found", genuine, "expected", summary)
	forged, steps := in("forged.jsonl"), in("forged_steps.jsonl")
	count := 75 * *proofs
	run(python, forge, filepath.Dir(checker), fmt.Sprint(count), fmt.Sprint(*proofs), in("results.jsonl"),
		in("steps.jsonl"), forged, steps)
	refuses := func(name string, arguments ...string) []byte {
		command := exec.Command(name, append(arguments, forged, steps)...)
		out, _ := command.Output()
		must.Equal(t, command.ProcessState.ExitCode(), 3, "exit code of", name, "as some proofs do not hold")
		return out
	}
	found := refuses(python, checker)
	faults := refuses("optgap", "verify", "--quiet", "--optimum-jobs", "-1", "--format", "json")
	refused := map[int]string{}
	for lines := json.NewDecoder(bytes.NewReader(faults)); lines.More(); {
		var fault struct {
			Index        int
			Field, Found string
		}
		must.Do(lines.Decode(&fault))
		if fault.Field == "derivation" {
			refused[fault.Index] = fault.Found
		}
	}
	lines := strings.Split(strings.TrimSpace(string(found)), "\n")
	must.Need(t, len(lines) == count+1 && len(refused) >= count/4 && len(refused) <= count*9/10,
		len(lines), "lines", len(refused), "of", count,
		"refused by verify, expected a line each, and that a quarter to nine tenths are")
	for index, line := range lines[:count] {
		reason, bad := refused[index]
		must.Equal(t, bad, strings.Contains(line, "not certified"), "found", line, "verify", reason)
	}
}

// TestAgain: a program that was written from docs/methods.md and docs/proofs.md finds the same
// objectives, certificates, replays and losses.
func TestAgain(t *testing.T) {
	python, dir, run := someProgram(t, "python3"), t.TempDir(), runner(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	again := func(expected string, arguments ...string) {
		t.Helper()
		found := run(python, append([]string{filepath.Join("testdata", "again.py")}, arguments...)...)
		must.Equal(t, string(found), expected)
	}
	again("1 certificates with chain\n1 certificates with forest\n1 certificates with groups\n"+
		"1 certificates with price\n2460 objectives\n", "library", "1", filepath.Join(stepsLibrary, "hard"))

	run("optgap", "workload", "generate", "--model", "pc2", "--jobs", "100", "--seed", "1", "--out", in("pc2.swf"))
	ladders := run("optgap", "offline", "--quiet", "--time-limit", "1s", "--format", "json", "--scheduler",
		"fcfs,sjf,ljf,ffia,laf,wspt,wfp3,unicef,sexp", in("pc2.swf"))
	must.Do(os.WriteFile(in("ladders.jsonl"), ladders, 0o644))
	again("20 rungs\n", "ladder", in("pc2.swf"), in("ladders.jsonl"))

	study := func(out, method, most string, arguments ...string) {
		run("optgap", append([]string{"study", "--quiet", "--no-bounds", "--in-process", "--max-waiting", "12",
			"--method", method, "--max-steps", most, "--out", in(out)}, arguments...)...)
	}
	study("all", "policies", "0")
	study("some", "exact", "40", "--answer", in("answer.json"))
	all := bytes.Count(must.Get(os.ReadFile(in("all/steps.jsonl"))), []byte("\n"))
	again("8 ends of intervals\n4 losses\n", "loss", in("some/steps.jsonl"), in("some/results.jsonl"),
		in("answer.json"), fmt.Sprint(all))
}

var stepsLibrary = filepath.Join(root, "testdata", "library")

// runner returns what runs a program that must end well, and returns its output. PYTHONPATH is testdata/standin.
func runner(t *testing.T) func(name string, arguments ...string) []byte {
	return func(name string, arguments ...string) []byte {
		t.Helper()
		command := exec.Command(name, arguments...)
		command.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+filepath.Join("testdata", "standin"))
		out, err := command.Output()
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			t.Fatalf("%s %q: %v\n%s", name, arguments, err, failed.Stderr)
		}
		return out
	}
}

// TestPythonSolvers: the models of the examples for OR-Tools, PyJobShop and CPMpy have the optima of steps under each
// objective, and the solver in Python finds them. The packages are not to be had here: small ones with their interfaces
// stand in. They try all orders of the jobs.
func TestPythonSolvers(t *testing.T) {
	python := someProgram(t, "python3")
	run := runner(t)
	for _, objective := range []string{"artww", "art", "sld"} {
		dir := t.TempDir()
		steps := filepath.Join(dir, "steps.jsonl")
		run("optgap", "study", "--quiet", "--in-process", "--method", "exact", "--no-bounds", "--objective", objective,
			"--max-waiting", "5", "--max-steps", "3", "--out", filepath.Join(dir, "set"))
		run("optgap", "library", "show", "--dir", dir, "--status", "optimal", "--out", steps)
		for name, proven := range map[string]int{"ortools": 3, "pyjobshop": 3, "cpmpy": 3, "library": 0} {
			results := filepath.Join(dir, name+".jsonl")
			run(python, filepath.Join(root, "examples", "python", name+"_solver.py"), steps, results)
			found := run("optgap", "library", "rank", "--dir", dir, "--format", "json", results)
			want := fmt.Sprintf(`"steps":3,"refused":0,"proven":%d,"right":%[1]d,"best":3`, proven)
			must.Hold(t, bytes.Contains(found, []byte(want)),
				name, objective, "found", found, "expected", want)
		}
	}
}

// TestMiniZinc: the model solves steps of the library, where MiniZinc is there.
func TestMiniZinc(t *testing.T) {
	minizinc := someProgram(t, "minizinc")
	dir, run := t.TempDir(), runner(t)
	var results []byte
	for _, index := range []string{"0", "135"} {
		data := filepath.Join(dir, index+".dzn")
		run("optgap", "library", "show", "--dir", stepsLibrary, "--as", "dzn", "--out", data, index)
		results = append(results, run(minizinc, "--solver", "gecode", "--soln-sep", "", "--search-complete-msg", "",
			filepath.Join(root, "examples", "minizinc", "step.mzn"), data)...)
	}
	path := filepath.Join(dir, "results.jsonl")
	must.Do(os.WriteFile(path, results, 0o666))
	out := run("optgap", "library", "rank", "--dir", stepsLibrary, "--format", "json", path)
	must.Hold(t, bytes.Contains(out, []byte(`"method":"minizinc","steps":2,"refused":0,"proven":0,"right":0,"best":2`)),
		"found", out, "expected the two optimal schedules")
}

// TestNotebook: the script draws the four figures of a study, and tells the mean losses that the answer has.
func TestNotebook(t *testing.T) {
	python := "/usr/bin/python3"
	const present = "from importlib.util import find_spec; assert find_spec('pandas') and find_spec('matplotlib')"
	if testing.Short() || exec.Command(python, "-c", present).Run() != nil {
		t.Skip("there is no Python with pandas and matplotlib, or no time for it")
	}
	dir, run := t.TempDir(), runner(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	run("optgap", "study", "--quiet", "--in-process", "--method", "policies,exact", "--max-waiting", "10",
		"--max-steps", "9", "--no-bounds", "--answer", in("answer.json"), "--out", in("results"))
	run("optgap", "report", "--tables", in("tables"), in("results"))
	printed := string(run(python, filepath.Join(root, "examples", "notebook", "figures.py"), in("tables"), in("figures")))
	var told struct {
		Policies []struct {
			Name string
			Loss float64 `json:"loss_percent"`
		}
	}
	must.Do(json.Unmarshal([]byte(readPage(in("answer.json"))), &told))
	for _, p := range told.Policies {
		mean := fmt.Sprintf("%s 9 %.2f ", p.Name, p.Loss)
		if !strings.Contains(strings.Join(strings.Fields(printed), " "), mean) && p.Name == strings.ToUpper(p.Name) {
			t.Errorf("found %s, expected %q", printed, mean)
		}
	}
	for _, name := range []string{"losses", "waiting", "cactus", "profile"} {
		must.Hold(t, strings.HasPrefix(readPage(filepath.Join(dir, "figures", name+".png")), "\x89PNG"),
			name, "found no picture")
	}
}
