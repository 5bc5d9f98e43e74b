package verifyfolder

import (
	"context"
	"slices"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
)

// Kind is what is known of all runs of one kind.
type Kind struct {
	Problem, Result string // what these are called
	Bounded         bool   // results have bounds
	Layout          Layout
	// Check checks results against their problems.
	Check func(results, problems verify.Input, o verify.Options) (verify.Report, error)
	// Known returns the names of methods that results may have; nil means any.
	Known func() []string

	format string // of results that may stand outside of a folder; "": they may not

	ofTrace string // what only the trace of a run tells; "": nothing
	// again checks that, and returns how many of made it has made. how says how.
	again     func(t tracing, ctx context.Context) (n int, err error)
	made, how string
}

// Layout is a [folder.Layout] of any types.
type Layout interface {
	In(dir string) folder.Files
	HeldIn(dir string) bool
	Derive(dir string) (folder.Digest, []byte, error)
}

// The kinds of runs, beside those of papers.
var (
	// OfSteps are studies.
	OfSteps = &Kind{
		Problem: "step",
		Result:  "result",
		Bounded: true,
		Layout:  study.Shown,
		Check:   verify.Files,
		Known:   method.ResultNames,
		format:  record.ResultFormat,
		ofTrace: "that the steps are those of the trace",
		again:   tracing.steps,
		made:    "step",
		how:     "taken again",
	}
	// OfInstances are runs on moldable jobs.
	OfInstances = &Kind{
		Problem: "instance",
		Result:  "result",
		Bounded: true,
		Layout:  experiment.Layout,
		Check:   verify.MoldableFiles,
		Known:   algorithmNames,
		format:  record.MoldableResultFormat,
	}
	// OfSettings are sweeps.
	OfSettings = &Kind{
		Problem: "setting",
		Result:  "replay",
		Layout:  sweep.Layout,
		Check:   verify.SweepFiles,
		format:  record.RunFormat,
		ofTrace: "the metrics, which follow from the jobs",
		again:   tracing.runs,
		made:    "replay",
		how:     "done again",
	}
	// OfTraces are runs of optgap offline, whose results are bounds on all schedules.
	OfTraces = &Kind{
		Problem: "trace",
		Result:  "result",
		Bounded: true,
		Layout:  clairvoyant.Layout,
		Check:   verify.OfflineFiles,
		format:  record.OfflineFormat,
		ofTrace: "that the prices prove the bound, and the schedule",
		again:   tracing.bounds,
		made:    "bound",
		how:     "and its schedule computed again",
	}
	// OfReplays are those of optgap offline --scheduler.
	OfReplays = &Kind{
		Problem: "replay",
		Result:  "rung",
		Layout:  clairvoyant.RungsLayout,
		Check:   verify.RungFiles,
		Known:   clairvoyant.RungNames,
		format:  record.RungFormat,
		ofTrace: "the schedules of the rungs",
		again:   tracing.rungs,
		made:    "replay",
		how:     "computed again",
	}
)

var kinds = []*Kind{OfSteps, OfInstances, OfSettings, OfTraces, OfReplays}

func init() { folder.CheckLines = checkLines }

func algorithmNames() []string { return experiment.Names(experiment.All()) }

// Register adds the kind of the folders of a paper. It is called before any check.
func Register(k *Kind) { kinds = append(kinds, k) }

// kindIn returns the kind of the run that a folder holds; nil: there is none.
func kindIn(dir string) *Kind {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Layout.HeldIn(dir) })
	if i < 0 {
		return nil
	}
	return kinds[i]
}

// kindOf returns the kind of the results whose first line has the format; of studies where it has
// none that is known.
func kindOf(format string) *Kind {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.format != "" && k.format == format })
	if i < 0 {
		return OfSteps
	}
	return kinds[i]
}
