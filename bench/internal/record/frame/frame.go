// Package frame reads results of any kind as rows of named values, and compares two sets of them:
//
//	JSON lines, Kind -> New, Read -> Frame of Rows
//	two Frames       -> Compare   -> Comparison: pairs, counts, ratios with intervals
//
// A [Kind] is data: which fields its lines have, which of them a result is known by, and which are compared. Nothing
// else here knows a field by its name.
package frame

import (
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unique"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// A Frame holds the rows of one kind. Their keys differ.
type Frame struct {
	Kind   *Kind
	Name   string // of the file or folder with the rows
	Rows   []Row
	fields map[string]int // of a line by their paths
	places map[string]int // of the rows by their keys
}

// New returns a frame without rows.
func New(kind *Kind, name string) *Frame {
	f := &Frame{Kind: kind, Name: name, fields: map[string]int{}, places: map[string]int{}}
	for i, c := range kind.Fields() {
		f.fields[c.Path] = i
	}
	return f
}

// A Row holds the values of a line. The zero value is no row.
type Row struct {
	in   *Frame
	line reflect.Value // a struct with a field for each path
	key  string        // under which the frame has the row
}

// Exists is false for the zero value.
func (r Row) Exists() bool { return r.in != nil }

// Value returns the value at a path: an int64, a float64 or a string; nil: the row has none. 0 is no integer that
// exists.
func (r Row) Value(path string) any {
	at, known := -1, false
	if r.Exists() {
		at, known = r.in.fields[path]
	}
	if !known {
		return nil
	}
	switch v := r.line.Field(at).Interface().(type) {
	case *float64:
		if v != nil {
			return *v
		}
	case int64:
		if v != 0 {
			return v
		}
	case map[string]int64:
		if most := slices.Max(append(slices.Collect(maps.Values(v)), 0)); most != 0 {
			return most
		}
	case string:
		return v
	}
	return nil
}

// Int returns the integer at a path, or 0.
func (r Row) Int(path string) int64 {
	n, _ := r.Value(path).(int64)
	return n
}

// Float returns the number at a path, or 0.
func (r Row) Float(path string) float64 {
	if v, ok := r.Value(path).(float64); ok {
		return v
	}
	return float64(r.Int(path))
}

// Text returns the value at a path with all digits; "": the row has none.
func (r Row) Text(path string) string {
	switch v := r.Value(path).(type) {
	case string:
		return v
	case float64:
		return format.Exact(v)
	}
	return format.Optional(r.Int(path), format.Digits)
}

// Method returns what found the result. The folder of its cell stands before it, where there is one.
func (r Row) Method() string {
	return strings.TrimPrefix(r.Text(Folder)+"/"+r.Text(r.in.Kind.Method), "/")
}

// Problem returns the words for what the row is about, besides a step; "": it has no name.
func (r Row) Problem() string {
	if r.in.Kind.Problem == nil {
		return ""
	}
	return r.in.Kind.Problem(r)
}

// Read adds the rows of a file of JSON lines. Fields that the kind does not have are passed over. Of two rows with one
// key the last counts. All rows of a frame minimise the same.
func (f *Frame) Read(r io.Reader, file, folder string) error {
	unnamed := map[string]int{} // rows by the rest of their keys
	line := reflect.New(lineOf(f.Kind)).Elem()
	return record.ReadInto(r, file, line.Addr().Interface(), func() error {
		row := Row{in: f, line: reflect.New(line.Type()).Elem()}
		row.line.Set(line)
		row.line.Field(f.fields[Folder]).SetString(folder)
		for _, v := range row.line.Fields() {
			if v.Kind() == reflect.String {
				v.SetString(unique.Make(v.String()).Value()) // equal texts share memory
			}
		}
		if err := field.CheckFormat(row.Text(formatField), f.Kind.Format); err != nil {
			return err
		}
		if row.Text(f.Kind.Method) == "" {
			return optgap.BadField(f.Kind.Method, "none", Expected)
		}
		for _, c := range f.Kind.Key {
			row.key += row.Text(c.Path) + "\x00"
		}
		row.key += folder + "\x00" + row.Problem()
		if f.Kind.Problem != nil && row.Problem() == "" { // the order tells rows without a name apart
			unnamed[row.key]++
			row.key += strconv.Itoa(unnamed[row.key])
		}
		place, twice := f.places[row.key]
		if !twice {
			place = len(f.Rows)
			f.places[row.key] = place
			f.Rows = append(f.Rows, row)
		}
		f.Rows[place] = row
		return record.SameObjective(file, f.Rows[0].Text(objectiveName), row.Text(objectiveName))
	})
}

// lineOf returns the struct of what is read of a line of a kind.
func lineOf(k *Kind) reflect.Type {
	var members []reflect.StructField
	for i, c := range k.Fields() {
		name, several := strings.CutSuffix(c.Path, below)
		if several {
			c.Type = reflect.MapOf(reflect.TypeFor[string](), c.Type)
		}
		tag := reflect.StructTag(`json:"` + name + `"`)
		members = append(members, reflect.StructField{Name: "Field" + strconv.Itoa(i), Type: c.Type, Tag: tag})
	}
	return reflect.StructOf(members)
}
