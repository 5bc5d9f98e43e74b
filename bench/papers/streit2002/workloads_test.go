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
			if share := w["past_estimate"] / w["jobs"]; math.Abs(share-w["past_estimate_share"]) > 0.000051 {
				t.Errorf("%s: %v of %v jobs past the estimate, not %v", name, w["past_estimate"], w["jobs"],
					w["past_estimate_share"])
			}
			for _, v := range []string{"estimate", "run_time", "interarrival"} {
				if !(w[v+"_min"] <= w[v+"_mean"] && w[v+"_mean"] <= w[v+"_max"]) {
					t.Errorf("%s: mean, min and max of the %s are %v", name, v, w)
				}
			}
			if w["width_max"] > w["machine"] || w["width_mean"] > w["width_max"] {
				t.Errorf("%s: widths up to %v on %v", name, w["width_max"], w["machine"])
			}
		}
		// The likelihood of interarrival time is the share of zeros: the last digit printed
		// is good for 0.008 of a job or less.
		if n := p.Trace()["zero_interarrival_share"] * p.Trace()["jobs"]; math.Abs(n-zeros[name]) > 0.01 {
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
	two := p.Column(nil).Values
	for key := range two {
		if !known[key] {
			t.Errorf("there is no statistic %s", key)
		}
	}
	if len(two) != 6+9+3 || len(p.Set()) != 6+9 {
		t.Errorf("%d and %d values", len(two), len(p.Set()))
	}
}
