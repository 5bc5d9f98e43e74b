package importing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// batsimFile is a workload.
type batsimFile struct {
	machine  int64 // nb_res; 0: none
	jobs     []*batsimJob
	profiles map[string]*batsimProfile
}

// parseBatsim reads the text of a workload. Errors name the file and the line. What is wrong with a
// single job or profile is its fault.
func parseBatsim(text []byte, name string) (*batsimFile, error) {
	var whole struct {
		Machine  *int64                     `json:"nb_res"`
		Jobs     json.RawMessage            `json:"jobs"`
		Profiles map[string]json.RawMessage `json:"profiles"`
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, &whole); {
	case errors.As(err, &syntax):
		return nil, wrong(name, lineOf(text, syntax.Offset), "JSON", syntax.Error(), "a workload of Batsim")
	case err != nil:
		return nil, at(name, 1, otherType(err))
	case whole.Machine != nil && *whole.Machine < 1:
		return nil, wrong(name, 1, "nb_res", fmt.Sprint(*whole.Machine), "at least 1")
	}
	line := lineOf(text, int64(bytes.Index(text, whole.Jobs)))
	if !bytes.HasPrefix(whole.Jobs, []byte("[")) {
		return nil, wrong(name, line, "jobs", orNone(string(whole.Jobs)), "a list")
	}
	f := &batsimFile{profiles: map[string]*batsimProfile{}}
	if whole.Machine != nil {
		f.machine = *whole.Machine
	}
	f.readJobs(whole.Jobs, line)
	for name, raw := range whole.Profiles {
		p := batsimProfile{Repeat: 1}
		p.fault = otherType(json.Unmarshal(raw, &p))
		f.profiles[name] = &p
	}
	return f, nil
}

// readJobs reads a list of jobs, which begins on a line.
func (f *batsimFile) readJobs(list []byte, line int) {
	d := json.NewDecoder(bytes.NewReader(list))
	d.Token() // [
	for from := int64(0); d.More(); from = d.InputOffset() {
		j := batsimJob{number: swf.Unknown}
		fault := otherType(d.Decode(&j))
		line += lineOf(list[from:], d.InputOffset()-from) - 1
		j.line, j.ID, j.fault = line, slices.Clone(j.ID), cmp.Or(fault, j.check())
		f.jobs = append(f.jobs, &j)
	}
}

// lineOf returns the line, from 1, of an offset in a text.
func lineOf(text []byte, offset int64) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }

// kinds are words for the types of values.
var kinds = map[reflect.Kind]string{
	reflect.Int64: "a whole number", reflect.Float64: "a number", reflect.String: "a text", reflect.Slice: "a list",
}

// otherType returns the error about a JSON value of another type than the expected one; nil: there is none.
func otherType(err error) error {
	var value *json.UnmarshalTypeError
	if !errors.As(err, &value) {
		return err
	}
	return optgap.BadField(cmp.Or(value.Field, "JSON"), value.Value, cmp.Or(kinds[value.Type.Kind()], "an object"))
}
