package transform

import (
	"math"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// CutJobs returns the step that keeps the records from the first to the last. Records count
// from 1; last 0: to the end of the trace. Nothing after the last one is read.
func CutJobs(first, last int64) (Step, error) {
	value := strconv.FormatInt(first, 10) + ":" + end(float64(last), 0)
	if first < 1 || last != 0 && last < first {
		return Step{}, wrong("cut-jobs", value, expectedJobs)
	}
	return Step{
		Text: "cut-jobs=" + value, Note: "the other job lines are left out",
		apply: func(t Trace) (Trace, error) { return t.between(first, last), nil },
	}, nil
}

const expectedJobs = "FIRST:LAST, numbers of job lines from 1 on, such as 1:1000 or 5000:"

func (t Trace) between(first, last int64) Trace {
	in := t.Records
	t.recounted = true
	t.Records = func(yield func(swf.Record, error) bool) {
		n := int64(0)
		for rec, err := range in {
			if n++; n < first && err == nil {
				continue
			}
			if !yield(rec, err) || err != nil || n == last {
				return
			}
		}
	}
	return t
}

// CutTime returns the step that keeps the records submitted at second from or later and
// before second to. Seconds are those of the trace. Submissions do not change. Records of
// unknown submission are left out.
func CutTime(from, to float64) (Step, error) {
	value := format.Plain(from) + ":" + end(to, math.Inf(1))
	if !(from >= 0 && to > from) {
		return Step{}, wrong("cut-time", value, expectedTimes)
	}
	return Step{
		Text: "cut-time=" + value, Note: "jobs submitted at other times are left out",
		apply: func(t Trace) (Trace, error) {
			return t.only(func() func(*swf.Record) bool {
				return func(rec *swf.Record) bool { return from <= rec.Submit && rec.Submit < to }
			}), nil
		},
	}, nil
}

const expectedTimes = "FROM:TO, seconds of the trace or times with a unit, such as 0:604800 or 24h:"

// end writes the end of a range; "" where it has the value of a blank end.
func end(v, blank float64) string {
	if v == blank {
		return ""
	}
	return format.Plain(v)
}

func parseCutJobs(value string) (Step, error) {
	number := func(text string) (float64, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return float64(n), err == nil && n >= 1 && n <= swf.MaxNumber
	}
	first, last, err := bounded{"cut-jobs", 1, math.Inf(1), number, expectedJobs}.parse(value)
	if err != nil {
		return Step{}, err
	}
	if math.IsInf(last, 1) {
		return CutJobs(int64(first), 0)
	}
	return CutJobs(int64(first), int64(last))
}

func parseCutTime(value string) (Step, error) {
	from, to, err := bounded{"cut-time", 0, math.Inf(1), parseSeconds, expectedTimes}.parse(value)
	if err != nil {
		return Step{}, err
	}
	return CutTime(from, to)
}
