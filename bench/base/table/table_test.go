package table

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/format"
)

// table1 is a part of Grothklags and Streit, Table 1.
func table1() Table {
	return Table{
		Title: "CPLEX problem sizes",
		Columns: []Column{
			{"submission", Left, false}, {"jobs", Right, false}, {"makespan", Right, true},
			{"quality", Right, false}, {"loss", Right, false}, {"comp.\ntime [s]", Right, false},
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

func render(t *testing.T, table Table, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := table.Write(&b, format); err != nil {
		t.Fatal(err)
	}
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
		if got := render(t, table1(), format); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
}

// A long title is wrapped between its words.
func TestTitle(t *testing.T) {
	word := strings.Repeat("x", Width-1)
	long := Table{Title: word + " y z\nsecond\n" + word + "xx", Columns: []Column{{Name: "a"}}}
	if got, want := render(t, long, Text), word+"\ny z\nsecond\n"+word+"xx\n\na\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCSV(t *testing.T) {
	table := Table{
		Title:   "left out",
		Columns: []Column{{Name: "policy", Align: Left}, {Name: "note", Align: Left}, {Name: "loss", Align: Right}},
		Rows:    [][]string{{"SJF", `a "best" one, mostly`, "-0.14"}, {"LJF", "", ""}},
		Footer:  []string{"left", "out", "too"},
	}
	want := "policy,note,loss\nSJF,\"a \"\"best\"\" one, mostly\",-0.14\nLJF,,\n"
	if got := render(t, table, CSV); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTablePlain: names keep their case, a table without rows is its names, and
// no control character gets out whatever the environment says.
func TestTablePlain(t *testing.T) {
	for _, term := range []string{"xterm-256color", "dumb"} {
		t.Setenv("TERM", term)
		got := render(t, table1(), Text)
		if strings.ContainsRune(got, '\x1b') || got != render(t, table1(), Text) {
			t.Errorf("TERM=%s: colour codes or unstable output in %q", term, got)
		}
	}
	empty := Table{Columns: []Column{{Name: "ARTwW", Align: Right}, {Name: "sldwa", Align: Left}}}
	if got := render(t, empty, Text); !strings.HasPrefix(got, "ARTwW  sldwa\n") {
		t.Errorf("got %q", got)
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
			Table{Columns: []Column{{Name: "a", Align: Left}, {Name: "b", Align: Left}}, Rows: [][]string{{"1", "2"}, {"3"}}},
			"row 1: found 1 cells, expected 2",
		},
		{
			"long footer", Text,
			Table{Columns: []Column{{Name: "a", Align: Left}}, Footer: []string{"1", "2"}},
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
		if err := table1().Write(w, format); !errors.Is(err, full) {
			t.Errorf("%s: got %v, want the writer's error", format, err)
		}
	}
}
