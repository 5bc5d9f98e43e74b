package importing

import "github.com/optgap/optgap/bench/trace/swf"

// run is a run of a job, as a log tells it. A value that the log does not tell is swf.Unknown.
type run struct {
	id     string // in the log; runs with the same id, times and width are one
	number int64  // by which the log knows the job, and in the end that of the trace; swf.Unknown: none

	submit  float64 // second, since 1970 or since the log's own second 0
	wait    float64 // seconds from the submission to the start, or to the end without a start
	runTime float64 // seconds on the processors; unknown: the job never started
	limit   float64 // seconds that the job may run
	width   int64   // processors, or nodes where these are counted
	status  int32   // as in SWF

	user, group, queue, partition int32  // numbers of the names
	remarks                       uint16 // a bit for each remark about the run
}

// remark notes something about the run.
func (r *run) remark(what remark) { r.remarks |= 1 << what }

// remarkIf notes it if it is so.
func (r *run) remarkIf(so bool, what remark) {
	if so {
		r.remark(what)
	}
}

// job is a run with its names, as a reader hands it on.
type job struct {
	run
	userName, groupName, queueName, partitionName string // "": the log does not tell
}

// started tells whether the job ever ran.
func (r *run) started() bool { return r.runTime >= 0 }

// record returns the line of the run in SWF. Both widths of a job that ran are those that it held.
func (r *run) record() swf.Record {
	allocated := r.width
	if !r.started() {
		allocated = swf.Unknown
	}
	return swf.Record{
		ID: r.number, Submit: r.submit, Wait: r.wait, RunTime: r.runTime,
		Allocated: allocated, CPUTime: swf.Unknown, Memory: swf.Unknown,
		RequestedProcs: r.width, RequestedTime: r.limit, RequestedMemory: swf.Unknown,
		Status: int64(r.status), User: int64(r.user), Group: int64(r.group), Executable: swf.Unknown,
		Queue: int64(r.queue), Partition: int64(r.partition), Preceding: swf.Unknown, ThinkTime: swf.Unknown,
	}
}
