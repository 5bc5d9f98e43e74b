package streit2002

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// A number is one of the numbers of a set at a shrinking factor; NaN: the set lacks it.
type number func(n *Numbers, factor float64) float64

// compile reads the text of a number, an expression of Go:
//
//	artww(SJF)               a metric of a scheduler, at factor 1 or at that of a function around it
//	wait, case_6b            the same of the scheduler of Tables 5 and 6, or a number of the set such as jobs
//	trace(jobs), set(jobs)   a number of Table 2 or 3, by the keys of package analysis; times(short): see timesOf
//	mean(x)                  the mean over the factors; at(0.7, x) is the value at one
//	first(x), last(x)        at the largest factor, and at the smallest, where the load is highest
//	growth(x), constancy(x)  last over first; largest over least of the larger half of the factors
//	max, min, sum, gamma     of values: max(artww(five)) is the largest of five
//	lowest(a, b, ...)        1 where the first value is the least of all, else 0
//	alike(a, ..., b, ...)    1 where the second half of the values has the ranks of the first, else 0
//	rare(x)                  of a count of rare events
//	same(x)                  of the trace, where it is that of the set
//	decisions, cases         see own
//	ctc(x)                   of the set with the same place beside CTC_syn
//
// It panics where the text is none, as texts are part of the program.
func compile(text string) number {
	e, err := parser.ParseExpr(ofGroup.ReplaceAllStringFunc(text, expanded))
	if err != nil {
		panic(fmt.Sprintf("%q: %v", text, err))
	}
	return value(e)
}

// value returns the number of an expression.
func value(e ast.Expr) number {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return value(e.X)
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(e.Value, 64)
		if err != nil {
			panic(err)
		}
		return func(*Numbers, float64) float64 { return v }
	case *ast.Ident:
		if of := own[e.Name]; of != nil {
			return func(*Numbers, float64) float64 { return of() }
		}
		return metric(e.Name, best)
	case *ast.BinaryExpr:
		a, b, apply := value(e.X), value(e.Y), operators[e.Op]
		return func(n *Numbers, factor float64) float64 { return apply(a(n, factor), b(n, factor)) }
	case *ast.CallExpr:
		return call(e)
	}
	panic(fmt.Sprintf("found %T, expected a number", e))
}

var operators = map[token.Token]func(a, b float64) float64{
	token.ADD: func(a, b float64) float64 { return a + b }, token.SUB: func(a, b float64) float64 { return a - b },
	token.MUL: func(a, b float64) float64 { return a * b }, token.QUO: func(a, b float64) float64 { return a / b },
}

// metric is a metric of a scheduler.
func metric(name, scheduler string) number {
	return func(n *Numbers, factor float64) float64 { return n.of(name, scheduler, factor) }
}

// groups are names that stand for several schedulers.
var groups = map[string][]string{
	"columns": columnNames(),
	"five":    {best, "FCFS", "SJF", "LJF", "basic"},
	"perfect": {best + "_perfect", "FCFS_perfect", "SJF_perfect", "LJF_perfect"},
}

// call returns the number of a function, or a metric.
func call(e *ast.CallExpr) number {
	name := e.Fun.(*ast.Ident).Name
	if f, ok := ofFactors[name]; ok {
		of := value(e.Args[0])
		return func(n *Numbers, _ float64) float64 { return f(n, of) }
	}
	if f, ok := ofValues[name]; ok {
		all := table.Each(e.Args, value)
		return func(n *Numbers, factor float64) float64 {
			return f(table.Each(all, func(of number) float64 { return of(n, factor) }))
		}
	}
	switch last := value(e.Args[len(e.Args)-1]); name {
	case "at":
		place := value(e.Args[0])
		return func(n *Numbers, factor float64) float64 { return last(n, place(n, factor)) }
	case "ctc":
		return func(n *Numbers, factor float64) float64 { return last(n.CTC, factor) }
	}
	return metric(name, e.Args[0].(*ast.Ident).Name)
}

// ofGroup finds a metric of a group, such as artww(five), and expanded is that of each of its schedulers.
var ofGroup = regexp.MustCompile(`\w+\((columns|five|perfect)\)`)

func expanded(text string) string {
	name, group, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	all := table.Each(groups[group], func(scheduler string) string { return name + "(" + scheduler + ")" })
	return strings.Join(all, ", ")
}

// ofFactors are the functions over the factors, which fall.
var ofFactors = map[string]func(n *Numbers, of number) float64{
	"mean":   func(n *Numbers, of number) float64 { return stat.Mean(n.over(of, n.Factors), nil) },
	"first":  func(n *Numbers, of number) float64 { return n.ends(of)[0] },
	"last":   func(n *Numbers, of number) float64 { return n.ends(of)[1] },
	"growth": func(n *Numbers, of number) float64 { return n.ends(of)[1] / n.ends(of)[0] },
	"constancy": func(n *Numbers, of number) float64 {
		larger := n.over(of, n.Factors[:(len(n.Factors)+1)/2])
		return slices.Max(larger) / slices.Min(larger)
	},
}

// over returns the values of a number at some factors.
func (n *Numbers) over(of number, factors []float64) []float64 {
	return table.Each(factors, func(factor float64) float64 { return of(n, factor) })
}

// ends returns the values at the largest and at the smallest factor; NaN: there are not two.
func (n *Numbers) ends(of number) [2]float64 {
	last := len(n.Factors) - 1
	if last < 1 {
		return [2]float64{math.NaN(), math.NaN()}
	}
	return [2]float64{of(n, n.Factors[0]), of(n, n.Factors[last])}
}

// ofValues are the functions of one or several values. They are NaN where a value is.
var ofValues = map[string]func(values []float64) float64{
	"max": slices.Max[[]float64], "min": slices.Min[[]float64], "sum": floats.Sum,
	"gamma":  func(v []float64) float64 { return math.Gamma(v[0]) },
	"rare":   func(v []float64) float64 { return v[0] },
	"same":   func(v []float64) float64 { return v[0] },
	"lowest": func(v []float64) float64 { return truth(v, v[0] == slices.Min(v)) },
	"alike": func(v []float64) float64 {
		half := len(v) / 2
		return truth(v, slices.Equal(ranks(v[:half]), ranks(v[half:])))
	},
}

// truth returns 1 or 0; NaN: a value is.
func truth(values []float64, is bool) float64 {
	switch {
	case floats.HasNaN(values):
		return math.NaN()
	case is:
		return 1
	}
	return 0
}

// ranks returns the number of smaller values of each value.
func ranks(values []float64) []int {
	return table.Each(values, func(v float64) int {
		return statement.Number(values, func(w float64) bool { return w < v })
	})
}

// own are numbers of section 3.2, which need no jobs, by their names in measures.
var own = map[string]func() float64{"decisions": decisionsAsPrinted, "cases": casesAsStated}

// decisions calls visit with every order of the values of FCFS, SJF and LJF and every active policy.
func decisions(visit func(values []int64, current int)) {
	for k := range 27 {
		for current := range 3 {
			visit([]int64{int64(k % 3), int64(k / 3 % 3), int64(k / 9)}, current)
		}
	}
}

// decisionsAsPrinted is the share of the decisions in which the program in section 3.2 chooses as Table 1 does.
func decisionsAsPrinted() float64 {
	const fcfs, sjf, ljf = 0, 1, 2
	equal, of := 0.0, 0.0
	decisions(func(values []int64, current int) {
		best := sjf
		if values[sjf] > values[ljf] {
			best = ljf
		}
		if values[fcfs] <= values[best] {
			best = fcfs
		}
		if of++; best == dynp.Simple(values, current) {
			equal++
		}
	})
	return equal / of
}

// casesAsStated is the number of the cases of Table 1 in which the deciders differ; -1: they are not those of the text.
func casesAsStated() float64 {
	takes := map[dynp.Case]int{}
	decisions(func(values []int64, current int) {
		if simple := dynp.Simple(values, current); simple != dynp.Advanced(values, current) {
			takes[dynp.CaseOf(values, current)] = simple
		}
	})
	const fcfs, sjf = 0, 1
	if !maps.Equal(takes, map[dynp.Case]int{"1": fcfs, "6b": fcfs, "8c": fcfs, "10c": sjf}) {
		return -1
	}
	return float64(len(takes))
}
