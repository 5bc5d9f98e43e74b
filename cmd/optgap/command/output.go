package command

import (
	"io"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// printing is how a command prints.
type printing struct {
	form string // of --format
	wide bool   // tables have all columns

	answer string // file of --answer, or "-"; "": none
}

// answerFlag is --answer.
func (p *printing) answerFlag() *console.Option {
	const usage = "write the numbers of the answer to `FILE`, one JSON object; -: to standard output, alone"
	return console.Flag(&p.answer, "answer", usage).Writes().Under(console.GroupOutput)
}

// alone tells that the answer of --answer is all that is printed.
func (p printing) alone() bool { return p.answer == stream.Stdin }

// writeAnswer writes the answer of --answer, where it was asked for.
func (p printing) writeAnswer(stdout io.Writer, answer any) error {
	write := func(w io.Writer) error { return record.WriteLine(w, answer) }
	switch {
	case p.answer == "":
		return nil
	case p.alone():
		return write(stdout)
	}
	return stream.WriteFile(p.answer, write)
}

// formatFlag is --format. line describes a line of JSON.
func (p *printing) formatFlag(
	line string,
) *console.Option {
	return console.Format(&p.form, line)
}

// wideFlag is --wide of the commands with tables of which some columns are left out otherwise.
func (p *printing) wideFlag() *console.Option {
	const usage = "tables with all columns; otherwise with those that fit 100 characters"
	return console.Flag(&p.wide, "wide", usage).Under(console.GroupOutput)
}

// ofTables is the need of a flag about tables.
func ofTables() console.Need {
	return console.WithValue("format", append([]string{table.Text}, table.Markups()...)...)
}

// text tells that people read what is printed: sentences stand beside the tables.
func (p printing) text() bool { return p.form == table.Text }

// json tells that values are printed with all that they hold.
func (p printing) json() bool { return p.form == console.FormatJSON }

// csv tells that rows are printed together, below their one head.
func (p printing) csv() bool { return p.form == table.CSV }

// An answer is what a command has to print. The form that is asked for takes its part of it.
type answer[R any] struct {
	lines         []R                // in JSON
	rows          func() table.Table // in CSV: all columns, nothing rounded
	tables        []table.Table      // in the other forms; nil: none in text, and the rows in the others
	before, after string             // around the tables, in text alone
}

// printAs prints an answer. One of sentences alone is the same in all forms but JSON.
func printAs[R any](w io.Writer, p printing, a answer[R]) error {
	tables := a.tables
	switch {
	case p.alone():
		return nil
	case p.json():
		return record.WriteLines(w, a.lines)
	case a.rows != nil && p.csv():
		return a.rows().Write(w, table.CSV)
	case a.tables == nil && a.rows != nil && !p.text():
		tables = []table.Table{a.rows()}
	}
	form := p.form
	switch {
	case p.wide && p.text():
		form = table.Wide
	case p.wide:
		for _, t := range tables {
			for i := range t.Columns {
				t.Columns[i].Extra = false
			}
		}
	}
	if tables != nil && !p.text() {
		a.before = ""
		a.after = "\n" // before the next answer
	}
	if _, err := io.WriteString(w, format.Printable(a.before)); err != nil {
		return err
	}
	if err := table.WriteAll(w, tables, form); err != nil {
		return err
	}
	_, err := io.WriteString(w, format.Printable(a.after))
	return err
}
