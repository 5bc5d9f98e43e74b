package table

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/format"
)

// table1 is a part of Grothklags and Streit, Table 1.
func table1() Table {
	return Table{
		Title: "CPLEX problem sizes",
		Columns: []Column{
			{"submission", Left}, {"jobs", Right}, {"makespan", Right}, {"quality", Right}, {"loss", Right}, {"h m s", Right},
		},
		Rows: [][]string{
			{"38,589", "40", format.Integer(189559), format.Ratio(0.9920), format.Percent(0.80), format.HMS(29657)},
			{"52,698", "19", format.Integer(201983), format.Ratio(1.0014), format.Percent(-0.14), format.HMS(53020)},
			{"no result", "7", "", "", "", ""},
		},
		Footer: []string{"averages", "21.7", format.Integer(166766), format.Ratio(0.9930), format.Percent(0.70), format.HMS(20069)},
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

// TestText: 29,657 s are 8 * 3,600 + 14 * 60 + 17, 53,020 s are 14 h 43 min
// 40 s and 20,069 s are 5 h 34 min 29 s.
func TestText(t *testing.T) {
	want := `CPLEX problem sizes

submission  jobs  makespan  quality     loss     h m s
------------------------------------------------------
38,589        40   189,559   0.9920   0.80 %   8 14 17
52,698        19   201,983   1.0014  -0.14 %  14 43 40
no result      7
------------------------------------------------------
averages    21.7   166,766   0.9930   0.70 %   5 34 29
`
	if got := render(t, table1(), Text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCSV(t *testing.T) {
	table := Table{
		Title:   "left out",
		Columns: []Column{{"policy", Left}, {"note", Left}, {"loss", Right}},
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
	empty := Table{Columns: []Column{{"ARTwW", Right}, {"sldwa", Left}}}
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
		{"short row", CSV, Table{Columns: []Column{{"a", Left}, {"b", Left}}, Rows: [][]string{{"1", "2"}, {"3"}}}, "row 1: found 1 cells, expected 2"},
		{"long footer", Text, Table{Columns: []Column{{"a", Left}}, Footer: []string{"1", "2"}}, "footer: found 2 cells, expected 1"},
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
