package sections_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// part returns the text of a section of the page.
func part(t testing.TB, html, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(html, `<section id="`+id+`"`)
	text, _, ended := strings.Cut(rest, "</section>")
	must.Need(t, found && ended, "found no section", id)
	return text
}

// cellsIn returns the rows of the n-th table of a text, from 0, its heads first.
func cellsIn(text string, n int) (rows [][]string) {
	body := regexp.MustCompile(`(?s)<table.*?</table>`).FindAllString(text, -1)[n]
	for _, row := range regexp.MustCompile(`(?s)<tr.*?</tr>`).FindAllString(body, -1) {
		var cells []string
		for _, cell := range regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`).FindAllStringSubmatch(row, -1) {
			cells = append(cells, regexp.MustCompile(`</?button[^>]*>`).ReplaceAllString(cell[1], ""))
		}
		rows = append(rows, cells)
	}
	return rows
}

// TestAnswerFirst: the page begins with what the policies lose, as package loss computes it, the
// least first, and ends with what was asked.
func TestAnswerFirst(t *testing.T) {
	s := pagetest.Study("a", 60, 6)
	s.Info.Command = "optgap study --seed 7 a.swf"
	html := written(t, s)
	answer, asked := part(t, html, "answer"), part(t, html, "asked")
	must.Hold(t, strings.Index(html, `id="answer"`) <= strings.Index(html, `id="results"`) &&
		strings.Index(html, `id="asked"`) >= strings.Index(html, `id="failures"`),
		"found another order, expected the answer first and what was asked last")
	must.Contain(t, asked, "<code>optgap study --seed 7 a.swf</code>", "command line")
	losses := loss.Of(summary.Collect(s.Results), "", nil, s.Info.Of)
	rows := cellsIn(answer, 0)
	must.Need(t, len(rows) == 1+len(losses.Schedulers),
		"found", len(rows), "rows, expected one for each of", losses.Schedulers)
	for k, name := range losses.Schedulers {
		d, row := losses.All.Losses[k], rows[1+k]
		must.Hold(t, row[0] == name && row[1] == rangeOf(d.Average) && row[2] == rangeOf(*d.Confidence),
			"found", row, "expected", name, d.Average, "and", *d.Confidence)
	}
	best := slices.Index(losses.Schedulers, "dynP")
	start := `<p class="sentence">On 60 steps, the best of FCFS, SJF and LJF (dynP) loses ` +
		rangeOf(losses.All.Losses[best].Average)
	must.Contain(t, answer, start)
}

// rangeOf writes an interval in percent: the numbers of these tests are above 0.1.
func rangeOf(i confidence.Interval) string {
	low, high := format.Decimal(i.Low, 2), format.Decimal(i.High, 2)
	if low == high {
		return low + " %"
	}
	return low + " to " + high + " %"
}

// TestMatrix compares studies: a row for each, in their order, and charts with the studies along x.
func TestMatrix(t *testing.T) {
	studies := []sections.Study{pagetest.Study("b", 12, 5), pagetest.Study("a", 9, 5)}
	html := written(t, studies...)
	rows := cellsIn(part(t, html, "answer"), 0)
	must.EqualSlices(t, rows[0], []string{"study", "steps", "proven", "FCFS", "SJF", "LJF", "dynP"},
		"heads")
	must.Hold(t, rows[1][0] == "b" && rows[1][1] == "12" && rows[2][0] == "a" && rows[2][1] == "9",
		"found", rows[1:], "expected b and a")
	const differs = `<tr class="differs"><th scope="row">started`
	must.Hold(t, strings.Contains(html, "in 2 of 2 studies") && !strings.Contains(html, differs),
		"found no sentence of both studies, or times of day as a difference")
	figures := figuresOf(sections.Content{Studies: studies})
	for _, name := range []string{"losses-by-study", "times-by-study"} {
		if f := figures[name]; len(f.Plots) != 1 || !slices.Equal(f.Plots[0].Categories, []string{"b", "a"}) {
			t.Errorf("%s: found %+v, expected one plot of b and a", name, f)
		}
	}
}

// TestHeading: only studies have an optimum to be far from.
func TestHeading(t *testing.T) {
	studies, sweep, moldable := []sections.Study{pagetest.Study("a", 3, 3)}, pagetest.Sweep("s"), pagetest.Moldable("m")
	for want, c := range map[string]sections.Content{
		"How far from optimal?":           {Studies: studies, Parts: []sections.Part{sweep}},
		"How do the schedulers perform?":  {Parts: []sections.Part{sweep}},
		"How far above the lower bounds?": {Parts: []sections.Part{moldable}},
		"Results":                         {Parts: []sections.Part{moldable, sweep}},
	} {
		must.Hold(t, strings.Contains(htmlOf(t, c), "<h1>"+want+" "), "found no heading", want)
	}
}

// TestTroubles: early ends and warnings count beside failures, and warnings that differ in numbers
// alone are one.
func TestTroubles(t *testing.T) {
	s := pagetest.Study("a", 3, 3)
	for i := range s.Results {
		s.Results[i].Status, s.Results[i].Error, s.Results[i].EndedBy = optgap.StatusFeasible, "", optgap.EndedFinished
	}
	must.Contain(t, part(t, written(t, s), "failures"), "None: all results", "without troubles")
	s.Results[0].Warnings = []string{"weaker bounds: 7 of 9 prices", "weaker bounds: 8 of 9 prices"}
	s.Results[2].Warnings = []string{"weaker bounds: 3 of 4 prices"}
	s.Results[1].EndedBy = optgap.EndedMemoryLimit
	s.Results[3].BoundsStatus = optgap.StatusCrashed
	text := part(t, written(t, s), "failures")
	for _, want := range []string{
		"or has lost bounds, 1 was ended early, 2 carry warnings.",
		"solved, but the process that sought further bounds was ended: crashed",
		"<td>ended early</td><td>feasible</td><td>memory_limit</td>",
		"weaker bounds: N of N prices</td><td class=\"n\">2</td>",
	} {
		must.Contain(t, text, want)
	}
	var head page.Rows
	payload(t, written(t, s), "study-0", &head)
	must.Hold(t, len(head.Warned) == 2 && slices.Equal(head.Warned[0], s.Results[0].Warnings) &&
		slices.Equal(head.Warned[2], s.Results[2].Warnings),
		"found", head.Warned)
}

// TestManyParts: two sweeps and two runs of moldable jobs have charts of their own.
func TestManyParts(t *testing.T) {
	html := htmlOf(t, sections.Content{
		Parts: []sections.Part{pagetest.Sweep("a"), pagetest.Sweep("b"), pagetest.Moldable("c"), pagetest.Moldable("d")},
	})
	for _, name := range []string{"replays-answer-0", "replays-answer-1", "minsum-0", "makespan-1"} {
		must.Equal(t, strings.Count(html, `id="chart-`+name+`"`), 1, "charts", name)
	}
	for _, want := range []string{
		" at shrinking factor 0.7, the best scheduler first: EASY 1,170 s, FCFS 1,200 s.",
		"Minsum over its lower bound, on average: bicriteria 1.3000, gang 1.3187.",
	} {
		must.Contain(t, html, want)
	}
}

// TestUnfinished: what has been asked for and is not there is said first.
func TestUnfinished(t *testing.T) {
	begun := func(name string, asked int) sections.Study {
		s := pagetest.Study(name, 3, 3) // 6 results
		s.Info.Complete, s.Info.Asked = false, asked
		return s
	}
	whole, sweeps := pagetest.Study("whole", 3, 3), []sections.Part{pagetest.Sweep("s")}
	open, other := begun("a", 60), begun("b", 20)
	for want, c := range map[string]sections.Content{
		"": {Studies: []sections.Study{whole}},
		"Unfinished: the study has 6 of 60 results.":  {Studies: []sections.Study{open}},
		"Unfinished: the study has 6 results so far.": {Studies: []sections.Study{begun("a", 0)}},
		"Unfinished: of 2 studies, 1 has no result.":  {Studies: []sections.Study{whole}, Missing: 1},
		"Unfinished: of 6 studies, 4 have no result and 1 has 6 of 60 results.": {
			Studies: []sections.Study{whole, open}, Missing: 4,
		},
		"Unfinished: of 3 runs, 2 have 12 of 80 results.": {Studies: []sections.Study{open, other}, Parts: sweeps},
	} {
		_, main, _ := strings.Cut(htmlOf(t, c), "<main>\n")
		found := ""
		if text, ok := strings.CutPrefix(main, `<p class="sentence">`); ok {
			found, _, _ = strings.Cut(text, "</p>")
		}
		must.Equal(t, found, want)
	}
}

// TestPartOfSteps: steps that are left out stand in the answer, and studies without losses are told from others.
func TestPartOfSteps(t *testing.T) {
	s, bare := pagetest.Study("a", 3, 3), pagetest.Study("b", 3, 3)
	for i := range bare.Results {
		bare.Results[i].Bound, bare.Results[i].Bounds = 0, nil
	}
	for want, studies := range map[string][]sections.Study{
		"on 0 of 3 steps.</p>":                                                   {s},
		" loses least in 1 of 1 study whose losses are known: ":                  {s, bare},
		"on 0 of 3 steps. 3 of 6 steps are left out: 3 with no lower bound.</p>": {s, bare},
	} {
		must.Contain(t, part(t, written(t, studies...), "answer"), want)
	}
}
