package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/run/folder"
)

// fact is a row of the table of settings and machines. It has a value for each subject.
type fact struct {
	Name      string
	Values    []string
	Differs   bool // the values are not all equal, and say more than when the work was done
	Secondary bool // shown on request
}

// A Subject is the content of a folder or file: a study, a sweep, or other results of one kind.
type Subject struct {
	Name    string      // of one subject only
	Info    folder.Info // the zero value where only the results are there
	Results int
	Holds   string // "20 steps, 40 results"
	Trace   string // "": not known, or several
	Machine int64  // processors; 0: not known, or several
	Drive   string // the scheduler from whose replay the steps are; "": there are none
	Average string // that is minimised; "": none
	Limit   string // of the time of a step; "": none
}

// Facts returns all facts about the subjects. A fact that no subject has is left out.
func (p Page) Facts() (all []fact) {
	times := []string{"started", "ended"} // differ always
	for _, secondary := range []bool{false, true} {
		groups := lists.Each(p.Subjects, func(s Subject) []named { return s.facts(secondary) })
		for g := range groups[0] {
			names := lists.Union(groups, func(own []named) []string { return slices.Collect(maps.Keys(own[g])) })
			for _, name := range slices.Sorted(slices.Values(names)) {
				values := lists.Each(groups, func(own []named) string { return own[g][name] })
				other := func(v string) bool { return v != values[0] }
				differs := !slices.Contains(times, name) && slices.ContainsFunc(values, other)
				if cmp.Or(values...) != "" {
					all = append(all, fact{name, values, differs, secondary})
				}
			}
		}
	}
	return all
}

// named are values by their names; "" does not exist.
type named = map[string]string

// facts returns the facts about a subject in groups, whose names are in order: those that are
// shown, or those that are secondary.
func (s Subject) facts(secondary bool) []named {
	if secondary {
		skipped := named{}
		for reason, n := range s.Info.Skipped {
			skipped[reason] = format.Integer(n)
		}
		return []named{
			behind("limit of ", s.Info.LimitedBy),
			{"SHA-256 of the trace": s.Info.SHA256},
			behind("--", s.Info.Arguments),
			behind("jobs left out: ", skipped),
		}
	}
	computer := ""
	if s.Info.CPUs > 0 {
		computer = s.Info.System + ", " + format.Count(s.Info.CPUs, "core")
	}
	return []named{
		{"trace": s.Trace},
		{"methods": s.Info.Arguments["method"]},
		{"minimised": s.Average},
		{"content": s.Holds},
		{"state": state(s)},
		{"processors of the machine": format.Optional(s.Machine, format.Integer)},
		{"time limit of a step": s.Limit},
		{"computer": computer},
		{"started": moment(s.Info.Started)},
		{"ended": moment(s.Info.Ended)},
		behind("version of ", s.Info.Versions),
	}
}

// behind returns values whose names stand behind a text.
func behind(text string, values named) named {
	all := named{}
	for name, v := range values {
		all[text+name] = v
	}
	return all
}

// About says what the page is about: what all subjects share, and how much there is.
func (p Page) About() string {
	var parts []string
	add := func(before string, of func(Subject) string, after string) {
		if all := lists.Distinct(p.Subjects, of); len(all) == 1 && all[0] != "" {
			parts = append(parts, before+all[0]+after)
		}
	}
	add("", func(s Subject) string { return s.Trace }, "")
	add(
		"",
		func(s Subject) string { return format.Optional(s.Machine, format.Integer) },
		" processors",
	)
	add("steps of the replay under ", func(s Subject) string { return figure.Name(s.Drive) }, "")
	holds := p.Holds()
	if len(p.Subjects) == 1 {
		holds = p.Subjects[0].Holds
	}
	return strings.Join(append(parts, holds), "; ")
}

// state reports whether a subject is complete; "": not known, as of a file.
func state(s Subject) string {
	switch {
	case s.Info.Started.IsZero():
		return ""
	case s.Info.Complete:
		return "complete"
	case s.Info.Ended.IsZero():
		return "under way, or killed"
	}
	return "interrupted"
}

// Unfinished says what has been asked for and is not there; "": nothing is known to be missing.
func (p Page) Unfinished() string {
	open := 0
	there := 0
	asked := 0
	for _, s := range p.Subjects {
		if s.Info.Started.IsZero() || s.Info.Complete {
			continue
		}
		open++
		there += s.Results
		asked += max(s.Results, s.Info.Asked)
	}
	var parts []string
	if p.Missing > 0 {
		parts = append(parts, have(p.Missing)+"no result")
	}
	if open > 0 {
		results := fmt.Sprintf(
			"%s of %s",
			format.Integer(there),
			format.Count(asked, "result"),
		)
		if there == asked { // how many there will be is not known
			results = format.Count(there, "result") + " so far"
		}
		parts = append(parts, have(open)+results)
	}
	switch n := len(p.Subjects) + p.Missing; {
	case parts == nil:
		return ""
	case n == 1:
		return "Unfinished: the " + p.Thing + strings.TrimPrefix(parts[0], "1") + "."
	default:
		return fmt.Sprintf(
			"Unfinished: of %s, %s.",
			format.Count(n, p.Thing),
			strings.Join(parts, " and "),
		)
	}
}

// have begins what a number of things have.
func have(n int) string {
	if n == 1 {
		return "1 has "
	}
	return format.Integer(n) + " have "
}

// moment writes a time; the zero value: "".
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
