package verify

import (
	"cmp"
	"fmt"
	"slices"
)

// problems holds the problems that results are about, by the texts that name them, and what is
// known of each: F.
type problems[F any] struct {
	of       map[string]*problem[F]
	order    []*problem[F] // as they were read
	name     string        // of the field that tells problems apart
	methods  string        // of the field with the method of a result; "": a problem has one result
	required []string      // methods of which each problem has to have a result: also those of which any has one
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
	answers map[answer]int // the line of the first result
}

// add adds a problem, whose key has to be new.
func (p *problems[F]) add(key string, line int, about Fault, facts F) error {
	if other, ok := p.of[key]; ok {
		return fmt.Errorf(
			"%s: found %v a second time, expected it once: it is on line %d already",
			p.name,
			key,
			other.line,
		)
	}
	added := &problem[F]{facts: facts, about: about, line: line, answers: make(map[answer]int)}
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

// enter begins the ledger of a result of a problem, and checks that it is the first of its method
// and time scale. An error says that the problem is unknown.
func (p *problems[F]) enter(key string, line int, a answer) (*problem[F], ledger, error) {
	of, known := p.of[key]
	if !known {
		err := fmt.Errorf(
			"%s: found %v, expected that of one of the %d problems",
			p.name,
			key,
			len(p.order),
		)
		return nil, ledger{}, err
	}
	if !slices.Contains(p.required, a.method) {
		p.required = append(slices.Clip(p.required), a.method)
	}
	field := p.name
	found := key
	if a.method != "" {
		field = p.methods
		found = a.method
	}
	l := p.report.ledger(of.about, line, cmp.Or(a.method, of.about.Method))
	earlier, repeated := of.answers[a]
	if l.hold(
		!repeated || p.underWay,
		field,
		found+" a second time",
		"it once: it is on line %d already",
		earlier,
	) {
		of.answers[a] = line
	}
	return of, l, nil
}

// Report returns the report of all checks so far. Missing are results by each method of which any
// problem has one.
func (p *problems[F]) Report() Report {
	r := p.report
	r.Steps = len(p.order)
	for _, of := range p.order {
		if len(of.answers) == 0 {
			r.Unanswered++
		}
		methods := make(map[string]bool)
		for a := range of.answers {
			methods[a.method] = true
		}
		for _, method := range p.required {
			if !methods[method] {
				f := of.about
				f.Method = cmp.Or(method, f.Method)
				f.Field = p.field
				f.Found = "none"
				f.Expected = p.lacking
				r.Missing = append(r.Missing, f)
			}
		}
	}
	return r
}
