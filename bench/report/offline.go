package report

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// OfflineText words a bound on a whole trace. The averages are rounded as in the tables of simulate: bounds down,
// others to the nearest.
func OfflineText(r record.Offline) string {
	m, _ := performance.ByKey(r.Average().Metric)
	unit := ""
	if m.Unit != "" {
		unit = " " + m.Unit
	}
	text := fmt.Sprintf("%s, %s of %s: no schedule is better than %s%s; the best found has %s%s", r.Trace, r.ObjectiveName,
		format.Count(int64(r.Jobs), "job"), format.LowerBound(r.BoundValue, m.Format), unit,
		m.Format(r.ObjectiveValue), unit)
	switch {
	case r.Status == optgap.StatusOptimal:
		text += ", the optimum"
	case r.Ratio > 0:
		text += ": at most " + format.Bound(r.Ratio, 2, math.Ceil) + " times the optimum"
	}
	return text
}
