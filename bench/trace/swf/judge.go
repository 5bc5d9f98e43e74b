package swf

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// maxSum limits the area of a job, and the sum of its submit time and its estimate or run
// time. A float64 holds every integer up to maxSum, and sums over many such jobs stay within
// int64. maxTotal limits the area of all jobs together.
const (
	maxSum   = 1 << 53
	maxTotal = 1 << 62
)

// unusable returns the error about a record that makes no job. It has no file and no line
// number.
func unusable(reason Reason, f Field, found any, expected string) *Error {
	return &Error{Field: f, Found: fmt.Sprint(found), Expected: expected, Err: reason}
}

// job turns a record into a job, or says why it cannot. Duplicates are not found here.
func job(rec *Record, machine int64) (j optgap.TraceJob, bad *Error) {
	width, widthField := rec.Width(), FieldRequestedProcs
	if rec.RequestedProcs <= 0 && rec.Allocated >= 0 {
		widthField = FieldAllocated
	}
	estimate, estimateField := rec.Estimate(), FieldRequestedTime
	if rec.RequestedTime <= 0 && rec.RunTime >= 0 {
		estimateField = FieldRunTime
	}
	switch {
	case rec.IsPartial():
		return j, unusable(PartialExecution, FieldStatus, rec.Status, "the line of a whole job")
	case rec.Status == StatusCancelled && rec.RunTime <= 0 && rec.Allocated <= 0:
		found := fmt.Sprintf("%d without run time or processors", rec.Status)
		return j, unusable(NeverStarted, FieldStatus, found, "a job that started")
	case rec.ID < 0:
		return j, unusable(NoID, FieldID, rec.ID, "at least 0")
	case rec.Submit < 0:
		return j, unusable(NoSubmit, FieldSubmit, format.Plain(rec.Submit), "at least 0")
	case width <= 0:
		return j, unusable(NoWidth, widthField, width, "at least 1")
	case estimate < 0:
		found := format.Plain(rec.RequestedTime)
		return j, unusable(NoEstimate, FieldRequestedTime, found, "a time, here or as the run time")
	case rec.RunTime < 0:
		return j, unusable(NoRunTime, FieldRunTime, format.Plain(rec.RunTime), "at least 0")
	case estimate == 0:
		return j, unusable(ZeroEstimate, estimateField, 0, "more than 0")
	case width > machine:
		return j, unusable(WiderThanMachine, widthField, width, fmt.Sprintf("at most %d, the machine", machine))
	}
	j = optgap.TraceJob{
		Job:     optgap.Job{ID: rec.ID, Width: width, Estimate: seconds(estimate), Submit: seconds(rec.Submit)},
		RunTime: seconds(rec.RunTime),
	}
	if j.Submit > maxSum-max(j.Estimate, j.RunTime) || j.Estimate > maxSum/j.Width {
		return j, outOfRange()
	}
	return j, nil
}

func outOfRange() *Error {
	return unusable(OutOfRange, 0, "times or an area that leave the range of exact integers",
		fmt.Sprintf("at most %d, and %d for all areas", int64(maxSum), int64(maxTotal)))
}

// requested returns the request. Where that is 0 or unknown and the used value is known, it
// returns the used value.
func requested[T int64 | float64](request, used T) T {
	if request > 0 || used < 0 {
		return request
	}
	return used
}

// seconds rounds a time up to a whole second.
func seconds(t float64) int64 { return int64(math.Ceil(t)) }

// start returns the second in which the job of a record started. Its wait is known.
func (rec *Record) start() int64 { return seconds(rec.Submit + rec.Wait) }

// hasFraction tells whether a job made of the record has a rounded time.
func (rec *Record) hasFraction() bool {
	return rec.Submit != math.Trunc(rec.Submit) || rec.RunTime != math.Trunc(rec.RunTime) ||
		rec.RequestedTime > 0 && rec.RequestedTime != math.Trunc(rec.RequestedTime)
}
