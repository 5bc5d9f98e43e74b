package sections

import (
	"cmp"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
)

// offlines returns the section about bounds on whole traces.
func offlines(all []Offline) []section {
	return sectionOf(all, Offline.view, "traces", "Whole traces", "Whole traces", "what can no scheduler beat?",
		"The bound holds for every schedule of the trace, also for one that knows all arrivals and run times. "+
			"Where the gap of a scheduler arises is in sweeps of <code>simulate --bounds</code>.")
}

func (o Offline) view() (Source, view) {
	below, complete := record.Below(&o.Best, o.Rungs)
	below = cmp.Or(o.Ladder, below)
	v := view{
		answer: page.Block{Sentence: report.OfflineText(o.Best) + "."},
		sheets: []page.Sheet{{Table: report.LadderTable([]*record.Ladder{below}).WithText()}},
		stored: []page.Sheet{{Table: record.OfflineRows([]record.Offline{o.Best})}},
	}
	if complete {
		v.sheets[0].Note = report.LadderSteps(below)
		v.stored = append(v.stored, page.Sheet{Note: "rungs", Table: record.RungRows(o.Rungs)})
	}
	for _, t := range report.PossibleTables(o.Runs) {
		v.sheets = append(v.sheets, page.Sheet{Note: t.Title, Table: t.WithText()})
	}
	v.charts = possible("offline", o.Runs)
	return o.Source, v
}
