package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
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

// trouble stands for the results of a study that have the same trouble for the same reason: they
// have no schedule of the method's own or have lost bounds, something other than the end of its
// work ended the method, or they carry the same warning.
type trouble struct {
	Study  string
	Number int // of the study, from 0
	troubleKey
	Count int   // number of results
	Steps []int // indices of the first of their steps
}

// troubleKey tells the troubles of a study apart.
type troubleKey struct {
	Kind    string
	Method  string
	Status  optgap.Status
	EndedBy optgap.EndedBy
	Cause   string
}

// troubles are all troubles of a page.
type troubles struct {
	Rows    []trouble
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

// Sheet returns the table of the causes.
func (t troubles) Sheet() sheet {
	all := sheet{Study: "Causes", LinkAt: 7}
	all.Columns = slices.Concat(table.Words("study", "method", "what", "status", "ended by", "cause"),
		table.Numbers("results"), table.Words("steps"))
	for _, r := range t.Rows {
		more, links := "", []link{}
		if r.Count > len(r.Steps) {
			more = " …"
		}
		for _, index := range r.Steps {
			links = append(links, link{r.Number, index})
		}
		all.Links = append(all.Links, links)
		all.Rows = append(all.Rows, []string{
			r.Study, r.Method, r.Kind, string(r.Status), string(r.EndedBy), r.Cause, strconv.Itoa(r.Count), more,
		})
	}
	return all
}

// shownSteps is the largest number of steps of a trouble that are named.
const shownSteps = 12

// troublesOf counts the results with troubles, by their cause. Those of a study stand together,
// the gravest kind first and the most frequent of a kind first.
func troublesOf(studies []Study, short []string) troubles {
	all := troubles{Kinds: map[string]int{}}
	for number, s := range studies {
		places := map[troubleKey]int{}
		all.Results += len(s.Results)
		for i := range s.Results {
			r := &s.Results[i]
			var kinds []string
			for _, key := range keysOf(r) {
				place, known := places[key]
				if !known {
					place = len(all.Rows)
					places[key] = place
					all.Rows = append(all.Rows, trouble{Study: short[number], Number: number, troubleKey: key})
				}
				if all.Rows[place].Count++; len(all.Rows[place].Steps) < shownSteps {
					all.Rows[place].Steps = append(all.Rows[place].Steps, r.Index)
				}
				if !slices.Contains(kinds, key.Kind) {
					kinds = append(kinds, key.Kind)
					all.Kinds[key.Kind]++
				}
			}
		}
	}
	grave := []string{failed, ended, warning}
	slices.SortStableFunc(all.Rows, func(a, b trouble) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), slices.Index(grave, a.Kind)-slices.Index(grave, b.Kind),
			cmp.Compare(b.Count, a.Count))
	})
	return all
}

// keysOf returns the troubles of a result, each once.
func keysOf(r *record.Result) (keys []troubleKey) {
	switch {
	case !summary.Solved(r) || r.BoundsStatus != "":
		keys = append(keys, troubleKey{failed, r.Method, r.Status, r.EndedBy, cause(r)})
	case r.EndedBy != "" && r.EndedBy != optgap.EndedFinished:
		why := "a schedule without a proof: " + strings.ReplaceAll(string(r.EndedBy), "_", " ")
		if r.Status == optgap.StatusOptimal {
			why = "a proof on the way: " + strings.ReplaceAll(string(r.EndedBy), "_", " ")
		}
		keys = append(keys, troubleKey{ended, r.Method, r.Status, r.EndedBy, why})
	}
	for _, text := range r.Warnings {
		key := troubleKey{Kind: warning, Method: r.Method, Cause: plainly(text)}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
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
