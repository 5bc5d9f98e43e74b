package loss_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/loss"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/table"
)

// result has policies with the objectives 2000, 1250 and 1600.
func result(jobs int, objective, bound int64) *record.Result {
	return &record.Result{
		Format: record.ResultFormat, Jobs: jobs, Method: "exact", Objective: objective, Bound: bound,
		Policies: map[string]record.Policy{"FCFS": {Objective: 2000}, "SJF": {Objective: 1250}, "LJF": {Objective: 1600}},
	}
}

func near(t *testing.T, what string, got, want loss.Interval) {
	t.Helper()
	if math.Abs(got.Low-want.Low) > 1e-9 || math.Abs(got.High-want.High) > 1e-9 {
		t.Errorf("%s: found %v, expected %v", what, got, want)
	}
}

func TestObserve(t *testing.T) {
	proven, ok := loss.Observe(result(5, 1000, 1000))
	if !ok || !proven.Proven || proven.Jobs != 5 {
		t.Fatalf("found %+v, %v", proven, ok)
	}
	// (1 - 1000/2000) * 100, (1 - 1000/1250) * 100, (1 - 1000/1600) * 100, and SJF, the best of them
	for p, want := range []loss.Interval{{50, 50}, {20, 20}, {37.5, 37.5}, {20, 20}} {
		near(t, loss.Policies()[p], proven.Loss[p], want)
	}
	open, ok := loss.Observe(result(5, 1200, 800))
	if !ok || open.Proven {
		t.Fatalf("found %+v, %v", open, ok)
	}
	// against 1200 and 800: 40 to 60 %, 4 to 36 %, 25 to 50 %
	for p, want := range []loss.Interval{{40, 60}, {4, 36}, {25, 50}, {4, 36}} {
		near(t, loss.Policies()[p], open.Loss[p], want)
	}
	// Of several methods the best schedule and the best bound count, whose ever.
	both, ok := loss.Observe(nil, result(5, 1100, 700), result(5, 1200, 1000))
	if !ok {
		t.Fatal("not observed")
	}
	near(t, "SJF of two methods", both.Loss[1], loss.Interval{12, 20}) // 1 - 1100/1250, 1 - 1000/1250
	// A method that does worse than a policy leaves that policy's schedule.
	worse, ok := loss.Observe(result(5, 1300, 1250))
	if !ok || !worse.Proven {
		t.Errorf("a policy that meets the bound: found %+v, %v", worse, ok)
	}
	near(t, "SJF, which is optimal", worse.Loss[1], loss.Interval{})
	unbounded, lost, absurd := result(5, 1000, 0), result(5, 1000, 1000), result(5, 1000, 1001)
	delete(lost.Policies, "LJF")
	for name, r := range map[string]*record.Result{"no bound": unbounded, "no LJF": lost, "no result": nil, "bound above the schedule": absurd} {
		if o, ok := loss.Observe(r); ok {
			t.Errorf("%s: found %+v, expected nothing", name, o)
		}
	}
}

// Ten losses, 0 0 0 0 1 2 3 4 10 20, one of which may be up to 30 larger.
func TestDescribe(t *testing.T) {
	var losses []loss.Interval
	for _, v := range []float64{20, 0, 1, 0, 4, 0, 3, 0, 2, 10} {
		losses = append(losses, loss.Interval{v, v})
	}
	losses[1].High = 30
	d := loss.Describe(losses)
	near(t, "optimal", d.Optimal, loss.Interval{0.3, 0.4})
	near(t, "mean", d.Mean, loss.Interval{4, 7})     // 40/10, 70/10
	near(t, "median", d.Median, loss.Interval{1, 2}) // the fifth of 0 0 0 0 1 ..., of 0 0 0 1 2 ...
	near(t, "90 %", d.Q90, loss.Interval{10, 20})    // the ninth
	near(t, "95 %", d.Q95, loss.Interval{20, 30})    // the tenth
	near(t, "largest", d.Largest, loss.Interval{20, 30})
	one := loss.Describe([]loss.Interval{{5, 6}})
	near(t, "median of one", one.Median, loss.Interval{5, 6})
	near(t, "95 % of one", one.Q95, loss.Interval{5, 6})
}

// Whatever the true losses within their intervals are, each statistic of them lies
// between its two ends.
func TestIntervalsEnclose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(30)
		known, truth := make([]loss.Interval, n), make([]loss.Interval, n)
		for i := range known {
			low := max(0, r.Float64()*30-10)
			high := low + max(0, r.Float64()*10-5)
			v := low + r.Float64()*(high-low)
			if r.IntN(3) == 0 {
				v = low
			}
			known[i], truth[i] = loss.Interval{low, high}, loss.Interval{v, v}
		}
		k, v := loss.Describe(known), loss.Describe(truth)
		for name, pair := range map[string][2]loss.Interval{
			"optimal": {k.Optimal, v.Optimal}, "mean": {k.Mean, v.Mean}, "median": {k.Median, v.Median}, "90 %": {k.Q90, v.Q90}, "95 %": {k.Q95, v.Q95}, "largest": {k.Largest, v.Largest},
		} {
			const rounding = 1e-9
			if pair[1].Low < pair[0].Low-rounding || pair[1].Low > pair[0].High+rounding {
				t.Fatalf("%s: found %v outside %v", name, pair[1].Low, pair[0])
			}
		}
	}
}

// Each number of jobs from 2 on is in one class.
func TestClasses(t *testing.T) {
	for jobs := 1; jobs < 200; jobs++ {
		o, ok := loss.Observe(result(jobs, 1000, 1000))
		if !ok {
			t.Fatal("not observed")
		}
		rows, all := loss.Distribute([]loss.Observation{o})
		if want := min(jobs-1, 1); len(rows) != want || all.Steps != want {
			t.Errorf("%d jobs: found %d classes and %d steps in all, expected %d", jobs, len(rows), all.Steps, want)
		}
	}
	if c := loss.Classes(); c[0].String() != "2-4" || c[len(c)-1].String() != "65+" {
		t.Errorf("found classes %v", c)
	}
}

func sample() ([]loss.Row, loss.Row) {
	var results []record.Result
	for i, r := range []*record.Result{result(2, 1000, 1000), result(3, 1250, 1250), result(6, 1200, 800), result(6, 1000, 0)} {
		r.Index = i
		results = append(results, *r)
	}
	observations, left := loss.ObserveAll(compare.Collect(results))
	if left != 1 {
		panic("one result has no bound")
	}
	return loss.Distribute(observations)
}

func write(t *testing.T, rows table.Table, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := rows.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTables(t *testing.T) {
	rows, all := sample()
	tables := loss.Tables("a.swf", rows, all)
	if len(tables) != 5 {
		t.Fatalf("found %d tables, expected that of the means and one for each policy", len(tables))
	}
	for k, want := range map[int][]string{
		0: {
			"2-4               2  100.0 %           43.75 %          10.00 %           29.69 %          10.00 %\n", // (50 + 37.5) / 2, ...
			"5-8               1    0.0 %  40.00 .. 60.00 %  4.00 .. 36.00 %  25.00 .. 50.00 %  4.00 .. 36.00 %\n",
			"all               3   66.7 %  42.50 .. 49.17 %  8.00 .. 18.67 %  28.12 .. 36.46 %  8.00 .. 18.67 %\n", // (50 + 37.5 + 40) / 3, with 60: 49.17
		},
		4: {"2-4               2  100.0 %   50.0 %          10.00 %           0.00 %           20.00 %           20.00 %           20.00 %\n"},
	} {
		for _, line := range want {
			if got := write(t, tables[k], table.Text); !strings.Contains(got, line) {
				t.Errorf("table %d: found\n%sexpected a line\n%s", k, got, line)
			}
		}
	}
	csv := write(t, loss.CSV(loss.Lines(rows, all)), table.CSV)
	if n := strings.Count(csv, "\n"); n != 1+3*4 {
		t.Errorf("found %d lines, expected the names and four policies in two classes and in all", n)
	}
	if !strings.Contains(csv, "\n5,8,1,0,dynP,0,0,4.0") || !strings.Contains(csv, "\n2,,3,2,FCFS,") {
		t.Errorf("found\n%s", csv)
	}
}

func TestFigures(t *testing.T) {
	rows, _ := sample()
	for name, texts := range map[string][]string{
		"loss-mean": {">FCFS<", ">dynP<", ">2-4<", ">n 2<", ">100 %<", ">0 %<"},
		"loss":      {">95 % quantile<", ">median<", ">dynP, the best of the three<", ">5-8<"},
	} {
		var svg bytes.Buffer
		if err := loss.Figures("a.swf", rows)[name].Write(&svg, canvas.SVG); err != nil {
			t.Fatal(err)
		}
		for _, want := range texts {
			if !strings.Contains(svg.String(), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
}
