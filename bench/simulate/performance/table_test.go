package performance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/must"
)

// TestTable: every metric has all that a table needs, its key is there once, and
// plotted metrics have different titles.
func TestTable(t *testing.T) {
	for _, bounds := range [][]int64{nil, {60, 300}, {10}} {
		var keys, names, titles []string
		for _, m := range performance.Table(bounds) {
			if m.Key == "" || m.Name == "" || m.Meaning == "" || m.Format == nil {
				t.Errorf("%+v lacks something", m)
			}
			must.Equal(t, m.Unit == "s", strings.HasSuffix(m.Name, "[s]"), m.Name)
			keys, names = append(keys, m.Key), append(names, m.Name)
			if m.Title != "" {
				titles = append(titles, m.Title)
			}
		}
		for _, texts := range [][]string{keys, names, titles} {
			slices.Sort(texts)
			must.Equal(t, len(slices.Compact(slices.Clone(texts))), len(texts), "bounds", bounds, texts)
		}
		must.Hold(t, slices.Contains(keys, "sldww_60"), "bounds", bounds, "SLDwW_60 is missing")
	}
}

// TestTexts: values of the replay that three makes, as tables show them.
func TestTexts(t *testing.T) {
	m := must.Get(performance.Evaluate(three(), 4, performance.Options{}))
	for key, want := range map[string]string{
		"jobs": "3", "artww": "242.9", "sldwa": "1.417", "sld_300": "1.000", "util": "75.00 %", "loc": "12.50 %",
		"makespan": "400", "window": "", "throughput": "27.0", "wait_p50": "100.0", "wait_max": "100", "reserved": "",
	} {
		metric, ok := performance.ByKey(key)
		must.Hold(t, ok && metric.Text(m) == want, key, "is", metric.Text(m), "want", want)
	}
}

func TestNoJobsHaveNoMetrics(t *testing.T) {
	must.Refuse(t, must.Err(performance.Evaluate(&replay.Outcome{}, 4, performance.Options{})), "",
		"a replay without jobs")
}
