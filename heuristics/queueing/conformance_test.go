package queueing_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// planRule plans all waiting jobs anew at each event, each at the first second at which it fits.
func planRule(s *slow, now int64, waiting []int) (start []int) {
	plan := map[int]int64{}
	for _, i := range s.sorted(waiting, 'f') {
		if plan[i] = s.earliest(now, i, plan); plan[i] == now {
			start = append(start, i)
		}
	}
	return start
}

// readJobs reads the jobs of a trace of the set, and its machine.
func readJobs(path string) (jobs []optgap.TraceJob, machine int64) {
	for line := range strings.Lines(string(must.Get(os.ReadFile(path)))) {
		if text, ok := strings.CutPrefix(line, "; MaxProcs: "); ok {
			machine = must.Get(strconv.ParseInt(strings.TrimSpace(text), 10, 64))
		}
		var j optgap.TraceJob
		var wait, none int64
		n, _ := fmt.Sscan(line, &j.ID, &j.Submit, &wait, &j.RunTime, &j.Width, &none, &none, &none, &j.Estimate)
		if n == 9 {
			jobs = append(jobs, j)
		}
	}
	return jobs, machine
}

// TestConformanceSet: the starts of testdata/conformance are those of schedulers that share no code with the ones that
// wrote them.
func TestConformanceSet(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "conformance")
	rows := must.Get(csv.NewReader(bytes.NewReader(must.Get(os.ReadFile(filepath.Join(dir, "starts.csv"))))).ReadAll())
	ruled := func(rule func(*slow, int64, []int) []int) func(int64, []optgap.TraceJob) *slow {
		return func(m int64, jobs []optgap.TraceJob) *slow { return &slow{machine: m, jobs: jobs, rule: rule} }
	}
	slows := map[string]func(int64, []optgap.TraceJob) *slow{
		"strict-fcfs": ruled(strictRule('f')), "fcfs": ruled(planRule), "first-fit": ruled(firstFitRule('f', 0)),
		"easy": ruled(easyRule('f', 'f')), "easy-sjbf": ruled(easyRule('f', 's')),
		"conservative": func(m int64, jobs []optgap.TraceJob) *slow { return slowSlack(m, jobs, 0, 8) },
	}
	checked := 0
	for first := 1; first < len(rows); {
		name, reading := rows[first][0], rows[first][1]
		jobs, machine := readJobs(filepath.Join(dir, name))
		for column, scheduler := range rows[0][3:] {
			var s heuristics.Scheduler = slows[scheduler](machine, jobs)
			if reading == "each" {
				s = slowreplay.EachEnd(s)
			}
			starts := must.Get(slowreplay.Run(jobs, s))
			for i, j := range jobs {
				row := rows[first+i]
				found := fmt.Sprint(starts[i])
				if row[0] != name || row[1] != reading || row[2] != fmt.Sprint(j.ID) || row[3+column] != found {
					t.Fatalf("%s, %s, %s: job %d starts at %s, the set has %v", name, reading, scheduler, j.ID, found, row)
				}
				checked++
			}
		}
		first += len(jobs)
	}
	if checked != 6*(len(rows)-1) || checked == 0 {
		t.Errorf("checked %d starts of %d lines", checked, len(rows))
	}
}
