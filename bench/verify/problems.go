package verify

import (
	"cmp"
	"fmt"
	"slices"
)

// problems holds the problems that results are about, by the texts that name them, and what is known of each: F.
type problems[F any] struct {
	of       map[string]*problem[F]
	order    []*problem[F] // as they were read
	kinds    []kind        // of the results, as they were first met
	name     string        // of the field that tells problems apart
	methods  string        // of the field with the method of a result; "": a problem has one result
	required []string      // methods of which each problem has to have a result
	underWay bool          // several lines may be about one result
	field    string        // of a result that is missing
	lacking  string        // what is expected there
	report   Report
}

// problem is one of them, and which results it has.
type problem[F any] struct {
	facts   F
	about   Fault // of a result that is missing, without values
	line    int
	answers map[answer]entry
}

// add adds a problem, whose key has to be new.
func (p *problems[F]) add(key string, line int, about Fault, facts F) error {
	if other, ok := p.of[key]; ok {
		return fmt.Errorf("%s: found %v a second time, expected it once: it is on line %d already", p.name, key, other.line)
	}
	added := &problem[F]{facts: facts, about: about, line: line, answers: make(map[answer]entry)}
	if p.of == nil {
		p.of = make(map[string]*problem[F])
	}
	p.of[key] = added
	p.order = append(p.order, added)
	return nil
}

// answer tells the results of a problem apart.
type answer struct {
	method    string
	timeScale int64  // seconds per slot; 0: no grid
	objective string // where it is not that of the step
}

// entry is the first result of an answer.
type entry struct {
	line   int  // of the results file
	failed bool // there is neither a schedule nor a grid
}

// kind is a kind of results: those of a method on grids, or those without a grid. Eq. 6
// gives each step a grid of its own.
type kind struct {
	method string
	onGrid bool
}

// enter begins the ledger of a result of a problem, and checks that it is the first of its method and time scale. An
// error says that the problem is unknown. failed tells that there is neither a schedule nor a grid.
func (p *problems[F]) enter(key string, line int, a answer, failed bool) (*problem[F], ledger, error) {
	of, known := p.of[key]
	if !known {
		err := fmt.Errorf("%s: found %v, expected that of one of the %d problems", p.name, key, len(p.order))
		return nil, ledger{}, err
	}
	if k := (kind{a.method, a.timeScale > 0}); !failed && !slices.Contains(p.kinds, k) {
		p.kinds = append(p.kinds, k)
	} else if failed && !slices.Contains(p.required, a.method) {
		p.required = append(slices.Clip(p.required), a.method)
	}
	field, found := p.name, key
	if a.method != "" {
		field, found = p.methods, a.method
	}
	l := p.report.ledger(of.about, line, cmp.Or(a.method, of.about.Method))
	earlier, repeated := of.answers[a]
	if l.hold(!repeated || p.underWay, field, found+" a second time", "it once: it is on line %d already", earlier.line) {
		of.answers[a] = entry{line, failed}
	}
	return of, l, nil
}

// answered reports whether there is a result of a kind. One that failed is of either.
func (p *problem[F]) answered(k kind) bool {
	for a, result := range p.answers {
		if a.method == k.method && (result.failed || a.timeScale > 0 == k.onGrid) {
			return true
		}
	}
	return false
}

// Report returns the report of all checks so far. Missing are the results of each kind that any problem has. Where a
// run failed, any kind will do.
func (p *problems[F]) Report() Report {
	r, kinds := p.report, slices.Clone(p.kinds)
	r.Steps = len(p.order)
	for _, name := range p.required {
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.method == name }) {
			kinds = append(kinds, kind{method: name})
		}
	}
	has := func(method string, onGrid bool) bool {
		return slices.Contains(kinds, kind{method, onGrid})
	}
	for _, of := range p.order {
		if len(of.answers) == 0 {
			r.Unanswered++
		}
		for _, k := range kinds {
			if of.answered(k) {
				continue
			}
			f := of.about
			f.Method, f.Field, f.Found, f.Expected = cmp.Or(k.method, f.Method), p.field, "none", p.lacking
			if has(k.method, !k.onGrid) {
				f.Expected += map[bool]string{false: " at one second", true: " on a grid"}[k.onGrid]
			}
			r.Missing = append(r.Missing, f)
		}
	}
	return r
}
