// Package frame reads results of any kind as rows of named values, and compares two sets of them,
// such as a study by two versions of a program:
//
//	path -> Open -> Input, old and new -> Compare -> Comparison -> Report, Rows, Failures
//
// A [Kind] is data: which fields its lines have, which of them a result is known by, and which are
// compared. A new value to compare is one more [Measure] in the list of its kind, and all outputs
// of a comparison have it. The types of values are those in the struct that writes a line.
//
// The package may change at any time.
package frame

import (
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

// A frame holds the rows of an input. Their keys differ.
type frame struct {
	*Input
	rows   []*Row
	fields map[string]int // of a line by their paths
	places map[string]int // of the rows by their keys
	key    []byte         // of the row that is read
}

// A Row holds the values of a line. The nil row has no value.
type Row struct {
	in     *frame
	folder string        // of the file, within what is compared
	line   reflect.Value // a struct with a field for each path
	key    string        // under which the frame has the row
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

// Value returns the value at a path: a string, an int64 or a float64; nil: there is none.
func (r *Row) Value(path string) any {
	switch v := r.field(path); {
	case !r.Has(path):
		return nil
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Pointer:
		return v.Elem().Float()
	default:
		return v.Int()
	}
}

// Float returns the number at a path, or 0.
func (r *Row) Float(path string) float64 {
	switch v := r.field(path); {
	case v.Kind() == reflect.Int64:
		return float64(v.Int())
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return v.Elem().Float()
	}
	return 0
}

// Text returns the value at a path with all digits; "": the row has none.
func (r *Row) Text(path string) string {
	switch v := r.field(path); {
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Int64:
		return format.Optional(v.Int(), format.Digits)
	case !r.Has(path):
		return ""
	}
	return format.Exact(r.Float(path))
}

// Method returns what found the result. The folder of its cell stands before it, where there is
// one.
func (r *Row) Method() string {
	return strings.TrimPrefix(r.folder+"/"+r.Text(r.in.Kind.Method), "/")
}

// problem returns the words for what the row is about, besides a step; "": it has no name.
func (r *Row) problem() string {
	if r.in.Kind.problem == nil {
		return ""
	}
	return r.in.Kind.problem(r)
}

// read reads all results. Fields that the kind does not have are passed over. Of two rows with one
// key the last counts. All rows minimise the same.
func (in *Input) read() (*frame, error) {
	f := &frame{Input: in, fields: map[string]int{}, places: map[string]int{}}
	for i, path := range in.Kind.fields() {
		f.fields[path] = i
	}
	line := reflect.New(in.Kind.line()).Elem()
	for _, file := range in.Files {
		unnamed := map[string]int{} // rows by the rest of their keys
		err := record.ReadInto(file, file.Name, line.Addr().Interface(), func() error {
			row := &Row{in: f, folder: file.Folder, line: reflect.New(line.Type()).Elem()}
			row.line.Set(line)
			for i := range row.line.NumField() {
				if v := row.line.Field(i); v.Kind() == reflect.String {
					v.SetString(unique.Make(v.String()).Value()) // equal texts share memory
				}
			}
			if err := f.add(row, unnamed); err != nil {
				return err
			}
			return record.SameObjective(
				file.Name,
				f.rows[0].Text(objectiveName),
				row.Text(objectiveName),
			)
		})
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add adds a row of a file, whose rows without a name are counted by the rest of their keys.
func (f *frame) add(row *Row, unnamed map[string]int) error {
	if err := field.CheckFormat(row.Text(formatField), f.Kind.format); err != nil {
		return err
	}
	if row.Text(f.Kind.Method) == "" {
		return optgap.BadField(f.Kind.Method, "none", expected)
	}
	problem := row.problem()
	f.key = append(append(f.key[:0], problem+"\x00"...), row.folder...)
	for _, path := range f.Kind.key {
		f.key = append(append(f.key, 0), row.Text(path)...)
	}
	row.key = string(f.key)
	if f.Kind.problem != nil && problem == "" { // the order tells rows without a name apart
		unnamed[row.key]++
		row.key += strconv.Itoa(unnamed[row.key])
	}
	if place, twice := f.places[row.key]; twice {
		f.rows[place] = row
		return nil
	}
	f.places[row.key] = len(f.rows)
	f.rows = append(f.rows, row)
	return nil
}

// line returns the struct of what is read of a line.
func (k *Kind) line() reflect.Type {
	var members []reflect.StructField
	for i, path := range k.fields() {
		name := nameOf(path)
		of := k.typeOf(path)
		if of == nil { // a measure
			of = reflect.TypeFor[*float64]()
		}
		if path != k.Index {
			name += ",omitempty"
		}
		tag := reflect.StructTag(`json:"` + name + `"`)
		members = append(
			members,
			reflect.StructField{Name: "Field" + strconv.Itoa(i), Type: of, Tag: tag},
		)
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
