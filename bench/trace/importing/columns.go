package importing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// columns are the fields that a line of sacct has.
type columns struct {
	names []string       // as in the header
	known map[string]int // places of the names that were asked for, as they are spelt; -1: there is no such column
}

// readColumns reads the header of sacct --parsable2. needed are the columns that it must have:
// one of each list.
func readColumns(header string, needed [][]string) (columns, error) {
	c := columns{strings.Split(header, "|"), map[string]int{}}
	for _, names := range needed {
		if !slices.ContainsFunc(names, c.has) {
			expected := "the header of sacct --parsable2 with a column " + strings.Join(names, " or ")
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

// place returns the place of a column, in upper or lower case; -1: there is none of that name.
func (c columns) place(name string) int {
	i, ok := c.known[name]
	if !ok {
		i = slices.IndexFunc(c.names, func(other string) bool { return strings.EqualFold(other, name) })
		c.known[name] = i
	}
	return i
}

// has tells whether there is a column of that name.
func (c columns) has(name string) bool { return c.place(name) >= 0 }

// first returns the first of the names that is a column; "": none is.
func (c columns) first(names ...string) string {
	if i := slices.IndexFunc(names, c.has); i >= 0 {
		return names[i]
	}
	return ""
}

// isHeader tells whether the values of a line are the names of columns, in this order or in another one.
func isHeader(values []string) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, name) })
	}
	return has("State") && (has("JobID") || has("JobIDRaw"))
}

// row is a line of sacct, and the first fault that was found in it.
type row struct {
	columns
	values []string
	fault  error // nil: none
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
