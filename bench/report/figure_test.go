package report_test

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/report"
)

// sixLines are shaped as the response times of schedulers under a rising load.
func sixLines(title string, percent bool) report.Plot {
	p := report.Plot{Title: title, X: "shrinking factor", Y: "ARTwW [s]", Falling: true, TicksAtX: true, Percent: percent}
	if percent {
		p.Y = "utilization"
	}
	for k, name := range []string{"dynp-advanced (ARTwW)", "dynp-simple (ARTwW)", "FCFS", "SJF", "LJF", "basic-dynp", "easy", "ivs"} {
		l := report.Line{Name: name}
		for i := range 9 {
			f := 1 - 0.05*float64(i)
			v := 20000 + 3000*float64(k) + float64(i*i*i)*150*float64(k+1)
			if percent {
				v = 0.66 + 0.035*float64(i) - 0.01*float64(k%3)*float64(i)/4
			}
			l.X, l.Y = append(l.X, math.Round(f*100)/100), append(l.Y, v)
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

func figures() map[string]report.Figure {
	return map[string]report.Figure{
		"one":   {Title: "ARTwW of complete schedules", Subtitle: "kth-like.swf, 400 jobs on 100 processors", Plots: []report.Plot{sixLines("", false)}},
		"pages": {Title: "Metrics against the load", Plots: []report.Plot{sixLines("ARTwW", false), sixLines("Utilization", true), sixLines("SLDwW_60", false), sixLines("Loss of capacity", true), sixLines("Wait", false)}},
	}
}

// TestFigureLook writes the pictures to look at into the folder that the
// environment names; without it only their structure is checked.
func TestFigureLook(t *testing.T) {
	for name, f := range figures() {
		for _, format := range []string{report.SVG, report.PNG} {
			var a, b bytes.Buffer
			if err := f.Write(&a, format); err != nil {
				t.Fatal(err)
			}
			if err := f.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s.%s: the same figure gives other bytes", name, format)
			}
			if dir := os.Getenv("OPTGAP_PICTURES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+"."+format), a.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestFigureSays: an SVG holds titles, axes, marks and every name of a line
// once, however many plots it is in.
func TestFigureSays(t *testing.T) {
	var svg bytes.Buffer
	if err := figures()["pages"].Write(&svg, report.SVG); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{">Metrics against the load<", ">Utilization<", ">0.60<", ">1.00<", ">shrinking factor<", ">70 %<", ">ARTwW [s]<"} {
		if !strings.Contains(svg.String(), text) {
			t.Errorf("the SVG lacks %s", text)
		}
	}
	for _, name := range []string{">FCFS<", ">ivs<"} {
		if n := strings.Count(svg.String(), name); n != 1 {
			t.Errorf("the SVG names %s %d times, want once", name, n)
		}
	}
}

func TestFigureEdges(t *testing.T) {
	flat := report.Line{Name: "flat", X: []float64{1}, Y: []float64{0.3132}}
	gap := report.Line{Name: "gap", X: []float64{1, 0.9, 0.8}, Y: []float64{1, math.NaN(), 2}}
	for name, p := range map[string]report.Plot{
		"no lines": {}, "one point": {Lines: []report.Line{flat}, Percent: true}, "gap": {Lines: []report.Line{gap}}, "zeros": {Lines: []report.Line{{Name: "0", X: []float64{1, 2}, Y: []float64{0, 0}}}},
	} {
		var out bytes.Buffer
		if err := (report.Figure{Title: name, Plots: []report.Plot{p}, DPI: 72}).Write(&out, report.PNG); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := png.Decode(&out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, f := range map[string]report.Figure{
		"no plot":         {},
		"lengths differ":  {Plots: []report.Plot{{Lines: []report.Line{{X: []float64{1}}}}}},
		"unknown picture": {Plots: []report.Plot{{}}},
	} {
		if err := f.Write(&bytes.Buffer{}, map[bool]string{true: "gif", false: report.SVG}[name == "unknown picture"]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := (report.Figure{Plots: []report.Plot{{}}}).WriteFile("figure.pdf"); err == nil || !strings.Contains(err.Error(), "figure.pdf") {
		t.Errorf("error %v, want one that names the file", err)
	}
}

// TestLogAxis: values that differ by more than a factor of twenty get marks at
// round values that enclose them.
func TestLogAxis(t *testing.T) {
	p := report.Plot{Lines: []report.Line{{Name: "wide", X: []float64{1, 2, 3}, Y: []float64{23_000, 90_000, 3_300_000}}}}
	var svg bytes.Buffer
	if err := (report.Figure{Plots: []report.Plot{p}}).Write(&svg, report.SVG); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{">20,000<", ">50,000<", ">100,000<", ">1,000,000<", ">5,000,000<"} {
		if !strings.Contains(svg.String(), text) {
			t.Errorf("the SVG lacks %s", text)
		}
	}
	if strings.Contains(svg.String(), ">10,000<") || strings.Contains(svg.String(), ">0<") {
		t.Error("the axis goes lower than it needs to")
	}
}

// TestStairs: a line in steps begins at 0 on the left and reaches the right side;
// tens of thousands of its points take no more room than can be seen.
func TestStairs(t *testing.T) {
	l := report.Line{Name: "solved", Stairs: true}
	for i := range 20_000 {
		l.X, l.Y = append(l.X, 1e-4*math.Pow(1.0005, float64(i))), append(l.Y, float64(i+1)/25_000)
	}
	few := report.Line{Name: "two", Stairs: true, X: []float64{0.01, 1}, Y: []float64{0.5, 0.6}}
	never := report.Line{Name: "never", Stairs: true}
	p := report.Plot{X: "time [s]", Percent: true, LogX: true, Lines: []report.Line{l, few, never}}
	var svg bytes.Buffer
	if err := (report.Figure{Plots: []report.Plot{p}}).Write(&svg, report.SVG); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{">0.0001<", ">0.01<", ">1<", ">80 %<", ">never<"} {
		if !strings.Contains(svg.String(), text) {
			t.Errorf("the SVG lacks %s", text)
		}
	}
	if svg.Len() > 200_000 {
		t.Errorf("the SVG takes %d bytes", svg.Len())
	}
}

// TestBandsAndCategories: the axis covers what is possible beyond the line, and
// every line of a category's label is there.
func TestBandsAndCategories(t *testing.T) {
	l := report.Line{Name: "mean", X: []float64{0, 1}, Y: []float64{0, 0.1}, High: []float64{0, 0.38}}
	p := report.Plot{Percent: true, Lines: []report.Line{l}, Categories: []string{"2-4\nn 17", "5+\nn 3"}}
	var svg bytes.Buffer
	if err := (report.Figure{Plots: []report.Plot{p}}).Write(&svg, report.SVG); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{">2-4<", ">n 17<", ">5+<", ">n 3<", ">40 %<", "fill-opacity"} {
		if !strings.Contains(svg.String(), text) {
			t.Errorf("the SVG lacks %s", text)
		}
	}
	p.Lines[0].High = []float64{1}
	if err := (report.Figure{Plots: []report.Plot{p}}).Write(&svg, report.SVG); err == nil {
		t.Error("upper ends of another number: no error")
	}
}

func TestWriteFigures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	n, err := report.WriteFigures(dir, figures())
	entries, _ := os.ReadDir(dir)
	if err != nil || n != 4 || len(entries) != 4 {
		t.Errorf("found %d files, %v and %v, expected two figures in two formats", n, err, entries)
	}
}
