package statement

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// A Claim is a claim of a paper as the file of a ledger has it.
type Claim struct {
	ID        string // within the paper, its section first, such as 4.1-2
	Where     string // such as "section 4.1, Figure 2"; in the file "": that of the claim above
	Text      string // the claim in few words
	Rule      string // when the claim holds, in words
	Tolerance string // what the rule allows beyond the text; "": nothing
	Printed   string // value of the paper; "": what the rule finds in its numbers
	Reason    string // why the claim cannot be judged; "": it can
	Only      string // traces that the claim is about; "": all

	// Fixed says that a part of the run is enough for the rule, or that it needs none of it: it rests on
	// arithmetic or on the paper's numbers. It is judged even if the run was interrupted.
	Fixed bool

	// The rule as numbers that each have to be within a limit, see ParseLimit, where it is no function. Of a number
	// stand the words of the paper's package for it, such as "gain uniform LJF". Several are written as of Expanded.
	Measure, Limit string
	In             string // digits after the point and unit, where the words do not say them: "1 %", "2"
}

// A Word is a kind of numbers that the claims of a paper name.
type Word[D any] struct {
	Digits int    // after the point
	Unit   string // such as "%"
	// Of returns the number that further words describe.
	Of func(d D, words []string) Estimate
}

// Words are the kinds of numbers of a paper by their names.
type Words[D any] map[string]Word[D]

// Rules are rules that no measure expresses, by the ids of their claims.
type Rules[D any] map[string]func(D) Finding

// A File is what the file of a ledger holds.
type File struct {
	Claims []Claim
	Open   []Reading
}

// Read reads the file of a ledger, which is YAML. It panics where the file is wrong, as it is a part of the program.
func Read(text []byte) (f File) {
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		panic(err)
	}
	for i := range f.Claims[1:] {
		f.Claims[i+1].Where = cmp.Or(f.Claims[i+1].Where, f.Claims[i].Where)
	}
	return f
}

// NewLedger returns the ledger of claims. A claim has the rule with its id, or one that rule makes of its measures and
// limit. It panics where they are none.
func NewLedger[D any](paper string, claims []Claim, rules Rules[D], rule func(Claim) func(D) Finding) Ledger[D] {
	l := Ledger[D]{Paper: paper}
	for _, c := range claims {
		e := Entry[D]{Claim: c}
		if c.Limit != "" {
			e.Judge = rule(c)
		} else if c.Reason == "" {
			e.Judge = rules[c.ID]
		}
		l.Entries = append(l.Entries, e)
	}
	return l
}

// Rule returns the rule that each measure of a claim is within its limit.
func (w Words[D]) Rule(c Claim) func(D) Finding {
	limit, err := ParseLimit(c.Limit)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", c.ID, err))
	}
	var kind Word[D] // all numbers of a claim are of one
	var of []Measure[D]
	for _, text := range Expanded(c.Measure) {
		words := strings.Fields(text)
		if kind = w[words[0]]; kind.Of == nil {
			panic(fmt.Sprintf("%s: found no measure %q", c.ID, words[0]))
		}
		of = append(of, func(d D) Estimate { return kind.Of(d, words[1:]) })
	}
	return Each(limit, kind.Digits, kind.Unit, of...)
}

// Expanded returns the texts of measures with ";" between them. "{a,b}" stands for each of its choices, which "{}"
// behind it repeats: "a {b,c}" is "a b" and "a c".
func Expanded(measures string) (all []string) {
	for text := range strings.SplitSeq(measures, ";") {
		before, rest, some := strings.Cut(strings.TrimSpace(text), "{")
		choices, after, _ := strings.Cut(rest, "}")
		if !some {
			all = append(all, before)
			continue
		}
		for choice := range strings.SplitSeq(choices, ",") {
			all = append(all, Expanded(before+choice+strings.ReplaceAll(after, "{}", choice))...)
		}
	}
	return all
}
