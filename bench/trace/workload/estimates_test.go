package workload_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

func sortBySubmission(jobs []optgap.TraceJob) {
	slices.SortStableFunc(jobs, func(a, b optgap.TraceJob) int { return int(a.Submit - b.Submit) })
}

// withEstimates draws jobs of a model with other estimates.
func withEstimates(t *testing.T, model, estimates string, n int) []optgap.TraceJob {
	t.Helper()
	g, err := workload.WithEstimates(generator(t, model, workload.Options{}), estimates)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := workload.Take(g, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

// Other estimates leave submissions, widths and times on the processors as they are.
// The same seed gives the same estimates.
func TestEstimatesLeaveTheJobs(t *testing.T) {
	for _, m := range workload.Models() {
		plain := generate(t, m.Name, 1000, workload.Options{})
		for _, e := range []string{"perfect", "factor", "factor=3", "tsafrir"} {
			jobs := withEstimates(t, m.Name, e, 1000)
			for i, j := range jobs {
				if p := plain[i]; j.Submit != p.Submit || j.Width != p.Width || j.Duration() != p.Duration() ||
					j.Estimate < j.RunTime || j.Estimate < 1 {
					t.Fatalf("%s, %s: job %+v, expected that of %+v", m.Name, e, j, p)
				}
			}
			if again := withEstimates(t, m.Name, e, 1000); !slices.Equal(jobs, again) {
				t.Errorf("%s, %s: the same seed gave other estimates", m.Name, e)
			}
			if fewer := withEstimates(t, m.Name, e, 100); !slices.Equal(jobs[:100], fewer) {
				t.Errorf("%s, %s: 100 jobs are not the first of 1000", m.Name, e)
			}
		}
	}
}

func TestPerfectEstimates(t *testing.T) {
	for _, j := range withEstimates(t, "kth", "perfect", 1000) {
		if j.Estimate != j.RunTime {
			t.Fatalf("job %+v", j)
		}
	}
}

// With factor f, estimate over run time is uniform on [1, 1+f]. Long jobs only, as
// estimates are full seconds.
func TestFactorEstimates(t *testing.T) {
	for f, text := range map[float64]string{1: "factor", 3: "factor=3"} {
		var ratios []float64
		for _, j := range withEstimates(t, "uniform", text, 100_000) {
			if j.RunTime > 5000 {
				ratios = append(ratios, (float64(j.Estimate)-0.5)/float64(j.RunTime))
			}
		}
		checkDistribution(t, text, ratios, 0, func(x float64) float64 { return min(max((x-1)/f, 0), 1) })
	}
}

// The 20 most popular estimates have 89 % of the jobs; the maximum has the most, and
// the others as many as the published formula says, in the order of their popularity.
// All are full minutes.
func TestTsafrirEstimates(t *testing.T) {
	const n = 200_000
	for _, most := range []int64{43200, 64800, 360_000} {
		counts := make(map[int64]int)
		for _, j := range withEstimates(t, "uniform", fmt.Sprintf("tsafrir=%d", most), n) {
			counts[j.Estimate]++
			if j.Estimate%60 != 0 || j.Estimate > most {
				t.Fatalf("estimate %d", j.Estimate)
			}
		}
		var values []int64
		for v := range counts {
			values = append(values, v)
		}
		slices.SortFunc(values, func(a, b int64) int { return counts[b] - counts[a] })
		if values[0] != most || len(values) < 60 || len(values) > 90 {
			t.Errorf("most popular is %d of %d estimates, expected %d of 60 to 90", values[0], len(values), most)
		}
		near := func(what string, got int, share float64) {
			t.Helper()
			// The classes of run times come from a sample of half the size, so that
			// errors are larger by sqrt(3).
			if e := math.Sqrt(3 * share * (1 - share) / n); math.Abs(float64(got)/n-share) > 4*e+0.0005 {
				t.Errorf("maximum %d: %s has %.4f of the jobs, expected %.4f", most, what, float64(got)/n, share)
			}
		}
		top, sum := 0, 0.0
		for i, v := range values[:20] {
			top += counts[v]
			if i > 0 {
				share := (14.0491*math.Exp(-0.177531*float64(i+1)) + 0.462513) / 100
				sum += share
				near(fmt.Sprintf("rank %d", i+1), counts[v], share)
			}
		}
		near("rank 1", counts[most], 0.89-sum)
		near("the head", top, 0.89)
		if got := 0.89 - sum; math.Abs(got-0.22) > 0.01 { // "around 22%", says the program's page
			t.Errorf("the maximum has %g of the jobs", got)
		}
	}
}

// Where more run times are long than estimates, there is no assignment.
func TestTsafrirRefusesTooManyLongRunTimes(t *testing.T) {
	g := generator(t, "uniform", workload.Options{Values: map[string]float64{"share1": 0, "share2": 0, "redraw": 0}})
	g, err := workload.WithEstimates(g, "tsafrir=3600")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := workload.Take(g, 1, 1); !isFieldError(err, "estimates") {
		t.Errorf("78 %% of the run times above the maximum: %v", err)
	}
}

func TestUnknownEstimates(t *testing.T) {
	g := generator(t, "uniform", workload.Options{})
	for _, text := range []string{
		"", "tsafir", "perfect=1", "factor=", "factor=-1", "factor=NaN", "tsafrir=60", "tsafrir=3600.5", "tsafrir=1e12",
	} {
		if _, err := workload.WithEstimates(g, text); !isFieldError(err, "estimates") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
