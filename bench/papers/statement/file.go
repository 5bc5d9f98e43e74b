package statement

import (
	"bytes"
	"cmp"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// A Claim is a claim of a paper as the file of a ledger has it.
type Claim struct {
	ID string // within the paper, its section first, such as 4.1-2
	// Where is "" in the place of that of the claim above, and Printed in that of what the rule
	// finds in the paper's numbers.
	Stated `yaml:",inline"`
	Reason string // why the claim cannot be judged; "": it can
	Only   string // traces that the claim is about; "": all

	// Fixed says that a part of the run is enough for the rule, or that it needs none of it: it
	// rests on arithmetic or on the paper's numbers. It is judged even if the run was interrupted.
	Fixed bool

	// The rule as numbers that each have to be within a limit, see ParseLimit, if there are some. A
	// number is an expression, see [Measure], with maybe a name before it: "LJF = gain(uniform,
	// LJF)". Several are written as of Expanded. Where their limits or units differ, these have ";"
	// between them, too. Without a limit the numbers are only shown, and Reason says why.
	Measure, Limit string
	In             string // digits after the point and unit, "1 %" or "2"; "": as the first measure has it
}

// A Head is what the command of a paper says of it: the first document of the paper's file.
type Head struct {
	Name      string // such as aida2000
	Title     string // such as "Aida (2000): job sizes and schedulers"
	Arguments string
	About     string // in paragraphs

	Workers, Lines, Out, Plot string // the help of --workers, of the lines of JSON, of --out and of --plot
}

// A File is the second document of the paper's file.
type File struct {
	Measures []Measure
	Claims   []Claim
	Open     []Reading
}

// Read reads a document of the file of a paper, which is YAML: 0, the head, or 1, a [File]. It
// panics where the document is wrong, as it is a part of the program.
func Read[T any](text []byte, document int) (t T) {
	if err := yaml.UnmarshalWithOptions(bytes.Split(text, []byte("\n---\n"))[document], &t, yaml.Strict()); err != nil {
		panic(err)
	}
	return t
}

// Document is [Read], where the document is first needed.
func Document[T any](text []byte, document int) func() T {
	return sync.OnceValue(func() T { return Read[T](text, document) })
}

// Ledger returns the ledger of the claims. A claim without a place is where the one above is.
// printed are the numbers of the paper, for limits about them; nil: there are none. It panics where
// a measure is wrong.
func (f File) Ledger(paper string, printed *Data) Ledger {
	l := Ledger{Paper: paper}
	m := measuresOf(f.Measures)
	where := ""
	for _, c := range f.Claims {
		where = cmp.Or(c.Where, where)
		c.Where = where
		l.Entries = append(l.Entries, Entry{c, m.checks(c, printed)})
	}
	return l
}

// Estimate returns a number of data at the place of some words: a measure, or any expression of
// measures.
func (f File) Estimate(text string, d *Data, place ...string) Estimate {
	return measuresOf(f.Measures).estimate(parsed(text), d, place)
}

// A Reading is a point that a paper leaves open, and the choice in it.
type Reading struct{ Point, Here string }

// ReadingTable returns a row for each reading.
func ReadingTable(all []Reading) table.Table {
	const openWidth, takenWidth = 44, 52
	return table.Table{
		Title:   "What the text leaves open",
		Columns: table.Words("the text leaves open", "here"),
		Rows: lists.Each(all, func(r Reading) []string {
			return []string{table.Wrap(r.Point, openWidth), table.Wrap(r.Here, takenWidth)}
		}),
	}
}
