package study

import (
	"maps"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/ilp"
)

// Folder is the folder of a study that is under way.
type Folder = folder.Folder[optgap.Step, record.Result, method.Key]

// Layout is that of a study's folder.
var Layout = layoutOf(record.ParseResult)

// Shown is Layout for tables of results, without their proofs and certificates. It takes half the
// time.
var Shown = layoutOf(record.ParseShownResult)

// layoutOf returns the layout with results that a function parses: whole, or as much as is needed.
func layoutOf(
	parse record.Parser[record.Result],
) folder.Layout[optgap.Step, record.Result, method.Key] {
	return folder.Layout[optgap.Step, record.Result, method.Key]{
		Files: folder.Files{
			Format:   "optgap-study/1",
			Info:     "study.json",
			Problems: "steps.jsonl",
			Results:  "results.jsonl",
			Summary:  "summary.csv",
		},
		ReadProblems: record.InParallel(record.ParseStep), ReadResults: record.InParallel(parse),
		ProblemKey: func(step optgap.Step) method.Key { return method.Key{Index: step.Index} },
		ResultKey:  taskOf, Compare: method.Key.Compare, Rows: summary.Rows, Digest: digest,
		Limits: spec.LimitNames(), Unfinished: record.Result.Unfinished,
	}
}

// taskOf returns the key of a result. All results in a folder are of studies with the same flags,
// which fix the time scale of each step. So a method has one result for a step.
func taskOf(r record.Result) method.Key { return method.Key{Index: r.Index, Method: r.Method} }

// Identify returns the identity of a study: the name of the trace, the SHA-256 of its file, the
// flags, and the versions of the programs. version is that of optgap.
func Identify(trace, sha256, version string, flags map[string]string) folder.Identity {
	id := folder.Identify(trace, sha256, version, maps.Clone(flags))
	id.Versions["highs"] = ilp.SolverVersion()
	return id
}

// digest returns the summary of the results of one method, or one summary for each of several
// methods.
func digest(results []record.Result) (d folder.Digest) {
	by := lists.GroupBy(results, func(r record.Result) string { return r.Method })
	switch len(by) {
	case 0:
	case 1:
		d.Summary = summary.Of(results)
	default:
		all := make(map[string]*summary.Summary)
		for _, own := range by {
			all[own[0].Method] = summary.Of(own)
		}
		d.Methods = all
	}
	return d
}
