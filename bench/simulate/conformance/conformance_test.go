package conformance_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/conformance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

var dir = filepath.Join("..", "..", "..", conformance.Dir)

// made returns how the schedulers of this module are made, in a reading.
func made(name string, r conformance.Reading) func(int64, []optgap.TraceJob) (heuristics.Scheduler, error) {
	return func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error) {
		s, err := schedulers.New(name, machine, jobs, schedulers.Options{})
		if r == conformance.Each {
			s = slowreplay.EachEnd(s)
		}
		return s, err
	}
}

// TestCheck: the starts of the set are those of the schedulers of this module, and no two have the same. Package
// queueing holds them against schedulers that share no code with these.
func TestCheck(t *testing.T) {
	set := must.Get(conformance.Read(os.DirFS(dir)))
	if len(set) != 60 {
		t.Errorf("found %d traces, expected 60", len(set))
	}
	for _, as := range conformance.Names() {
		for _, name := range append(conformance.Names(), "easy-sjf", "ivs") {
			for _, reading := range conformance.Readings() {
				r := must.Get(conformance.Check(context.Background(), set, as, name, made(name, reading)))
				if own := name == as; r.Conforms() != own || own != (r.Equal[reading] == len(set)) ||
					own != (r.Equal[r.Reading] == len(set)) {
					t.Errorf("%s as %s, %s: %+v", name, as, reading, r)
				}
			}
		}
	}
}

// TestReadRefuses: a damaged set is told with its line.
func TestReadRefuses(t *testing.T) {
	head := "trace,reading,job," + strings.Join(conformance.Names(), ",") + "\n"
	for text, want := range map[string]string{
		"":                                  "found 0 lines",
		"a,b\n":                             "header",
		head + "b.swf,each,1,0,0,0,0,0,0\n": "line 2: trace",
		head + "a.swf,some,1,0,0,0,0,0,0\n": "line 2: trace",
		head + "a.swf,each,9,0,0,0,0,0,0\n": "line 2: job",
		head + "a.swf,each,1,0,x,0,0,0,0\n": "line 2: fcfs",
	} {
		_, err := conformance.Read(fstest.MapFS{
			"a.swf":      {Data: []byte("; MaxProcs: 4\n1 0 0 10 3 -1 -1 3 10\n")},
			"starts.csv": {Data: []byte(text)},
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected one with %q", text, err, want)
		}
	}
}
