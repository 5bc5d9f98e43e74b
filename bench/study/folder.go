package study

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/account"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp"
)

// StudyFormat names the version of study.json.
const StudyFormat = "optgap-study/1"

// The files of a study's folder.
const (
	infoFile    = "study.json"
	stepsFile   = "steps.jsonl"
	resultsFile = "results.jsonl"
	summaryFile = "summary.csv"
)

// FileNames returns the names of the files in a study's folder.
func FileNames() []string { return []string{infoFile, stepsFile, resultsFile, summaryFile} }

// Folder is the folder of a study that is under way.
type Folder = folder.Folder[optgap.Step, record.Result, method.Key]

// Content holds the steps, the results and the info file of a study.
type Content = folder.Content[optgap.Step, record.Result]

// layout is that of a study's folder.
func layout() folder.Layout[optgap.Step, record.Result, method.Key] {
	return folder.Layout[optgap.Step, record.Result, method.Key]{
		Format: StudyFormat, Info: infoFile, Problems: stepsFile, Results: resultsFile, Summary: summaryFile,
		ReadProblems: record.InParallel(record.ParseStep), ReadResults: record.InParallel(record.ParseResult),
		ProblemKey: func(step optgap.Step) method.Key { return method.Key{Index: step.Index} },
		ResultKey:  taskOf, Compare: method.Key.Compare, Digest: digest, MeasuredBy: account.MeasuredBy(),
		Limits: Limits(), Unfinished: record.Result.Unfinished,
	}
}

// taskOf returns the key of a result. All results in a folder are of studies with the same flags, which
// fix the time scale of each step. So a method has one result for a step.
func taskOf(r record.Result) method.Key { return method.Key{Index: r.Index, Method: r.Method} }

// Limits returns the names of the arguments that limit a run.
func Limits() []string { return []string{"time-limit", "memory", "node-limit"} }

// OpenFolder creates the folder of a study, or opens it to go on with the study; see folder.Open.
func OpenFolder(dir string, start folder.Start) (*Folder, error) {
	return folder.Open(dir, layout(), start)
}

// ReadFolder reads the folder of a study, which may be under way.
func ReadFolder(dir string) (Content, error) { return folder.Read(dir, layout()) }

// ReadShown is ReadFolder, with results that lack the proofs of their bounds; see
// record.ParseShownResult.
func ReadShown(dir string) (Content, error) {
	shown := layout()
	shown.ReadResults = record.InParallel(record.ParseShownResult)
	return folder.Read(dir, shown)
}

// MergeFolders joins the folders of all shards of a study; see folder.Merge.
func MergeFolders(ctx context.Context, out string, shards []string) ([]record.Result, folder.Info, error) {
	return folder.Merge(ctx, out, shards, layout())
}

// FolderFiles returns the paths of the results and of the steps in the folder of a study.
func FolderFiles(dir string) (results, steps string) {
	return filepath.Join(dir, resultsFile), filepath.Join(dir, stepsFile)
}

// Identify returns the identity of a study: the name of the trace, the SHA-256 of its file, the
// flags, and the versions of the programs. version is that of optgap.
func Identify(trace, sha256, version string, flags map[string]string) folder.Identity {
	versions := folder.Versions(version)
	versions["highs"] = ilp.SolverVersion()
	return folder.Identity{Trace: trace, SHA256: sha256, Arguments: maps.Clone(flags), Versions: versions}
}

// Derive returns what follows from the results in the folder of a study; see folder.Derive.
func Derive(dir string) (folder.Digest, []byte, error) {
	return folder.Derive(filepath.Join(dir, resultsFile), record.InParallel(record.ParseBriefResult), digest)
}

// digest writes summary.csv. It returns the summary of the results of one method, or one summary
// for each of several methods.
func digest(results []record.Result, csv io.Writer) (d folder.Digest, err error) {
	if err := summary.Rows(results).Write(csv, table.CSV); err != nil {
		return d, fmt.Errorf("%s: %w", summaryFile, err)
	}
	by := make(map[string][]record.Result)
	for _, r := range results {
		by[r.Method] = append(by[r.Method], r)
	}
	switch len(by) {
	case 0:
	case 1:
		d.Summary = summary.Of(results)
	default:
		all := make(map[string]*summary.Summary)
		for name, own := range by {
			all[name] = summary.Of(own)
		}
		d.Methods = all
	}
	return d, nil
}
