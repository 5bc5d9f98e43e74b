package sections

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
)

// The kinds of trouble, the gravest first.
const (
	failed = iota
	ended
	warning
)

// troubleWords name the kinds, and say what one result has, and what several have.
var troubleWords = [...][3]string{
	failed: {
		"failed", "has no schedule of the method's own or has lost bounds",
		"have no schedule of the method's own or have lost bounds",
	},
	ended:   {"ended early", "was ended early", "were ended early"},
	warning: {"warning", "carries warnings", "carry warnings"},
}

// A trouble is why results have no schedule of the method's own or have lost bounds, or why
// something other than the end of its work ended the method, or a warning that they carry.
type trouble struct {
	study, kind                    int // place of the study on the page
	method, status, endedBy, cause string
}

// A tally counts results, and those with troubles by kind.
type tally struct {
	results  int
	troubled [len(troubleWords)]int
}

// sentence counts the results with troubles of some kinds; "": there are none.
func (t tally) sentence(kinds ...int) string {
	var parts []string
	for _, k := range kinds {
		if n := t.troubled[k]; n > 0 {
			parts = append(parts, format.Integer(n)+" "+troubleWords[k][min(n, 2)])
		}
	}
	if parts == nil {
		return ""
	}
	return "Of " + format.Count(t.results, "result") + ", " + strings.Join(parts, ", ") + "."
}

// troubles counts the results with troubles, and returns a block that lists the troubles. Those of
// a study stand together, the gravest kind first and the most frequent of a kind first.
func troubles(studies []Study) (all tally, list page.Block) {
	steps := map[trouble][]page.Link{}
	for number, s := range studies {
		all.results += len(s.Results)
		for _, r := range lists.Pointers(s.Results) {
			own := troublesIn(number, r)
			for _, t := range own {
				steps[t] = append(steps[t], page.Link{Study: number, Step: r.Index})
			}
			for _, kind := range lists.Distinct(own, func(t trouble) int { return t.kind }) {
				all.troubled[kind]++
			}
		}
	}
	if len(steps) == 0 {
		return all, page.Block{
			Words: "None: all results have a schedule of the method's own, none has lost bounds, " +
				"none was ended early, and there are no warnings.",
		}
	}
	found := slices.SortedFunc(maps.Keys(steps), func(a, b trouble) int {
		return cmp.Or(
			a.study-b.study,
			a.kind-b.kind,
			len(steps[b])-len(steps[a]),
			steps[a][0].Step-steps[b][0].Step,
			cmp.Compare(a.method, b.method),
			cmp.Compare(a.cause, b.cause),
		)
	})
	const most = 12 // steps of a trouble that are named
	sheet := page.Sheet{Name: "Causes", LinkAt: 7}
	for _, t := range found {
		links := steps[t]
		more := ""
		if len(links) > most {
			more = " …"
		}
		sheet.Add(
			table.Name("study", studies[t.study].Name),
			table.Name("method", t.method),
			table.Name("what", troubleWords[t.kind][0]),
			table.Name("status", t.status),
			table.Name("ended by", t.endedBy),
			table.Name("cause", t.cause),
			table.Number("results", strconv.Itoa(len(links))),
			table.Name("steps", more),
		)
		sheet.Links = append(sheet.Links, links[:min(most, len(links))])
	}
	return all, page.Block{Words: all.sentence(failed, ended, warning), Sheets: []page.Sheet{sheet}}
}

// troublesIn returns the troubles of a result of a study, each once.
func troublesIn(study int, r *record.Result) (all []trouble) {
	one := trouble{study, failed, r.Method, string(r.Status), string(r.EndedBy), cause(r)}
	switch {
	case !summary.Solved(r) || r.BoundsStatus != "":
		all = append(all, one)
	case r.EndedBy != "" && r.EndedBy != optgap.EndedFinished:
		one.kind = ended
		one.cause = "a schedule without a proof: " + strings.ReplaceAll(one.endedBy, "_", " ")
		if r.Status == optgap.StatusOptimal {
			one.cause = "a proof on the way: " + strings.ReplaceAll(one.endedBy, "_", " ")
		}
		all = append(all, one)
	}
	for _, text := range r.Warnings {
		all = append(
			all,
			trouble{study: study, kind: warning, method: r.Method, cause: plainly(text)},
		)
	}
	return lists.Unique(all)
}

// cause words why there is no schedule, or why bounds are missing.
func cause(r *record.Result) string {
	if summary.Solved(r) {
		return "solved, but the process that sought further bounds was ended: " + string(
			r.BoundsStatus,
		)
	}
	first, _, _ := strings.Cut(r.Error, "\n")
	if first == "" {
		return summary.Outcome(r)
	}
	return plainly(first)
}

// plainly replaces the numbers of a text, such as those of processes, so that texts that differ in
// numbers alone are equal.
func plainly(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		bare := strings.Trim(w, ",;:.()%s")
		if _, err := strconv.ParseFloat(strings.ReplaceAll(bare, ",", ""), 64); err == nil {
			words[i] = strings.Replace(w, bare, "N", 1)
		}
	}
	return strings.Join(words, " ")
}
