package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// make faults asks for more moments than every test run.
var (
	interrupts    = flag.Int("interrupts", 1, "`N` moments at which TestInterrupts interrupts each command")
	interruptSeed = flag.Uint64("interrupt-seed", 1, "seed of the moments")
)

// interruptInputs are the commands that make what others read.
var interruptInputs = []string{
	"workload generate --model lublin2003 --machine 16 --load 1.5 --jobs 28 --seed 1 --out short.swf",
	"study --method policies --no-bounds --max-steps 12 --out run trace.swf", "study -f studies.txt --out runs",
	"study --method policies --no-bounds --max-steps 12 --shard 1/2 --out part1 trace.swf",
	"study --method policies --no-bounds --max-steps 12 --shard 2/2 --out part2 trace.swf",
	"study -f studies.txt --shard 1/2 --out parts1", "study -f studies.txt --shard 2/2 --out parts2",
	"simulate --scheduler fcfs,easy --out sweep trace.swf",
	"study --method policies --no-bounds --max-waiting 6 --max-steps 8 --out lib/small trace.swf",
	"moldable generate --model mixed --jobs 8 --count 8 --machine 16 --out instances.jsonl",
	"moldable --shard 1/2 --out half1 instances.jsonl", "moldable --shard 2/2 --out half2 instances.jsonl",
	"library show --dir lib --as results --out known.jsonl",
}

// interruptFiles are further inputs.
var interruptFiles = map[string]string{
	"trace.swf":   string(head(swf.Sample(), sampleJobs)),
	"studies.txt": strings.Repeat("--method policies --no-bounds --max-steps 3 trace.swf\n", 4),
	"sacct.txt": "JobID|Submit|Start|End|State|NCPUS|TimelimitRaw|ElapsedRaw\n" +
		strings.Repeat("1|2026-01-01T00:00:00|2026-01-01T00:00:10|2026-01-01T00:01:40|COMPLETED|4|60|90\n", 5_000),
}

// equalStudy has no solve that the clock ends. So equal runs have equal results.
const equalStudy = "study --quiet --method policies,ilp,exact --min-waiting 3 --max-waiting 8 --max-steps 4 " +
	"--time-limit 0 --node-limit 5 --workers 2 --out "

// interruptedCommands, for each command of the program at least one. The outputs are named out.
var interruptedCommands = []string{
	"study --method exact --no-bounds --max-waiting 6 --max-steps 12 --out out trace.swf",
	"study --method policies --no-bounds --format json trace.swf",
	equalStudy + "out --retry-failed --format json trace.swf", // children of it are killed as well
	"study --drive optimum --method exact --no-bounds --in-process --node-limit 5 --out out short.swf",
	"study -f studies.txt --out out", "study -f studies.txt --dry-run",
	"simulate --scheduler fcfs,easy --shrink 1,0.9 --out out trace.swf", "simulate --jobs-out out.csv trace.swf",
	"offline --rounds 1 --time-limit 0s --out out short.swf", "solve --method exact --no-bounds --format json run",
	"workload analyze trace.swf", "workload import --from slurm --machine 64 --out out.swf sacct.txt",
	"workload generate --model lublin2003 --machine 64 --load 0.7 --jobs 5000 --out out.swf",
	"workload transform --do shrink=0.8 --out out.swf trace.swf",
	"moldable --out out instances.jsonl", "moldable generate --model mixed --jobs 200 --count 4 --out out.jsonl",
	"reproduce aida2000 --experiments 1 --jobs 100 --models uniform,power2 --loads 0.7,1 --out out",
	"reproduce mualem2001 --experiments 1 --jobs 50 --out out",
	"reproduce dutot2004 --runs 1 --sizes 4 --machine 4 --out out",
	"reproduce streit2002 --sets 2 --set-jobs 40 --out out trace.swf",
	"reproduce grothklags2004 --in-process --time-limit 0 --out out short.swf",
	"verify run", "verify --trace trace.swf sweep", "compare run run",
	"merge out part1 part2", "merge out parts1 parts2", "merge out half1 half2",
	"report --out out.html run", "simulate --gantt out.svg short.swf", "doctor",
	"library list --dir lib", "library show --dir lib --as results --out out.jsonl",
	"library check --dir lib", "library rank --dir lib known.jsonl", "library add --dir lib --dry-run known.jsonl",
}

// TestInterrupts: a command that is interrupted at any moment ends soon, with code 130 and a sentence, or where all was
// done already, with its own code and all of its output. A file that is there is complete. However often a command was
// interrupted or killed, given again it leaves what it leaves undisturbed, and nothing else.
func TestInterrupts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each command several times")
	}
	inputs := t.TempDir()
	for name, text := range interruptFiles {
		writeFile(filepath.Join(inputs, name), []byte(text))
	}
	for _, line := range interruptInputs {
		completed(t, inputs, line)
	}
	left := map[string]bool{}
	for _, c := range console.Leaves(allCommands().Commands) {
		left[console.FullName(c)] = !c.Hidden
	}
	for i, line := range interruptedCommands {
		words := strings.Fields(line)
		delete(left, words[0])
		if len(words) > 1 {
			delete(left, words[0]+" "+words[1])
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := disturber{
				inputs: inputs, dir: filepath.Join(t.TempDir(), "work"), line: line,
				random: rand.New(rand.NewPCG(*interruptSeed, uint64(i))),
			}
			d.learn(t)
			for i := range *interrupts {
				d.interrupt(t)
				if d.writes && i%3 == 0 {
					d.kill(t)
				}
				if strings.Contains(line, "--retry-failed") {
					d.killChild(t)
				}
			}
			d.isComplete(t, completed(t, d.dir, line))
		})
	}
	delete(left, "completion")
	maps.DeleteFunc(left, func(_ string, shown bool) bool { return !shown })
	must.Hold(t, len(left) == 0, "not interrupted", slices.Sorted(maps.Keys(left)))
}

// TestSignalEndsSolver: a signal ends a solving process that waits for its next step. So its parent
// tells the end from an answer.
func TestSignalEndsSolver(t *testing.T) {
	command := exec.Command("optgap", child.ServeCommand)
	in := must.Get(command.StdinPipe())
	out := bufio.NewReader(must.Get(command.StdoutPipe()))
	must.Do(command.Start())
	step := optgap.Step{
		Format: optgap.StepFormat, Machine: 1, Policy: "FCFS",
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 1}, {ID: 2, Width: 1, Estimate: 2}},
	}
	question := must.Get(json.Marshal(map[string]any{"step": step}))
	fmt.Fprintf(in, `{"task":{"method":"policies","options":{"NoBounds":true}}}`+"\n%s\n", question)
	answer, err := out.ReadString('\n')
	must.Need(t, err == nil, "found", answer, err, "expected an answer")
	must.Do(command.Process.Signal(syscall.SIGTERM))
	command.Wait()
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	must.Hold(t, status.Signaled() && status.Signal() == syscall.SIGTERM,
		"found", command.ProcessState, "expected the end by the signal")
}

// disturber disturbs a command at random moments.
type disturber struct {
	inputs, line string // the folder with the inputs, and the command
	dir          string
	random       *rand.Rand
	// Of the command that nobody disturbed:
	printed string
	written map[string]string
	took    time.Duration
	writes  bool
}

// learn runs the command undisturbed.
func (d *disturber) learn(t *testing.T) {
	t.Helper()
	d.renew(t)
	before := len(filesIn(d.dir))
	begin := time.Now()
	r := completed(t, d.dir, d.line)
	d.took, d.printed, d.written = time.Since(begin), shape(r.stdout.String()), filesIn(d.dir)
	d.writes = len(d.written) > before
	d.renew(t)
}

// isComplete checks that the command has printed and written all.
func (d *disturber) isComplete(t *testing.T, r *running) {
	t.Helper()
	if found := shape(r.stdout.String()); found != d.printed {
		t.Errorf("standard output: %s", firstDifference(found, d.printed))
	}
	found := filesIn(d.dir)
	for name, text := range d.written {
		other, ok := found[name]
		must.Hold(t, ok && other == text, name, "there", ok, firstDifference(other, text))
		delete(found, name)
	}
	for name := range found {
		t.Errorf("left behind: %s", name)
	}
}

// killChild kills one of the processes that the command has started, if there is one. Its step has failed then, and the
// same command tries it again.
func (d *disturber) killChild(t *testing.T) {
	t.Helper()
	d.disturb(t, func(pid int) error {
		if all := childrenOf(pid); len(all) > 0 {
			return syscall.Kill(all[d.random.IntN(len(all))], syscall.SIGKILL)
		}
		return nil
	})
}

// interrupt interrupts the command and the processes that it has started, as a terminal does, or
// one after the other, as a batch system does.
func (d *disturber) interrupt(t *testing.T) {
	t.Helper()
	signal := func(pid int) error { return syscall.Kill(-pid, syscall.SIGINT) }
	if d.random.IntN(2) == 0 {
		signal = func(pid int) error {
			for _, child := range childrenOf(pid) {
				syscall.Kill(child, syscall.SIGTERM)
			}
			return syscall.Kill(pid, syscall.SIGTERM)
		}
	}
	r := d.disturb(t, signal)
	code := r.command.ProcessState.ExitCode()
	said := r.stderr.String()
	switch {
	case code == console.ExitInterrupted && strings.HasSuffix(said, "optgap: interrupted\n"):
	// Go's runtime may crash on a signal while the process is being loaded, or ends:
	// https://github.com/golang/go/issues/43853.
	case code == -1 && (said == "" || strings.HasSuffix(said, "fatal: morestack on gsignal\n")):
	case code == 0:
		d.isComplete(t, r)
		d.renew(t)
	default:
		t.Errorf("found exit code %d and %q, expected %d and a sentence", code, said, console.ExitInterrupted)
	}
}

// kill kills the command. What it has started ends as well.
func (d *disturber) kill(t *testing.T) {
	t.Helper()
	var orphans []int
	r := d.disturb(t, func(pid int) error {
		orphans = childrenOf(pid)
		return syscall.Kill(pid, syscall.SIGKILL)
	})
	for limit := time.Now().Add(time.Minute); len(orphans) > 0; time.Sleep(10 * time.Millisecond) {
		orphans = slices.DeleteFunc(orphans, hasEnded)
		must.Need(t, !time.Now().After(limit),
			"some of the processes", orphans, "still run, whose parent was killed")
	}
	if r.command.ProcessState.ExitCode() == 0 {
		d.renew(t)
	}
}

// disturb starts the command, and signals it at a random moment.
func (d *disturber) disturb(t *testing.T, signal func(pid int) error) *running {
	t.Helper()
	r := start(d.dir, d.line)
	r.signalled(t, d.took, d.random, signal)
	r.wait(t)
	for name, text := range filesIn(d.dir) {
		want, ok := d.written[name]
		must.Hold(t, !ok || strings.Contains(name, "/") || text == want, name, "is not complete")
	}
	return r
}

// filesIn returns the files below a folder, by path, without what depends on the clock.
func filesIn(dir string) map[string]string {
	all := map[string]string{}
	must.Do(fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if timeless, cutOff := timelessFile(name, text); cutOff == nil { // a kill may cut a file off
			text = timeless
		}
		all[name] = string(text)
		return err
	}))
	return all
}

// renew gives the command a new folder with its inputs: what its words name, and the trace, which studies.txt names.
func (d *disturber) renew(t *testing.T) {
	must.Do(errors.Join(os.RemoveAll(d.dir), os.Mkdir(d.dir, 0o777)))
	named := append(strings.Fields(d.line), "trace.swf")
	for _, e := range must.Get(os.ReadDir(d.inputs)) {
		from, to := filepath.Join(d.inputs, e.Name()), filepath.Join(d.dir, e.Name())
		switch {
		case !slices.Contains(named, e.Name()):
		case e.IsDir():
			must.Do(os.CopyFS(to, os.DirFS(from)))
		default:
			writeFile(to, must.Get(os.ReadFile(from)))
		}
	}
}

// shape is what a command has printed, without what depends on the clock: JSON lines, or else their number.
func shape(text string) string {
	if lines, err := timelessJSON([]byte(text)); err == nil {
		return string(lines)
	}
	return fmt.Sprint(strings.Count(text, "\n"), " lines")
}

// running is a command that runs, or has ended.
type running struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
}

// start starts a command of optgap in a folder, in a group of processes of its own. more are further words.
func start(dir, line string, more ...string) *running {
	r := &running{command: exec.Command("optgap", append(strings.Fields(line), more...)...)}
	r.command.Dir, r.command.Stdout, r.command.Stderr = dir, &r.stdout, &r.stderr
	r.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.command.WaitDelay = hang // for those that hold the outputs of a process that was killed
	must.Do(r.command.Start())
	return r
}

// completed runs a command that has to end with code 0.
func completed(t *testing.T, dir, line string, more ...string) *running {
	t.Helper()
	r := start(dir, line, more...)
	code := r.wait(t)
	must.Need(t, code == 0, line, "exit code", code, r.stderr.String())
	return r
}

// signalled signals the command at a random moment of the time that it takes, if it has not ended.
func (r *running) signalled(t *testing.T, within time.Duration, random *rand.Rand, signal func(pid int) error) {
	t.Helper()
	time.Sleep(time.Duration(random.Float64() * float64(within)))
	if err := signal(r.command.Process.Pid); err != nil && !errors.Is(err, syscall.ESRCH) {
		t.Fatal(err)
	}
}

// wait waits for the end of the command, and returns its exit code; -1: a signal has ended it.
func (r *running) wait(t *testing.T) int {
	t.Helper()
	watchdog := time.AfterFunc(hang, func() { r.command.Process.Kill() })
	r.command.Wait()
	must.Need(t, watchdog.Stop(), "the command did not end")
	return r.command.ProcessState.ExitCode()
}

// hasEnded tells that a process has ended, also where process 1 does not ask for its exit code.
func hasEnded(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return err != nil || bytes.HasPrefix(state, []byte("Z"))
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (found []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		text, _ := os.ReadFile(file)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				found = append(found, child)
			}
		}
	}
	return found
}
