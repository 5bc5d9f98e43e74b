package verify

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// numbers are metrics by their keys. One that is absent stays so.
type numbers map[string]float64

// within brings a metric into a range.
func (n numbers) within(key string, from, to float64) {
	if v, ok := n[key]; ok {
		n[key] = min(max(v, from), to)
	}
}

// is derives a metric.
func (n numbers) is(key string, v float64) { n.within(key, v, v) }

// trimmed reports whether averages over time are over a part of the replay, or over windows of the trace. Averages over
// jobs are then of other jobs.
func trimmed(r *sweep.Run) bool { return r.Numbers["window"] > 0 || r.Windows != nil }

// possible returns metrics in which all are derived again that follow from others, and each other one is the nearest
// that is possible beside these. busiest is the largest share of a machine that a log uses, as far as it is above 1.
// The metrics are those of the run, or of a site of it.
func possible(m *performance.Metrics, busiest float64, run *sweep.Run) *performance.Metrics {
	want, n := *m, numbers(maps.Clone(m.Numbers))
	want.Numbers = n
	for key := range n {
		n.within(key, 0, math.Inf(1))
	}
	makespan := n["makespan"]
	for _, key := range []string{"wait_max", "window"} {
		n.within(key, 0, makespan)
	}
	if run.Windows == nil { // which have no classes
		n.classes(m.Classes)
	}
	n.within("killed", 0, n["jobs"])
	if !trimmed(run) && makespan > 0 {
		n.within("queue_max", 0, n["jobs"])
		n.is("queue", n["wait"]*n["jobs"]/makespan) // Little's law
		n.is("throughput", n["jobs"]/makespan*3600)
	}
	n.within("queue", 0, n["queue_max"])
	rest := 1.0 // of the machine's time
	for _, key := range []string{"loc", "idle", "reserved"} {
		n.within(key, 0, 1)
		rest -= n[key]
	}
	n.within("util", rest, max(rest, busiest))
	n.within("sldwa", 1, math.Inf(1))
	for _, kind := range []string{"sld_", "sldww_"} { // none is larger than with a smaller bound
		most := math.Inf(1)
		for _, bound := range slices.Sorted(slices.Values(append([]int64{60}, m.SlowdownBounds...))) {
			key := fmt.Sprint(kind, bound)
			if n.within(key, 1, most); n[key] > 0 {
				most = n[key]
			}
		}
	}
	for key := range m.Numbers {
		if name, ok := strings.CutSuffix(key, "_p50"); ok {
			n.distribution(name)
		}
	}
	want.Confidence = make(map[string]paired.Interval)
	for key, i := range m.Confidence {
		if v, ok := n[key]; ok {
			want.Confidence[key] = *around(i, v)
		}
	}
	return &want
}

// classes derives the averages over all jobs from those of the classes. Of those that are weighted by the width, which
// is not kept, only the range follows.
func (n numbers) classes(all []performance.Class) {
	jobs, wait, response := 0.0, 0.0, 0.0
	var artww, slowdown []float64
	for _, c := range all {
		of := float64(c.Jobs)
		jobs, wait, response = jobs+of, wait+of*c.Wait, response+of*c.ART
		if c.Jobs > 0 {
			artww, slowdown = append(artww, c.ARTwW), append(slowdown, c.SLDwW60)
		}
	}
	n.is("jobs", max(1, jobs))
	n.is("wait", min(wait/n["jobs"], n["makespan"]))
	n.is("art", response/n["jobs"])
	n.is("run_time", n["art"]-n["wait"])
	if len(artww) > 0 {
		n.within("artww", slices.Min(artww), slices.Max(artww))
		n.within("sldww_60", slices.Min(slowdown), slices.Max(slowdown))
	}
}

// distribution brings a distribution into order, by its name: percentiles and the maximum rise, and the average and the
// standard deviation are possible with the maximum.
func (n numbers) distribution(name string) {
	least := 0.0
	if strings.HasPrefix(name, "sld") {
		least = 1
	}
	largest := least
	for _, part := range []string{"_p50", "_p90", "_p95", "_p99", "_max"} {
		n.within(name+part, largest, math.Inf(1))
		largest = n[name+part]
	}
	n.within(name, least, largest)
	// Bhatia and Davis 2000; by rounding the variance may seem below 0
	variance := max(0, (largest-n[name])*(n[name]-least))
	n.within(name+"_stddev", 0, math.Sqrt(variance)+sums*largest)
}
