package aida2000

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Paper is the name of the paper in statements.
const Paper = "aida2000"

// Tolerances of the rules. The text gives none.
const (
	near     = 5.0  // percentage points between a gain and the printed one, or between utilisations that are alike
	drawn    = 0.5  // percentage points between a share of drawn jobs and the printed one
	much     = 0.5  // factor of a slowdown ratio that is "much lower"
	similar  = 1.5  // factor between slowdown ratios that are close or similar, or "slightly" apart
	infinite = 20.0 // least slowdown ratio that "went to infinity", after 10 000 jobs
	many     = 0.5  // share of the dispatches that are "many"
	perfect  = 0.95 // share of the moments that "perfectly pack"
)

// high is the load that the text calls high, and the load of its slowdown ratios.
const high = 0.9

// An entry is a statement of the paper with its rule.
type entry = statement.Entry[Data]

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	all := slices.Concat(
		definitions(), uniformEntries(), harmonicEntries(), power2Entries(), otherEntries(), conclusions())
	for i := range all {
		if judge := all[i].Judge; judge != nil && !all[i].Fixed {
			all[i].Judge = func(d Data) statement.Finding { return d.doubted(judge(d)) }
		}
	}
	return statement.Ledger[Data]{Paper: Paper, Entries: all}
}

// doubted returns a finding as undecided where the study is less than the paper's.
func (d Data) doubted(f statement.Finding) statement.Finding {
	if d.doubt == "" || f.Verdict != statement.Holds && f.Verdict != statement.Differs {
		return f
	}
	return statement.Finding{Verdict: statement.Undecided, Measured: f.Measured, Reason: d.doubt}
}

// Statements returns the ledger as judged by samples.
func (s Study) Statements(samples []Sample) []statement.Statement {
	d, printed := s.Data(samples), Printed()
	d.offline = offline()
	reading := ""
	if s.Reading.Name != DefaultReading {
		reading = s.Reading.Name
	}
	return Ledger().Judge(statement.Case[Data]{
		Trace: reading, Basis: s.Basis(samples), Measured: d, Printed: &printed,
	})
}

// gained judges the largest gain of utilisation over FCFS by the printed one.
func gained(id, section, model, scheduler string) entry {
	percent := Printed().gains[pair{model, scheduler}]
	return entry{
		ID: id, Where: section, Text: fmt.Sprintf("%s: utilisation of %s up to %g %% above FCFS's",
			titles[model], legend[scheduler], percent),
		Rule:      "the largest gain over the loads up to 1 is the printed one",
		Tolerance: fmt.Sprintf("%g points", near),
		Judge: func(d Data) statement.Finding {
			e, load := d.gain(model, scheduler)
			text := e.Text(1, "%")
			if load > 0 && load < 1 {
				text += fmt.Sprintf(" at load %g", load)
			}
			return statement.Found(e.About(percent, near), text)
		},
	}
}

// gainsMore judges that a scheduler has a larger gain than each of some others.
func gainsMore(id, section, model, text, first string, others ...string) entry {
	return entry{
		ID: id, Where: section, Text: titles[model] + ": " + text, Rule: "its largest gain over FCFS is above theirs, paired",
		Judge: func(d Data) statement.Finding {
			var verdicts []statement.Verdict
			var texts []string
			for _, name := range others {
				e := d.lead(model, first, name)
				verdicts, texts = append(verdicts, e.Above(0)), append(texts, e.Text(1, "points"))
			}
			return found(verdicts, texts)
		},
	}
}

// found judges a statement about several things. Nothing is measured where one is missing.
func found(verdicts []statement.Verdict, texts []string) statement.Finding {
	if slices.Contains(texts, statement.NotMeasured) {
		return statement.Missing("")
	}
	return statement.Found(statement.All(verdicts...), strings.Join(texts, ", "))
}

// short writes estimates without their intervals, for which a row of several has no room.
func short(all []statement.Estimate, digits int, unit string) string {
	var values []float64
	for _, e := range all {
		if !e.Known() {
			return statement.NotMeasured
		}
		values = append(values, e.Value)
	}
	text := format.Decimals(values, digits)
	if unit != "" {
		text += " " + unit
	}
	return text
}

// several judges that each of several estimates passes. Their values stand without intervals.
func several(all []statement.Estimate, digits int, unit string,
	passes func(statement.Estimate) statement.Verdict) statement.Finding {
	var verdicts []statement.Verdict
	for _, e := range all {
		verdicts = append(verdicts, passes(e))
	}
	return found(verdicts, []string{short(all, digits, unit)})
}
