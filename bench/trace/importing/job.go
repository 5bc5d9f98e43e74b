package importing

import "github.com/optgap/optgap/bench/trace/swf"

// job is a run of a job, as a log tells it. A value that the log does not tell is swf.Unknown;
// a name is then blank.
type job struct {
	id     string // in the log; runs with the same id, times and width are one
	number int64  // by which the log knows the job; 0: none

	submit  float64 // second, since 1970 or since the log's own second 0
	wait    float64 // seconds from the submission to the start, or to the end without a start
	runTime float64 // seconds on the processors; unknown: the job never started
	limit   float64 // seconds that the job may run
	width   int64   // processors, or nodes where these are counted
	status  int64   // as in SWF
	early   bool    // by the log the job starts before its submission

	user, group, queue, partition string
}

// started tells whether the job ever ran.
func (j *job) started() bool { return j.runTime >= 0 }

// record returns the job's line in SWF without the names. Both widths of a job that ran are
// those that it held.
func (j *job) record() swf.Record {
	allocated := j.width
	if !j.started() {
		allocated = swf.Unknown
	}
	return swf.Record{
		ID: j.number, Submit: j.submit, Wait: j.wait, RunTime: j.runTime,
		Allocated: allocated, CPUTime: swf.Unknown, Memory: swf.Unknown,
		RequestedProcs: j.width, RequestedTime: j.limit, RequestedMemory: swf.Unknown,
		Status: j.status, User: swf.Unknown, Group: swf.Unknown, Executable: swf.Unknown,
		Queue: swf.Unknown, Partition: swf.Unknown, Preceding: swf.Unknown, ThinkTime: swf.Unknown,
	}
}
