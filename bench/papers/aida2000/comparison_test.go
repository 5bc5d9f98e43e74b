package aida2000_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/aida2000"
)

// One model under two readings of the text.
func ExampleComparison() {
	s := aida2000.Default()
	s.Models, s.Schedulers, s.Loads = []string{"power2"}, []string{"strict-fcfs", "first-fit"}, []float64{1}
	s.Experiments, s.Jobs = 4, 1000
	studies, err := s.Under([]string{"text", "exponential"})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := aida2000.Comparison{Studies: studies, Workers: 2}
	all, err := c.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range c.Points(all) {
		fmt.Printf("%-11s %-11s utilisation %.2f\n", cmp.Or(p.Reading, "text"), p.Scheduler, p.Utilisation)
	}
	// Output:
	// text        strict-fcfs utilisation 0.40
	// text        first-fit   utilisation 0.78
	// exponential strict-fcfs utilisation 0.58
	// exponential first-fit   utilisation 0.84
}

// tiny is a study under two readings.
func tiny(t *testing.T) []aida2000.Study {
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
	c := aida2000.Comparison{
		Studies: tiny(t), Folder: t.TempDir(), Version: "test",
		Began: func(aida2000.Study) { begun++ },
		Ended: func(error) { ended++ },
	}
	c.Done = func() {
		if begun == 2 {
			cancel()
		}
	}
	all, err := c.Run(ctx)
	if !errors.Is(err, context.Canceled) || len(all) == 0 || len(all[0].Samples) != 3 || begun != 2 || ended != 2 {
		t.Fatalf("found %d studies and %v, expected an interruption in the second", len(all), err)
	}
	known := 0
	c.Done, c.Known = nil, func(n int) { known += n }
	if all, err = c.Run(t.Context()); err != nil || len(all) != 2 || known < 4 {
		t.Errorf("found %d studies, %d known samples and %v, expected both", len(all), known, err)
	}
	for _, s := range c.Studies {
		if _, err := os.Stat(filepath.Join(c.Folder, s.Reading.Name, aida2000.Files.Info)); err != nil {
			t.Error(err)
		}
	}
	lead, tables := c.Report(all, false)
	if !strings.HasPrefix(lead, "text: ") || !strings.Contains(lead, "\nsteep: ") || len(tables) != 3 {
		t.Errorf("found %q and %d tables, expected a line of each reading and three that compare them", lead, len(tables))
	}
	if _, tables = c.Report(all, true); len(tables) != 3+2*(2+2) {
		t.Errorf("found %d wide tables, expected also the ledger, what is open and two figures of each reading", len(tables))
	}
	c.Studies = c.Studies[:1]
	if lead, tables = c.Report(all[:1], false); strings.Contains(lead, ":") || len(tables) != 2 {
		t.Errorf("found %q and %d tables of one reading, expected the ledger and what is open", lead, len(tables))
	}
	if dir := c.Within("x", c.Studies[0]); dir != "x" {
		t.Errorf("found folder %s, expected that of the comparison for a single study", dir)
	}
}

func TestUnderRefuses(t *testing.T) {
	for field, name := range map[string]string{"reading": "loud", "jobs": "text"} {
		s := aida2000.Default()
		s.Jobs = 0
		var wrong *optgap.FieldError
		if _, err := s.Under([]string{name}); !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: found %v, expected an error about %s", name, err, field)
		}
	}
}
