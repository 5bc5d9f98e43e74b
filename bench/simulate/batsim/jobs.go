package batsim

import (
	"encoding/csv"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
)

// jobColumns are Batsim's names for the columns of its jobs file, which evalys
// and other tools read. See
// https://batsim.readthedocs.io/en/latest/output-jobs.html.
var jobColumns = []string{
	"job_id",
	"workload_name",
	"submission_time",
	"requested_number_of_resources",
	"requested_time",
	"success",
	"final_state",
	"starting_time",
	"execution_time",
	"finish_time",
	"waiting_time",
	"turnaround_time",
	"stretch",
	"allocated_resources",
}

// WriteJobs writes the jobs of a replay as CSV, a line for each, in the order of the trace.
// The columns have Batsim's names. All times are in seconds. requested_time is the
// estimate that the scheduler knew. A job killed at its estimate has success 0 and the
// state COMPLETED_WALLTIME_REACHED. allocated_resources are the processors of
// [replay.Place], numbered from 0, such as "0-3 7". A job that takes no time has none, and
// no stretch. A replay of a grid has one more column at the end: the site of the job, from
// 0.
func WriteJobs(w io.Writer, o *replay.Outcome, machine int64, workload string) error {
	blocks, _, err := replay.Place(o, machine)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	columns := jobColumns
	if o.SiteOf != nil {
		columns = append(slices.Clip(columns), "site")
	}
	if err := out.Write(columns); err != nil {
		return err
	}
	var places []byte
	var runs []heuristics.Range
	number := func(v int64) string { return strconv.FormatInt(v, 10) }
	for i, j := range o.Jobs {
		duration := j.Duration()
		turnaround := o.End(i) - j.Submit
		success := "1"
		state := "COMPLETED_SUCCESSFULLY"
		stretch := ""
		if j.RunTime > j.Estimate {
			success = "0"
			state = "COMPLETED_WALLTIME_REACHED"
		}
		if duration > 0 {
			stretch = format.Plain(float64(turnaround) / float64(duration))
		}
		runs = runs[:0]
		for _, b := range blocks[i] {
			runs = append(runs, heuristics.Range{Low: b.Low, High: b.High})
		}
		places = replay.AppendRanges(places[:0], runs...)
		row := []string{
			number(
				j.ID,
			),
			workload,
			number(j.Submit),
			number(j.Width),
			number(j.Estimate),
			success,
			state,
			number(
				o.Starts[i],
			),
			number(duration),
			number(o.End(i)),
			number(o.Starts[i] - j.Submit),
			number(turnaround),
			stretch,
			string(places),
		}
		if o.SiteOf != nil {
			row = append(row, number(int64(o.SiteOf[i])))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Records yields the records of a replayed trace, with the wait of each job. A job that was
// killed at its estimate has failed, and its run time is the estimate. Writing and loading
// the records gives the jobs that were replayed.
func Records(o *replay.Outcome) iter.Seq[swf.Record] {
	return func(yield func(swf.Record) bool) {
		for i, j := range o.Jobs {
			rec := swf.FromJob(j)
			rec.RunTime = float64(j.Duration())
			rec.Wait = float64(o.Starts[i] - j.Submit)
			if j.RunTime > j.Estimate {
				rec.Status = swf.StatusFailed
			}
			if !yield(rec) {
				return
			}
		}
	}
}
