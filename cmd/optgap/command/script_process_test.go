package command

import (
	"bytes"
	"context"
	"encoding/gob"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
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
	code := withinWidth(&stderr, func(of func(console.Streams) console.Program) int {
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
