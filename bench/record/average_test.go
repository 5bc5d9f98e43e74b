package record_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Each objective has a name of its own, and its unit stands beside the value and in heads.
func TestAverageOf(t *testing.T) {
	for objective, want := range map[optgap.Objective][2]string{
		"":                       {"ARTwW [s]", "ARTwW 1,234.5 s"},
		optgap.ObjectiveARTwW:    {"ARTwW [s]", "ARTwW 1,234.5 s"},
		optgap.ObjectiveART:      {"ART [s]", "ART 1,234.5 s"},
		optgap.ObjectiveSLD:      {"SLD", "SLD 1,234.5000"},
		optgap.ObjectiveWeighted: {"weighted ART [s]", "weighted ART 1,234.5 s"},
	} {
		a := record.AverageOf(objective)
		if a.Head() != want[0] || a.Text(1234.5) != want[1] {
			t.Errorf("%q: found %q and %q, expected %q", objective, a.Head(), a.Text(1234.5), want)
		}
	}
}
