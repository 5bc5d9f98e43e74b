package report

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// averageHead is the head of a column with the average that results minimise.
func averageHead(results []record.Result) string {
	if len(results) == 0 {
		return "ARTwW\n[s]"
	}
	switch results[0].ObjectiveName {
	case string(optgap.ObjectiveART):
		return "ART\n[s]"
	case string(optgap.ObjectiveSLD):
		return "SLD"
	case string(optgap.ObjectiveWeighted):
		return "weighted\nresponse [s]"
	}
	return "ARTwW\n[s]"
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

// minimised words the average that a result minimises, before the others; "": it is the ARTwW.
func minimised(r *record.Result) string {
	switch r.ObjectiveName {
	case "":
		return ""
	case string(optgap.ObjectiveSLD):
		return fmt.Sprintf("SLD %s: ", format.Decimal(r.ObjectiveValue, 4))
	case string(optgap.ObjectiveART):
		return fmt.Sprintf("ART %s s: ", format.Decimal(r.ObjectiveValue, 1))
	}
	return fmt.Sprintf("weighted response time %s s: ", format.Decimal(r.ObjectiveValue, 1))
}
