package streit2002

import (
	"cmp"
	_ "embed"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = sync.OnceValue(func() statement.Head { return statement.Read[statement.Head](ledger, 0) })

// file is the rest of the ledger's file.
var file = sync.OnceValue(func() statement.File { return statement.Read[statement.File](ledger, 1) })

// LedgerOf returns every claim of the paper as it is about one of its sets, or about a trace that is none of them:
// nil. A claim about another set is not judged.
func LedgerOf(p *Published) statement.Ledger[Data] {
	variants := table.GroupBy(file().Claims, func(c statement.Claim) string { return c.ID })
	return statement.NewLedger("streit2002", table.Each(variants, p.claim), p.rule)
}

// claim returns a claim of the ledger's file as it is about the set. Those of one id are its variants: the last one
// that is about the set counts, and has what it leaves out from the one above.
func (p *Published) claim(variants []statement.Claim) statement.Claim {
	var own, above statement.Claim
	for _, c := range variants {
		above = inherited(c, above)
		if c.Only == "" || slices.Contains(strings.Fields(c.Only), cmp.Or(p.key(), None)) {
			own = above
		}
	}
	claim := statement.Claim{ID: variants[0].ID, Where: variants[0].Where, Text: variants[0].Text}
	switch within, printed := strings.CutPrefix(own.Limit, "printed +- "); {
	case own.ID == "":
		claim.Reason = "about another set of the paper"
	case printed && p == nil:
		claim.Reason = "the trace stands beside no set of the paper"
	case printed:
		own.Rule, own.Tolerance = "each number lies within "+within+" of the printed one", within
		return own
	default:
		return own
	}
	return claim
}

// inherited returns a claim with what it leaves out from the one above.
func inherited(c, above statement.Claim) statement.Claim {
	c.Where, c.Text, c.Rule = cmp.Or(c.Where, above.Where), cmp.Or(c.Text, above.Text), cmp.Or(c.Rule, above.Rule)
	c.Tolerance, c.Printed = cmp.Or(c.Tolerance, above.Tolerance), cmp.Or(c.Printed, above.Printed)
	c.Fixed = c.Fixed || above.Fixed
	c.Measure, c.Limit, c.In = cmp.Or(c.Measure, above.Measure), cmp.Or(c.Limit, above.Limit), cmp.Or(c.In, above.In)
	return c
}

// rule returns the rule that each measure of a claim is within its limit. A fixed claim is about the trace itself,
// which needs no drawn sets. "(*)" in a measure is each column of Table 4.
func (p *Published) rule(c statement.Claim) func(Data) statement.Finding {
	c.Measure = strings.ReplaceAll(c.Measure, "(*)", "({"+strings.Join(columnNames(), ",")+"})")
	judge := statement.Rule(c, p.quantity, func(q statement.Quantity[Data]) float64 {
		return q.Of(p.data()).Value
	})
	return func(d Data) statement.Finding {
		if c.Fixed {
			d = Data{Numbers: d.Numbers[:min(1, len(d.Numbers))], Printed: true}
		}
		return judge(d)
	}
}

// overFactors finds the functions of a measure that need the factors of Figures 2 to 8.
var overFactors = regexp.MustCompile(`\b(mean|first|last|growth|constancy|at)\(`)

// quantity is the language of the measures, see compile.
func (p *Published) quantity(text string) statement.Quantity[Data] {
	of, rare, figures := compile(text), strings.Contains(text, "rare("), overFactors.MatchString(text)
	return statement.Quantity[Data]{Digits: -1, Of: func(d Data) statement.Estimate {
		switch {
		case len(d.Numbers) == 0:
			return statement.Estimate{}
		case strings.Contains(text, "same(") && p.another(d) != "":
			return statement.Unknown(p.another(d))
		case !figures:
			return d.estimate(of, rare)
		case d.Printed:
			return statement.Estimate{}
		case len(d.Numbers[0].Factors) == 0:
			return statement.Unknown("no shrinking factors were given (--shrink or --plot)")
		case strings.Contains(text, "ctc(") && d.Numbers[0].CTC == nil:
			return statement.Unknown("a trace of CTC is needed too")
		}
		return d.estimate(of, rare).Doubted(p.narrow(d.Numbers[0].Factors))
	}}
}

// another says that the trace is not that of the set, by the number of its jobs; "": it may be.
func (p *Published) another(d Data) string {
	const most = 0.05 // relative difference
	jobs := d.Numbers[0].Values["trace jobs"]
	if math.Abs(jobs/p.Values["trace jobs"]-1) <= most {
		return ""
	}
	return "the trace is another one, of " + format.Count(int64(jobs), "job")
}

// narrow says that the factors do not have the range that the paper has for the set; "": they have.
func (p *Published) narrow(factors []float64) string {
	const near = 0.051
	wanted := p.FigureFactors()
	if factors[0] < wanted[0]-near || factors[len(factors)-1] > wanted[len(wanted)-1]+near {
		return "the factors do not have the range of the paper's figure"
	}
	return ""
}
