package report

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// minimised words the average that an objective of a step stands for, before the others; "": it is the ARTwW.
func minimised(step *optgap.Step, objective int64) string {
	if step.Objective() == optgap.ObjectiveARTwW {
		return ""
	}
	return record.AverageOf(step.Objective()).Text(step.ObjectiveValue(objective)) + ": "
}
