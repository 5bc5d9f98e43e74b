package command

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/forward"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp"
)

// flagValues are the names that flags take. The shell completes them, and their case does not
// matter.
func flagValues() console.Values {
	auto := fixed(spec.Auto)
	return console.Values{
		"format": fixed(table.Text, table.CSV, console.FormatJSON), "doctor format": fixed(table.Text, console.FormatJSON),

		"method": method.Names, "time-scale": auto, "lp-scale": auto, "memory": auto,
		"formulation": fixed(spec.Auto, ilp.FormulationStep, ilp.FormulationPulse),
		"statement":   fixed(ilp.Statements()...),
		"objective":   fixed(optgap.Objectives()...),
		"horizon":     fixed(ilp.HorizonSafe, ilp.HorizonPolicies),
		"capacity":    fixed(bicriteria.Whole, bicriteria.Least),
		"as":          showNames, "status": fixed(listing.Optimal, listing.StillOpen),
		"drive": func() []string { return append(schedulers.Names(), schedulers.Recorded, spec.Optimum) },

		"scheduler":     func() []string { return append(schedulers.Names(), schedulers.Recorded, allSchedulers) },
		"policies":      func() []string { return append(forward.Names(), forward.All) },
		"dynp-policies": namesOf(heuristics.Policies, func(p heuristics.Policy) string { return p.Name }),
		"replan":        fixed(dynp.Replans()...),
		"quality":       fixed(dynp.QualityMetrics()...),

		"algorithm": func() []string { return append(algorithm.Names(algorithm.All()), "all") },
		"criterion": fixed(moldable.Criteria()...), "compaction": fixed(moldable.Compactions()...),
		"shuffling":                 fixed(moldable.Neighbours, moldable.Random),
		"moldable generate model":   moldableModelNames,
		"moldable generate reading": fixed(instances.ByFormula, instances.AsPrinted),

		"workload generate model": workload.Names,
		"estimates":               namesOf(workload.Estimators, func(e workload.Estimator) string { return e.Name }),

		"workload import from": importFormatNames, "workload import count": importing.Counts,

		"reproduce aida2000 models": aida2000.ModelNames, "schedulers": aida2000.SchedulerNames,
		"reproduce aida2000 reading": func() []string { return append(aida2000.ReadingNames(), aida2000.AllReadings) },
		"reproduce dutot2004 models": moldableModelNames,
		"readings":                   fixed(instances.ByFormula, instances.AsPrinted),
		"reproduce grothklags2004 readings": func() []string {
			return append(grothklags2004.ReadingNames(), grothklags2004.AllReadings)
		},
		"paper-set": func() []string { return append(streit2002.Names(), streit2002.None) },
	}
}

// fixed returns a function that returns names.
func fixed[S ~string](names ...S) func() []string {
	return namesOf(func() []S { return names }, func(name S) string { return string(name) })
}

// namesOf returns a function that returns the names of all values.
func namesOf[T any](all func() []T, name func(T) string) func() []string {
	return func() []string {
		var names []string
		for _, v := range all() {
			names = append(names, name(v))
		}
		return names
	}
}
