package importing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
)

// count reads a whole number with at most so many digits, which are fewer than 19.
func count(text string, most int) (int64, bool) {
	if len(text) > most {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err == nil
}

// eachLine calls visit with the number and the text of each line that is not blank. It ends
// with the first error.
func eachLine(r io.Reader, name string, visit func(line int, text string) error) error {
	in := swf.NewLines(r)
	for in.Next() {
		text := string(in.Text)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := visit(in.Number, text); err != nil {
			return err
		}
	}
	return in.Error(name)
}

// columns are the fields that a line of sacct has.
type columns struct {
	names []string       // as in the header
	known map[string]int // places of the names that were asked for, as they are spelt; -1: there is no such column
}

// readColumns reads the header of sacct --parsable2. needed are the columns that it must have:
// one of each list.
func readColumns(header string, needed [][]string) (columns, error) {
	c := newColumns(strings.Split(header, "|"))
	for _, names := range needed {
		if !slices.ContainsFunc(names, c.has) {
			expected := "the header of sacct --parsable2 with a column " + strings.Join(
				names,
				" or ",
			)
			return c, optgap.BadField("header", quote(header), expected)
		}
	}
	for i, name := range c.names {
		if name != "" && c.place(name) != i {
			return c, optgap.BadField("header", "column "+quote(name)+" twice", "each once")
		}
	}
	return c, nil
}

// newColumns returns columns by the cells of a header.
func newColumns(cells []string) columns {
	return columns{lists.Each(cells, strings.TrimSpace), map[string]int{}}
}

// place returns the place of a column, in upper or lower case; -1: there is none of that name.
func (c columns) place(name string) int {
	i, ok := c.known[name]
	if !ok {
		i = slices.IndexFunc(
			c.names,
			func(other string) bool { return strings.EqualFold(other, name) },
		)
		c.known[name] = i
	}
	return i
}

// has reports whether there is a column of that name.
func (c columns) has(name string) bool { return c.place(name) >= 0 }

// first returns the first of the names that is a column; "": none is.
func (c columns) first(names ...string) string {
	if i := slices.IndexFunc(names, c.has); i >= 0 {
		return names[i]
	}
	return ""
}

// isHeader reports whether the values of a line are the names of columns, in this order or in
// another one.
func isHeader(values []string) bool {
	return among(values, "State") && (among(values, "JobID") || among(values, "JobIDRaw"))
}

// row is a line of sacct, and the first fault that was found in it.
type row struct {
	columns
	values []string
	fault  error // nil: none
}

// whole refuses a line that has another number of values than there are columns.
func (r *row) whole() error {
	if len(r.values) == len(r.names) {
		return nil
	}
	return optgap.BadField(
		"line",
		fmt.Sprintf("%d fields", len(r.values)),
		fmt.Sprintf("%d, as in the header", len(r.names)),
	)
}

// get returns the value in a column; "": there is no such column.
func (r *row) get(name string) string {
	if i := r.place(name); i >= 0 {
		return strings.TrimSpace(r.values[i])
	}
	return ""
}

// any returns the value in the first of the columns that exists, and its name.
func (r *row) any(names ...string) (value, name string) {
	name = r.first(names...)
	return r.get(name), name
}

// bad notes a fault of the value in a column.
func (r *row) bad(reason Reason, name, expected string) {
	r.fault = cmp.Or(r.fault, newFault(reason, name, quote(r.get(name)), expected))
}
