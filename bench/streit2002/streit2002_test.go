package streit2002_test

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/golden"
	"github.com/optgap/optgap/bench/replay/replaytest"
	"github.com/optgap/optgap/bench/streit2002"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/table"
)

// TestPaperNumbersFitTogether: relations between the printed numbers, which a
// slip in copying would break.
func TestPaperNumbersFitTogether(t *testing.T) {
	const jobs = 10_000 // of each set
	for _, name := range streit2002.Names() {
		s, ok := streit2002.ByName(name)
		if !ok {
			t.Fatal(name)
		}
		for i, c := range s.Table4 {
			n := c.SJF + c.FCFS + c.LJF
			if name == "pc2" && i == 3 {
				n -= 90 // as printed
			}
			if n < jobs-5 || n > jobs {
				t.Errorf("%s, column %d of Table 4: %d jobs started, want about %d", s.Name, i, n, jobs)
			}
		}
		// Table 5: the percentages of the tries add up; response time is wait plus run time.
		five, six := s.Table5, s.Table6
		if sum := five.ToSJF + five.ToFCFS + five.ToLJF + five.Same; sum < 99.9 || sum > 100.1 {
			t.Errorf("%s, Table 5: %v %%", s.Name, sum)
		}
		if d := five.RunTime + five.Wait - five.ART; d < -1.1 || d > 1.1 {
			t.Errorf("%s, Table 5: ART is off by %v s", s.Name, d)
		}
		// Table 6: counts[13] is case 10b, counted twice in the paper; the differences are cases 1, 6b, 8c, 10c.
		sum := 0
		for _, n := range six.Counts {
			sum += n
		}
		if sum-six.Counts[13] != six.Total || six.Total != five.Tries {
			t.Errorf("%s, Table 6: %d, less case 10b %d, want the total %d and the tries %d", s.Name, sum, sum-six.Counts[13], six.Total, five.Tries)
		}
		if n := six.Counts[0] + six.Counts[7] + six.Counts[11] + six.Counts[14]; n != six.Differences {
			t.Errorf("%s, Table 6: %d differences, want %d", s.Name, n, six.Differences)
		}
		current := 0
		for _, k := range []int{0, 3, 6, 7, 9, 11, 13, 14} {
			current += six.Counts[k]
		}
		if missing := map[string]int{"kth": 59}[name]; current-missing != six.CurrentPolicy {
			t.Errorf("%s, Table 6: %d for the current policy, want %d", s.Name, current-missing, six.CurrentPolicy)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ name, trace, want string }{
		{"", "KTH-SP2-1996-2.swf.gz", "kth"}, {"", "CTC-SP2-1996-3.1-cln.swf", "ctc"}, {"", "SDSC-SP2.swf", "sdsc"},
		{"", "LLNL-Atlas.swf", ""}, {"none", "SDSC-SP2.swf", ""}, {"PC2", "SDSC-SP2.swf", "pc2"},
	} {
		p, err := streit2002.Choose(c.name, c.trace)
		if err != nil || (p == nil) != (c.want == "") || p != nil && p.Key != c.want {
			t.Errorf("%q for %s: %+v, error %v, want %q", c.name, c.trace, p, err, c.want)
		}
	}
	if _, err := streit2002.Choose("llnl", "SDSC-SP2.swf"); err == nil {
		t.Error("there is a set llnl")
	}
}

// TestFigureFactors: PC2_syn has the range 0.8 to 0.4, other traces 1 to 0.6.
func TestFigureFactors(t *testing.T) {
	p, _ := streit2002.ByName("pc2")
	if f := p.FigureFactors(); !slices.Equal(f, []float64{0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4}) {
		t.Errorf("pc2: %v", f)
	}
	p = nil
	if f := p.FigureFactors(); !slices.Equal(f, []float64{1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6}) {
		t.Errorf("without a set: %v", f)
	}
}

func TestValidate(t *testing.T) {
	if err := (streit2002.Experiment{Factors: []float64{1, 0.5}}).Validate(); err != nil {
		t.Error(err)
	}
	for _, f := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if err := (streit2002.Experiment{Factors: []float64{f}}).Validate(); err == nil {
			t.Errorf("factor %v is no error", f)
		}
	}
}

// TestPaperTables compares Tables 4 to 6 of a generated trace with a golden
// file, and counts the figures' lines.
func TestPaperTables(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(t, 400)
	s := sweep.Sweep{Trace: "kth-like", Machine: machine, Jobs: jobs, Workers: 3}
	p := streit2002.Experiment{Factors: []float64{0.9, 0.7}}
	runs, err := s.Run(context.Background(), p.Settings())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var figures map[string]figure.Figure
	for _, name := range []string{"KTH", "none"} {
		if p.Published, err = streit2002.Choose(name, s.Trace); err != nil {
			t.Fatal(err)
		}
		shown, err := p.Report("subtitle", runs)
		if err != nil {
			t.Fatal(err)
		}
		figures = shown.Figures
		for _, shownTable := range shown.Tables {
			if err := shownTable.Write(&out, table.Text); err != nil {
				t.Fatal(err)
			}
			out.WriteByte('\n')
		}
	}
	golden.Text(t, "paper.golden", out.Bytes())
	for name, lines := range map[string]int{"figure-2": 6, "figure-3": 6, "figure-4": 5, "figure-5": 5, "figure-6": 4, "figure-7": 5, "figure-8": 5} {
		plot := figures[name].Plots[0]
		if len(plot.Lines) != lines {
			t.Errorf("%s has %d lines, want %d", name, len(plot.Lines), lines)
		}
		for _, l := range plot.Lines {
			if !slices.Equal(l.X, p.Factors) {
				t.Errorf("%s, %s: factors %v, want %v", name, l.Name, l.X, p.Factors)
			}
		}
	}
	if _, err := p.Report("subtitle", runs[1:]); err == nil {
		t.Error("a missing run is no error")
	}
}
