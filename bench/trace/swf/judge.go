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

// usable is the Reason of a record that makes a job.
const usable Reason = -1

// job turns a record into a job, or returns the reason why it cannot. Duplicates are not
// found here.
func job(rec *Record, machine int64) (optgap.TraceJob, Reason) {
	width, estimate := rec.Width(), rec.Estimate()
	switch {
	case rec.IsPartial():
		return optgap.TraceJob{}, PartialExecution
	case rec.Status == StatusCancelled && rec.RunTime <= 0 && rec.Allocated <= 0:
		return optgap.TraceJob{}, NeverStarted
	case rec.ID < 0:
		return optgap.TraceJob{}, NoID
	case rec.Submit < 0:
		return optgap.TraceJob{}, NoSubmit
	case width <= 0:
		return optgap.TraceJob{}, NoWidth
	case estimate < 0:
		return optgap.TraceJob{}, NoEstimate
	case rec.RunTime < 0:
		return optgap.TraceJob{}, NoRunTime
	case estimate == 0:
		return optgap.TraceJob{}, ZeroEstimate
	case width > machine:
		return optgap.TraceJob{}, WiderThanMachine
	}
	j := optgap.TraceJob{
		Job:     optgap.Job{ID: rec.ID, Width: width, Estimate: seconds(estimate), Submit: seconds(rec.Submit)},
		RunTime: seconds(rec.RunTime),
	}
	if j.Submit > maxSum-max(j.Estimate, j.RunTime) || j.Estimate > maxSum/j.Width {
		return optgap.TraceJob{}, OutOfRange
	}
	return j, usable
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

// explain returns the error for a record that is unusable for a reason. The error has no
// file and no line number.
func explain(rec *Record, reason Reason, machine int64) *Error {
	at := func(f Field, value any, expected string) *Error {
		return &Error{Field: f, Found: fmt.Sprint(value), Expected: expected, Err: reason}
	}
	switch reason {
	case PartialExecution:
		return at(FieldStatus, rec.Status, "the line of a whole job")
	case NeverStarted:
		return at(FieldStatus, fmt.Sprintf("%d without run time or processors", rec.Status), "a job that started")
	case NoID:
		return at(FieldID, rec.ID, "at least 0")
	case NoSubmit:
		return at(FieldSubmit, format.Plain(rec.Submit), "at least 0")
	case NoWidth:
		return at(widthField(rec), rec.Width(), "at least 1")
	case NoEstimate:
		return at(FieldRequestedTime, format.Plain(rec.RequestedTime), "a time, here or as the run time")
	case NoRunTime:
		return at(FieldRunTime, format.Plain(rec.RunTime), "at least 0")
	case ZeroEstimate:
		return at(estimateField(rec), 0, "more than 0")
	case WiderThanMachine:
		return at(widthField(rec), rec.Width(), fmt.Sprintf("at most %d, the machine", machine))
	case NoWait:
		return at(FieldWait, format.Plain(rec.Wait), "at least 0, as the start of each job is asked for")
	case DuplicateID:
		return at(FieldID, rec.ID, "a number that no earlier job has")
	}
	return at(0, "times or an area that leave the range of exact integers",
		fmt.Sprintf("at most %d, and %d for all areas", int64(maxSum), int64(maxTotal)))
}

// widthField returns the field that gives the width.
func widthField(rec *Record) Field {
	if rec.RequestedProcs <= 0 && rec.Allocated >= 0 {
		return FieldAllocated
	}
	return FieldRequestedProcs
}

// estimateField returns the field that gives the estimate.
func estimateField(rec *Record) Field {
	if rec.RequestedTime <= 0 && rec.RunTime >= 0 {
		return FieldRunTime
	}
	return FieldRequestedTime
}
