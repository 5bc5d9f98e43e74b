package sections_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
)

// The charts of sweeps are there to be written as files too.
func TestSweepFigures(t *testing.T) {
	figures := figuresOf(sections.Content{Parts: []sections.Part{pagetest.Sweep("a"), pagetest.Sweep("b")}})
	must.Hold(t, len(figures["replays-artww"].Plots) == 2 && figures["replays-artww"].Plots[1].Title == "b",
		"found", figures["replays-artww"])
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

// write writes values as JSON lines.
func write[T any](path string, values ...T) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	var text strings.Builder
	for _, v := range values {
		if err := record.WriteLine(&text, v); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(text.String()), 0o666)
}

// folder makes the folder of a study with such results, or a file of results where it is a file.
func folder(t *testing.T, dir string, results ...record.Result) string {
	must.Do(write(filepath.Join(dir, "results.jsonl"), results...))
	return dir
}

func names(c sections.Content) (all []string) {
	for _, s := range must.Get(c.Page()).Subjects {
		all = append(all, s.Name)
	}
	return all
}

// Sources of one name have their paths as names, and folders within a folder both names, or their
// own where they are alone. A folder without results is left out.
func TestNames(t *testing.T) {
	t.Chdir(t.TempDir())
	results := recordtest.Studied()
	folder(t, "kept", results...)
	folder(t, "other/kept", results...)
	folder(t, "many/one", results...)
	folder(t, "many/two", results...)
	folder(t, "many/under-way")
	run := sweep.Run{
		Trace: "a.swf", Machine: 4, Setting: sweep.Setting{Scheduler: "easy"},
		Metrics: &performance.Metrics{Numbers: map[string]float64{}, Classes: []performance.Class{}},
	}
	for _, m := range performance.Table(nil) {
		run.Numbers[m.Key] = 1
	}
	must.Do(write("runs.jsonl", run))
	moldable := record.MoldableResult{Format: record.MoldableResultFormat, Name: "a", Algorithm: "gang"}
	must.Do(write("moldable.jsonl", moldable))
	for _, c := range []struct{ paths, want, empty []string }{
		{[]string{"kept", "other/kept/"}, []string{"kept", "other/kept"}, nil},
		{[]string{"many"}, []string{"one", "two"}, []string{"many/under-way"}},
		{
			[]string{"runs.jsonl", "many", "moldable.jsonl"},
			[]string{"many/one", "many/two", "runs.jsonl", "moldable.jsonl"}, []string{"many/under-way"},
		},
	} {
		var empty []string
		content, err := sections.Read(c.paths, nil, func(path string) { empty = append(empty, path) })
		found := names(content)
		must.Hold(t, err == nil && slices.Equal(found, c.want),
			c.paths, "found", found, "and", err, "expected", c.want)
		must.EqualSlices(t, empty, c.empty, c.paths, "without results")
	}
}

// Experiments stand in a folder, or in one for each reading. A run that was killed has no means, and a wrong number
// is an error with its place.
func TestExperiments(t *testing.T) {
	t.Chdir(t.TempDir())
	const info = `{"format": "optgap-aida2000/2", "started": "2026-11-25T18:00:00Z", "complete": true}`
	const head = "reading,model,scheduler,load,experiments,utilisation,utilisation_ci95\n"
	for dir, points := range map[string]string{
		"all/text": head + ",uniform,easy,0.5,1,0.4,\n", "all/steep": head + ",uniform,easy,0.5,2,0.4,0.01\n",
		"all/killed": "", "wrong": head + ",uniform,easy,0.5,1,0.4,\n,uniform,easy,half,1,0.4,\n",
	} {
		err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "aida2000.json"), []byte(info), 0o666))
		if points != "" {
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, "points.csv"), []byte(points), 0o666))
		}
		must.Do(err)
	}
	var empty []string
	c, err := sections.Read([]string{"all"}, nil, func(path string) { empty = append(empty, path) })
	if err != nil || len(c.Parts) != 2 || c.Missing != 1 || !slices.Equal(empty, []string{"all/killed"}) {
		t.Fatalf("found %+v, without means %q, error %v", c, empty, err)
	}
	want := sections.Point{Model: "uniform", Scheduler: "easy", Load: 0.5, Utilisation: 0.4, Within: 0.01}
	first, second := c.Parts[0].(sections.Experiment), c.Parts[1].(sections.Experiment)
	must.Hold(t, first.Name == "steep" && first.Points[0] == want && second.Points[0].Within == 0,
		"found", c.Parts)
	_, err = sections.Read([]string{"wrong"}, nil, nil)
	must.Equal(t, fmt.Sprint(err), `wrong/points.csv:3: load: found "half", expected a number`)
}

// TestPaper: the page of a paper's experiment begins with its tables, and does not compare its parts as studies.
func TestPaper(t *testing.T) {
	t.Chdir(t.TempDir())
	folder(t, "paper/one", recordtest.Studied()...)
	folder(t, "paper/two", recordtest.Studied()...)
	ledger := table.Table{Title: "What the text states", Columns: table.Words("id"), Rows: [][]string{{"4-1"}}}
	paper := sections.Paper{Lead: "1 of 1 statement holds\non a trace", Tables: []table.Table{ledger}}
	must.Do(sections.WritePaper("paper", paper))
	c := must.Get(sections.Read([]string{"paper"}, nil, nil))
	var html strings.Builder
	must.Do(page.Write(&html, must.Get(c.Page())))
	for _, want := range []string{
		`<p class="sentence">1 of 1 statement holds</p><p>on a trace</p>`, "<caption>What the text states</caption>",
		"<td>4-1</td>", "8 results of 2 parts",
	} {
		must.Contain(t, html.String(), want)
	}
	must.Hold(t, !strings.Contains(html.String(), "loses least in"),
		"found a comparison of parts as studies")
	must.Do(os.WriteFile("paper/paper.json", []byte("no"), 0o666))
	_, err := sections.Read([]string{"paper"}, nil, nil)
	must.Refuse(t, err, "paper/paper.json:1: ")
}

// The studies of a study file stand in the order of the file, each under its own name.
func TestStudyFile(t *testing.T) {
	dir := t.TempDir()
	const file = "--out b\n# a comment\n--out a\n--drive sjf\n"
	must.Do(os.WriteFile(filepath.Join(dir, "studies.txt"), []byte(file), 0o666))
	want := []string{"b", "a", "3"}
	for _, name := range want {
		folder(t, filepath.Join(dir, name), recordtest.Studied()...)
	}
	content, err := sections.Read([]string{dir}, nil, nil)
	must.Need(t, err == nil && slices.Equal(names(content), want),
		"found", names(content), "and", err, "expected", want)
}
