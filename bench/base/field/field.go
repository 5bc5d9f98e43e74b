// Package field reads and writes the fields of plain data by their names:
//
//	struct with yaml tags -> Names -> names of its fields, in order
//	name, text            -> Set   -> the field's value, or an error that says what is expected
//	name                  -> Text  -> the field's value as it is typed
//
// A number may be typed as a percentage, see ParseNumber. [Catch] makes an error of a panic too.
//
// The yaml tag gives a field its name. Fields of embedded structs with the tag ",inline"
// count as fields of the outer struct. Fields without a tag do not count.
//
// The package may change at any time.
package field

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
)

// Descriptions of values, for messages.
const (
	Duration = "a time with its unit, such as 5s or 1h30m"
	Bool     = "true or false, or no value"
	Integer  = "a whole number"
	Natural  = "a whole number, at least 0"
	Number   = "a number"
	Share    = "a share, such as 5% or 0.05"
)

// ParseDecimal reads a finite decimal number. strconv also takes 1_0, inf and 0x1p4.
func ParseDecimal(text string) (float64, error) {
	if strings.Trim(text, "0123456789.+-eE") != "" || strings.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

// ParseNumber reads a decimal number, or a percentage: "5%" is 0.05, to the last digit.
func ParseNumber(text string) (float64, error) {
	digits, percent := strings.CutSuffix(text, "%")
	v, err := ParseDecimal(digits)
	if !percent {
		return v, err
	}
	if exact, failed := strconv.ParseFloat(digits+"e-2", 64); failed == nil { // 2.9 / 100 is not 0.029
		return exact, err
	}
	return v / 100, err
}

var jsonToken = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[0-9][-+.0-9eE]*`)

// WholeNumbers returns a JSON text with its whole numbers written as such: 40 for 40.0, which
// programs write whose numbers are all of one type. All else stays.
func WholeNumbers(text []byte) []byte {
	return jsonToken.ReplaceAllFunc(text, func(token []byte) []byte {
		whole, fraction, _ := bytes.Cut(token, []byte("."))
		if token[0] == '"' || len(fraction) == 0 || len(bytes.Trim(fraction, "0")) > 0 {
			return token
		}
		return whole
	})
}

// Names returns the names of the fields of data in their order. data is a struct or a
// pointer to one.
func Names(data any) []string {
	return lists.Each(
		fields(reflect.Indirect(reflect.ValueOf(data))),
		func(f named) string { return f.name },
	)
}

// Values returns the values of all fields as they are typed, by their names.
func Values(data any) map[string]string {
	values := map[string]string{}
	for _, name := range Names(data) {
		values[name] = Text(data, name)
	}
	return values
}

// Lines is a list of texts that may hold commas. As text, each is a line. A line that begins with a
// blank goes on with the one before it: so texts may hold line breaks.
type Lines []string

// Line returns the text of Lines that has one value.
func Line(value string) string {
	return strings.ReplaceAll(strings.TrimSpace(value), "\n", "\n ")
}

// ParseLines returns the Lines that have the text.
func ParseLines(text string) (all Lines) {
	for line := range strings.SplitSeq(text, "\n") {
		if more, ok := strings.CutPrefix(line, " "); ok && len(all) > 0 {
			all[len(all)-1] += "\n" + more
		} else if line != "" {
			all = append(all, line)
		}
	}
	return all
}

// Text returns the value of a field as it is typed. Commas stand between the values of a
// list. An unknown name makes it panic.
func Text(data any, name string) string {
	return text(find(reflect.Indirect(reflect.ValueOf(data)), name))
}

func text(v reflect.Value) string {
	switch list := v.Interface().(type) {
	case []string:
		return strings.Join(list, ",")
	case Lines:
		return strings.Join(lists.Each(list, Line), "\n")
	}
	return fmt.Sprint(v.Interface())
}

// Set reads the value of a field from text. data is a pointer to a struct. The error is an
// *optgap.FieldError with the name of the field. An unknown name makes it panic.
func Set(data any, name, text string) error {
	v := find(reflect.ValueOf(data).Elem(), name)
	expected, err := set(v, text)
	if errors.Is(err, strconv.ErrRange) {
		expected += ", in 64 bits"
	}
	if err != nil {
		return optgap.BadText(name, text, expected)
	}
	return nil
}

// set reads a value. On an error expected says in words which texts are right.
func set(v reflect.Value, text string) (expected string, err error) {
	switch v.Interface().(type) {
	case time.Duration:
		d, err := time.ParseDuration(text)
		v.SetInt(int64(d))
		return Duration, err
	case []string:
		v.Set(reflect.ValueOf(strings.Split(text, ",")))
		return "", nil
	case Lines:
		v.Set(reflect.ValueOf(ParseLines(text)))
		return "", nil
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
		return "", nil
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return Bool, err
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
		return Integer, err
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		v.SetUint(n)
		return Natural, err
	case reflect.Float64:
		x, err := ParseNumber(text)
		v.SetFloat(x)
		return Number, err
	}
	panic(
		fmt.Sprintf("field: found a field of type %v, expected one that can be typed", v.Type()),
	)
}

// A named is a field with its name.
type named struct {
	name  string
	value reflect.Value
}

// fields returns the named fields of a struct.
func fields(v reflect.Value) []named {
	var all []named
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("yaml")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case options == "inline":
			all = append(all, fields(v.Field(i))...)
		case name != "" && name != "-":
			all = append(all, named{name, v.Field(i)})
		}
	}
	return all
}

// find returns the field of that name.
func find(v reflect.Value, name string) reflect.Value {
	for _, f := range fields(v) {
		if f.name == name {
			return f.value
		}
	}
	panic(fmt.Sprintf("field: found no field %q of %v", name, v.Type()))
}

// CheckFormat returns an *optgap.FieldError about the field "format" of a stored value unless
// the format is the expected one.
func CheckFormat(found, expected string) error {
	if found == expected {
		return nil
	}
	return optgap.BadText("format", found, strconv.Quote(expected))
}
