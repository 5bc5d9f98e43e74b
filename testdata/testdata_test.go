package testdata_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/testdata"
)

// Every job line has the 18 fields of SWF, and the header tells the machine.
func TestTracesAreSWF(t *testing.T) {
	for _, c := range []struct {
		name, processors string
		text             []byte
	}{
		{"kth-like.swf", "; MaxProcs: 100\n", testdata.KTHLike()},
		{"ctc-like.swf", "; MaxProcs: 430\n", testdata.CTCLike()},
	} {
		if !bytes.Contains(c.text, []byte(c.processors)) {
			t.Errorf("%s has no line %q", c.name, c.processors)
		}
		jobs := 0
		for line := range strings.Lines(string(c.text)) {
			if strings.HasPrefix(line, ";") {
				continue
			}
			jobs++
			if fields := strings.Fields(line); len(fields) != 18 || fields[0] != fmt.Sprint(jobs) {
				t.Errorf("%s: job %d is %q, expected 18 fields that start with its number", c.name, jobs, line)
			}
		}
		if jobs != 400 {
			t.Errorf("%s has %d jobs, expected 400", c.name, jobs)
		}
	}
}

func ExampleKTHLike() {
	for line := range strings.Lines(string(testdata.KTHLike())) {
		if !strings.HasPrefix(line, ";") {
			break
		}
		fmt.Print(line)
	}
	// Output:
	// ; Version: 2.2
	// ; MaxJobs: 400
	// ; MaxRecords: 400
	// ; MaxNodes: 100
	// ; MaxProcs: 100
	// ; Note: Synthetic: no job of a real trace. Generated from published statistics,
	// ; Note: Streit (2002), Table 2, by package bench/workload.
	// ; Note: model kth, 400 jobs, seed 6, shrinking factor 0.6 of the interarrival times.
	// ; Note: Reproduce with: go generate ./testdata
}
