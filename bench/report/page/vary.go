package page

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/table"
)

// Setting is a value that tells a study from others, such as {"drive", "easy"}.
type Setting struct{ Name, Value string }

// factor is what varies between the studies of a page. It has a value for each study.
type factor struct {
	Name   string
	Values []string
}

// distinct returns the different values of a factor: numbers and times by their size where all
// are such, and other values in the order of the studies.
func (f factor) distinct() []string {
	all := table.Distinct(f.Values, func(v string) string { return v })
	if !slices.ContainsFunc(all, func(v string) bool { _, ok := amount(v); return !ok }) {
		slices.SortFunc(all, func(a, b string) int {
			x, _ := amount(a)
			y, _ := amount(b)
			return cmp.Compare(x, y)
		})
	}
	return all
}

// amount reads a number, which may end with a unit of time.
func amount(text string) (v float64, ok bool) {
	for unit, seconds := range map[string]float64{"": 1, "ms": 1e-3, "s": 1, "m": 60, "h": 3600} {
		number, found := strings.CutSuffix(text, unit)
		if !found {
			continue
		}
		if v, err := strconv.ParseFloat(number, 64); err == nil {
			return v * seconds, true
		}
	}
	return 0, false
}

// varying returns what varies between studies: the settings of their study file, or the trace and
// the arguments. There is none for a single study. Times of day, versions and costs are no factors.
func varying(studies []Study) (all []factor) {
	settings := table.Each(studies, Study.settings)
	names := table.Union(settings, func(own []Setting) []string {
		return table.Each(own, func(v Setting) string { return v.Name })
	})
	for _, name := range names {
		f := factor{name, table.Each(settings, func(own []Setting) string {
			if i := slices.IndexFunc(own, func(v Setting) bool { return v.Name == name }); i >= 0 {
				return own[i].Value
			}
			return ""
		})}
		if len(f.distinct()) > 1 {
			all = append(all, f)
		}
	}
	return all
}

// settings returns what may tell a study from others.
func (s Study) settings() (all []Setting) {
	if s.Settings != nil {
		return s.Settings
	}
	if s.Info.Trace != "" {
		all = append(all, Setting{"trace", s.Info.Trace})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Info.Arguments)) {
		all = append(all, Setting{name, s.Info.Arguments[name]})
	}
	return all
}

// shortNames returns a name for each study, which has what varies alone. They are the names of the
// studies where these are shorter, or where two studies do not differ.
func shortNames(studies []Study, factors []factor) []string {
	short := make([]string, len(studies))
	for i := range studies {
		var parts []string
		for _, f := range factors {
			if v := f.Values[i]; v != "" {
				parts = append(parts, named(f.Name, v))
			}
		}
		short[i] = strings.Join(parts, ", ")
		known := slices.Index(short, short[i]) < i
		if known || short[i] == "" || len(short[i]) > len(studies[i].Name) {
			return names(studies)
		}
	}
	return short
}

// named writes a value of a factor, which is not blank. Words say themselves what they are, numbers do not.
func named(factor, value string) string {
	if value[0] >= '0' && value[0] <= '9' || value == "true" || value == "false" {
		return factor + " " + value
	}
	return value
}
