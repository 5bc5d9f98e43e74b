package frame_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/heuristics/must"
)

// write writes values as JSON lines into a new file.
func write[T any](t testing.TB, values ...T) string {
	t.Helper()
	var b strings.Builder
	for _, v := range values {
		must.Do(record.WriteLine(&b, v))
	}
	return text(t, b.String())
}

// text writes a new file.
func text(t testing.TB, content string) string {
	path := filepath.Join(t.TempDir(), "results.jsonl")
	must.Do(os.WriteFile(path, []byte(content), 0o666))
	return path
}

// steps returns a result for each pair of an objective and a time, of steps from 0.
func steps(objective int64, seconds ...float64) (all []record.Result) {
	for i, s := range seconds {
		r := recordtest.Result("exact", optgap.StatusOptimal, optgap.ScopeSecond, objective, s)
		r.Index, r.Bound = i, objective
		all = append(all, r)
	}
	return all
}

// Each field of the report on results that differ in one way each.
func TestReport(t *testing.T) {
	old := steps(1000, 1, 1, 1, 1, 1, 1)
	new := steps(1000, 1, 1, 1, 1, 1, 1)
	new[0].Objective = 990                                                     // better
	new[1].Objective = 1001                                                    // worse
	new[2].Bound, new[2].Scope = 999, optgap.ScopeGrid                         // worse, and optimal on a grid alone
	new[3].Status, new[3].Scope = optgap.StatusFeasible, ""                    // no proof any more
	new[4].Status, new[4].Objective, new[4].Bound = optgap.StatusCrashed, 0, 0 // no schedule any more
	new[4].SolveSeconds = 9                                                    // says nothing
	new[5].TimeScale = 60                                                      // another key: one more on each side
	c := compareFiles(write(t, old...), write(t, new...))
	got := must.Get(json.Marshal(c.Report()))
	const want = `{"format":"optgap-comparison/1","verdict":"failed",` +
		`"reasons":["1 of 5 results have a schedule in the old set alone","3 of 5 proofs of the old set are lost"],` +
		`"paired":5,"only_old":1,"only_new":1,"proven_old":5,"proven_new":3,` +
		`"objective_better":1,"objective_worse":1,"bound_better":0,"bound_worse":1,` +
		`"ratios":{"bound":{"value":0.99975},"objective":{"value":0.99775}},` + // 3999 and 3991 of 4000
		`"time_ratio":{"value":1,"low":1,"high":1},"p_value":1,"regressions":[` +
		`{"index":1,"method":"exact","what":"objective","old":1000,"new":1001},` +
		`{"index":2,"method":"exact","what":"scope","old":"second","new":"grid"},` +
		`{"index":2,"method":"exact","what":"bound","old":1000,"new":999},` +
		`{"index":3,"method":"exact","what":"status","old":"optimal","new":"feasible"},` +
		`{"index":4,"method":"exact","what":"status","old":"optimal","new":"crashed"}]}`
	must.Equal(t, string(got), want)
	solved, atSecond := (*frame.Row).Solved, (*frame.Row).AtSecond
	for _, of := range []struct {
		holds func(frame.Pair) bool
		want  int
	}{
		{frame.InOld(solved), 5}, {frame.InNew(solved), 4}, {frame.InOld(atSecond), 5}, {frame.InNew(atSecond), 2},
		{frame.Pair.Lost, 1},
	} {
		must.Equal(t, c.All.Count(of.holds), of.want, of)
	}
	g := c.All
	must.Hold(t, g.Times.Pairs == 4 && g.Changes[0].Pairs == 4, "found", g)
}

// The geometric mean of 3 and 15, shifted by 1, is sqrt(4 * 16) - 1 = 7; that of 1 and 7
// is sqrt(2 * 8) - 1 = 3. The differences are -2 and -8: of the four choices of signs two
// are as one-sided, so p is 0.5.
func TestTimes(t *testing.T) {
	c := compareFiles(write(t, steps(10, 3, 15)...), write(t, steps(10, 1, 7)...))
	g := c.All.Times
	if math.Abs(g.Old-7) > 1e-12 || math.Abs(g.New-3) > 1e-12 || math.Abs(g.Ratio.Value-3.0/7) > 1e-12 || g.P != 0.5 {
		t.Errorf("found %+v", g)
	}
	// The interval of two pairs is cut to their ratios, 1/3 and 7/15.
	must.Hold(t, math.Abs(*g.Ratio.Low-1.0/3) <= 1e-12 && math.Abs(*g.Ratio.High-7.0/15) <= 1e-12,
		"found the interval", g.Ratio)
	one := compareFiles(write(t, steps(10, 3)...), write(t, steps(10, 30)...))
	if r := one.Report().TimeRatio; math.Abs(r.Value-10) > 1e-12 || r.Low != nil || r.High != nil {
		t.Errorf("one pair: found %+v", r)
	}
	why := one.Failures()
	must.Hold(t, why == nil, "one pair has no interval, found", why)
	none := compareFiles(write(t, steps(10, 0)...), write(t, steps(10, 2)...))
	if r := none.Report(); r.TimeRatio != nil || r.PValue != nil {
		t.Errorf("without times: found %+v", r)
	}
}

// A set beside itself has no change. With exchanged sets better is worse, and the ratio is
// the inverse.
func TestSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var old, new []record.Result
	for i := range 200 {
		for _, method := range []string{"ilp", "exact"} {
			r := recordtest.Result(method, optgap.StatusFeasible, "", random.Int64N(1000)+1000, random.ExpFloat64())
			r.Index, r.Bound = i, random.Int64N(1000)+1
			old = append(old, r)
			r.Objective += random.Int64N(7) - 3
			r.Bound += random.Int64N(5) - 2
			r.SolveSeconds = random.ExpFloat64()
			new = append(new, r)
		}
	}
	random.Shuffle(len(new), func(i, j int) { new[i], new[j] = new[j], new[i] })
	a, b := write(t, old...), write(t, new...)
	there, back := compareFiles(a, b), compareFiles(b, a)
	for i, d := range there.All.Changes {
		e := back.All.Changes[i]
		must.Hold(t, d.Better == e.Worse && d.Worse == e.Better &&
			math.Abs(d.Ratio.Value*e.Ratio.Value-1) <= 1e-9 && d.Better+d.Worse != 0,
			"found", d, "and", e)
	}
	x, y := there.All.Times, back.All.Times
	must.Hold(t, math.Abs(x.Ratio.Value*y.Ratio.Value-1) <= 1e-9 && math.Abs(x.P-y.P) <= 1e-12,
		"found times", x, "and", y)
	same := compareFiles(a, a).Report()
	changes := same.ObjectiveBetter + same.ObjectiveWorse + same.BoundBetter + same.BoundWorse
	must.Hold(t, same.Paired == 400 && changes+same.OnlyNew+same.OnlyOld+len(same.Regressions) == 0 &&
		*same.TimeRatio.Low == 1 && *same.TimeRatio.High == 1 && *same.PValue == 1,
		"beside itself: found", same)
}

// Integers are compared and written exactly, also where a float64 is not exact.
func TestExactIntegers(t *testing.T) {
	const large = 1 << 60
	c := compareFiles(write(t, steps(large, 1, 1)...), write(t, steps(large+1, 1, 1)...))
	text, _ := json.Marshal(c.Regressions()[0])
	must.Equal(t, c.All.Changes[0].Worse, 2)
	must.Equal(t, c.All.Changes[1].Better, 2)
	must.Contain(t, string(text), `"old":1152921504606846976,"new":1152921504606846977`)
}

// Each rule of --fail-above alone, just below and just above its limit.
func TestFailures(t *testing.T) {
	const n = 100
	seconds := func(v float64) []float64 { return slices.Repeat([]float64{v}, n) }
	lost := func(k int) []record.Result {
		all := steps(1000, seconds(1)...)
		for i := range k {
			all[i].Status, all[i].Objective, all[i].Bound = optgap.StatusError, 0, 0
		}
		return all
	}
	bounds := func(v int64) []record.Result {
		all := steps(1000, seconds(1)...)
		for i := range all {
			all[i].Bound = v
		}
		return all
	}
	old := write(t, steps(1000, seconds(1)...)...)
	for _, c := range []struct {
		name string
		new  []record.Result
		want string
	}{
		{"times", steps(1000, seconds(1.04)...), ""},
		{
			"times", steps(1000, seconds(1.06)...),
			"the times rose to 1.0600 of the old (95 % interval from 1.0600), more than 1.0500",
		},
		{
			"ten pairs", steps(1000, seconds(1.06)[:10]...),
			"the times rose to 1.0600 of the old (95 % interval from 1.0600), more than 1.0500",
		},
		{"nine pairs", steps(1000, seconds(9)[:9]...), ""},
		{"objective", steps(1049, seconds(1)...), ""},
		{"objective", steps(1051, seconds(1)...), "the mean of objective rose to 1.0510 of the old, more than 1.0500"},
		{"bound", bounds(951), ""},
		{"bound", bounds(949), "the mean of bound fell to 0.9490 of the old, less than 0.9500"},
		{"lost", lost(5), "5 of 100 proofs of the old set are lost"},
		{"lost", lost(6), "6 of 100 results have a schedule in the old set alone; 6 of 100 proofs of the old set are lost"},
		{"faster and better", steps(500, seconds(0.1)...), "the mean of bound fell to 0.5000 of the old, less than 0.9500"},
	} {
		must.Equal(t, strings.Join(compareFiles(old, write(t, c.new...)).Failures(), "; "), c.want,
			c.name)
	}
	// Ten times as long, but by less than 10 ms.
	for fast, want := range map[float64]bool{0.0011: false, 0.0112: true} {
		a, b := write(t, steps(1000, seconds(fast/10)...)...), write(t, steps(1000, seconds(fast)...)...)
		must.Equal(t, compareFiles(a, b).Failures() != nil, want, "a failure from", fast/10, "to", fast, "s")
	}
	// Half of the times are much longer and half of them shorter: the mean rises, but the
	// interval holds 1.
	mixed := seconds(1)
	for i := range mixed {
		mixed[i] = []float64{0.3, 2.2}[i%2]
	}
	c := compareFiles(old, write(t, steps(1000, mixed...)...))
	r := c.All.Times.Ratio
	must.Hold(t, r.Value >= 1.03 && *r.Low <= 1.05 && c.Failures() == nil, "found", r, c.Failures())
}

func TestRefuses(t *testing.T) {
	good := steps(1000, 1, 2)
	change1 := func(f func(*record.Result)) string {
		all := steps(1000, 1, 2)
		for i := range all {
			f(&all[i])
		}
		return write(t, all...)
	}
	for _, c := range []struct{ name, new, want string }{
		{
			"other trace", change1(func(r *record.Result) { r.Trace = "b.swf" }),
			`found results of other traces, ["b.swf"], expected ["a.swf"]`,
		},
		{
			"other steps", change1(func(r *record.Result) { r.Now++ }),
			"step 0 is another problem than before: now: found 1001, expected 1000",
		},
		{"other jobs", change1(func(r *record.Result) { r.Jobs++ }), "jobs: found 6, expected 5"},
		{"other method", change1(func(r *record.Result) { r.Method = "ilp" }), "found no result in common"},
		{"empty", text(t, "\n"), "found no result, expected at least one"},
		{"text", text(t, "goos: linux\n"), "found text, expected results of a study"},
		{"steps", text(t, `{"format":"optgap-step/1"}`), `format: found "optgap-step/1", expected results of a study`},
		{
			"other kind", write(t, record.MoldableResult{Format: record.MoldableResultFormat, Algorithm: "gang"}),
			"found moldable results, expected results of studies",
		},
		{"a report's table", text(t, `{"study":"a"}`), "format: found rows of a report's table, expected results of a study"},
		{"object", text(t, `{"a":1}`), "format: found none, expected results of a study"},
		{"cut off", text(t, `{"format":"optgap-result/1","index":`), "cut off"},
		{
			"wrong type", text(t, `{"format":"optgap-result/1","index":"1"}`),
			":1: index: found a JSON string, expected an integer",
		},
		{
			"no index", text(t, `{"format":"optgap-result/1","method":"ilp"}`),
			":1: index: found no value, expected an integer",
		},
		{"no file", filepath.Join(t.TempDir(), "none"), "no such file"},
		{"empty folder", t.TempDir(), "found a folder without results"},
	} {
		_, err := tryCompare(write(t, good...), c.new, frame.Options{})
		must.Refuse(t, err, c.want, c.name)
	}
}

// folderOf makes the folder of a run of a trace with such a checksum.
func folderOf(dir, sum, results string) {
	must.Do(os.MkdirAll(dir, 0o777))
	info := fmt.Sprintf(`{"format":"optgap-study/1","trace":"a.swf","sha256":%q,"started":"2026-01-02T03:04:05Z"}`, sum)
	for name, text := range map[string]string{"study.json": info, "results.jsonl": results} {
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
}

// A folder under way ends with a cut-off line. A folder of folders is compared cell by
// cell, though their steps have the same numbers. Checksums of traces have to agree.
func TestFolders(t *testing.T) {
	read := func(path string) string {
		return string(must.Get(os.ReadFile(path)))
	}
	lines := read(write(t, steps(1000, 1, 2)...))
	root := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	folderOf(at("whole"), "01", lines)
	folderOf(at("underway"), "01", lines+`{"format":"optgap-res`)
	folderOf(at("other"), "02", lines)
	folderOf(at("old", "load-1"), "01", lines)
	folderOf(at("old", "load-2"), "01", lines)
	folderOf(at("new", "load-1"), "01", lines)
	folderOf(at("new", "load-2"), "01", strings.Replace(lines, `"objective":1000`, `"objective":1001`, 1))
	must.Equal(t, compareFiles(at("whole"), at("underway")).Report().Paired, 2, "under way")
	_, err := tryCompare(at("whole"), at("other"), frame.Options{})
	must.Hold(t, must.Field(err) != "" && strings.Contains(err.Error(), "different traces"),
		"another trace: found", err)
	c := compareFiles(at("old"), at("new"))
	r := c.Report()
	if all := r.Regressions; r.Paired != 4 || len(c.Methods) != 2 || len(all) != 1 || all[0].Method != "load-2/exact" {
		t.Errorf("cells: found %+v, %+v", c.All, r)
	}
}

// Moldable results are paired by instance and algorithm, those of instances without a name
// by their order.
func TestMoldable(t *testing.T) {
	run := func(name, algorithm string, minsum, makespan int64) record.MoldableResult {
		return record.MoldableResult{
			Format: record.MoldableResultFormat, Name: name, Algorithm: algorithm,
			Status: optgap.StatusFeasible, Minsum: minsum, Makespan: makespan,
		}
	}
	old := write(t, run("a", "gang", 10, 5), run("a", "list-saf", 8, 6), run("", "gang", 20, 9), run("", "gang", 30, 9))
	new := write(t, run("a", "list-saf", 8, 7), run("a", "gang", 9, 5), run("", "gang", 20, 9), run("", "gang", 31, 9))
	r := compareFiles(old, new).Report()
	want := `[{"index":1,"method":"list-saf","what":"makespan","old":6,"new":7},` +
		`{"index":3,"method":"gang","what":"minsum","old":30,"new":31}]`
	got, _ := json.Marshal(r.Regressions)
	must.Hold(t, r.Paired == 4 && r.ObjectiveBetter == 1 && r.ObjectiveWorse == 1 && string(got) == want,
		"found", r, got)
}

// Replays are paired by trace and setting. A larger utilisation is better.
func TestReplays(t *testing.T) {
	const of = `{"format":"optgap-run/1","trace":"a.swf","machine":100,"scheduler":"easy",`
	const old = of + `"factor":1,"artww":100,"util":0.5,"makespan":1000}` + "\n" +
		of + `"factor":0.8,"artww":200,"util":0.7}` + "\n" +
		of + `"factor":0.8,"estimates":"perfect","artww":300,"util":0.7}` + "\n"
	new := strings.NewReplacer(`"util":0.5`, `"util":0.4`, `"artww":200`, `"artww":190`).Replace(old)
	c := compareFiles(text(t, old), text(t, new))
	r := c.Report()
	want := `[{"index":0,"method":"easy","what":"util","old":0.5,"new":0.4}]`
	if got, _ := json.Marshal(r.Regressions); r.Paired != 3 || r.ObjectiveBetter != 1 || r.ObjectiveWorse != 0 ||
		r.TimeRatio != nil || string(got) != want {
		t.Errorf("found %+v, %s", r, got)
	}
	if why := c.Failures(); len(why) != 1 || !strings.Contains(why[0], "util fell to 0.9474") { // 1.8 / 1.9
		t.Errorf("found %q", why)
	}
}

// The rows of CSV hold all results, with and without a partner.
func TestRows(t *testing.T) {
	old, new := steps(1000, 1, 2), steps(1000, 1, 2)
	new[1].Index = 7
	rows := compareFiles(write(t, old...), write(t, new...)).Rows()
	var got []string
	for _, row := range rows.Rows {
		got = append(got, strings.Join(row, ","))
	}
	want := []string{
		",a.swf,0,,exact,,optimal,optimal,1000,1000,1000,1000,1,1",
		",a.swf,1,,exact,,optimal,,1000,,1000,,2,",
		",a.swf,7,,exact,,,optimal,,1000,,1000,,2",
	}
	must.EqualSlices(t, got, want)
}

// Runs with other arguments or versions say so, also where one run stores none.
func TestDifferences(t *testing.T) {
	input := func(info string) *frame.Input {
		dir := t.TempDir()
		folderOf(dir, "01", `{"format":"optgap-result/1"}`+"\n")
		must.Do(os.WriteFile(filepath.Join(dir, "study.json"), []byte(info), 0o666))
		in := must.Get(frame.Open(dir, nil))
		t.Cleanup(func() { in.Close() })
		return in
	}
	const start = `{"format":"optgap-study/1","started":"2026-01-02T03:04:05Z"`
	bare, full := input(start+`}`), input(start+`,"arguments":{"seed":"2","gap":"0"},"versions":{"go":"1"}}`)
	other := input(start + `,"arguments":{"seed":"3","gap":"0"},"versions":{"go":"1"}}`)
	for _, c := range []struct {
		old, new *frame.Input
		want     []string
	}{
		{full, full, nil},
		{full, other, []string{"seed: 2 before, 3 now"}},
		{bare, full, []string{"gap: none before, 0 now", "seed: none before, 2 now", "go: none before, 1 now"}},
	} {
		must.EqualSlices(t, frame.Differences(c.old, c.new), c.want)
	}
}

// BenchmarkCompare reads and compares two files of results of 14 jobs each, with
// certificates: 2 to 3 kB a line. live-MB is what the comparison holds.
//
//	go test -run '^$' -bench Compare -benchtime 1x ./bench/results/frame
func BenchmarkCompare(b *testing.B) {
	sizes := []int{1000, 100_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("results=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			old, new := filepath.Join(b.TempDir(), "old.jsonl"), filepath.Join(b.TempDir(), "new.jsonl")
			writeLong(old, n, random)
			writeLong(new, n, random)
			for b.Loop() {
				c := compareFiles(old, new)
				if len(c.Pairs) != n {
					b.Fatalf("found %d pairs, expected %d", len(c.Pairs), n)
				}
				c.Report()
				b.StopTimer()
				b.ReportMetric(must.Heap()/1e6, "live-MB")
				runtime.KeepAlive(c)
				b.StartTimer()
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "results/s")
		})
	}
}

// writeLong writes results of which only the times are random.
func writeLong(path string, n int, random *rand.Rand) {
	r := record.Result{
		Format: record.ResultFormat, Trace: "a.swf", Now: 1000, Jobs: 14,
		Makespan: 90_000, AccumulatedRunTime: 100_000, Method: "exact",
		Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished,
		Scope: optgap.ScopeSecond, Objective: 30_000_000, Bound: 30_000_000, ARTwW: 12345.678,
		Bounds:       map[optgap.BoundName]int64{"exact": 30_000_000, "lp": 29_000_000},
		Policies:     map[string]record.Policy{"FCFS": {}, "SJF": {}, "LJF": {}},
		Certificates: map[optgap.BoundName]optgap.Certificate{"lp": {Bits: 8, Bucket: 600}},
	}
	for i := range int64(14) {
		r.Starts = append(r.Starts, record.Start{ID: 1000 + i, Start: 3600 * i})
	}
	prices := make([]int64, 150)
	for i := range prices {
		prices[i] = int64(len(prices)-i) * 997
	}
	r.Certificates["lp"] = optgap.Certificate{Bits: 8, Bucket: 600, Price: prices}
	f := must.Get(os.Create(path))
	defer f.Close()
	buffered := bufio.NewWriter(f)
	for i := range n {
		r.Index, r.SolveSeconds = i, random.ExpFloat64()
		must.Do(record.WriteLine(buffered, r))
	}
	must.Do(buffered.Flush())
}

func compareFiles(old, new string) *frame.Comparison {
	return must.Get(tryCompare(old, new, frame.Options{Threshold: 0.05, FailAbove: true, FailOnLostProofs: true}))
}

// tryCompare opens, reads and compares two files or folders.
func tryCompare(old, new string, o frame.Options) (*frame.Comparison, error) {
	a, err := frame.Open(old, nil)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	b, err := frame.Open(new, nil)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return frame.Compare(a, b, o)
}
