package gather

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
)

// CommandLine returns the line that makes a folder again: the command, such as "simulate", the
// arguments that are not the defaults, and the input. "": the folder tells no arguments.
func CommandLine(command string, info folder.Info, defaults map[string]string) string {
	if len(info.Arguments) == 0 {
		return ""
	}
	parts := []string{"optgap " + command}
	for _, name := range slices.Sorted(maps.Keys(info.Arguments)) {
		switch value := info.Arguments[name]; value {
		case defaults[name], "":
		case "true", "false":
			parts = append(parts, "--"+name+"="+value)
		default:
			parts = append(parts, "--"+name, format.Shell(value))
		}
	}
	if !isSample(info) {
		parts = append(parts, format.Shell(info.Trace))
	}
	return strings.Join(parts, " ")
}

// isSample reports whether a folder is about the trace that is built in, which no argument names.
func isSample(info folder.Info) bool {
	sum := sha256.Sum256(swf.Sample())
	return info.Trace == swf.SampleName && info.SHA256 == hex.EncodeToString(sum[:])
}

// studyCommand returns the line that makes a study again; "": it is not known.
func studyCommand(info folder.Info) string {
	defaults, err := spec.Default().Arguments("")
	if err != nil {
		return ""
	}
	return CommandLine("study", info, defaults)
}
