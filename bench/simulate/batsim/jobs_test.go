package batsim_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// pair is a replay on 6 processors; job 2 is killed at its estimate, job 3 takes
// no time.
func pair() *replay.Outcome {
	return &replay.Outcome{
		Jobs: []optgap.TraceJob{
			{Job: optgap.Job{ID: 1, Width: 4, Estimate: 100, Submit: 0}, RunTime: 50},
			{Job: optgap.Job{ID: 2, Width: 3, Estimate: 40, Submit: 10}, RunTime: 99},
			{Job: optgap.Job{ID: 3, Width: 6, Estimate: 40, Submit: 20}, RunTime: 0},
		},
		Starts: []int64{0, 50, 90},
	}
}

// The first line has the names of the columns. It is broken here.
func ExampleWriteJobs() {
	var out strings.Builder
	if err := batsim.WriteJobs(&out, pair(), 6, "two.swf"); err != nil {
		fmt.Println(err)
	}
	names, jobs, _ := strings.Cut(out.String(), "\n")
	for group := range slices.Chunk(strings.Split(names, ","), 5) {
		fmt.Println(strings.Join(group, ","))
	}
	fmt.Print(jobs)
	// Output:
	// job_id,workload_name,submission_time,requested_number_of_resources,requested_time
	// success,final_state,starting_time,execution_time,finish_time
	// waiting_time,turnaround_time,stretch,allocated_resources
	// 1,two.swf,0,4,100,1,COMPLETED_SUCCESSFULLY,0,50,50,0,50,1,0-3
	// 2,two.swf,10,3,40,0,COMPLETED_WALLTIME_REACHED,50,40,90,40,80,2,0-2
	// 3,two.swf,20,6,40,1,COMPLETED_SUCCESSFULLY,90,0,90,70,70,,
}

// TestJobRecordsReadBack: what is written as SWF is read as the jobs that were
// replayed, with their waits.
func TestJobRecordsReadBack(t *testing.T) {
	var out bytes.Buffer
	must.Do(swf.Write(&out, swf.NewHeader(6, "test"), batsim.Records(pair())))
	trace := must.Get(swf.Load(bytes.NewReader(out.Bytes()), "pair.swf", swf.Options{}))
	want := pair().Jobs
	want[1].RunTime = 40 // up to the kill
	must.EqualSlices(t, trace.Jobs, want, "read back")
	var waits []float64
	for rec := range batsim.Records(pair()) {
		waits = append(waits, rec.Wait)
	}
	must.EqualSlices(t, waits, []float64{0, 40, 70}, "waits")
}

// TestWriteJobsOfAGrid: the site is the last column.
func TestWriteJobsOfAGrid(t *testing.T) {
	var out bytes.Buffer
	must.Do(batsim.WriteJobs(&out, replaytest.Reserved(), 6, "grid"))
	lines := strings.Fields(out.String())
	for i, end := range []string{",allocated_resources,site", ",1,0", ",4-5,1", ",2-5,1"} {
		must.Hold(t, strings.HasSuffix(lines[i], end), "line", lines[i], "want it to end with", end)
	}
}
