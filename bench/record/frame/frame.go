// Package frame reads results of any kind as rows of named values, and compares two sets of them:
//
//	JSON lines, Kind -> New, Read -> Frame of Rows
//	two Frames       -> Compare   -> Comparison: pairs, counts, ratios with intervals
//
// A [Kind] is data: which fields its lines have, which of them a result is known by, and which are compared. A new
// value to compare is one more [Measure] in the list of its kind, and all outputs of a comparison have it. The types of
// values are those in the struct that writes a line.
//
// The package may change at any time.
package frame

import (
	"io"
	"reflect"
	"strconv"
	"strings"
	"unique"

	"github.com/go-json-experiment/json"

	"github.com/optgap/optgap"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// A Frame holds the rows of one kind. Their keys differ.
type Frame struct {
	Kind   *Kind
	Name   string // of the file or folder with the rows
	Rows   []*Row
	fields map[string]int // of a line by their paths
	places map[string]int // of the rows by their keys
}

// New returns a frame without rows.
func New(kind *Kind, name string) *Frame {
	f := &Frame{Kind: kind, Name: name, fields: map[string]int{}, places: map[string]int{}}
	for i, path := range kind.Fields() {
		f.fields[path] = i
	}
	return f
}

// A Row holds the values of a line. The nil row has no value.
type Row struct {
	in   *Frame
	line reflect.Value // a struct with a field for each path
	key  string        // under which the frame has the row
}

// field returns the field at a path; the zero Value: the kind has none.
func (r *Row) field(path string) (v reflect.Value) {
	if r != nil {
		if at, known := r.in.fields[path]; known {
			v = r.line.Field(at)
		}
	}
	return v
}

// Has reports whether the row has a value at a path. 0 is no integer, and "" no text, that exists.
func (r *Row) Has(path string) bool {
	v := r.field(path)
	return v.IsValid() && !v.IsZero()
}

// Int returns the integer at a path, or 0.
func (r *Row) Int(path string) int64 {
	if v := r.field(path); v.Kind() == reflect.Int64 {
		return v.Int()
	}
	return 0
}

// Float returns the number at a path, or 0.
func (r *Row) Float(path string) float64 {
	if v := r.field(path); v.Kind() == reflect.Pointer && !v.IsNil() {
		return v.Elem().Float()
	}
	return float64(r.Int(path))
}

// Text returns the value at a path with all digits; "": the row has none.
func (r *Row) Text(path string) string {
	switch v := r.field(path); {
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Int64 || !r.Has(path):
		return format.Optional(r.Int(path), format.Digits)
	}
	return format.Exact(r.Float(path))
}

// Number returns the number at a path, which the row has: an int64 or a float64.
func (r *Row) Number(path string) any {
	if r.field(path).Kind() == reflect.Int64 {
		return r.Int(path)
	}
	return r.Float(path)
}

// Method returns what found the result. The folder of its cell stands before it, where there is one.
func (r *Row) Method() string {
	return strings.TrimPrefix(r.Text(Folder)+"/"+r.Text(r.in.Kind.Method), "/")
}

// Problem returns the words for what the row is about, besides a step; "": it has no name.
func (r *Row) Problem() string {
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
	key := []byte(nil)
	return record.ReadInto(r, file, line.Addr().Interface(), func() error {
		row := &Row{in: f, line: reflect.New(line.Type()).Elem()}
		row.line.Set(line)
		row.line.Field(f.fields[Folder]).SetString(folder)
		for i := range row.line.NumField() {
			if v := row.line.Field(i); v.Kind() == reflect.String {
				v.SetString(unique.Make(v.String()).Value()) // equal texts share memory
			}
		}
		if err := field.CheckFormat(row.Text(formatField), f.Kind.Format); err != nil {
			return err
		}
		if row.Text(f.Kind.Method) == "" {
			return optgap.BadField(f.Kind.Method, "none", Expected)
		}
		key = append(append(key[:0], row.Problem()+"\x00"...), folder...)
		for _, path := range f.Kind.Key {
			key = append(append(key, 0), row.Text(path)...)
		}
		row.key = string(key)
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
	for i, path := range k.Fields() {
		name, of := Name(path), k.typeOf(path)
		switch {
		case path == Folder:
			of = reflect.TypeFor[string]()
		case of == nil: // a measure
			of = reflect.TypeFor[*float64]()
		}
		if path != k.Index {
			name += ",omitempty"
		}
		tag := reflect.StructTag(`json:"` + name + `"`)
		members = append(members, reflect.StructField{Name: "Field" + strconv.Itoa(i), Type: of, Tag: tag})
	}
	return reflect.StructOf(members)
}

// A largest is the largest of several numbers; 0: there is none above.
type largest int64

func (l *largest) UnmarshalJSON(text []byte) error {
	var all map[string]int64
	err := json.Unmarshal(text, &all)
	for _, n := range all {
		*l = max(*l, largest(n))
	}
	return err
}
