package streit2002_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// TestJobSetsFitTogether: relations between the numbers of Tables 2 and 3,
// which a slip in copying would break.
func TestJobSetsFitTogether(t *testing.T) {
	zeros := map[string]float64{"ctc": 507, "kth": 333, "pc2": 2316, "sdsc": 710}
	for _, name := range streit2002.Names() {
		p, _ := streit2002.ByName(name)
		for _, w := range []streit2002.JobSet{p.Trace(), p.Set()} {
			if share := 100 * float64(w.PastEstimate) / float64(w.Jobs); math.Abs(share-w.PastEstimateShare) > 0.0051 {
				t.Errorf("%s: %d of %d jobs past the estimate are %v %%, not %v %%",
					w.Name, w.PastEstimate, w.Jobs, share, w.PastEstimateShare)
			}
			for _, v := range []streit2002.MeanMinMax{w.Estimate, w.RunTime, w.Interarrival} {
				if !(v.Min <= v.Mean && v.Mean <= v.Max) {
					t.Errorf("%s: mean, min and max are %+v", w.Name, v)
				}
			}
			if w.MaxWidth > w.Machine || w.MeanWidth > float64(w.MaxWidth) {
				t.Errorf("%s: widths up to %d on %d", w.Name, w.MaxWidth, w.Machine)
			}
		}
		// The likelihood of interarrival time is the share of zeros: the last digit printed
		// is good for 0.008 of a job or less.
		if n := p.Trace().ZeroShare * float64(p.Trace().Jobs); math.Abs(n-zeros[name]) > 0.01 {
			t.Errorf("%s: %v interarrival times of 0", name, n)
		}
	}
}

// TestColumnHasKnownKeys: every printed number has a row.
func TestColumnHasKnownKeys(t *testing.T) {
	known := map[string]bool{}
	for _, s := range analysis.Statistics() {
		known[s.Key] = true
	}
	p, _ := streit2002.ByName("kth")
	two, three := p.Trace().Column(nil), p.Set().Column(nil)
	for key := range two.Values {
		if !known[key] {
			t.Errorf("there is no statistic %s", key)
		}
	}
	if len(two.Values) != 6+9+3 || len(three.Values) != 6+9 {
		t.Errorf("%d and %d values", len(two.Values), len(three.Values))
	}
}
