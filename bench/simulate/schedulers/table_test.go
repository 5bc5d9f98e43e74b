package schedulers_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
)

// TestTable pins the names, their order and their descriptions. Scripts and stored
// results rely on the names. A policy that is not listed here may be anywhere.
func TestTable(t *testing.T) {
	type row struct{ name, about string }
	want := []row{
		{"fcfs", "planning, first come first served"},
		{"sjf", "planning, shortest estimate first"},
		{"ljf", "planning, longest estimate first"},
		{"dynp-simple", "self-tuning dynP, simple decider"},
		{"dynp-advanced", "self-tuning dynP, advanced decider"},
		{"basic-dynp", "dynP by the average estimate of the waiting jobs"},
		{"ffia", "planning, smallest area first"},
		{"laf", "planning, largest area first"},
		{"njf", "planning, smallest width first"},
		{"wjf", "planning, largest width first"},
		{"wspt", "planning, smallest estimate over weight first"},
		{"strict-fcfs", "queue without backfilling, first come first"},
		{"strict-sjf", "queue without backfilling, shortest estimate first"},
		{"strict-ljf", "queue without backfilling, longest estimate first"},
		{"strict-wjf", "queue without backfilling, largest width first (Aida's LJF)"},
		{"strict-njf", "queue without backfilling, smallest width first (Aida's SJF)"},
		{"first-fit", "every job that fits starts, first come first"},
		{"first-fit-sjf", "every job that fits starts, shortest estimate first"},
		{"first-fit-ljf", "every job that fits starts, longest estimate first"},
		{"first-fit-wjf", "every job that fits starts, largest width first (Aida's LJF)"},
		{"first-fit-njf", "every job that fits starts, smallest width first (Aida's SJF)"},
		{"easy", "aggressive backfilling, first come first"},
		{"easy-sjf", "aggressive backfilling, shortest estimate first"},
		{"easy-ljf", "aggressive backfilling, longest estimate first"},
		{"easy-wjf", "aggressive backfilling, largest width first (Aida's LJF)"},
		{"easy-njf", "aggressive backfilling, smallest width first (Aida's SJF)"},
		{"easy-sjbf", "aggressive backfilling, first come first at the head, shortest estimate first behind it"},
		{"ivs", "implicit voting system: FCFS, FFIH or FFDH"},
		{"conservative", "conservative backfilling with compression"},
		{"slack", "slack-based backfilling"},
		{"batch-bicriteria", "on-line batches, each by the bi-criteria algorithm"},
	}
	var got []row
	for _, name := range schedulers.Names() {
		listed := slices.ContainsFunc(want, func(r row) bool { return r.name == name })
		if _, err := heuristics.PolicyByName(name); listed || err != nil {
			got = append(got, row{name, schedulers.Describe(name)})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("schedulers\n%q,\nwant\n%q", got, want)
	}
}
