package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// sampleTrace is the value of --trace for the embedded sample.
const sampleTrace = "sample"

// onTrace checks what needs the trace of a run, and says what was checked, or what needs it; "":
// nothing does.
func (v *verification) onTrace(ctx context.Context, run *verifyfolder.Opened, rep *verify.Report) (string, error) {
	path, recorded := v.trace, ""
	if run.HasRecorded() {
		recorded = ", and the schedules of " + schedulers.Recorded
	}
	switch {
	case !run.Traced() && (path == "" || run.Within):
		return "", nil
	case !run.Traced():
		const only = "which has an effect only on the folder of a study or a sweep that follows from its trace alone"
		return "", console.Usage("verify: found --trace, " + only)
	case path == "" && run.Kind == verifyfolder.OfSteps:
		return "not checked without --trace: that the steps are those of the trace" + recorded, nil
	case path == "" && run.Kind == verifyfolder.OfTraces:
		return "not checked without --trace: that the prices prove the bound, and the schedule", nil
	case path == "":
		return "not checked without --trace: metrics that follow from the jobs alone, such as percentiles and artww", nil
	case path == sampleTrace:
		path = ""
	}
	if same, err := v.ofRun(path, run); err != nil || !same && run.Within {
		return "not checked: the steps or replays of another trace", err
	} else if !same {
		run.Another(rep)
		return "the steps or replays were not checked, as the trace is another", nil
	}
	if run.Kind == verifyfolder.OfSteps {
		n, err := run.Steps(ctx, path, v.In, rep)
		return fmt.Sprintf("trace: %s%s taken again", format.Count(int64(n), "step"), recorded), err
	}
	if run.Kind == verifyfolder.OfTraces {
		n, err := run.Bounds(path, v.In, rep)
		return fmt.Sprintf("trace: %s and its schedule computed again", format.Count(int64(n), "bound")), err
	}
	n, err := v.replayAgain(ctx, run, path, rep)
	return fmt.Sprintf("trace: %s done again", format.Count(int64(n), "replay")), err
}

// ofRun tells whether the trace at a path is that of a run. The standard input may be: it is read
// once, so that whoever reads it finds out.
func (v *verification) ofRun(path string, run *verifyfolder.Opened) (bool, error) {
	if path == stream.Stdin {
		return true, nil
	}
	in, err := sample.Open(path, nil)
	if err != nil {
		return false, err
	}
	defer in.Close()
	_, err = io.Copy(io.Discard, in)
	return in.SHA256() == run.TraceSHA256(), err
}

// replayAgain does all replays of a sweep again, and holds them against those of the sweep. It
// returns how many there are. A path of "" stands for the embedded sample.
func (v *verification) replayAgain(
	ctx context.Context, run *verifyfolder.Opened, path string, rep *verify.Report,
) (n int, err error) {
	dir, err := os.MkdirTemp("", "optgap-verify-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	arguments := maps.Clone(run.Arguments())
	command, words := simulateCommand(v.Streams), []string{console.ProgramName, "simulate"}
	if _, ok := arguments["paper-set"]; ok {
		command = streitPaper().command(v.Streams)
		words = []string{console.ProgramName, "reproduce", "streit2002"}
		if arguments["set-jobs"] != "0" { // each drawn set has a folder of its own
			words = append(words, "--sets=1")
		}
	}
	flags, err := flagsOf(command, arguments)
	if err != nil {
		return 0, fmt.Errorf("%s: arguments: %w", run.Folder, err)
	}
	words = append(append(words, "--quiet", "--out", dir), flags...)
	if path != "" {
		words = append(words, "--", path)
	}
	var failed bytes.Buffer
	streams := console.Streams{In: v.In, Out: io.Discard, Err: &failed}
	if code := console.Run(ctx, streams, optgapProgram, words); code != console.ExitDone {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		text := strings.TrimPrefix(strings.TrimSpace(failed.String()), console.ProgramName+": ")
		return 0, console.Usage("%s: the replays could not be done again: %s", run.Folder, text)
	}
	return run.Runs(dir, rep)
}

// flagsOf returns the arguments of a run as flags of its command, without those that have their
// defaults: some flags may stand only beside others.
func flagsOf(command *cli.Command, arguments map[string]string) (flags []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		o := console.OptionOf(command, name)
		if o == nil {
			return nil, fmt.Errorf("found %q, expected flags of %s", name, console.FullName(command))
		}
		if value := arguments[name]; value != "" && value != o.Initial() {
			flags = append(flags, "--"+name+"="+value)
		}
	}
	return flags, nil
}
