// Package table lists the columns of one kind of row, once for all that shows such rows, and writes
// tables:
//
//	[]Column -> Rows    -> CSV, JSON lines, Parquet, the report page, docs
//	[]Column -> Named   -> Column.Cell: those that people see
//	[]Cell   -> Add     -> a row of a Table
//	Table    -> Write   -> text for people and documents; CSV, JSON lines or Parquet for programs
//
// A [Column] has its key, unit and meaning, and gives the value of a row as text, nothing rounded.
// A blank value does not exist. A [Table] has texts alone, with a [Heading] above each column:
// package format writes numbers.
//
// Text has the most important columns, and is no wider than a screen: long cells of words are
// folded, and a table of many columns is split into several. Or it has all columns, in any
// width. No output has colour codes for terminals.
//
// The package may change at any time.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	pretty "github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// An Align is the side on which the cells of a column stand.
type Align int

// Text stands left, and numbers stand right. A column name stands as its cells do.
const (
	Left Align = iota
	Right
)

// A Heading is the name of a column of a table, which may have several lines, and the alignment of
// its cells.
type Heading struct {
	Name  string `json:"name"`
	Align Align  `json:"align,omitempty"`
	Kind  Kind   `json:"-"`               // of the values, where nothing is rounded
	Extra bool   `json:"extra,omitempty"` // left out of the format "table"

	// Where a table is split to fit its width, each part has the key columns, of which the
	// first column is one, and a column stands in one part with the column before it.
	Key  bool `json:"-"`
	With bool `json:"-"`
}

// Words returns columns whose cells stand left.
func Words(names ...string) []Heading { return columns(Left, names) }

// Numbers returns columns whose cells stand right.
func Numbers(names ...string) []Heading { return columns(Right, names) }

func columns(a Align, names []string) []Heading {
	return lists.Each(names, func(name string) Heading { return Heading{Name: name, Align: a} })
}

// Extra marks the columns as extra.
func Extra(columns ...Heading) []Heading {
	for i := range columns {
		columns[i].Extra = true
	}
	return columns
}

// Keys marks the columns as keys.
func Keys(columns ...Heading) []Heading {
	for i := range columns {
		columns[i].Key = true
	}
	return columns
}

// A Table is text in rows and columns. A blank cell stands for a value that does not exist.
type Table struct {
	Title   string     `json:"title"` // above the table; none if blank
	Columns []Heading  `json:"columns"`
	Rows    [][]string `json:"rows"`
	Footer  []string   `json:"footer,omitempty"` // a last row set apart, such as averages; none if nil
}

// The formats of [Table.Write]. Besides, there are those of [Markups] and [Stored].
const (
	Text = "table" // without extra columns
	Wide = "wide"  // text with all columns
	CSV  = "csv"
)

// Width is the number of characters in a line of the format "table". Longer titles and cells
// of words are wrapped, and tables that are wider still are split. Key columns with one more
// stay as they are, however wide.
const Width = 100

// A form is a format of [Table.Write]. A further one is an entry of forms.
type form struct {
	name  string
	of    use
	write func(t Table, w io.Writer) error
}

// A use is what a form is for. Only people who ask for it, and programs, get the extra columns.
type use int

const (
	toRead use = iota
	toReadWide
	toPaste   // into documents
	toProgram // nothing of a row is left out
)

var forms = []form{
	{
		Text,
		toRead,
		func(t Table, w io.Writer) error { return t.forPeople(w, t.fitted()) },
	},
	{
		Wide,
		toReadWide,
		func(t Table, w io.Writer) error { return t.forPeople(w, []Table{t}) },
	},
	{CSV, toProgram, Table.csv},
	{"jsonl", toProgram, Table.jsonLines},
	{"parquet", toProgram, Table.parquet},
	{"md", toPaste, Table.markdown},
	{"latex", toPaste, Table.latex},
}

// Markups returns the formats of [Table.Write] in the languages of documents, which have no extra
// columns.
func Markups() []string { return formsFor(toPaste) }

// Stored returns the formats of [Table.Write] for programs, each of which is the suffix of its
// files.
func Stored() []string { return formsFor(toProgram) }

func formsFor(u use) []string {
	own := lists.Where(forms, func(f form) bool { return f.of == u })
	return lists.Each(own, func(f form) string { return f.name })
}

// Write writes the table in one of the formats. The first two are text
// without the extra columns and with them; only the first keeps to [Width]. Text is aligned
// with spaces and has one ASCII rule under the names. Its lines don't end in spaces. CSV
// (RFC 4180, lines end in \n) has a line of names and one line per row. It has no title and
// no footer, and neither have the other formats of [Stored].
//
// A row with more or fewer cells than there are columns is an error, and so is any other
// format. Nothing is written then.
func (t Table) Write(w io.Writer, name string) error {
	if err := t.validate(); err != nil {
		return err
	}
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
	if i < 0 {
		names := lists.Each(forms, func(f form) string { return f.name })
		return fmt.Errorf("table format: found %q, expected %q", name, names)
	}
	of := forms[i].of
	if of == toRead || of == toPaste {
		t = t.Where(func(column int) bool { return !t.Columns[column].Extra })
	}
	if of != toProgram {
		t = t.printable()
	}
	return forms[i].write(t, w)
}

// printable returns the table with escapes in the place of what names may hold and a terminal would
// obey.
func (t Table) printable() Table {
	each := func(cells []string) []string { return lists.Each(cells, format.Printable) }
	t.Title = format.Printable(t.Title)
	t.Rows = lists.Each(t.Rows, each)
	if t.Footer != nil {
		t.Footer = each(t.Footer)
	}
	t.Columns = lists.Each(t.Columns, func(h Heading) Heading {
		h.Name = format.Printable(h.Name)
		return h
	})
	return t
}

// WriteAll writes tables in any format but CSV. A blank line stands between two
// tables.
func WriteAll(w io.Writer, tables []Table, format string) error {
	for i, t := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := t.Write(w, format); err != nil {
			return err
		}
	}
	return nil
}

func (t Table) validate() error {
	if len(t.Columns) == 0 {
		return fmt.Errorf("table %q has no columns", t.Title)
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf(
				"table %q, row %d: found %d cells, expected %d",
				t.Title,
				i,
				len(row),
				len(t.Columns),
			)
		}
	}
	if t.Footer != nil && len(t.Footer) != len(t.Columns) {
		return fmt.Errorf(
			"table %q, footer: found %d cells, expected %d",
			t.Title,
			len(t.Footer),
			len(t.Columns),
		)
	}
	return nil
}

// Where returns the table with the columns whose indices are kept.
func (t Table) Where(kept func(column int) bool) Table {
	var columns []int
	for i := range t.Columns {
		if kept(i) {
			columns = append(columns, i)
		}
	}
	return t.only(columns)
}

// WithRows returns the tables that have rows.
func WithRows(tables ...Table) []Table {
	return lists.Where(tables, func(t Table) bool { return len(t.Rows) > 0 })
}

// Filled returns the table without columns that are blank in all rows.
func (t Table) Filled() Table { return t.Where(t.HasText) }

// HasText reports whether a column has a text in some row.
func (t Table) HasText(column int) bool {
	return slices.ContainsFunc(t.Rows, func(row []string) bool { return row[column] != "" })
}

func (t Table) names() []string {
	return lists.Each(t.Columns, func(h Heading) string { return h.Name })
}

// forPeople writes the parts of a table under its title.
func (t Table) forPeople(w io.Writer, parts []Table) error {
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(Wrap(t.Title, Width) + "\n\n")
	}
	for i, part := range parts {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(part.grid() + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// grid writes names, rows and footer. It does not end the last line.
func (t Table) grid() string {
	w := pretty.NewWriter()
	w.SetStyle(plainStyle())
	w.SuppressTrailingSpaces()
	w.AppendHeader(lists.Anys(t.names()))
	for _, row := range t.Rows {
		w.AppendRow(lists.Anys(row))
	}
	if t.Footer != nil {
		w.AppendFooter(lists.Anys(t.Footer))
	}
	configs := make([]pretty.ColumnConfig, len(t.Columns))
	for i, c := range t.Columns {
		align := text.AlignLeft
		if c.Align == Right {
			align = text.AlignRight
		}
		configs[i] = pretty.ColumnConfig{
			Number:       i + 1,
			Align:        align,
			AlignHeader:  align,
			AlignFooter:  align,
			VAlignHeader: text.VAlignBottom,
		}
	}
	w.SetColumnConfigs(configs)
	return w.Render()
}

// Wrap breaks lines that are longer than width characters at spaces, and longer words, such
// as paths, after a slash, a comma, a hyphen or a point, or anywhere.
func Wrap(lines string, width int) string {
	var wrapped []string
	for line := range strings.SplitSeq(lines, "\n") {
		for utf8.RuneCountInString(line) > width {
			head := string([]rune(line)[:width])
			at := strings.LastIndexByte(line[:len(head)+1], ' ')
			if at <= 0 {
				at = strings.LastIndexAny(head, "/,-.") + 1
			}
			if at <= 0 {
				at = len(head)
			}
			wrapped = append(wrapped, strings.TrimRight(line[:at], " "))
			line = strings.TrimPrefix(line[at:], " ")
		}
		wrapped = append(wrapped, line)
	}
	return strings.Join(wrapped, "\n")
}

// plainStyle returns a style with two spaces between columns and rules of dashes.
func plainStyle() pretty.Style {
	s := pretty.StyleDefault
	s.Box = pretty.BoxStyle{
		MiddleHorizontal: "-",
		MiddleSeparator:  "--",
		MiddleVertical:   "  ",
	}
	s.Format = pretty.FormatOptions{
		Header: text.FormatDefault,
		Row:    text.FormatDefault,
		Footer: text.FormatDefault,
	}
	s.Options = pretty.Options{SeparateColumns: true, SeparateHeader: true, SeparateFooter: true}
	return s
}

func (t Table) csv(w io.Writer) error {
	cw := csv.NewWriter(w)
	if err := cw.Write(t.names()); err != nil {
		return err
	}
	return cw.WriteAll(t.Rows) // flushes
}
