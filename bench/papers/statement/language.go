package statement

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
)

// A Measure is a number of the data of a paper. Its text is an expression of Go over the rows:
//
//	utilisation("uniform LJF", 0.9)  a number at the place of some words
//	a + b, a - b, a * b, a / b       of each run; of estimates, which are not paired, - and / alone, and with a number
//	a < b, a <= b, a == b, a && b    of each run: 1 where it is so, else 0
//	f(x, y), f(list, x)              a function of values: of several, or of a value at each word of a list
//
// A measure is written as a function of its parameters, which stand for words or for values. A
// number of the data that has its name goes before it: a paper prints some measures. The functions
// are in [functions].
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
	at      At     // the word of each dimension
	unknown string // a word that the data do not have
	doubt   *string
}

func (d *Data) evaluation(m measures) evaluation {
	known := lists.Where(d.Place, func(w string) bool { return d.dimensions[w] != "" })
	return evaluation{Data: d, measures: m, doubt: new(d.Doubt[""])}.bind(known)
}

// bind returns the evaluation at the place of some words.
func (e evaluation) bind(words []string) evaluation {
	at := At{}
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
		return f(call{e, args})
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
		return &ast.BinaryExpr{
			Op: x.Op,
			X:  replaced(x.X, arguments),
			Y:  replaced(x.Y, arguments),
		}
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

// join returns an operation of two values: run by run where both have numbers of each run, else of
// estimates.
func join(op token.Token, a, b value) value {
	if a.single() && b.single() || a.missing() || b.missing() {
		return each([]value{a, b}, func(v []float64) float64 { return operate(op, v[0], v[1]) })
	}
	x := a.estimate()
	y := b.estimate()
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

// operate returns an operation of two numbers.
func operate(op token.Token, a, b float64) float64 {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL, token.LAND:
		return a * b
	case token.QUO:
		return a / b
	case token.LSS:
		return Truth(a < b)
	case token.LEQ:
		return Truth(a <= b)
	case token.EQL:
		return Truth(a == b)
	}
	panic(fmt.Sprintf("there is no %s of numbers", op))
}

// Truth is 1 where something is so, else 0.
func Truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
