package report

import (
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// averageHead is the head of a column with the average that results minimise, on two lines.
func averageHead(results []record.Result) string {
	return strings.Replace(record.AverageIn(results).Head(), " [", "\n[", 1)
}

// averageOf returns the average that a solved result minimises.
func averageOf(r *record.Result) string {
	switch r.ObjectiveName {
	case "":
		return format.Optional(r.ARTwW, format.Whole)
	case string(optgap.ObjectiveSLD):
		return format.Ratio(r.ObjectiveValue)
	}
	return format.Whole(r.ObjectiveValue)
}

// minimised words the average that an objective of a step stands for, before the others; "": it is the ARTwW.
func minimised(step *optgap.Step, objective int64) string {
	if step.Objective() == optgap.ObjectiveARTwW {
		return ""
	}
	return record.AverageOf(step.Objective()).Text(step.ObjectiveValue(objective)) + ": "
}
