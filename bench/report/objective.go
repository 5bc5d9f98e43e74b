package report

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// averageHead is the head of a column with the average that results minimise, on two lines.
func averageHead(results []record.Result) string {
	a := record.AverageIn(results)
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + "\n[" + a.Unit + "]"
}

// averageOf returns the average that a solved result minimises.
func averageOf(r *record.Result) string {
	switch {
	case r.ObjectiveName == "":
		return format.Optional(r.ARTwW, format.Whole)
	case r.Average().Unit == "":
		return format.Ratio(r.ObjectiveValue)
	}
	return format.Whole(r.ObjectiveValue)
}

// minimised words the average that an objective of a step stands for, before the others; "": it is the ARTwW.
func minimised(step *optgap.Step, objective int64) string {
	if step.Objective() == optgap.ObjectiveARTwW {
		return ""
	}
	return record.Minimised(step, objective) + ": "
}
