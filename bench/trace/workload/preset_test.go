package workload_test

import (
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// statistics are those of Streit (2002), Table 2, over jobs.
type statistics struct {
	width, estimate, runTime, interarrival             float64 // means
	maxWidth, maxEstimate, maxRunTime, maxInterarrival int64
	pastEstimate, powerOfTwo, odd, common              float64 // shares; the widths' without 1
	area                                               float64 // mean of width times time on the processors
}

func measure(jobs []optgap.TraceJob) (s statistics) {
	each := 1 / float64(len(jobs))
	for i, j := range jobs {
		s.width += each * float64(j.Width)
		s.estimate += each * float64(j.Estimate)
		s.runTime += each * float64(j.RunTime)
		s.area += each * float64(j.Width*j.Duration())
		s.maxWidth = max(s.maxWidth, j.Width)
		s.maxEstimate = max(s.maxEstimate, j.Estimate)
		s.maxRunTime = max(s.maxRunTime, j.RunTime)
		if i > 0 {
			gap := j.Submit - jobs[i-1].Submit
			s.interarrival += float64(gap) / float64(len(jobs)-1)
			s.maxInterarrival = max(s.maxInterarrival, gap)
		}
		if j.RunTime > j.Estimate {
			s.pastEstimate += each
		}
		switch {
		case j.Width == 1:
		case j.Width&(j.Width-1) == 0:
			s.powerOfTwo += each
		case j.Width%2 == 1:
			s.odd += each
		}
		if slices.Contains([]int64{600, 1800, 7200}, j.Estimate) {
			s.common += each
		}
	}
	return s
}

// The generated jobs have the statistics of Table 2. The tolerances are more
// than two standard errors of the mean at 100000 jobs. PC2's are the largest: the
// standard deviation is at most 8.3 means for the interarrival times, sqrt(8!/4!^2 - 1)
// before the cut, and 6 means for the estimates, so 2.6 % and 1.9 % of the mean.
func TestGeneratedStatisticsAreThoseOfTable2(t *testing.T) {
	// Mean area: utilization (Table 5) * machine (Table 3) * mean interarrival time (Table 3).
	area := map[string]float64{
		"ctc":  0.7570 * 430 * 287,
		"kth":  0.6564 * 100 * 1047,
		"pc2":  0.4249 * 96 * 1013,
		"sdsc": 0.3132 * 352 * 945,
	}
	for _, m := range workload.Published() {
		got := measure(preset(m.Name, 100000, 1))
		check := func(what string, got, want, tolerance float64) {
			t.Helper()
			t.Logf("%-4s %-13s %10.6g  Table 2: %10.6g", m.Name, what, got, want)
			if math.Abs(got-want) > tolerance*want {
				t.Errorf("%s: %s is %g, expected %g within %g %%", m.Name, what, got, want, 100*tolerance)
			}
		}
		check("width", got.width, m.MeanWidth, 0.05)
		check("estimate", got.estimate, m.MeanEstimate, 0.05)
		check("run time", got.runTime, m.MeanRunTime, 0.05)
		check("interarrival", got.interarrival, m.MeanInterarrival, 0.10)
		check("max width", float64(got.maxWidth), float64(m.MaxWidth), 0)
		check("max estimate", float64(got.maxEstimate), float64(m.MaxEstimate), 0)
		check("past estimate", got.pastEstimate, m.PastEstimate, 0.05)
		check("area", got.area, area[m.Name], 0.10)
		if m.Name == "pc2" {
			check("common", got.common, 0.52, 0.03)
		}
		if got.maxRunTime > m.MaxRunTime || float64(got.maxInterarrival) > m.MaxInterarrival {
			t.Errorf("%s: run time %d or interarrival time %d above the maxima of Table 2",
				m.Name, got.maxRunTime, got.maxInterarrival)
		}
		if got.powerOfTwo < 0.5 || got.odd > 0.05 {
			t.Errorf("%s: powers of two are %g, odd widths %g of all jobs, expected at least 0.5 and at most 0.05",
				m.Name, got.powerOfTwo, got.odd)
		}
	}
}

// preset draws jobs with published statistics.
func preset(name string, n int, seed uint64) []optgap.TraceJob {
	g := must.Get(must.Get(workload.ByName(name)).New(workload.Options{}))
	return must.Get(workload.Take(g, n, seed))
}
