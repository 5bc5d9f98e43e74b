package table

// Fields are columns that write their cells from values of type T. The zero value has no
// column.
type Fields[T any] struct {
	columns []Column
	texts   []func(T) string
}

// Add adds a column. text returns "" for a value that does not exist.
func (f *Fields[T]) Add(c Column, text func(v T) string) {
	f.columns, f.texts = append(f.columns, c), append(f.texts, text)
}

// Columns returns the columns.
func (f *Fields[T]) Columns() []Column { return f.columns }

// Row returns the cells of a value.
func (f *Fields[T]) Row(v T) []string {
	row := make([]string, len(f.texts))
	for i, text := range f.texts {
		row[i] = text(v)
	}
	return row
}

// Table returns a table with a row for each value.
func (f *Fields[T]) Table(values []T) Table {
	t := Table{Columns: f.columns}
	for _, v := range values {
		t.Rows = append(t.Rows, f.Row(v))
	}
	return t
}
