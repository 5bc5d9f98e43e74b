package swf

import (
	"fmt"
	"iter"
	"math"
	"strings"

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
	width := rec.Width()
	widthField := FieldRequestedProcs
	if rec.RequestedProcs <= 0 && rec.Allocated >= 0 {
		widthField = FieldAllocated
	}
	estimate := rec.Estimate()
	estimateField := FieldRequestedTime
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
		return j, unusable(
			WiderThanMachine,
			widthField,
			width,
			fmt.Sprintf("at most %d, the machine", machine),
		)
	}
	j = optgap.TraceJob{
		Job: optgap.Job{
			ID:       rec.ID,
			Width:    width,
			Estimate: seconds(estimate),
			Submit:   seconds(rec.Submit),
		},
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

// hasFraction reports whether a job made of the record has a rounded time.
func (rec *Record) hasFraction() bool {
	return rec.Submit != math.Trunc(rec.Submit) || rec.RunTime != math.Trunc(rec.RunTime) ||
		rec.RequestedTime > 0 && rec.RequestedTime != math.Trunc(rec.RequestedTime)
}

// A Reason is the reason why a job line was skipped. A line with several faults has the
// first of them in the order of the constants. First come lines that describe no job of
// their own, then missing values, then values out of range. So a job that never started does
// not count as a job of unknown width.
type Reason int

// The reasons in the order of the checks.
const (
	Malformed        Reason = iota // of another number of fields, or with a needed one that is not a number
	PartialExecution               // status 2, 3 or 4: the summary line of the job counts
	NeverStarted                   // cancelled (status 5) without run time or processors
	NoID                           // job number negative
	NoSubmit                       // submit time negative
	NoWidth                        // neither requested nor allocated processors
	NoEstimate                     // neither requested time nor run time
	NoRunTime                      // run time negative
	ZeroEstimate                   // no requested time, and run time 0 in its stead
	WiderThanMachine               // more processors than the machine has
	OutOfRange                     // sums would leave the range of exact integers
	NoWait                         // wait time negative, where the starts are asked for
	DuplicateID                    // an earlier usable line has the same job number
	reasons          = iota
)

var reasonTexts = [reasons]string{
	"malformed line",
	"partial execution",
	"cancelled before start",
	"job number unknown",
	"submit time unknown",
	"width unknown or 0",
	"estimate unknown",
	"run time unknown",
	"estimate 0",
	"wider than the machine",
	"times or area out of range",
	"wait time unknown",
	"duplicate job number",
}

// Error returns the reason in words. A Reason can be the cause of an [Error]: errors.Is(err,
// swf.NoWidth).
func (r Reason) Error() string { return reasonTexts[r] }

// Skips counts the skipped lines by Reason.
type Skips [reasons]int

// Total returns the number of skipped lines.
func (s Skips) Total() int {
	total := 0
	for _, n := range s {
		total += n
	}
	return total
}

// All yields the reasons that occurred with their counts, in the order of the constants.
func (s Skips) All() iter.Seq2[Reason, int] {
	return func(yield func(Reason, int) bool) {
		for r, n := range s {
			if n > 0 && !yield(Reason(r), n) {
				return
			}
		}
	}
}

// ByReason returns the counts of the reasons that occurred by their texts.
func (s Skips) ByReason() map[string]int {
	counts := map[string]int{}
	for reason, n := range s.All() {
		counts[reason.Error()] = n
	}
	return counts
}

// String returns the counts in the order of the constants, such as "1 malformed line, 2
// estimate 0". It returns "none" if nothing was skipped.
func (s Skips) String() string {
	return s.text("")
}

// text returns the counts in words. place is the text about the places of malformed lines.
func (s Skips) text(place string) string {
	var parts []string
	for r, n := range s.All() {
		text := r.Error()
		if n > 1 && (r == Malformed || r == PartialExecution || r == DuplicateID) {
			text += "s"
		}
		if r == Malformed {
			text += place
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, text))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
