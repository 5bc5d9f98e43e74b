package streit2002

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed ledger.yaml
var ledger []byte

// A set is the key of one of the paper's sets, or "" for a trace that is none of them.
type set string

// LedgerOf returns every claim of the paper as it is about a set: the key of one of the paper's
// sets, or "" for a trace that is none of them. A claim about another set is not judged.
func LedgerOf(key string) statement.Ledger[Data] {
	s := set(key)
	return statement.NewLedger("streit2002", s.claims(), s.rules(), s.rule)
}

// claims returns the claims of the ledger's file as they are about the set.
func (s set) claims() (all []statement.Claim) {
	var above statement.Claim
	for _, c := range statement.Read(ledger).Claims {
		again := c.ID == above.ID
		if again {
			c = inherited(c, above)
		}
		above = c
		about := c.Only == "" || slices.Contains(strings.Fields(c.Only), cmp.Or(string(s), None))
		if within, ok := strings.CutPrefix(c.Limit, "printed +- "); ok {
			c.Rule, c.Tolerance = "each number lies within "+within+" of the printed one", within
		}
		reason := ""
		if s == "" && strings.HasPrefix(c.Limit, "printed") {
			reason = "the trace stands beside no set of the paper"
		} else if !about {
			reason = "about another set of the paper"
		}
		if reason != "" {
			c = statement.Claim{ID: c.ID, Where: c.Where, Text: c.Text, Reason: reason}
		}
		switch {
		case !again:
			all = append(all, c)
		case about:
			all[len(all)-1] = c
		}
	}
	return all
}

// inherited returns a claim with what it leaves out from the one above.
func inherited(c, above statement.Claim) statement.Claim {
	c.Text, c.Rule = cmp.Or(c.Text, above.Text), cmp.Or(c.Rule, above.Rule)
	c.Tolerance, c.Printed = cmp.Or(c.Tolerance, above.Tolerance), cmp.Or(c.Printed, above.Printed)
	c.Fixed = c.Fixed || above.Fixed
	c.Measure, c.Limit, c.In = cmp.Or(c.Measure, above.Measure), cmp.Or(c.Limit, above.Limit), cmp.Or(c.In, above.In)
	return c
}

// overFactors finds the functions of a measure that need the factors of Figures 2 to 8.
var overFactors = regexp.MustCompile(`\b(mean|first|last|growth|constancy|at)\(`)

// rule returns the rule that each measure of a claim is within its limit. A fixed claim is about the trace itself,
// which needs no drawn sets.
func (s set) rule(c statement.Claim) func(Data) statement.Finding {
	checks := s.checks(c)
	return func(d Data) statement.Finding {
		switch {
		case len(d.Numbers) == 0:
			return statement.Missing("")
		case c.Fixed:
			return Data{Numbers: d.Numbers[:1], Printed: true}.judge(checks)
		case !overFactors.MatchString(c.Measure):
			return d.judge(checks)
		case d.Printed:
			return statement.Missing("")
		case len(d.Numbers[0].Factors) == 0:
			return statement.Missing("no shrinking factors were given (--shrink or --plot)")
		case strings.Contains(c.Measure, "ctc(") && d.Numbers[0].CTC == nil:
			return statement.Missing("a trace of CTC is needed too")
		}
		return s.inRange(d.Numbers[0].Factors, d.judge(checks))
	}
}

// inRange makes a verdict undecided where the factors do not have the range that the paper has for the set.
func (s set) inRange(factors []float64, f statement.Finding) statement.Finding {
	const near = 0.051
	p, _ := ByName(string(s))
	wanted := p.FigureFactors()
	narrow := factors[0] < wanted[0]-near || factors[len(factors)-1] > wanted[len(wanted)-1]+near
	if narrow && (f.Verdict == statement.Holds || f.Verdict == statement.Differs) {
		f.Verdict, f.Reason = statement.Undecided, "the factors do not have the range of the paper's figure"
	}
	return f
}

// checks returns those of a claim. "(*)" in a measure is each column of Table 4, and a name stands before " = ". Where
// limits and units differ, they have ";" between them.
func (s set) checks(c statement.Claim) (all []check) {
	of := func(texts string, i int) string {
		some := strings.Split(texts, ";")
		return strings.TrimSpace(some[min(i, len(some)-1)])
	}
	columns := "({" + strings.Join(columnNames(), ",") + "})"
	for i, text := range statement.Expanded(strings.ReplaceAll(c.Measure, "(*)", columns)) {
		name, measure, named := strings.Cut(text, " = ")
		if !named {
			name, measure = "", text
		}
		k := check{name: strings.TrimSpace(name), of: compile(measure), rare: strings.Contains(measure, "rare(")}
		k.limit = s.limit(of(c.Limit, i), k.of)
		digits, unit, _ := strings.Cut(of(c.In, i), " ")
		k.digits, _ = strconv.Atoi(digits) // blank: 0
		k.unit = unit
		all = append(all, k)
	}
	return all
}

// limit reads a limit: "printed +- 10 %" and "printed +- 2 points" are about the number that the paper prints for the
// set, "5 +- 10 %" is relative. All others are those of [statement.ParseLimit].
func (s set) limit(text string, of number) statement.Limit {
	if about, away, ok := strings.Cut(text, " +- "); ok {
		if p, ok := ByName(string(s)); ok && about == "printed" {
			about = fmt.Sprint(of(&p.Numbers, tableFactor))
		}
		v, err := strconv.ParseFloat(about, 64)
		away, unit, _ := strings.Cut(away, " ")
		by, wrong := strconv.ParseFloat(away, 64)
		if err := errors.Join(err, wrong); err != nil {
			panic(err)
		}
		if unit == "%" {
			by = v * by / 100
		}
		return statement.About(v, by)
	}
	l, err := statement.ParseLimit(text)
	if err != nil {
		panic(err)
	}
	return l
}
