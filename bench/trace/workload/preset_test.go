package workload_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
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
	table2 := map[string]statistics{
		"ctc": {width: 10.72, estimate: 24324, runTime: 10983, interarrival: 369, maxWidth: 336, maxEstimate: 64800,
			maxRunTime: 71998, maxInterarrival: 164472, pastEstimate: 0.0905},
		"kth": {width: 7.68, estimate: 13677, runTime: 8876, interarrival: 1031, maxWidth: 100, maxEstimate: 216000,
			maxRunTime: 226709, maxInterarrival: 327952, pastEstimate: 0.0168},
		"pc2": {width: 6.34, estimate: 11716, runTime: 4346, interarrival: 870, maxWidth: 96, maxEstimate: 1209600,
			maxRunTime: 604800, maxInterarrival: 313861},
		"sdsc": {width: 10.53, estimate: 14337, runTime: 6119, interarrival: 934, maxWidth: 128, maxEstimate: 172800,
			maxRunTime: 510209, maxInterarrival: 79503, pastEstimate: 0.0639},
	}
	// Mean area: utilization (Table 5) * machine (Table 3) * mean interarrival time (Table 3).
	area := map[string]float64{
		"ctc":  0.7570 * 430 * 287,
		"kth":  0.6564 * 100 * 1047,
		"pc2":  0.4249 * 96 * 1013,
		"sdsc": 0.3132 * 352 * 945,
	}
	for _, m := range workload.Published() {
		got, want := measure(preset(t, m, 100000, 1)), table2[m.Name]
		check := func(what string, got, want, tolerance float64) {
			t.Helper()
			t.Logf("%-4s %-13s %10.6g  Table 2: %10.6g", m.Name, what, got, want)
			if math.Abs(got-want) > tolerance*want {
				t.Errorf("%s: %s is %g, expected %g within %g %%", m.Name, what, got, want, 100*tolerance)
			}
		}
		check("width", got.width, want.width, 0.05)
		check("estimate", got.estimate, want.estimate, 0.05)
		check("run time", got.runTime, want.runTime, 0.05)
		check("interarrival", got.interarrival, want.interarrival, 0.10)
		check("max width", float64(got.maxWidth), float64(want.maxWidth), 0)
		check("max estimate", float64(got.maxEstimate), float64(want.maxEstimate), 0)
		check("past estimate", got.pastEstimate, want.pastEstimate, 0.05)
		check("area", got.area, area[m.Name], 0.10)
		if m.Name == "pc2" {
			check("common", got.common, 0.52, 0.03)
		}
		if got.maxRunTime > want.maxRunTime || got.maxInterarrival > want.maxInterarrival {
			t.Errorf("%s: run time %d or interarrival time %d above the maxima of Table 2",
				m.Name, got.maxRunTime, got.maxInterarrival)
		}
		if got.powerOfTwo < 0.5 || got.odd > 0.05 {
			t.Errorf("%s: powers of two are %g, odd widths %g of all jobs, expected at least 0.5 and at most 0.05",
				m.Name, got.powerOfTwo, got.odd)
		}
	}
}

// The fitted scale differs from mean/Gamma(1+1/alpha) only by what the cut at
// the maximum asks for. Gamma(1+1/0.25) = 4! = 24, so PC2's is above 870/24.
func TestScaleReproducesTheMean(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
	}{
		{"ctc", 73.37, 73.40},   // 369/Gamma(1+1/0.35) = 73.37
		{"kth", 205.0, 205.3},   // 1031/5.029 = 205.0
		{"pc2", 36.25, 38.0},    // 870/24 = 36.25
		{"sdsc", 281.04, 285.0}, // 934/Gamma(3.5) = 934/3.3234 = 281.04
	} {
		m, err := workload.PublishedOf(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Scale(); got < c.low || got > c.high {
			t.Errorf("%s: scale %g, expected %g to %g", c.name, got, c.low, c.high)
		}
		m.MeanInterarrival = 0
		if got := m.Scale(); got != m.Beta {
			t.Errorf("%s: scale %g without a mean, expected the printed beta %g", c.name, got, m.Beta)
		}
	}
}

// preset draws jobs with the statistics.
func preset(t interface{ Fatalf(string, ...any) }, m workload.Statistics, n int, seed uint64) []optgap.TraceJob {
	g, err := m.Generator()
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	jobs, err := workload.Take(g, n, seed)
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	return jobs
}

func checkRanges(t interface{ Fatalf(string, ...any) }, m workload.Statistics, jobs []optgap.TraceJob) {
	for i, j := range jobs {
		ok := j.ID == int64(i+1) && j.Width >= 1 && j.Width <= m.MaxWidth && j.Estimate >= 60 &&
			j.Estimate <= m.MaxEstimate && j.RunTime >= 1 && j.RunTime <= m.MaxRunTime &&
			(i == 0 && j.Submit == 0 || i > 0 && j.Submit >= jobs[i-1].Submit)
		if !ok {
			t.Fatalf("job %d of %+v is out of range: %+v", i, m, j)
		}
	}
}

// Whatever a caller makes of statistics, they are refused or give jobs in range.
func TestValidStatisticsGiveJobsInRange(t *testing.T) {
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(workload.Published()).Draw(t, "statistics")
		for _, change := range rapid.SliceOfN(rapid.SampledFrom([]func(){
			func() { m.Alpha = rapid.Float64Range(0.01, 3).Draw(t, "alpha") },
			func() { m.MeanInterarrival = rapid.Float64Range(0, 1e4).Draw(t, "mean interarrival") },
			func() { m.MaxInterarrival = rapid.Float64Range(0, 1e9).Draw(t, "max interarrival") },
			func() { m.MaxWidth = rapid.Int64Range(1, m.Machine).Draw(t, "max width") },
			func() { m.MeanWidth = rapid.Float64Range(1, 20).Draw(t, "mean width") },
			func() { m.Serial = rapid.Float64Range(0, 0.99).Draw(t, "serial") },
			func() { m.MaxEstimate = rapid.Int64Range(60, 1e7).Draw(t, "max estimate") },
			func() { m.MeanEstimate = rapid.Float64Range(60, 1e5).Draw(t, "mean estimate") },
			func() { m.MeanRunTime = rapid.Float64Range(1, 1e5).Draw(t, "mean run time") },
			func() { m.MaxRunTime = rapid.Int64Range(1, 1e7).Draw(t, "max run time") },
			func() { m.Spread = rapid.Float64Range(0.01, 10).Draw(t, "spread") },
		}), 1, 3).Draw(t, "changes") {
			change()
		}
		if m.Validate() != nil {
			return
		}
		valid++
		checkRanges(t, m, preset(t, m, 50, 1))
	})
	if valid < 5 {
		t.Errorf("%d valid statistics, expected at least 5", valid)
	}
}
