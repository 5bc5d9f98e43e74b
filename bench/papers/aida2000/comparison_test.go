package aida2000_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/statement"
)

// tiny is a study under two readings.
func tiny(t *testing.T) aida2000.Comparison {
	t.Helper()
	s := aida2000.Default()
	s.Models, s.Schedulers, s.Loads = []string{"uniform"}, []string{"strict-fcfs"}, []float64{0.7}
	s.Experiments, s.Jobs = 3, 50
	studies, err := s.Under([]string{"text", "steep"})
	if err != nil {
		t.Fatal(err)
	}
	return studies
}

// Each reading has a folder of its own. An interrupted comparison returns what there is and goes
// on in the folders.
func TestComparisonGoesOn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := 0, 0
	c, r := tiny(t), statement.Run{Folder: t.TempDir(), Version: "test"}
	r.Watch = statement.Watch{
		Begin: func(int, int, string) { begun++ },
		Done: func() {
			if begun == 2 {
				cancel()
			}
		},
		End: func(error) { ended++ },
	}
	all, err := c.Run(ctx, r)
	if !errors.Is(err, context.Canceled) || len(all) == 0 || len(all[0].Samples) != 3 || begun != 2 || ended != 2 {
		t.Fatalf("found %d studies and %v, expected an interruption in the second", len(all), err)
	}
	known := 0
	r.Watch = statement.Watch{Begin: func(n, _ int, _ string) { known += n }}
	if all, err = c.Run(t.Context(), r); err != nil || len(all) != 2 || known < 4 {
		t.Errorf("found %d studies, %d known samples and %v, expected both", len(all), known, err)
	}
	for _, s := range c {
		if _, err := os.Stat(filepath.Join(r.Folder, s.Reading.Name, aida2000.Files.Info)); err != nil {
			t.Error(err)
		}
	}
	report := c.Report(all, false)
	if lead := report.Lead; !strings.HasPrefix(lead, "text: ") || !strings.Contains(lead, "\nsteep: ") ||
		len(report.Tables) != 3 {
		t.Errorf("found %q, %d tables, expected a line of each reading and three that compare them", lead, len(report.Tables))
	}
	if n := len(c.Report(all, true).Tables); n != 3+2*(2+2) {
		t.Errorf("found %d wide tables, expected also the ledger, what is open and two figures of each reading", n)
	}
	c = c[:1]
	if report = c.Report(all[:1], false); strings.Contains(report.Lead, ":") || len(report.Tables) != 2 {
		t.Errorf("found %q, %d tables of one reading, expected the ledger and what is open", report.Lead, len(report.Tables))
	}
	if dir := c.Within("x", c[0]); dir != "x" {
		t.Errorf("found folder %s, expected that of the comparison for a single study", dir)
	}
}
