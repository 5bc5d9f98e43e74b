package bound

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// flow holds the jobs of one estimate and one earliest start. A relaxation into areas
// cannot tell them apart.
type flow struct {
	release  int64 // earliest start that the history alone allows, seconds
	estimate int64
	width    int64 // sum over the jobs
}

func (f flow) area() int64 { return f.width * f.estimate }
func (f flow) end() int64  { return f.release + f.estimate } // earliest end

// flows returns the jobs of the step as flows by release, then by estimate.
func flows(step *optgap.Step) []flow {
	fs := make([]flow, len(step.Jobs))
	for i, first := range step.EarliestStarts() {
		fs[i] = flow{first, step.Jobs[i].Estimate, step.Jobs[i].Width}
	}
	slices.SortFunc(fs, func(a, b flow) int {
		return cmp.Or(cmp.Compare(a.release, b.release), cmp.Compare(a.estimate, b.estimate))
	})
	merged := fs[:0]
	for _, f := range fs {
		if n := len(merged); n > 0 && merged[n-1].release == f.release && merged[n-1].estimate == f.estimate {
			merged[n-1].width += f.width
		} else {
			merged = append(merged, f)
		}
	}
	return merged
}

// submissions returns the sum of width times submission, at most 0.
func submissions(step *optgap.Step) int64 {
	sum := int64(0)
	for _, j := range step.Jobs {
		sum += j.Width * j.Submit
	}
	return sum
}

// serial returns the objective if every job starts at its earliest start. It is a lower
// bound, and the optimum where the jobs fit together at these starts.
func serial(step *optgap.Step, fs []flow) int64 {
	sum := -submissions(step)
	for _, f := range fs {
		sum += f.width * f.end()
	}
	return sum
}

// room returns free processors times seconds, but at most limit.
func room(free, seconds, limit int64) int64 {
	if free > 0 && seconds > limit/free {
		return limit
	}
	return free * seconds
}

// freeArea returns the processor-seconds that the history leaves free before
// second t, but at most limit.
func freeArea(h optgap.History, t, limit int64) int64 {
	sum := int64(0)
	for i, c := range h {
		end := t
		if i+1 < len(h) {
			end = min(end, h[i+1].Time)
		}
		if end <= c.Time || sum == limit {
			break
		}
		sum += room(c.Free, end-c.Time, limit-sum)
	}
	return sum
}
