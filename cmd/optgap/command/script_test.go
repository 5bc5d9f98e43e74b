package command

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// The test binary is the command as well: testscript puts a copy of that name
// into PATH, which is therefore also what the command starts as its children. So is broken,
// the command with what registerBroken adds, and stubborn, a scheduler. PROGRESS
// is the time between its lines of progress; none by default. READY is a file that it writes once it listens
// to signals. A child hears of HOLD questions; by default of all. The exit code is exitTooWide where a table is
// wider than tables may be.
func TestMain(m *testing.M) {
	run := func() {
		if slices.Equal(os.Args[1:], []string{serveLines}) {
			serve()
		}
		if n, err := strconv.Atoi(os.Getenv("HOLD")); err == nil && slices.Contains(os.Args[1:], child.ServeCommand) {
			os.Stdin = firstLines(os.Stdin, 1+n) // the task, and questions
		}
		every, _ := time.ParseDuration(os.Getenv("PROGRESS"))
		os.Exit(withinWidth(os.Stderr, func(of func([]string) console.Program) int { return execute(every, of) }))
	}
	testscript.Main(cheaper{m}, map[string]func(){"optgap": run, "stubborn": stubborn, "broken": func() {
		must.Do(registerBroken())
		run()
	}})
}

// cheaper runs tests in an environment in which programs take less time. Short commands with small heaps need fewer
// collections. Python is found in its own folder, which stands behind that of the commands in PATH: a script of pyenv
// would take longer to start.
type cheaper struct{ *testing.M }

func (m cheaper) Run() int {
	must.Do(os.Setenv("GOGC", "400"))
	if path, err := exec.Command("python3", "-c", "import sys; print(sys.executable, end='')").Output(); err == nil {
		folders := slices.Insert(filepath.SplitList(os.Getenv("PATH")), 1, filepath.Dir(string(path)))
		must.Do(os.Setenv("PATH", strings.Join(folders, string(os.PathListSeparator))))
	}
	return m.M.Run()
}

// firstLines returns a file that has the first lines of another, and then neither more nor an end.
func firstLines(of *os.File, lines int) *os.File {
	r, w, err := os.Pipe()
	must.Do(err)
	go func() {
		defer w.Close() // and so w is held: the collector would close a pipe that nobody holds
		in := bufio.NewReader(of)
		for range lines {
			line, err := in.ReadBytes('\n')
			w.Write(line)
			if err != nil {
				return
			}
		}
		select {}
	}()
	return r
}

const exitTooWide = 99

// withinWidth returns the exit code of a run of the program, or exitTooWide.
func withinWidth(stderr io.Writer, run func(of func([]string) console.Program) int) int {
	var rules ruleWriter
	code := run(func(words []string) console.Program {
		if ready := os.Getenv("READY"); ready != "" { // from here on it listens to signals
			must.Do(os.WriteFile(ready, []byte("\n"), 0o666))
		}
		p := optgapProgram(words)
		rules.measure(p.Commands)
		return p
	})
	if rules.widest > table.Width && !slices.Contains(os.Args, "--wide") {
		fmt.Fprintf(stderr, "found a table of %d characters, expected at most %d\n", rules.widest, table.Width)
		return exitTooWide
	}
	return code
}

// ruleWriter measures tables by the rules below their heads, which are as wide as they are.
type ruleWriter struct {
	io.Writer
	line   []byte // that is not complete
	widest int
}

// measure has the output of the commands measured.
func (w *ruleWriter) measure(commands []*console.Command) {
	for _, c := range commands {
		w.measure(c.Commands)
		if run := c.Run; run != nil {
			c.Run = func(call *console.Call) error {
				w.Writer, call.Out = call.Out, w
				return run(call)
			}
		}
	}
}

func (w *ruleWriter) Write(p []byte) (int, error) {
	w.line = append(w.line, p...)
	for {
		line, rest, complete := bytes.Cut(w.line, []byte{'\n'})
		if !complete {
			return w.Writer.Write(p)
		}
		if len(bytes.Trim(line, "-")) == 0 {
			w.widest = max(w.widest, len(line))
		}
		w.line = rest
	}
}

// Stat describes the file behind the writer, as the writer of package console does.
func (w *ruleWriter) Stat() (fs.FileInfo, error) {
	file, ok := w.Writer.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return file.Stat()
}

// TestScripts runs testdata/script/*.txtar. Each starts with sample.swf and
// sample.swf.gz, the first sampleJobs jobs of the embedded trace, and $EXAMPLES is the folder of examples. Commands of
// their own:
//
//	run optgap...            run it, expect exit code 0
//	code N command...        run it, expect exit code N
//	refused TEXT optgap...   expect exit code 2, no output, and a message that the regular expression matches
//	gzip FILE [BYTES]        write FILE.gz, cut off after so many bytes
//	timeless FILE            drop from JSON lines what depends on the clock
//	same DIR DIR             expect the same files, but for what depends on the clock
//	lines N FILE             expect so many lines
//	sum FILE FIELD VALUE...  expect the values of a field of JSON lines
//	underway FILE            give an info file that was changed the seal of a run that is under way
//	interrupted FILE N cmd   run it, interrupt it once FILE has N lines, expect code 130; each child
//	                         answers N questions, so that a study waits for the signal;
//	                         FILE may be stderr, or ready, once it listens to signals, and N a regular
//	                         expression that the text matches
//	killed FILE N cmd        the same with kill -9, whatever code it ends with
//	examples NAME...         run the examples that the help of a command shows
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TMPDIR", e.WorkDir)
			examples, err := filepath.Abs(filepath.Join(root, "examples"))
			e.Setenv("EXAMPLES", examples)
			process := &lineProcess{}
			e.Values[lineProcessKey{}] = process
			e.Defer(process.end)
			text := head(swf.Sample(), sampleJobs)
			return errors.Join(err, os.WriteFile(filepath.Join(e.WorkDir, "sample.swf"), text, 0o666),
				os.WriteFile(filepath.Join(e.WorkDir, "sample.swf.gz"), zipped(text), 0o666))
		},
		Condition: func(name string) (bool, error) {
			must.Hold(t, name == "race", "found the condition", name, "expected race")
			return raced(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": func(ts *testscript.TestScript, neg bool, args []string) {
				code(ts, neg, append([]string{"0"}, args...))
			},
			"code": code, "refused": refused, "gzip": gzipFile, "timeless": timeless, "same": same,
			"lines": lines, "sum": sum,
			"interrupted": interrupted, "underway": makeUnderway, "killed": killed, "examples": examples,
		},
	})
}

// raced reports whether the program looks for data races. What it keeps for that counts as its data.
func raced() bool {
	info, _ := debug.ReadBuildInfo()
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

const sampleJobs = 150

// head returns the comments and the first jobs of a trace.
func head(trace []byte, jobs int) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(trace) {
		if line[0] != ';' {
			if jobs--; jobs < 0 {
				break
			}
		}
		b.Write(line)
	}
	return b.Bytes()
}

func zipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	found := 0
	if args[1] == "optgap" && ts.Getenv("PROGRESS") == "" { // of which the process of the script knows nothing
		found = runOptgap(ts, args[1:]).Code
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		found = exit.ExitCode()
	}
	if found != want {
		ts.Fatalf("found exit code %d, expected %d", found, want)
	}
}

func gzipFile(ts *testscript.TestScript, _ bool, args []string) {
	z := zipped([]byte(ts.ReadFile(args[0])))
	if len(args) > 1 {
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		z = z[:n]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), z, 0o666))
}

func timeless(ts *testscript.TestScript, _ bool, args []string) {
	text, err := timelessJSON([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}

// same compares the folders of runs file by file: by value where a file has times, else byte for byte.
func same(ts *testscript.TestScript, _ bool, args []string) {
	found, expected := filesIn(ts.MkAbs(args[0])), filesIn(ts.MkAbs(args[1]))
	names := slices.Sorted(maps.Keys(found))
	if others := slices.Sorted(maps.Keys(expected)); !slices.Equal(names, others) {
		ts.Fatalf("%s: found the files %q, expected %q", args[0], names, others)
	}
	for _, name := range names {
		if a, b := found[name], expected[name]; a != b {
			ts.Fatalf("%s: %s differs from that in %s:\n%s", args[0], name, args[1], firstDifference(a, b))
		}
	}
}

func lines(ts *testscript.TestScript, _ bool, args []string) {
	if found := strconv.Itoa(strings.Count(ts.ReadFile(args[1]), "\n")); found != args[0] {
		ts.Fatalf("%s: found %s lines, expected %s", args[1], found, args[0])
	}
}

func sum(ts *testscript.TestScript, _ bool, args []string) {
	var found []string
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var v map[string]any
		ts.Check(json.Unmarshal([]byte(line), &v))
		found = append(found, fmt.Sprint(v[args[1]]))
	}
	if !slices.Equal(found, args[2:]) {
		ts.Fatalf("%s: %s: found %q, expected %q", args[0], args[1], found, args[2:])
	}
}

// hang is how long nothing may happen before a command counts as hung, on a machine
// however slow.
const hang = 5 * time.Minute

// signalled runs a command, signals it once a file has so many lines or matches, and
// returns its exit code, -1 after a signal.
func signalled(ts *testscript.TestScript, signal os.Signal, args []string) int {
	file, stdout, stderr := ts.MkAbs(args[0]), ts.MkAbs(".stdout"), ts.MkAbs(".stderr")
	if args[0] == "stderr" {
		file = stderr
	}
	read := func(file string) []byte {
		text, _ := os.ReadFile(file)
		return text
	}
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	path := ts.Getenv("PATH")
	program := filepath.Join(filepath.SplitList(path)[0], args[2])
	c := exec.Command(program, args[3:]...)
	ready := ts.MkAbs("ready")
	ts.Check(os.RemoveAll(ready))
	c.Dir = ts.MkAbs(".")
	c.Env = []string{
		"PATH=" + path, "TMPDIR=" + c.Dir, "PROGRESS=" + ts.Getenv("PROGRESS"), "READY=" + ready, "HOLD=" + args[1],
	}
	for file, to := range map[string]*io.Writer{stdout: &c.Stdout, stderr: &c.Stderr} {
		f, err := os.Create(file)
		ts.Check(err)
		defer f.Close()
		*to = f
	}
	stdin, err := c.StdinPipe() // open until the end
	ts.Check(err)
	defer stdin.Close()
	ts.Check(c.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.Wait()
	}()
	reached := func() bool {
		text := read(file)
		if n, err := strconv.Atoi(args[1]); err == nil {
			return bytes.Count(text, []byte{'\n'}) >= n
		}
		return pattern.Match(text)
	}
	hung := time.After(hang)
	for !reached() {
		select {
		case <-ended:
			ts.Fatalf("it ended before %s had %s\n%s", args[0], args[1], read(stderr))
		case <-hung:
			c.Process.Kill()
			ts.Fatalf("%s has not come to %s\n%s", args[0], args[1], read(stderr))
		case <-time.After(5 * time.Millisecond):
		}
	}
	ts.Check(c.Process.Signal(signal))
	select {
	case <-ended:
	case <-time.After(hang):
		c.Process.Kill()
		ts.Fatalf("it went on after the signal")
	}
	ts.Stdout().Write(read(stdout))
	ts.Stderr().Write(read(stderr))
	return c.ProcessState.ExitCode()
}

var (
	ofEnd  = regexp.MustCompile(`(?s)  "files": \{.*?\n  \},\n|  "ended": [^\n]*\n`)
	sealOf = regexp.MustCompile(`"seal": "[0-9a-f]*"`)
)

func makeUnderway(ts *testscript.TestScript, _ bool, args []string) {
	text := ofEnd.ReplaceAllString(ts.ReadFile(args[0]), "")
	text = strings.Replace(text, `"complete": true`, `"complete": false`, 1)
	text = sealOf.ReplaceAllString(text, `"seal": ""`)
	sum := sha256.Sum256([]byte(text))
	text = sealOf.ReplaceAllString(text, fmt.Sprintf(`"seal": "%x"`, sum))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

func interrupted(ts *testscript.TestScript, _ bool, args []string) {
	if code := signalled(ts, os.Interrupt, args); code != console.ExitInterrupted {
		ts.Fatalf("found exit code %d, expected %d", code, console.ExitInterrupted)
	}
}

func killed(ts *testscript.TestScript, _ bool, args []string) { signalled(ts, syscall.SIGKILL, args) }

var example = regexp.MustCompile(`(?m)^ +(optgap .*)$`)

func examples(ts *testscript.TestScript, _ bool, args []string) {
	ran := 0
	for _, name := range args {
		ts.Check(ts.Exec("optgap", append(strings.Fields(name), "--help-all")...))
		description := strings.SplitN(ts.ReadFile("stdout"), "DESCRIPTION:", 2)[1]
		for _, found := range example.FindAllStringSubmatch(description, -1) {
			line := found[1]
			if line == "optgap study" { // takes its time
				line += " --max-steps 2 --max-waiting 4"
			}
			ts.Logf("example: %s", line)
			if err := ts.Exec("sh", "-c", line); err != nil {
				ts.Fatalf("%s: %v", line, err)
			}
			ran++
		}
	}
	if ran < len(args) {
		ts.Fatalf("found %d examples in the help of %q, expected at least one in each", ran, args)
	}
}
