package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// fact is a row of the table of settings and machines. It has a value for each subject.
type fact struct {
	Name      string
	Values    []string
	Differs   bool // the values are not all equal, and say more than when the work was done
	Secondary bool // shown on request
}

// subject is a study, a sweep, a set of results for moldable jobs, a bound on a whole trace or a set of experiments.
type subject struct {
	name    string
	info    folder.Info // the zero value where only the results are there
	results int
	holds   string // "20 steps, 40 results"
	machine int64  // processors; 0: not known, or several
	average string // that a study or a bound minimises; "": it is neither
	command string // the command line that makes it again; "": not known
}

// subjects returns all subjects of the page, in the order of the page.
func (c Content) subjects() (all []subject) {
	for _, s := range c.Studies {
		holds := count(len(s.Steps), "step") + ", " + count(len(s.Results), "result")
		one := subject{s.Name, s.Info, len(s.Results), holds, 0, record.AverageIn(s.Results).About, s.Command}
		if len(s.Steps) > 0 {
			one.machine = s.Steps[0].Machine
		}
		all = append(all, one)
	}
	for _, s := range c.Sweeps {
		one := subject{s.Name, s.Info, len(s.Runs), count(len(s.Runs), "replay"), 0, "", s.Command}
		if len(s.Runs) > 0 {
			one.machine = s.Runs[0].Machine
		}
		all = append(all, one)
	}
	for _, m := range c.Moldables {
		holds := count(len(m.Results), "result") + " for moldable jobs"
		all = append(all, subject{m.Name, m.Info, len(m.Results), holds, 0, "", m.Command})
	}
	for _, o := range c.Offlines {
		about := o.Best.Average().About
		all = append(all, subject{o.Name, o.Info, 1, "a bound on a whole trace", o.Best.Machine, about, o.Command})
	}
	for _, e := range c.Experiments {
		all = append(all, subject{e.Name, e.Info, len(e.Points), count(len(e.Points), "mean") + " of experiments", 0, "", ""})
	}
	return all
}

// count writes a number of things.
func count(n int, thing string) string { return format.Count(int64(n), thing) }

// facts returns all facts about the subjects. A fact that no subject has is left out.
func facts(subjects []subject) (all []fact) {
	times := []string{"started", "ended"} // differ always
	add := func(name string, secondary bool, of func(subject) string) {
		f := fact{Name: name, Secondary: secondary, Values: lists.Each(subjects, of)}
		other := func(v string) bool { return v != f.Values[0] }
		f.Differs = !slices.Contains(times, name) && slices.ContainsFunc(f.Values, other)
		if slices.ContainsFunc(f.Values, func(v string) bool { return v != "" }) {
			all = append(all, f)
		}
	}
	addEach := func(what string, secondary bool, of func(subject) map[string]string) {
		names := map[string]bool{}
		for _, s := range subjects {
			for name := range of(s) {
				names[name] = true
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			add(fmt.Sprintf(what, name), secondary, func(s subject) string { return of(s)[name] })
		}
	}
	add("trace", false, func(s subject) string { return s.info.Trace })
	add("methods", false, func(s subject) string { return s.info.Arguments["method"] })
	add("minimised", false, func(s subject) string { return s.average })
	add("content", false, func(s subject) string { return s.holds })
	add("state", false, state)
	add("processors of the machine", false, func(s subject) string {
		if s.machine == 0 {
			return ""
		}
		return format.Integer(s.machine)
	})
	add("time limit of a step", false, func(s subject) string {
		if strings.HasPrefix(s.info.Format, "optgap-offline-run/") { // that of the whole search
			return ""
		}
		return s.info.Arguments["time-limit"]
	})
	add("computer", false, func(s subject) string {
		if s.info.CPUs == 0 {
			return ""
		}
		return s.info.System + ", " + count(s.info.CPUs, "core")
	})
	add("started", false, func(s subject) string { return moment(s.info.Started) })
	add("ended", false, func(s subject) string { return moment(s.info.Ended) })
	addEach("version of %s", false, func(s subject) map[string]string { return s.info.Versions })
	addEach("%s measured by", true, func(s subject) map[string]string { return s.info.MeasuredBy })
	addEach("limit of %s", true, func(s subject) map[string]string { return s.info.LimitedBy })
	add("SHA-256 of the trace", true, func(s subject) string { return s.info.SHA256 })
	addEach("--%s", true, func(s subject) map[string]string { return s.info.Arguments })
	addEach("jobs left out: %s", true, func(s subject) map[string]string {
		counts := map[string]string{}
		for reason, n := range s.info.Skipped {
			counts[reason] = format.Integer(int64(n))
		}
		return counts
	})
	return all
}

// state reports whether a subject is complete; "": not known, as of a file.
func state(s subject) string {
	switch {
	case s.info.Started.IsZero():
		return ""
	case s.info.Complete:
		return "complete"
	case s.info.Ended.IsZero():
		return "under way, or killed"
	}
	return "interrupted"
}

// unfinished says what has been asked for and is not there; "": nothing is known to be missing.
func (c Content) unfinished() string {
	thing, open, there, asked := "run", 0, 0, 0
	all := c.subjects()
	for _, s := range all {
		if s.info.Started.IsZero() || s.info.Complete {
			continue
		}
		open, there, asked = open+1, there+s.results, asked+max(s.results, s.info.Asked)
	}
	if len(all) == len(c.Studies) {
		thing = "study"
	}
	var parts []string
	if c.Missing > 0 {
		parts = append(parts, have(c.Missing)+"no result")
	}
	if open > 0 {
		results := fmt.Sprintf("%s of %s", format.Integer(int64(there)), count(asked, "result"))
		if there == asked { // how many there will be is not known
			results = count(there, "result") + " so far"
		}
		parts = append(parts, have(open)+results)
	}
	switch n := len(all) + c.Missing; {
	case parts == nil:
		return ""
	case n == 1:
		return "Unfinished: the " + thing + strings.TrimPrefix(parts[0], "1") + "."
	default:
		return fmt.Sprintf("Unfinished: of %s, %s.", count(n, thing), strings.Join(parts, " and "))
	}
}

// have begins what a number of things have.
func have(n int) string {
	if n == 1 {
		return "1 has "
	}
	return format.Integer(int64(n)) + " have "
}

// moment writes a time; the zero value: "".
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
