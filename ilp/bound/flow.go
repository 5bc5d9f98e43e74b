package bound

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// flow holds the jobs of one earliest start, one estimate and one ratio of weight to width. A
// relaxation into areas cannot tell them apart.
type flow struct {
	release       int64 // earliest start that the history alone allows, seconds
	estimate      int64
	width, weight int64 // sums over the jobs
}

// ratio returns the ratio of weight to width in its lowest terms.
func (f flow) ratio() (weight, width int64) {
	factor := ledger.GCD(f.weight, f.width)
	return f.weight / factor, f.width / factor
}

// compareRatios compares the ratios of weight to width.
func compareRatios(
	a, b flow,
) int {
	return compareProducts(a.weight, b.width, b.weight, a.width)
}

// compareProducts compares a*b with c*d. No factor is below 0.
func compareProducts(a, b, c, d int64) int {
	high1, low1 := bits.Mul64(uint64(a), uint64(b))
	high2, low2 := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(high1, high2), cmp.Compare(low1, low2))
}

func (f flow) area() int64 { return f.width * f.estimate }
func (f flow) end() int64  { return f.release + f.estimate } // earliest end

// flows returns the jobs of the step as flows by release, then by estimate, then by ratio.
func flows(step *optgap.Step) []flow {
	fs := make([]flow, len(step.Jobs))
	for i, first := range step.EarliestStarts() {
		fs[i] = flow{first, step.Jobs[i].Estimate, step.Jobs[i].Width, step.Weight(i)}
	}
	slices.SortFunc(fs, func(a, b flow) int {
		return cmp.Or(
			cmp.Compare(a.release, b.release),
			cmp.Compare(a.estimate, b.estimate),
			compareRatios(a, b),
		)
	})
	merged := fs[:0]
	for _, f := range fs {
		if n := len(merged); n > 0 && merged[n-1].release == f.release && merged[n-1].estimate == f.estimate &&
			compareRatios(merged[n-1], f) == 0 {
			merged[n-1].width += f.width
			merged[n-1].weight += f.weight
		} else {
			merged = append(merged, f)
		}
	}
	return merged
}

// submissions returns the sum of weight times submission, at most 0.
func submissions(step *optgap.Step) int64 {
	sum := int64(0)
	for i, j := range step.Jobs {
		sum += step.Weight(i) * j.Submit
	}
	return sum
}

// serial returns the objective if every job starts at its earliest start. It is a lower
// bound, and the optimum where the jobs fit together at these starts.
func serial(step *optgap.Step, fs []flow) int64 {
	sum := -submissions(step)
	for _, f := range fs {
		sum += f.weight * f.end()
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
