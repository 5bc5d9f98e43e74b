package command

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// sampleTrace is the value of --trace for the embedded sample.
const sampleTrace = "sample"

// onTrace checks what needs the trace of a run, and says what was checked, or what needs it; "":
// nothing does.
func (v *verification) onTrace(run *verifyfolder.Run, rep *verify.Report) (string, error) {
	path := v.trace
	needs := run.NeedsTrace()
	switch {
	case needs == "" && (path == "" || run.Within):
		return "", nil
	case needs == "":
		const only = "which has an effect only on the folder of a study or a sweep that follows from its trace alone"
		return "", console.Usage("verify: found --trace, " + only)
	case path == "":
		return "not checked without --trace: " + needs, nil
	case path == sampleTrace:
		path = ""
	case path == stream.Stdin: // kept, as several runs may be of it
		if v.piped == nil {
			text, err := io.ReadAll(stream.NewInterruptible(v.Context, v.In))
			if err != nil {
				return "", err
			}
			v.piped = text
		}
		v.In = bytes.NewReader(v.piped)
	}
	replay := func(dir string) error { return v.replayAgain(run, path, dir) }
	trace := verifyfolder.Trace{Path: path, Piped: v.piped, Replay: replay}
	return run.OnTrace(v.Context, trace, rep)
}

// replayAgain does all replays of a sweep again, in a folder. A path of "" stands for the embedded
// sample.
func (v *verification) replayAgain(run *verifyfolder.Run, path, dir string) error {
	arguments, _ := run.Repeated()
	command := simulateCommand()
	words := []string{console.ProgramName, "simulate"}
	if _, ok := arguments["paper-set"]; ok {
		command = streitPaper().command()
		words = []string{console.ProgramName, "reproduce", "streit2002"}
		if arguments["set-jobs"] != "0" { // each drawn set has a folder of its own
			words = append(words, "--sets=1")
		}
	}
	delete(arguments, knownWaits) // follows from scheduler recorded
	flags, err := flagsOf(command, arguments)
	if err != nil {
		return fmt.Errorf("%s: arguments: %w", run.Folder, err)
	}
	words = append(append(words, "--quiet", "--out", dir), flags...)
	if path != "" {
		words = append(words, "--", path)
	}
	var failed bytes.Buffer
	streams := console.Streams{In: v.In, Out: io.Discard, Err: &failed}
	if code := console.Run(v.Context, streams, optgapProgram, words); code != console.ExitDone {
		if err := v.Context.Err(); err != nil {
			return err
		}
		text := strings.TrimPrefix(strings.TrimSpace(failed.String()), console.ProgramName+": ")
		return console.Usage("%s: the replays could not be done again: %s", run.Folder, text)
	}
	return nil
}

// flagsOf returns the arguments of a run as flags of its command, without those that have their
// defaults: some flags may stand only beside others.
func flagsOf(command *console.Command, arguments map[string]string) (flags []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		o := command.Flags.Option(name)
		value := arguments[name]
		switch {
		case o == nil && (value == "" || value == "false"): // of an earlier version, and was not set
		case o == nil:
			return nil, fmt.Errorf("found %q, expected flags of %s", name, command.Name)
		case value != "" && value != o.Initial:
			flags = append(flags, "--"+name+"="+value)
		}
	}
	return flags, nil
}
