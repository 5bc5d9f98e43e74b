package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/must"
)

// table1 is a part of Grothklags and Streit, Table 1.
func table1() Table {
	return Table{
		Title: "CPLEX problem sizes",
		Columns: []Heading{
			{Name: "submission"}, {Name: "jobs", Align: Right}, {Name: "makespan", Align: Right, Extra: true},
			{Name: "quality", Align: Right}, {Name: "loss", Align: Right}, {Name: "comp.\ntime [s]", Align: Right},
		},
		Rows: [][]string{
			{"38,589", "40", format.Integer(189559), format.Ratio(0.9920), format.Percent(0.80), "29,657.000"},
			{"52,698", "19", format.Integer(201983), format.Ratio(1.0014), format.Percent(-0.14), "53,020.125"},
			{"no result", "7", "", "", "", ""},
		},
		Footer: []string{
			"averages", "21.7", format.Integer(166766), format.Ratio(0.9930), format.Percent(0.70), "20,069.000",
		},
	}
}

func render(table Table, format string) string {
	var b bytes.Buffer
	must.Do(table.Write(&b, format))
	return b.String()
}

// TestText: the extra column is in the wide text only. Names of one line stand at
// the bottom.
func TestText(t *testing.T) {
	for format, want := range map[string]string{
		Text: `CPLEX problem sizes

                                         comp.
submission  jobs  quality     loss    time [s]
----------------------------------------------
38,589        40   0.9920   0.80 %  29,657.000
52,698        19   1.0014  -0.14 %  53,020.125
no result      7
----------------------------------------------
averages    21.7   0.9930   0.70 %  20,069.000
`,
		Wide: `CPLEX problem sizes

                                                   comp.
submission  jobs  makespan  quality     loss    time [s]
--------------------------------------------------------
38,589        40   189,559   0.9920   0.80 %  29,657.000
52,698        19   201,983   1.0014  -0.14 %  53,020.125
no result      7
--------------------------------------------------------
averages    21.7   166,766   0.9930   0.70 %  20,069.000
`,
	} {
		must.Equal(t, render(table1(), format), want, format)
	}
}

// A long title is wrapped between its words, and longer words within them.
func TestTitle(t *testing.T) {
	word := strings.Repeat("x", Width-1)
	long := Table{Title: word + " y z\nsecond\n" + word + "xx", Columns: []Heading{{Name: "a"}}}
	got, want := render(long, Text), word+"\ny z\nsecond\n"+word+"x\nx\n\na\n"
	must.Hold(t, strings.HasPrefix(got, want), "got", got, "want", want)
}

// Tables that are too wide: words are folded, paths after a slash; columns that stand
// together stay so; each part has the key columns. The wide format has one table.
func TestFits(t *testing.T) {
	path := strings.Repeat("folder/", 12) // 84 characters
	folded := Table{Title: "t", Columns: append(Words("file", "why"), Numbers("n")...), Rows: [][]string{
		{path, "too long to stand beside it", "1"}, {"a", "b", "2"},
	}}
	var lines []string
	for line := range strings.Lines(render(folded, Text)) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"t", "", "file why n", strings.Repeat("-", 95),
		strings.Repeat("folder/", 9) + " too long to stand beside it 1", strings.Repeat("folder/", 3), "a b 2",
	}
	must.EqualSlices(t, lines, want, "folded")

	split := Table{Title: "t", Columns: Numbers("step", "time", "jobs"), Rows: [][]string{{"1", "34", "2"}}}
	split.Columns[2].Key = true
	for _, name := range []string{"a", "b", "c"} {
		pair := Numbers(name+strings.Repeat("x", 24), name+strings.Repeat("y", 24))
		pair[1].With = true
		split.Columns = append(split.Columns, pair...)
		split.Rows[0] = append(split.Rows[0], name+"1", name+"2")
	}
	split.Footer = make([]string, len(split.Columns))
	split.Footer[0] = "sum"
	var names [][]string
	for line := range strings.Lines(render(split, Text)) {
		must.Hold(t, len(line) <= Width+1, "a line of", len(line)-1, "characters", line)
		if f := strings.Fields(line); strings.HasPrefix(line, "step") {
			names = append(names, nil)
			for _, name := range f {
				names[len(names)-1] = append(names[len(names)-1], name[:1]+name[len(name)-1:])
			}
		}
	}
	must.Equal(t, fmt.Sprint(names), "[[sp te js ax ay] [sp js bx by] [sp js cx cy]]",
		"split the columns")
	must.Equal(t, strings.Count(render(split, Wide), "step"), 1, "wide tables")
}

// TestPrintable: a terminal obeys no name. Programs get names as they are.
func TestPrintable(t *testing.T) {
	const name = "a\x1b[31m\u202e\xff"
	for _, form := range append(Markups(), Text, CSV) {
		var b strings.Builder
		must.Do(Table{Title: name, Columns: Words("n"), Rows: [][]string{{name}}}.Write(&b, form))
		must.Equal(t, strings.Contains(b.String(), "\x1b"), form == CSV, form, b.String())
	}
}

// TestFilled: only columns with a text stay, in their order, with their cells.
func TestFilled(t *testing.T) {
	all := Table{Columns: Words("a", "b", "c"), Rows: [][]string{{"1", "", ""}, {"", "", "2"}}}
	kept := all.Filled()
	if want := "a  c\n----\n1\n   2\n"; render(kept, Text) != want || len(all.Columns) != 3 {
		t.Errorf("found %q, expected %q", render(kept, Text), want)
	}
}

func TestTableErrors(t *testing.T) {
	tests := []struct {
		name, format string
		table        Table
		want         string
	}{
		{"format", "html", table1(), `"html"`},
		{"no columns", Text, Table{Title: "x"}, "no columns"},
		{
			"short row", CSV,
			Table{Columns: []Heading{{Name: "a", Align: Left}, {Name: "b", Align: Left}}, Rows: [][]string{{"1", "2"}, {"3"}}},
			"row 1: found 1 cells, expected 2",
		},
		{
			"long footer", Text,
			Table{Columns: []Heading{{Name: "a", Align: Left}}, Footer: []string{"1", "2"}},
			"footer: found 2 cells, expected 1",
		},
	}
	for _, tt := range tests {
		var b bytes.Buffer
		if err := tt.table.Write(&b, tt.format); err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want an error with %q and nothing written", tt.name, err, b.Len(), tt.want)
		}
	}
	full := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	for _, format := range []string{Text, CSV} {
		must.Is(t, table1().Write(w, format), full, format)
	}
}

// The columns of fields have the names, kinds and values that JSON has, those of embedded structs among them.
func TestFields(t *testing.T) {
	type Counts struct {
		Steps int `json:"steps"`
	}
	type row struct {
		Name string `json:"name"`
		Counts
		To   int64    `json:"to,omitempty"`
		Low  float64  `json:"low"`
		High *float64 `json:"high,omitempty"`
	}
	rows := FieldRows([]row{{Name: "a"}, {"a", Counts{3}, 4, 0.1, new(0.0)}})
	kinds := lists.Each(rows.Columns, func(h Heading) Kind { return h.Kind })
	names := []string{"name", "steps", "to", "low", "high"}
	if keys := rows.names(); !slices.Equal(keys, names) || !slices.Equal(kinds, []Kind{Word, Whole, Whole, Real, Real}) {
		t.Errorf("found %q, %v", keys, kinds)
	}
	want := [][]string{{"a", "0", "", "0", ""}, {"a", "3", "4", "0.1", "0"}}
	must.DeepEqual(t, rows.Rows, want)
	defer func() {
		must.Hold(t, recover() != nil, "a list is no value of a column")
	}()
	FieldRows[struct{ All []int }](nil)
}

// values has values of each kind, and blank ones.
func values() Table {
	return Table{
		Columns: []Heading{{Name: "trace"}, {Name: "nodes", Kind: Whole}, {Name: "gap", Kind: Real}},
		Rows:    [][]string{{`b,"<c>"`, "9007199254740993", ""}, {"", "", "1e-09"}, {"a", "0", "0.1"}},
	}
}

// TestParquet reads the columns back by their names: each value is the cell, and a blank cell is null.
func TestParquet(t *testing.T) {
	written := values()
	text := render(written, "parquet")
	file := must.Get(parquet.OpenFile(bytes.NewReader([]byte(text)), int64(len(text))))
	for i, field := range file.Schema().Fields() {
		must.Hold(t, field.Name() == written.Columns[i].Name && field.Optional(),
			"column", i, "found", field.Name())
	}
	reader := parquet.NewGenericReader[any](file)
	defer reader.Close()
	rows := make([]parquet.Row, len(written.Rows)+1)
	n, err := reader.ReadRows(rows)
	if err != nil && err != io.EOF || n != len(written.Rows) {
		t.Fatalf("found %d rows, error %v", n, err)
	}
	for r, row := range rows[:n] {
		for i, value := range row {
			must.Equal(t, worded(value), written.Rows[r][i], "row", r, "column", i)
		}
	}
}

func worded(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	}
	return string(v.ByteArray())
}

// A line has the cells that are not blank, and numbers with their digits.
func ExampleTable_Write_json() {
	must.Do(values().Write(os.Stdout, "jsonl"))
	// Output:
	// {"trace":"b,\"\u003cc\u003e\"","nodes":9007199254740993}
	// {"gap":1e-09}
	// {"trace":"a","nodes":0,"gap":0.1}
}
