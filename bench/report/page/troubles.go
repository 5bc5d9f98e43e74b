package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// The kinds of trouble, the gravest first.
const (
	failed  = "failed"
	ended   = "ended early"
	warning = "warning"
)

// A trouble is why results have no schedule of the method's own or have lost bounds, or why something other than the
// end of its work ended the method, or a warning that they carry.
type trouble struct {
	Kind    string
	Method  string
	Status  optgap.Status
	EndedBy optgap.EndedBy
	Cause   string
}

// troubles are all troubles of a page.
type troubles struct {
	Sheet   sheet
	Results int            // of all studies
	Kinds   map[string]int // results by kind; a result may have several
}

// Sentence counts the results with troubles.
func (t troubles) Sentence() string {
	var parts []string
	for _, k := range []struct{ kind, one, many string }{
		{
			failed, "has no schedule of the method's own or has lost bounds",
			"have no schedule of the method's own or have lost bounds",
		},
		{ended, "was ended early", "were ended early"},
		{warning, "carries warnings", "carry warnings"},
	} {
		switch n := t.Kinds[k.kind]; n {
		case 0:
		case 1:
			parts = append(parts, "1 "+k.one)
		default:
			parts = append(parts, format.Integer(int64(n))+" "+k.many)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Of " + count(t.Results, "result") + ", " + strings.Join(parts, ", ") + "."
}

// shownSteps is the largest number of steps of a trouble that are named.
const shownSteps = 12

// troublesOf counts the results with troubles. Those of a study stand together, the gravest kind first and the most
// frequent of a kind first.
func troublesOf(studies []Study) troubles {
	all := troubles{Kinds: map[string]int{}, Sheet: sheet{Study: "Causes", LinkAt: 7}}
	all.Sheet.Columns = slices.Concat(table.Words("study", "method", "what", "status", "ended by", "cause"),
		table.Numbers("results"), table.Words("steps"))
	grave := []string{failed, ended, warning}
	for number, s := range studies {
		all.Results += len(s.Results)
		steps := map[trouble][]link{}
		var found []trouble
		for _, r := range lists.Pointers(s.Results) {
			own := troublesIn(r)
			for _, t := range own {
				steps[t] = append(steps[t], link{number, r.Index})
			}
			for _, kind := range lists.Distinct(own, func(t trouble) string { return t.Kind }) {
				all.Kinds[kind]++
			}
			found = append(found, own...)
		}
		found = lists.Distinct(found, func(t trouble) trouble { return t })
		slices.SortStableFunc(found, func(a, b trouble) int {
			return cmp.Or(slices.Index(grave, a.Kind)-slices.Index(grave, b.Kind), len(steps[b])-len(steps[a]))
		})
		for _, t := range found {
			links, more := steps[t], ""
			if len(links) > shownSteps {
				links, more = links[:shownSteps], " …"
			}
			all.Sheet.Links = append(all.Sheet.Links, links)
			all.Sheet.Rows = append(all.Sheet.Rows, []string{s.Name, t.Method, t.Kind, string(t.Status),
				string(t.EndedBy), t.Cause, strconv.Itoa(len(steps[t])), more})
		}
	}
	return all
}

// troublesIn returns the troubles of a result, each once.
func troublesIn(r *record.Result) (all []trouble) {
	switch {
	case !summary.Solved(r) || r.BoundsStatus != "":
		all = append(all, trouble{failed, r.Method, r.Status, r.EndedBy, cause(r)})
	case r.EndedBy != "" && r.EndedBy != optgap.EndedFinished:
		why := "a schedule without a proof: " + strings.ReplaceAll(string(r.EndedBy), "_", " ")
		if r.Status == optgap.StatusOptimal {
			why = "a proof on the way: " + strings.ReplaceAll(string(r.EndedBy), "_", " ")
		}
		all = append(all, trouble{ended, r.Method, r.Status, r.EndedBy, why})
	}
	for _, text := range r.Warnings {
		t := trouble{Kind: warning, Method: r.Method, Cause: plainly(text)}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// cause words why there is no schedule, or why bounds are missing.
func cause(r *record.Result) string {
	if summary.Solved(r) {
		return "solved, but the process that sought further bounds was ended: " + string(r.BoundsStatus)
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
