package figure_test

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/heuristics/must"
)

// kinds returns a small figure of each kind of plot, and one of several plots with one
// legend.
func kinds() map[string]figure.Figure {
	steps := []float64{0, 1}
	lineOf := func(name string, xs []float64, ys ...float64) figure.Line {
		return figure.Line{Name: name, Points: figure.Points(xs, ys)}
	}
	upTo := func(l figure.Line, high ...float64) figure.Line {
		for i, v := range high {
			l.Points[i].Range = &confidence.Interval{Low: l.Points[i].Y, High: v}
		}
		return l
	}
	few := func(names ...string) (lines []figure.Line) {
		for k, name := range names {
			y := float64(k)
			lines = append(lines, lineOf(name, []float64{1, 0.8, 0.6}, 0.7, 0.8+0.02*y, 0.9+0.03*y))
		}
		return lines
	}
	bars := func(title string, percent bool) figure.Plot {
		p := figure.Plot{Title: title, X: "shrinking factor", Y: "value", Percent: percent, Falling: true}
		for k, name := range []string{"fcfs", "sjf", "ljf", "dynp-advanced", "easy", "conservative"} {
			p.Lines = append(p.Lines, lineOf(name, []float64{1}, 0.5+0.1*float64(k)))
		}
		upTo(p.Lines[1], 0.8)
		return p
	}
	shares := figure.Plot{
		Title: "Utilization", X: "shrinking factor", Y: "utilization", Percent: true,
		Falling: true, Lines: few("FCFS", "SJF", "LJF"),
	}
	wide := figure.Plot{
		Title: "ARTwW", X: "shrinking factor", Y: "ARTwW [s]",
		Lines: []figure.Line{lineOf("SJF", []float64{1, 2, 3}, 23_000, 90_000, 3_300_000)},
	}
	cactus := figure.Plot{
		X: "time per step [s]", Y: "share of steps proven optimal", Percent: true, LogX: true,
		Lines: []figure.Line{
			lineOf("exact: 3 of 4", []float64{0.01, 0.5, 3}, 0.25, 0.5, 0.75),
			lineOf("ilp: 2 of 4", []float64{0.2, 40}, 0.25, 0.5),
		},
	}
	cactus.Lines[0].Stairs, cactus.Lines[1].Stairs = true, true
	places := []float64{0, 1, 2}
	bands := figure.Plot{
		X: "waiting jobs; n steps", Y: "performance loss", Percent: true,
		Categories: []string{"2-4\nn 17", "5-8\nn 9", "9+\nn 3"},
		Lines: []figure.Line{
			upTo(lineOf("average", places, 0.02, 0.1, 0.2), 0.02, 0.15, 0.38),
			upTo(lineOf("median", places, 0, 0.08, 0.15), 0, 0.1, 0.25),
			lineOf("few", places, 0.3, 0.35, 0.3),
		},
	}
	bands.Lines[2].Points[2].Few = true
	// Of the second category the last part is below 0. What the lighter part tells is not sure.
	ladder := figure.Plot{
		Y: "response time [s]", Stacked: true, Categories: []string{"EASY\n40 s", "WSPT\n25 s"},
		Behind: []string{"10 s", "-5 s"},
		Lines: []figure.Line{
			upTo(lineOf("bound", steps, 10, 10), 15, 15),
			lineOf("knowing run times", steps, 15, 15),
			lineOf("planning", steps, 10, -5),
		},
	}
	dots := figure.Plot{Y: "time [s]", Categories: []string{"a study", "another"}, Lines: []figure.Line{
		lineOf("exact", steps, 3, 4),
	}}
	dots.Lines[0].Dots = true
	dots.Lines[0].Points[0].Interval = &confidence.Interval{Low: 2, High: 4}
	dots.Lines[0].Points[1].Interval = &confidence.Interval{Low: 4, High: 5}
	whiskers, bar, area := lineOf("a<b", steps, 5, 6), lineOf("a", steps[:1], 5), lineOf("area", steps, 5, 5)
	whiskers.Points[0].Interval = &confidence.Interval{Low: 4, High: 40}
	bar.Points[0].Interval = &confidence.Interval{Low: 4, High: 40}
	area.Points[0].Range = &confidence.Interval{Low: 4, High: 6}
	area.Points[1].Range = &confidence.Interval{Low: 4, High: 7}
	shorter := []float64{0.1, 0.2, 0.6, 1}
	against := func(x, y string, xs, ys []float64) figure.Plot {
		return figure.Plot{X: x, Y: y, Lines: []figure.Line{lineOf("exact", xs, ys...)}}
	}
	times := []float64{3e-7, 2e-5, 0.004, 12}
	along, ratio := against("time [s]", "share", times, shorter), against("ratio", "share", times, shorter)
	upward := against("jobs", "time [s]", shorter, times)
	along.LogX, ratio.LogX, upward.LogY = true, true, true
	return map[string]figure.Figure{
		// The whiskers of the first plot are told to the pointer, and within all axes. 9 is covered as well.
		"intervals": {
			OneScale: true, Covered: []float64{1, 9}, Columns: 2, Plots: []figure.Plot{
				{X: "n", Y: "s", Lines: []figure.Line{whiskers}}, {X: "n", Y: "s", Lines: []figure.Line{area}},
				{Y: "s", Lines: []figure.Line{bar}},
			},
		},
		// Marks of times have units where the axis is logarithmic, or of any range. Other axes have the unit in the name.
		"times": {Columns: 2, Plots: []figure.Plot{
			along, upward, ratio, against("jobs", "time [s]", shorter, times),
			against("jobs", "wait [s]", shorter, []float64{0.0002, 0.0003, 0.0005, 0.0009}),
		}},
		"lines": {
			Title: "Utilization of complete schedules", Subtitle: "kth-like.swf, 100 processors",
			Plots: []figure.Plot{shares},
		},
		"stairs": {Title: "Steps proven optimal within a time per step", Plots: []figure.Plot{cactus}},
		"bands":  {Title: "Performance loss", Plots: []figure.Plot{bands}},
		"ladder": {Title: "From the bound to the scheduler", Plots: []figure.Plot{ladder, dots}, Columns: 1},
		"bars":   {Title: "Metrics at one load", Plots: []figure.Plot{bars("Utilization", true), bars("ARTwW", false)}},
		"plots":  {Title: "Metrics against the load", Plots: []figure.Plot{shares, wide, shares}, Columns: 2},
	}
}

func TestFigureGolden(t *testing.T) {
	for name, f := range kinds() {
		golden.Picture(t, name, f.Write)
	}
}

// svgOf draws a figure of one plot.
func svgOf(f figure.Figure) string {
	var svg bytes.Buffer
	must.Do(f.Write(&svg, figure.SVG))
	return svg.String()
}

func TestFigureEdges(t *testing.T) {
	flat := figure.Line{Name: "flat", Points: []figure.Point{{X: 1, Y: 0.3132}}}
	gap := figure.Line{Name: "gap", Points: []figure.Point{{X: 1, Y: 1}, {X: 0.9, Y: math.NaN()}, {X: 0.8, Y: 2}}}
	for name, p := range map[string]figure.Plot{
		"no lines":  {},
		"no points": {LogX: true, Categories: []string{}, Lines: []figure.Line{{Name: "none"}}},
		"one point": {Lines: []figure.Line{flat}, Percent: true},
		"gap":       {Lines: []figure.Line{gap}},
		"zeros":     {Lines: []figure.Line{{Name: "0", Points: []figure.Point{{X: 1}, {X: 2}}}}},
	} {
		var out bytes.Buffer
		must.Equal(t, (figure.Figure{Title: name, Plots: []figure.Plot{p}}).Write(&out, figure.PNG), nil,
			name)
		_, err := png.Decode(&out)
		must.Hold(t, err == nil, name, err)
	}
	for name, f := range map[string]figure.Figure{
		"no plot":       {},
		"no logarithm":  {Plots: []figure.Plot{{LogX: true, Lines: []figure.Line{{Points: []figure.Point{{Y: 1}}}}}}},
		"stairs from 0": {Plots: []figure.Plot{{LogY: true, Lines: []figure.Line{{Stairs: true}}}}},
	} {
		must.Refuse(t, f.Write(&bytes.Buffer{}, figure.SVG), "", name)
	}
}

// TestAnyPlot draws plots of any few points, on axes of any kind. None of them panics.
func TestAnyPlot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
		p := figure.Plot{
			LogX: yes("log x"), LogY: yes("log y"), Percent: yes("percent"),
		}
		value := rapid.SampledFrom([]float64{1e-9, 0.0002, 0.5, 1, 3, 20_000, 1e12})
		for _, name := range []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "lines")] {
			n := rapid.IntRange(1, 3).Draw(t, "points")
			l := figure.Line{Name: name, Dots: yes("dots"), Stairs: !p.LogY && yes("stairs")}
			ranged := yes("ranged")
			for range n {
				at := figure.Point{X: value.Draw(t, "x"), Y: value.Draw(t, "y")}
				if ranged {
					at.Range = &confidence.Interval{Low: at.Y, High: value.Draw(t, "high")}
				}
				l.Points = append(l.Points, at)
			}
			p.Lines = append(p.Lines, l)
		}
		width := rapid.SampledFrom([]vg.Length{0, 240}).Draw(t, "width")
		must.Hold(t, !strings.Contains(svgOf(figure.Figure{Plots: []figure.Plot{p}, Width: width}), "NaN"),
			"a coordinate is no number")
	})
}

// TestStairs: a line in steps begins at 0 on the left and reaches the right side. Of tens of
// thousands of points only visible ones are drawn.
func TestStairs(t *testing.T) {
	l := figure.Line{Name: "solved", Stairs: true}
	for i := range 20_000 {
		at := figure.Point{X: 1e-4 * math.Pow(1.0005, float64(i)), Y: float64(i+1) / 25_000}
		l.Points = append(l.Points, at)
	}
	few := figure.Line{Name: "two", Stairs: true, Points: []figure.Point{{X: 0.01, Y: 0.5}, {X: 1, Y: 0.6}}}
	never := figure.Line{Name: "never", Stairs: true}
	p := figure.Plot{X: "time [s]", Percent: true, LogX: true, Lines: []figure.Line{l, few, never}}
	svg := svgOf(figure.Figure{Plots: []figure.Plot{p}})
	for _, text := range []string{">100 µs<", ">10 ms<", ">1 s<", ">80 %<", ">never<"} {
		must.Contain(t, svg, text, "the SVG")
	}
	must.Hold(t, len(svg) <= 200_000, "the SVG takes", len(svg), "bytes")
}

// TestWriteAll: each figure is there in each format. Without titles the title of its plot stays.
func TestWriteAll(t *testing.T) {
	all := kinds()
	f := figure.Figure{Title: "Above", Subtitle: "below", Plots: all["bars"].Plots[:1]}
	dir := filepath.Join(t.TempDir(), "new", "folder")
	n, err := figure.WriteAll(dir, map[string]figure.Figure{"a": f, "b": all["plots"]}, true, 0)
	entries, _ := os.ReadDir(dir)
	must.Hold(t, err == nil && n == 6 && len(entries) == 6,
		"found", n, "files", err, "and", entries, "expected two figures in three formats")
	svg, err := os.ReadFile(filepath.Join(dir, "a.svg"))
	if text := string(svg); err != nil || strings.Contains(text, ">Above<") || strings.Contains(text, ">below<") ||
		!strings.Contains(text, ">Utilization<") {
		t.Errorf("expected the plot's title alone, error %v", err)
	}
}

var (
	svgWidth = regexp.MustCompile(`<svg width="([\d.]+)pt"`)
	fontSize = regexp.MustCompile(`font-size:([\d.]+)px`)
	gridLine = regexp.MustCompile(`<path d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)" style="[^"]*stroke:#E4E4E4`)
)

func numbers(t *testing.T, texts []string) (all []float64) {
	for _, text := range texts {
		v := must.Get(strconv.ParseFloat(text, 64))
		all = append(all, v)
	}
	return all
}

// TestAlign: figures of a set are as wide as they are asked to be, and the frames of each have one width. Text has 7
// to 9 points.
func TestAlign(t *testing.T) {
	for _, width := range []vg.Length{figure.SingleColumn, figure.DoubleColumn} {
		for _, plots := range []int{1, 6} {
			for name, top := range map[string]float64{"small": 3, "large": 5_000_000} {
				f := figure.Figure{Width: width, Title: "A title of many words that has no room in one column"}
				for range plots {
					f.Plots = append(f.Plots, figure.Plot{
						Title: "plot", X: "load", Y: "response time weighted by width [s]",
						Lines: []figure.Line{{Name: "FCFS", Points: []figure.Point{{X: 1}, {X: 2, Y: top / 2}, {X: 3, Y: top}}}},
					})
				}
				var frames []float64
				svg := svgOf(f)
				if w := numbers(t, svgWidth.FindStringSubmatch(svg)[1:]); math.Abs(w[0]-float64(width)) > 0.01 {
					t.Errorf("%s: found a width of %v points, expected %v", name, w, width)
				}
				for _, m := range fontSize.FindAllStringSubmatch(svg, -1) {
					v := numbers(t, m[1:])[0]
					must.Hold(t, v >= 7 && v <= 9, name, "text of", v, "points")
				}
				for _, m := range gridLine.FindAllStringSubmatch(svg, -1) {
					ends := numbers(t, m[1:])
					must.Hold(t, ends[0] >= 0 && ends[2] <= float64(width),
						name, "a line from", ends[0], "to", ends[2], "of", width, "points")
					if ends[1] == ends[3] {
						frames = append(frames, ends[2]-ends[0])
					}
				}
				must.Hold(t, len(frames) != 0 && slices.Max(frames)-slices.Min(frames) <= 0.5,
					width, "points", plots, "plots: frames are", frames, "wide")
			}
		}
	}
	_, err := figure.WriteAll(t.TempDir(), map[string]figure.Figure{"none": {}}, false, 0)
	must.Refuse(t, err, "", "a figure without plots")
}

func TestPictureErrors(t *testing.T) {
	empty := figure.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}
	for _, format := range []string{"gif", ""} {
		must.AboutField(t, empty.Write(io.Discard, format), "", format)
	}
	full := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	for _, format := range figure.Formats() {
		must.Is(t, empty.Write(w, format), full, format)
	}
}

// A file is there only once its picture is complete.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	for path, want := range map[string]string{"a.gif": `suffix ".gif"`, "a": `suffix ""`, "a.svg": "broken"} {
		path = filepath.Join(dir, path)
		err := figure.WriteFile(path, func() (figure.Picture, error) { return figure.Picture{}, broken })
		must.Hold(t, err != nil && strings.Contains(err.Error(), want) && strings.Contains(err.Error(), path),
			path, "found", err, "expected the path and", want)
		must.Is(t, must.Err(os.Stat(path)), os.ErrNotExist, path, "left behind")
	}
	path := filepath.Join(dir, "b.PNG")
	err := figure.WriteFile(path, func() (figure.Picture, error) {
		return figure.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}, nil
	})
	if got, _ := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte("\x89PNG")) {
		t.Errorf("found %q and %v, expected the format of the suffix", got, err)
	}
}

// TestFonts: pdffonts, of poppler, finds all fonts of a PDF embedded. Without pdffonts the file only
// has to hold one.
func TestFonts(t *testing.T) {
	p := figure.Picture{Width: figure.SingleColumn, Height: 50, Paint: func(dc draw.Canvas) {
		dc.FillText(figure.Large, vg.Point{X: 10, Y: 20}, "large, 3 µs")
		dc.FillText(figure.Small, vg.Point{X: 10, Y: 10}, "small")
	}}
	var document bytes.Buffer
	must.Do(p.Write(&document, figure.PDF))
	must.Hold(t, bytes.Count(document.Bytes(), []byte("/FontFile2")) != 0, "found no embedded font")
	must.Hold(t, !bytes.Contains(document.Bytes(), []byte("/CreationDate (D:20")),
		"the PDF says when it was made")
	program, err := exec.LookPath("pdffonts")
	if err != nil {
		t.Skip("pdffonts is not installed")
	}
	path := filepath.Join(t.TempDir(), "fonts.pdf")
	must.Do(os.WriteFile(path, document.Bytes(), 0o666))
	out := must.Get(exec.Command(program, path).Output())
	fonts := strings.Split(strings.TrimSpace(string(out)), "\n")[2:] // below the head and a line
	for _, line := range fonts {
		if fields := strings.Fields(line); fields[len(fields)-5] != "yes" { // emb sub uni object ID
			t.Errorf("not embedded: %s", line)
		}
	}
}

// TestWrap: lines have room, no word is lost, and a word without room is cut.
func TestWrap(t *testing.T) {
	const sentence = "Self-tuning dynP, single policies, basic dynP: response time weighted by width"
	lines := strings.Split(figure.Wrap(figure.Large, sentence, 150), "\n")
	for _, l := range lines {
		must.Hold(t, figure.Large.Width(l) <= 150, l, "is", figure.Large.Width(l), "points wide")
	}
	must.Hold(t, strings.Join(lines, " ") == sentence && len(lines) >= 2, "found", lines)
	long := figure.Wrap(figure.Large, "KTH-SP2-1996-2.swf.gz.part", 60)
	if strings.Contains(long, "\n") || !strings.HasSuffix(long, "…") || figure.Large.Width(long) > 60 {
		t.Errorf("a long word: found %q", long)
	}
}
