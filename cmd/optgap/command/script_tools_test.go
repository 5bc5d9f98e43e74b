package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// serveLines is the argument with which the test binary runs one command line after another, see serve.
const serveLines = "serve-lines"

// lineProcess is a process that runs the command lines of one script. To start one for each line would take longer than
// most of the lines.
type lineProcess struct {
	command *exec.Cmd // nil before the first line
	in      io.Closer
	to      *gob.Encoder
	from    *gob.Decoder
}

// commandCall is a command line and where it runs.
type commandCall struct {
	Dir         string
	Environment map[string]string
	Words       []string
}

// lineResult is what a command line has printed, and its exit code.
type lineResult struct {
	Stdout, Stderr string
	Code           int
}

// lineProcessKey is the key of the process among the values of a script.
type lineProcessKey struct{}

// start starts the process.
func (p *lineProcess) start() error {
	p.command = exec.Command("optgap", serveLines)
	p.command.Stderr = os.Stderr
	in, err := p.command.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return err
	}
	p.in, p.to, p.from = in, gob.NewEncoder(in), gob.NewDecoder(out)
	return p.command.Start()
}

// end ends the process, if it was started.
func (p *lineProcess) end() {
	if p.command != nil {
		p.in.Close()
		p.command.Wait()
	}
}

// runOptgap runs a command line of optgap in the process of the script. It has no standard input.
func runOptgap(ts *testscript.TestScript, words []string) lineResult {
	p := ts.Value(lineProcessKey{}).(*lineProcess)
	if p.command == nil {
		ts.Check(p.start())
	}
	call := commandCall{ts.MkAbs("."), map[string]string{}, words}
	for _, name := range []string{"PATH", "HOME", "TMPDIR"} {
		call.Environment[name] = ts.Getenv(name)
	}
	ts.Check(p.to.Encode(call))
	var found lineResult
	ts.Check(p.from.Decode(&found))
	io.WriteString(ts.Stdout(), found.Stdout)
	io.WriteString(ts.Stderr(), found.Stderr)
	return found
}

// serve runs the command lines that come on the standard input. The end of the input ends it, also where a line hangs.
func serve() {
	calls := make(chan commandCall)
	go func() {
		in := gob.NewDecoder(os.Stdin)
		for {
			var c commandCall
			if in.Decode(&c) != nil {
				batsim.EndAll()
				os.Exit(0)
			}
			calls <- c
		}
	}()
	out := gob.NewEncoder(os.Stdout)
	for c := range calls {
		must.Do(out.Encode(c.run()))
	}
}

func (c *commandCall) run() lineResult {
	for name, value := range c.Environment {
		must.Do(os.Setenv(name, value))
	}
	must.Do(os.Chdir(c.Dir))
	os.Args = c.Words
	var stdout, stderr bytes.Buffer
	s := console.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
	code := withinWidth(&stderr, func(of func([]string) console.Program) int {
		return console.Run(context.Background(), s, of, c.Words)
	})
	return lineResult{stdout.String(), stderr.String(), code}
}

// refused is the command of that name of scripts.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "optgap" {
		ts.Fatalf("usage: refused MESSAGE optgap arguments...")
	}
	message, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	a := runOptgap(ts, args[1:])
	if a.Code != console.ExitBadInput || a.Stdout != "" || !message.MatchString(a.Stderr) {
		const text = "found exit code %d, expected %d, no output and the message %s"
		ts.Fatalf(text, a.Code, console.ExitBadInput, message)
	}
}

// timelessFile returns the content of a file without what depends on the clock.
func timelessFile(name string, text []byte) ([]byte, error) {
	switch filepath.Ext(name) {
	case ".json", ".jsonl":
		if filepath.Base(name) == "paper.json" { // tables for people, with times among their texts
			return nil, nil
		}
		return timelessJSON(text)
	case ".csv":
		return timelessCSV(text)
	}
	return text, nil
}

// timely reports whether a field depends on the clock, by its name.
func timely(name string) bool {
	return strings.Contains(name, "seconds") ||
		slices.Contains(strings.Fields("power primal_integral progress peak_memory_bytes started ended command seal"), name)
}

// timelessJSON returns JSON objects without what depends on the clock, one on a line and
// fields sorted. Numbers keep their bytes.
func timelessJSON(text []byte) ([]byte, error) {
	var out bytes.Buffer
	d, e := json.NewDecoder(bytes.NewReader(text)), json.NewEncoder(&out)
	for d.UseNumber(); d.More(); {
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		if err := e.Encode(withoutTimes(v)); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func withoutTimes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(name string, _ any) bool { return timely(name) })
		if _, kept := v["lines"]; kept { // of a file, which may hold times
			delete(v, "sha256")
		}
		for _, inner := range v {
			withoutTimes(inner)
		}
	case []any:
		for _, inner := range v {
			withoutTimes(inner)
		}
	}
	return v
}

// timelessCSV blanks the columns that depend on the clock.
func timelessCSV(text []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var out bytes.Buffer
	names := slices.Clone(rows[0])
	for _, row := range rows {
		for i, name := range names {
			if timely(name) {
				row[i] = ""
			}
		}
		fmt.Fprintln(&out, strings.Join(row, ","))
	}
	return out.Bytes(), nil
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(found, expected string) string {
	a, b := strings.Split(found, "\n"), strings.Split(expected, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\nfound    %s\nexpected %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("found %d lines, expected %d", len(a), len(b))
}

// registerBroken adds methods, a bound, a policy and a decider that do what they must not.
func registerBroken() error {
	onPairs := func(name, about string, find func(p *method.Problem) (*method.Answer, error)) error {
		return method.Register(method.Method{
			Name: name, About: "on steps of two jobs " + about,
			Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
				if len(p.Step.Jobs) != 2 {
					return &method.Answer{Schedule: p.Best().Schedule}, nil
				}
				return find(p)
			},
		})
	}
	return errors.Join(
		onPairs("crowded", "all start at once", func(p *method.Problem) (*method.Answer, error) {
			return &method.Answer{Schedule: make(optgap.Schedule, len(p.Step.Jobs))}, nil
		}),
		onPairs("exits", "the process ends", func(*method.Problem) (*method.Answer, error) {
			os.Stderr.WriteString("enough\n")
			os.Exit(7)
			return nil, nil
		}),
		onPairs("hangs", "it never ends", func(*method.Problem) (*method.Answer, error) {
			<-make(chan int)
			return nil, nil
		}),
		onPairs("killed", "the process is killed", func(*method.Problem) (*method.Answer, error) {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			return nil, nil
		}),
		onPairs("liar", "it reports a bound above its schedule", func(p *method.Problem) (*method.Answer, error) {
			plan := p.Best().Schedule
			high := []method.Bound{{Name: "liar", Value: plan.Objective(p.Step) + 1}}
			p.Report(&method.Answer{Schedule: plan, Status: optgap.StatusFeasible, Bounds: high})
			return &method.Answer{Schedule: plan}, nil
		}),
		onPairs("panics", "it panics", func(p *method.Problem) (*method.Answer, error) {
			return &method.Answer{Schedule: optgap.Schedule{p.Step.Jobs[2].Submit}}, nil
		}),
		method.Register(method.Method{
			Name: "proud", About: "calls the best policy's plan optimal",
			Find: func(_ context.Context, p *method.Problem, _ method.Options) (*method.Answer, error) {
				return &method.Answer{Schedule: p.Best().Schedule, Status: optgap.StatusOptimal}, nil
			},
		}),
		method.RegisterBound(method.LowerBound{
			Name: "high", About: "above every schedule",
			Find: func(context.Context, *optgap.Step) (method.Bound, error) { return method.Bound{Value: 1 << 60}, nil },
		}),
		schedulers.RegisterPolicy(heuristics.Policy{
			Name: "LOST", About: "has no order", Key: func(optgap.Job) int64 { panic("lost") },
		}),
		schedulers.RegisterDecider(schedulers.Decider{
			Name: "wild", About: "chooses what there is not", Choose: func(values []int64, _ int) int { return len(values) },
		}),
	)
}
