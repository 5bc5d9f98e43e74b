package benchdiff_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/results/benchdiff"
)

func read(t testing.TB, text string) *benchdiff.Set {
	t.Helper()
	s, err := benchdiff.Read(strings.NewReader(text), "bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compared(t testing.TB, old, new string) *benchdiff.Diff {
	t.Helper()
	c, err := benchdiff.Compare(read(t, old), read(t, new), 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// runs returns a line for each time of a benchmark in ns.
func runs(name string, times ...float64) string {
	var b strings.Builder
	for _, v := range times {
		fmt.Fprintf(&b, "Benchmark%s-2 100 %g ns/op\n", name, v)
	}
	return b.String()
}

// Five runs are compared with five that are all slower. There are 252 ways to choose the
// five slow ones. Two of them are as extreme, so p is 2/252. The medians are 1020 and 1224.
func TestRegression(t *testing.T) {
	const header = "goos: linux\npkg: example.com/x\n"
	old := header + runs("A", 1000, 1010, 1020, 1030, 1040) + runs("B", 500, 510) + runs("Gone", 1)
	new := header + runs("A", 1200, 1212, 1224, 1236, 1248) + runs("B", 510, 500)
	c := compared(t, old, new)
	r := c.Report()
	got, _ := json.Marshal(r.Regressions)
	const want = `[{"index":0,"method":"example.com/x BenchmarkA-2","what":"sec/op","old":0.00000102,"new":0.000001224}]`
	if r.Paired != 2 || r.OnlyOld != 1 || r.OnlyNew != 0 || string(got) != want {
		t.Errorf("found %+v, %s", r, got)
	}
	if p := c.Lines[0].Test.P; math.Abs(p-2.0/252) > 1e-12 {
		t.Errorf("found p %v, expected 2/252", p)
	}
	if v := r.TimeRatio.Value; math.Abs(v-math.Sqrt(1.2)) > 1e-9 {
		t.Errorf("found the ratio %v, expected the geometric mean of 1.2 and 1", v)
	}
	if why := c.Failures(0.05); len(why) != 1 ||
		!strings.Contains(why[0], "BenchmarkA-2: sec/op changed to 1.2000 of the old (p 0.0079)") {
		t.Errorf("found %q", why)
	}
	if why := c.Failures(0.25); why != nil {
		t.Errorf("found %q", why)
	}
	if back := compared(t, new, old); len(back.Report().Regressions) != 0 || back.Failures(0.05) != nil {
		t.Errorf("faster: found %+v", back.Report())
	}
}

// A single run of a single benchmark has no interval, and fails nothing.
func TestSingleRun(t *testing.T) {
	c := compared(t, runs("A", 1000), runs("A", 2000))
	if r := c.Report(); r.TimeRatio.Value != 2 || r.TimeRatio.Low != nil || c.Failures(0.05) != nil {
		t.Errorf("found %+v, %q", r, c.Failures(0.05))
	}
	// Many benchmarks that all take longer tell something with one run each.
	var old, new string
	for i := range 20 {
		old += runs(fmt.Sprintf("A/jobs=%d", i), float64(100+i))
		new += runs(fmt.Sprintf("A/jobs=%d", i), float64(130+i))
	}
	if why := compared(t, old, new).Failures(0.05); len(why) != 1 || !strings.Contains(why[0], "the times rose") {
		t.Errorf("found %q", why)
	}
}

// Larger rates are better, and larger values of units that the output declares so. Other
// units have no direction.
func TestUnits(t *testing.T) {
	lines := func(rate, score, shape float64) string {
		run := fmt.Sprintf("BenchmarkA 1 10 ns/op %g jobs/s %g score %g shape\n", rate, score, shape)
		return "Unit score better=higher\n" + strings.Repeat(run, 6)
	}
	c := compared(t, lines(100, 5, 1), lines(50, 4, 9))
	var what []string
	for _, r := range c.Report().Regressions {
		what = append(what, r.What)
	}
	if got := strings.Join(what, " "); got != "jobs/s score" {
		t.Errorf("found regressions of %q", got)
	}
	if why := c.Failures(0.05); len(why) != 4 { // the mean and the benchmark, of both units
		t.Errorf("found %q", why)
	}
}

// Without a change, few comparisons of noisy runs fail.
func TestLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	noise := func() (text string) {
		for i := range 10 {
			times := make([]float64, 10)
			for k := range times {
				times[k] = 1000 * math.Exp(random.NormFloat64()/10)
			}
			text += runs(fmt.Sprintf("A/jobs=%d", i), times...)
		}
		return text
	}
	failed := 0
	for range 40 {
		if compared(t, noise(), noise()).Failures(0.05) != nil {
			failed++
		}
	}
	if failed > 6 { // at most 5 % in the mean are 2 of 40
		t.Errorf("%d of 40 failed", failed)
	}
}

func TestRefuses(t *testing.T) {
	var field *optgap.FieldError
	if _, err := benchdiff.Read(strings.NewReader("goos: linux\nPASS\n"), "a"); !errors.As(err, &field) {
		t.Errorf("found %v", err)
	}
	if _, err := benchdiff.Compare(read(t, runs("A", 1)), read(t, runs("B", 1)), 1); !errors.As(err, &field) ||
		!strings.Contains(err.Error(), "no benchmark in common") {
		t.Errorf("found %v", err)
	}
	if s := read(t, "BenchmarkA-2 x 1 ns/op\n"+runs("A", 1)); len(s.Warnings) != 1 ||
		!strings.Contains(s.Warnings[0], "bench.txt:1") {
		t.Errorf("found %q", s.Warnings)
	}
}

// Allocations are often 0. Two zeros are no change; a first allocation is one.
func TestZeros(t *testing.T) {
	lines := func(allocs int) string {
		return strings.Repeat(fmt.Sprintf("BenchmarkA 1 10 ns/op %d allocs/op\n", allocs), 6)
	}
	if c := compared(t, lines(0), lines(0)); len(c.Report().Regressions) != 0 || c.Failures(0) != nil {
		t.Errorf("found %+v", c.Report())
	}
	c := compared(t, lines(0), lines(1))
	if _, err := json.Marshal(c.Report()); err != nil || len(c.Report().Regressions) != 1 || len(c.Failures(0.05)) != 1 {
		t.Errorf("found %+v, %q, error %v", c.Report(), c.Failures(0.05), err)
	}
}
