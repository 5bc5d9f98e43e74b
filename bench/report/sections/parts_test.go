package sections_test

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
)

// The charts of sweeps are there to be written as files too.
func TestSweepFigures(t *testing.T) {
	figures := figuresOf(sections.Content{Parts: []sections.Part{pagetest.Sweep("a"), pagetest.Sweep("b")}})
	if len(figures["replays-artww"].Plots) != 2 || figures["replays-artww"].Plots[1].Title != "b" {
		t.Errorf("found %v", figures["replays-artww"])
	}
	one := pagetest.Sweep("a")
	one.Runs = one.Runs[:2] // one load
	if figures = figuresOf(sections.Content{Parts: []sections.Part{one}}); len(figures) != 1 {
		t.Errorf("of one load found %d figures", len(figures))
	}
}

// TestOneColour: a name has one colour and one spelling in all figures of studies, sweeps and moldable runs, beside
// the page too, also that of a scheduler of one's own, and of one with parameters. Each colour of an SVG is one.
func TestOneColour(t *testing.T) {
	study, replays := pagetest.Study("a", 60, 5), pagetest.Sweep("b")
	for i := range study.Results {
		r := &study.Results[i]
		r.Policies = maps.Clone(r.Policies)
		r.Policies["mine"], r.Policies["easy:aging=1h"] = r.Policies["LJF"], r.Policies["SJF"]
	}
	for i := range replays.Runs {
		if r := &replays.Runs[i]; r.Scheduler != replays.Runs[0].Scheduler {
			r.Scheduler = "mine"
		}
	}
	content := sections.Content{
		Studies: []sections.Study{study}, Parts: []sections.Part{replays, pagetest.Moldable("c")},
	}
	figures := figuresOf(content)
	s := must.Get(report.Study(study.Results, report.StudyOptions{Losses: true}))
	for at, more := range map[string]map[string]figure.Figure{
		"study": s.Figures(), "sweep": report.SweepFigures("", replays.Runs),
		"one": report.SweepFigures("", replays.Runs[:1]),
	} {
		for name, f := range more {
			figures[at+" "+name] = f
		}
	}
	hues, names, seen := map[string]figure.Hue{}, map[string]string{}, map[string]int{}
	for at, f := range figures {
		var svg bytes.Buffer
		must.Do(f.Write(&svg, figure.SVG))
		golden.SVG(t, at, svg.Bytes())
		for _, p := range f.Plots {
			for _, l := range p.Lines {
				of := strings.ToLower(cmp.Or(l.Of, l.Name))
				look, name := f.Looks()[l.Name], names[of]
				if l.Of == "" || l.Of == l.Name {
					name = look.Name
				}
				if hue, known := hues[of]; known && (hue != look.Hue || cmp.Or(names[of], name) != name) {
					t.Errorf("%s in %s: found hue %d and the name %s, elsewhere %d and %s", of, at, look.Hue, name, hue, names[of])
				}
				hues[of], names[of] = look.Hue, name
				seen[of]++
			}
		}
	}
	for _, name := range []string{"mine", "easy:aging=1h", "fcfs", "exact"} {
		must.Hold(t, seen[name] >= 2, name, "is in", seen[name], "plots", seen)
	}
	if hues["mine"] == hues["fcfs"] || names["fcfs"] != "FCFS" || names["easy:aging=1h"] != "EASY:aging=1h" {
		t.Errorf("mine has the colour of FCFS, or names are %v", names)
	}
}

// Each kind of results has tables of its own, whose first column has the names.
func TestTables(t *testing.T) {
	c := sections.Content{
		Studies: []sections.Study{{Source: sections.Source{Name: "a"}, Results: recordtest.Studied()}},
		Parts: []sections.Part{
			sections.Sweep{
				Source: sections.Source{Name: "b"}, Runs: []sweep.Run{{Trace: "a.swf", Metrics: new(performance.Metrics)}},
			},
			pagetest.Moldable("c"),
			sections.Offline{Source: sections.Source{Name: "e"}},
			sections.Experiment{
				Source: sections.Source{Name: "d"}, Points: make([]sections.Point, 1),
				Rows: table.Table{Columns: table.Words("model"), Rows: [][]string{{"uniform"}}},
			},
		},
	}
	dir := t.TempDir()
	files, err := c.WriteTables(dir)
	must.Need(t, err == nil && files == len(sections.TableNames()),
		"found", files, "files and", err, "expected", len(sections.TableNames()))
	for _, name := range sections.TableNames() {
		must.Get(os.Stat(filepath.Join(dir, name)))
	}
	for name, column := range map[string][]string{
		"results.csv": {"study", "a", "a", "a", "a"}, "replays.csv": {"sweep", "b"},
		"moldable.csv":    append([]string{"run"}, slices.Repeat([]string{"c"}, 24)...),
		"experiments.csv": {"experiment", "d"}, "offline.csv": {"run", "e"},
	} {
		text := must.Get(os.ReadFile(filepath.Join(dir, name)))
		var first []string
		for line := range strings.Lines(string(text)) {
			cell, _, _ := strings.Cut(line, ",")
			first = append(first, cell)
		}
		must.EqualSlices(t, first, column, name, "first column")
	}
}
