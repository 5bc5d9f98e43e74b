package statement

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// A Measure is a number of the data of a paper. Its text is an expression of Go over the rows:
//
//	utilisation("uniform LJF", 0.9)  a number at the place of some words
//	a + b, a - b, a * b, a / b       of each run; of estimates, which are not paired, - and / alone, and with a number
//	a < b, a <= b, a == b, a && b    of each run: 1 where it is so, else 0
//	f(x, y), f(list, x)              a function of values: of several, or of a value at each word of a list
//
// A measure is written as a function of its parameters, which stand for words or for values. A number of the data that
// has its name goes before it: a paper prints some measures. The functions are in [functions].
type Measure struct {
	Name, Is string
	Of       []string // parameters
	In       string   // digits after the point and unit, see [Claim]

	parsed ast.Expr
}

// measures are those of a file by their names.
type measures map[string]Measure

func measuresOf(all []Measure) measures {
	m := measures{}
	for _, one := range all {
		one.parsed = parsed(one.Is)
		m[one.Name] = one
	}
	return m
}

// parsed panics where the text is no expression, as texts are part of the program.
func parsed(text string) ast.Expr {
	e, err := parser.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("%q: %v", text, err))
	}
	return e
}

// in returns how the number of an expression is written: as the first measure in it.
func (m measures) in(e ast.Expr) (in string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			in = cmp.Or(in, m[name.Name].In)
		}
		return in == ""
	})
	return in
}

// estimate returns the number of an expression at the place of some words.
func (m measures) estimate(e ast.Expr, d *Data, place []string) Estimate {
	at := d.evaluation(m).bind(place)
	v := at.value(e)
	if d.Complete && len(v.numbers()) < len(v.runs) {
		return Estimate{}
	}
	if of := v.estimate(); of.known && (v.runs != nil || !v.single()) {
		return of.Doubted(*at.doubt)
	}
	return v.estimate()
}

// An evaluation finds the value of an expression at a place.
type evaluation struct {
	*Data
	measures
	at      map[string]string // the word of each dimension
	unknown string            // a word that the data do not have
	doubt   *string
}

func (d *Data) evaluation(m measures) evaluation {
	known := slices.DeleteFunc(slices.Clone(d.Place), func(w string) bool { return d.dimensions[w] == "" })
	return evaluation{Data: d, measures: m, doubt: new(d.Doubt[""])}.bind(known)
}

// bind returns the evaluation at the place of some words.
func (e evaluation) bind(words []string) evaluation {
	at := map[string]string{}
	maps.Copy(at, e.at)
	for _, w := range words {
		dimension, ok := e.dimensions[w]
		if !ok {
			e.unknown = w
		}
		at[dimension] = w
	}
	e.at = at
	return e
}

// cell returns a number of the data at the place.
func (e evaluation) cell(name string) value {
	if e.unknown != "" {
		return value{Estimate: Unknown(e.Missing[e.unknown])}
	}
	return e.cells[e.key(name, e.at)]
}

// value returns the value of an expression.
func (e evaluation) value(x ast.Expr) value {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return e.value(x.X)
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(x.Value, 64)
		if err != nil {
			panic(err)
		}
		return exact(v)
	case *ast.BinaryExpr:
		return join(x.Op, e.value(x.X), e.value(x.Y))
	case *ast.Ident:
		return e.named(x.Name, nil)
	case *ast.CallExpr:
		return e.named(x.Fun.(*ast.Ident).Name, x.Args)
	}
	panic(fmt.Sprintf("found %T, expected a number", x))
}

// named returns the value that a name stands for: of a function, a number of the data or a measure.
func (e evaluation) named(name string, args []ast.Expr) value {
	if f, ok := functions[name]; ok {
		return f(e, args)
	}
	m, ok := e.measures[name]
	if _, printed := e.names[name]; printed || !ok {
		if v := e.bind(words(args...)).cell(name); !ok || v.known {
			return v
		}
	}
	arguments := map[string]ast.Expr{}
	for i, p := range m.Of {
		arguments[p] = args[i]
	}
	return e.value(replaced(m.parsed, arguments))
}

// replaced returns an expression with arguments in the place of parameters.
func replaced(x ast.Expr, arguments map[string]ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return replaced(x.X, arguments)
	case *ast.BinaryExpr:
		return &ast.BinaryExpr{Op: x.Op, X: replaced(x.X, arguments), Y: replaced(x.Y, arguments)}
	case *ast.CallExpr:
		within := func(arg ast.Expr) ast.Expr { return replaced(arg, arguments) }
		return &ast.CallExpr{Fun: x.Fun, Args: lists.Each(x.Args, within)}
	case *ast.Ident:
		if arg, ok := arguments[x.Name]; ok {
			return arg
		}
	}
	return x
}

// words returns the words that stand in arguments.
func words(args ...ast.Expr) (all []string) {
	for _, a := range args {
		switch a := a.(type) {
		case *ast.BasicLit:
			all = append(all, strings.Fields(strings.Trim(a.Value, `"`))...)
		case *ast.Ident:
			all = append(all, a.Name)
		}
	}
	return all
}

// quoted returns the text of an argument in quotes.
func quoted(x ast.Expr) string {
	text, err := strconv.Unquote(x.(*ast.BasicLit).Value)
	if err != nil {
		panic(err)
	}
	return text
}

// list returns the words of a list, which stands in quotes or has a name.
func (e evaluation) list(x ast.Expr) (all []string, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		return words(x), x.Kind == token.STRING
	case *ast.Ident:
		all, ok = e.Lists[x.Name]
	}
	return all, ok
}

// each returns the values of arguments, and behind lists those at each of their words.
func (e evaluation) each(args []ast.Expr) (all []value) {
	among, ok := e.list(args[0])
	if !ok {
		return lists.Each(args, e.value)
	}
	for _, w := range among {
		*e.doubt = cmp.Or(e.Doubt[e.dimensions[w]], *e.doubt)
		all = append(all, e.bind([]string{w}).each(args[1:])...)
	}
	if name, ok := args[0].(*ast.Ident); ok && len(among) == 0 {
		all = []value{{Estimate: Unknown(e.Missing[name.Name])}}
	}
	return all
}

// join returns an operation of two values: run by run where both have numbers of each run, else of estimates.
func join(op token.Token, a, b value) value {
	if a.single() && b.single() || a.missing() || b.missing() {
		return each([]value{a, b}, operators[op])
	}
	x, y := a.estimate(), b.estimate()
	switch {
	case op == token.SUB:
		return value{Estimate: x.Minus(y)}
	case op == token.QUO:
		return value{Estimate: x.Over(y)}
	case op == token.MUL && a.single():
		return value{Estimate: y.Scaled(x.Value)}
	}
	panic(fmt.Sprintf("there is no %s of estimates", op))
}

// operators are the operations of two numbers.
var operators = map[token.Token]func([]float64) float64{
	token.ADD:  func(v []float64) float64 { return v[0] + v[1] },
	token.SUB:  func(v []float64) float64 { return v[0] - v[1] },
	token.MUL:  func(v []float64) float64 { return v[0] * v[1] },
	token.QUO:  func(v []float64) float64 { return v[0] / v[1] },
	token.LSS:  func(v []float64) float64 { return Truth(v[0] < v[1]) },
	token.LEQ:  func(v []float64) float64 { return Truth(v[0] <= v[1]) },
	token.EQL:  func(v []float64) float64 { return Truth(v[0] == v[1]) },
	token.LAND: func(v []float64) float64 { return v[0] * v[1] },
}

// Truth is 1 where something is so, else 0.
func Truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// A function returns the value of a call.
type function func(e evaluation, args []ast.Expr) value

// functions are those of [Measure] by their names.
var functions map[string]function

func init() { // as they refer to each other
	functions = map[string]function{
		// of the numbers of a run
		"max": ofRun(slices.Max[[]float64]), "min": ofRun(slices.Min[[]float64]), "sum": ofRun(floats.Sum),
		"log": ofRun(alone(math.Log)), "gamma": ofRun(alone(math.Gamma)), "sqrt": ofRun(alone(math.Sqrt)),
		"ceil": ofRun(alone(math.Ceil)),
		// where(when, x): the runs of which when is not 0 have a number
		"where": ofRun(func(v []float64) float64 {
			if v[0] == 0 {
				return math.NaN()
			}
			return v[1]
		}),
		// of a list and two values: 1 where both have the same ranks over the list
		"alike": ofRun(alike),
		// mean, of estimates too; the first and the last one of at least two
		"mean":  func(e evaluation, args []ast.Expr) value { return mean(e.each(args)) },
		"first": func(e evaluation, args []ast.Expr) value { return ends(e.each(args))[0] },
		"last":  func(e evaluation, args []ast.Expr) value { return ends(e.each(args))[1] },
		// at(word, x) is the value at a place
		"at": func(e evaluation, args []ast.Expr) value {
			place := words(args[0])
			*e.doubt = cmp.Or(e.Doubt[e.dimensions[place[0]]], *e.doubt)
			return e.bind(place).value(args[1])
		},
		// of sums over the runs
		"ratio": func(e evaluation, args []ast.Expr) value { return ratio(e.value(args[0]), e.value(args[1])) },

		// estimates: the mean over the runs; of rare events; half its 95 % interval in percent of it; e to it; its
		// absolute value
		"est":   ofLast(func(_ evaluation, _ []ast.Expr, v value) Estimate { return v.estimate() }),
		"rare":  ofLast(rare),
		"width": ofLast(width),
		"exp":   ofEstimates(alone(math.Exp)),
		"abs": ofLast(func(_ evaluation, _ []ast.Expr, v value) Estimate {
			m := v.estimate()
			m.Value, m.Low, m.High = math.Abs(m.Value), max(0, m.Low, -m.High), max(math.Abs(m.Low), math.Abs(m.High))
			return m
		}),
		// the largest and the least of estimates, as of Extreme; the one with the least value
		"largest": ofEstimates(slices.Max[[]float64]), "least": ofEstimates(slices.Min[[]float64]),
		"best": func(e evaluation, args []ast.Expr) value {
			all := lists.Each(e.each(args), value.estimate)
			return value{Estimate: slices.MinFunc(all, func(a, b Estimate) int { return cmp.Compare(a.Value, b.Value) })}
		},
		// the largest difference, paired, of two values at words of a list
		"gap": gap,
		// the largest at a word of a list, which is noted; by how much one is above another, paired at the same word
		"peak": peak, "ahead": ahead,

		// of the numbers of all runs: the largest, the least, their median and sum and how many there are; the share that
		// is not 0, in percent
		"top": ofNumbers(floats.Max), "bottom": ofNumbers(floats.Min), "summed": ofNumbers(floats.Sum),
		"median": ofNumbers(func(all []float64) float64 {
			return stat.Quantile(0.5, stat.Empirical, slices.Sorted(slices.Values(all)), nil)
		}),
		"count": ofNumbers(func(all []float64) float64 { return float64(len(all)) }),
		"share": func(e evaluation, args []ast.Expr) value {
			return ofAll(e.each(args), func(all []float64) Estimate {
				return Share(Number(all, func(v float64) bool { return v != 0 }), len(all)).Scaled(100)
			})
		},

		// between(x, low, high) has the value of x, the lower end of low, by default of x, and the upper one of high
		"between": func(e evaluation, args []ast.Expr) value {
			of := e.value(args[0])
			m, low, high := of.estimate(), e.value(args[len(args)-2]).estimate(), e.value(args[len(args)-1]).estimate()
			m.Low, m.High = low.Low, high.High
			m.known, m.reason = m.known && low.known && high.known, cmp.Or(m.reason, low.reason, high.reason)
			return value{Estimate: m, of: of.n()}
		},
		// exact(when, x) has no interval where a number of when is not 0; doubted("reason", when, x) has one without ends
		// then, or_more one without an upper end, or_less one without a lower end
		"exact": ofLast(func(e evaluation, args []ast.Expr, v value) Estimate {
			m := v.estimate()
			if e.any(args[0]) {
				m.Low, m.High = m.Value, m.Value
			}
			return m
		}),
		"doubted": open(math.Inf(-1), math.Inf(1)), "or_more": open(0, math.Inf(1)), "or_less": open(math.Inf(-1), 0),
		// needs(40, "run", x) has no interval where x is of fewer
		"needs": ofLast(func(e evaluation, args []ast.Expr, v value) Estimate {
			m, least, seen := v.estimate(), int(e.value(args[0]).Value), v.n()
			if m.known && seen < least {
				return m.Doubted(fmt.Sprintf("%s, the rule needs %d", format.Count(int64(seen), words(args[1])[0]), least))
			}
			return m
		}),
		// lacking("reason", x) says why x is not known
		"lacking": func(e evaluation, args []ast.Expr) value {
			v := e.value(args[1])
			if !v.estimate().known {
				v = value{Estimate: Unknown(quoted(args[0]))}
			}
			return v
		},
		"noted": ofLast(noted),
	}
}

// alone returns a function of the only one of some numbers.
func alone(f func(float64) float64) func([]float64) float64 {
	return func(v []float64) float64 { return f(v[0]) }
}

// ofRun is a function of the numbers of each run.
func ofRun(f func([]float64) float64) function {
	return func(e evaluation, args []ast.Expr) value { return each(e.each(args), f) }
}

// ofLast is an estimate of the last argument.
func ofLast(f func(evaluation, []ast.Expr, value) Estimate) function {
	return func(e evaluation, args []ast.Expr) value {
		v := e.value(args[len(args)-1])
		return value{Estimate: f(e, args, v), of: v.n()}
	}
}

// ofEstimates is a function of estimates: of their values, and of their ends.
func ofEstimates(f func([]float64) float64) function {
	return func(e evaluation, args []ast.Expr) value {
		all := e.each(args)
		return value{Estimate: Extreme(lists.Each(all, value.estimate), f), of: slices.Max(lists.Each(all, value.n))}
	}
}

// alike has the numbers of both values by turns.
func alike(v []float64) float64 {
	var both [2][]float64
	for i, one := range v {
		both[i%2] = append(both[i%2], one)
	}
	return Truth(slices.Equal(ranks(both[0]), ranks(both[1])))
}

// ranks returns the number of smaller values of each value.
func ranks(values []float64) []int {
	return lists.Each(values, func(v float64) int {
		return Number(values, func(w float64) bool { return w < v })
	})
}

func mean(all []value) value {
	of := func(v []float64) float64 { return stat.Mean(v, nil) }
	if slices.ContainsFunc(all, func(v value) bool { return v.known && !v.single() }) {
		return value{Estimate: Extreme(lists.Each(all, value.estimate), of)}
	}
	return each(all, of)
}

func ends(all []value) [2]value {
	if len(all) < 2 && !slices.ContainsFunc(all, value.missing) { // a list without words has one, which says why
		return [2]value{}
	}
	return [2]value{all[0], all[len(all)-1]}
}

// ratio returns the sum of values over the sum of weights, over the runs that have both. Weights are above 0. The
// number of a run is that whose mean has the value and the interval of the ratio: its residuals are value - ratio *
// weight (Cochran 1977, section 2.11), over the mean weight. So means of ratios are paired by the runs.
func ratio(a, b value) value {
	if a.runs == nil || b.runs == nil {
		return join(token.QUO, a, b)
	}
	both := each([]value{a, b}, func([]float64) float64 { return 1 })
	weight := Mean(join(token.MUL, b, both).numbers()).Value
	of := Mean(join(token.MUL, a, both).numbers()).Value / weight
	return each([]value{a, b}, func(v []float64) float64 { return of + (v[0]-of*v[1])/weight })
}

// rare returns the mean of counts of rare events. The interval is that of Garwood (1936) for the mean of a Poisson
// distribution: it tells how many there may be where none was seen.
func rare(_ evaluation, _ []ast.Expr, v value) Estimate {
	counts := v.numbers()
	if len(counts) == 0 {
		return v.Estimate
	}
	sum, n := floats.Sum(counts), float64(len(counts))
	const tail = (1 - Confidence) / 2
	low := 0.0
	if sum > 0 {
		low = distuv.Gamma{Alpha: sum, Beta: 1}.Quantile(tail)
	}
	return Between(sum/n, low/n, distuv.Gamma{Alpha: sum + 1, Beta: 1}.Quantile(1-tail)/n)
}

func width(_ evaluation, _ []ast.Expr, v value) Estimate {
	mean, half := Interval95(v.numbers())
	if math.IsNaN(half) {
		return Unknown("there is no interval of one experiment")
	}
	return Exact(100 * half / mean)
}

func gap(e evaluation, args []ast.Expr) value {
	var estimates []Estimate
	all := e.each(args)
	for _, a := range all {
		for _, b := range all {
			estimates = append(estimates, join(token.SUB, a, b).estimate())
		}
	}
	return value{Estimate: Extreme(estimates, slices.Max[[]float64])}
}

func peak(e evaluation, args []ast.Expr) value {
	among, _ := e.list(args[0])
	all := e.each(args)
	estimates := lists.Each(all, value.estimate)
	v := value{Estimate: Extreme(estimates, slices.Max[[]float64])}
	if v.known {
		i := slices.IndexFunc(estimates, func(one Estimate) bool { return one.Value == v.Value })
		if v.peak, v.place = all[i].runs, among[i]; v.place != "1" {
			v.note = fmt.Sprintf(" at %s %s", e.dimensions[v.place], v.place)
		}
	}
	return v
}

func ahead(e evaluation, args []ast.Expr) value {
	a, b := e.value(args[0]), e.value(args[1])
	if a.known && b.known && a.place == b.place && a.peak != nil {
		return join(token.SUB, value{runs: a.peak}, value{runs: b.peak})
	}
	return value{Estimate: a.Minus(b.Estimate)}
}

// ofAll returns an estimate of the numbers of all runs of some values; without any it is not known.
func ofAll(values []value, f func([]float64) Estimate) value {
	var all []float64
	for _, v := range values {
		all = append(all, v.numbers()...)
		if v.runs == nil && v.known {
			all = append(all, v.Value)
		}
	}
	if len(all) == 0 {
		return value{Estimate: Extreme(lists.Each(values, value.estimate), slices.Max[[]float64])} // not known, for a reason
	}
	return value{Estimate: f(all), of: len(all)}
}

func ofNumbers(f func([]float64) float64) function {
	return func(e evaluation, args []ast.Expr) value {
		return ofAll(e.each(args), func(all []float64) Estimate { return Exact(f(all)) })
	}
}

// any reports whether a number of a value is not 0.
func (e evaluation) any(x ast.Expr) bool {
	v := e.value(x)
	return v.Value != 0 || slices.ContainsFunc(v.numbers(), func(n float64) bool { return n != 0 })
}

// open replaces the ends of an interval by those that are not 0, for a reason.
func open(low, high float64) function {
	return ofLast(func(e evaluation, args []ast.Expr, v value) Estimate {
		m := v.estimate()
		if m.known && e.any(args[1]) {
			m.Low, m.High, m.reason = cmp.Or(low, m.Low), cmp.Or(high, m.High), quoted(args[0])
		}
		return m
	})
}

// noted("text", n, x) writes a text behind x, unless n is 0. In the text n stands in the place of "$", or with its unit
// in that of "$step". More numbers may follow n.
func noted(e evaluation, args []ast.Expr, v value) Estimate {
	m, note := v.estimate(), quoted(args[0])
	for i, arg := range args[1 : len(args)-1] {
		n := e.value(arg).estimate().Value
		if i == 0 && n == 0 {
			return m
		}
		before, after, named := strings.Cut(note, "$")
		if !named {
			break
		}
		rest := strings.TrimLeftFunc(after, unicode.IsLetter)
		if unit := strings.TrimSuffix(after, rest); unit != "" {
			note = before + format.Count(int64(n), unit) + rest
		} else {
			note = before + format.Whole(n) + rest
		}
	}
	m.note = note
	return m
}
