package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Cell is one study of a file.
type Cell struct {
	// Name is the name of the study's folder. It holds the values of the file that tell the cell from
	// others.
	Name     string
	Trace    Trace
	Factor   float64 // of the interarrival times; 1: as they are
	Drive    string  // "": the default
	Methods  []string
	Policies []string // nil: the default
	Limit    Limit
	Seed     *uint64 // nil: none is given
	Options  map[string]string
}

// Cells returns the studies of the file, the last list varying fastest. The name of a study does
// not depend on other values in the lists, so a longer list keeps the folders of a shorter one. Two
// studies with one name are an error.
func (f *File) Cells() ([]Cell, error) {
	if n := f.combinations(); n > mostCells {
		expected := fmt.Sprintf("at most %d: shorter lists, or several files", mostCells)
		return nil, f.source.errorOn("", "studies", fmt.Sprintf("%.0f combinations", n), expected)
	}
	cells := []Cell{{Factor: 1, Methods: f.Methods, Policies: f.Policies, Options: f.Options}}
	cells = vary(cells, f.Traces, func(c *Cell, t Trace) string { c.Trace = t; return t.Name })
	cells = vary(cells, f.Factors, func(c *Cell, x float64) string { c.Factor = x; return "factor=" + format.Exact(x) })
	cells = vary(cells, f.Drives, func(c *Cell, drive string) string { c.Drive = drive; return "drive=" + drive })
	cells = vary(cells, f.Limits, func(c *Cell, l Limit) string { c.Limit = l; return l.String() })
	cells = vary(cells, f.Seeds, func(c *Cell, seed uint64) string { c.Seed = &seed; return fmt.Sprintf("seed=%d", seed) })
	return cells, f.checkNamesOf(cells)
}

// checkNamesOf refuses studies whose folders, or whose files of jobs, would have one name or that of
// another file. File systems may not tell upper from lower case.
func (f *File) checkNamesOf(cells []Cell) error {
	seen, jobs := make(map[string]bool), make(map[string]string)
	for _, c := range cells {
		name := strings.ToLower(c.Name)
		if slices.Contains(taken, name) {
			expected := "another name, as that is one of the files beside the studies: " + strings.Join(taken, ", ")
			return f.source.errorOn(f.traceOf(c)+".name", "name", strconv.Quote(c.Name), expected)
		}
		if len(name) > longestName {
			expected := fmt.Sprintf("at most %d, as it names a folder", longestName)
			return f.source.errorOn(f.traceOf(c)+".name", "name", fmt.Sprintf("%q with %d bytes", c.Name, len(name)), expected)
		}
		if seen[name] {
			expected := "different ones: a value stands twice in a list, or two traces need a name"
			return f.source.errorOn("", "studies", "two that are "+c.Name, expected)
		}
		seen[name] = true
		if c.OwnFile() {
			continue
		}
		file, own := strings.ToLower(c.Workload()), c.Trace.Name+" "+format.Exact(c.Factor)
		if other, known := jobs[file]; known && other != own {
			return f.source.errorOn(f.traceOf(c)+".name", "name", strconv.Quote(c.Trace.Name),
				"another name, as the file workloads/"+c.Workload()+".swf is that of other jobs too")
		}
		jobs[file] = own
	}
	return nil
}

// traceOf returns the path to a cell's trace.
func (f *File) traceOf(c Cell) string {
	return fmt.Sprintf("traces.%d", slices.IndexFunc(f.Traces, func(t Trace) bool { return t.Name == c.Trace.Name }))
}

// longestName is the length of a name in bytes. File systems take 255, and files beside have longer names.
const longestName = 200

// mostCells is more studies than anybody runs from one file. It keeps the product of long lists from
// taking all memory.
const mostCells = 10_000

// combinations returns the number of studies, which may be beyond the range of an int.
func (f *File) combinations() float64 {
	n := 1.0
	for _, list := range []int{len(f.Traces), len(f.Factors), len(f.Drives), len(f.Limits), len(f.Seeds)} {
		n *= float64(max(list, 1))
	}
	return n
}

// vary returns each cell with each of the values. set puts a value into a cell, and returns the
// part of the cell's name that stands for the value.
func vary[T any](cells []Cell, values []T, set func(*Cell, T) string) []Cell {
	if len(values) == 0 {
		return cells
	}
	var all []Cell
	for _, c := range cells {
		for _, v := range values {
			next := c
			if part := set(&next, v); part != "" {
				next.Name = strings.TrimPrefix(c.Name+"_"+part, "_")
			}
			all = append(all, next)
		}
	}
	return all
}

// String is such as "time=10s_nodes=1000".
func (l Limit) String() string {
	var parts []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(l)) {
		if v := reflect.ValueOf(l).FieldByIndex(f.Index); !v.IsZero() {
			parts = append(parts, fmt.Sprintf("%s=%v", strings.ToLower(f.Name), v))
		}
	}
	return strings.Join(parts, "_")
}

// OwnFile reports whether the trace's own file holds the jobs of the cell.
func (c Cell) OwnFile() bool { return c.Trace.File != "" && c.Factor == 1 }

// Workload is the name of the jobs of a cell. Cells with the same name replay the same jobs.
func (c Cell) Workload() string {
	name := c.Trace.Name
	if c.Factor != 1 {
		name += "_factor=" + format.Exact(c.Factor)
	}
	if c.Trace.Generate != nil && c.Seed != nil {
		name += fmt.Sprintf("_seed=%d", *c.Seed)
	}
	return name
}

// Holds returns an *optgap.FieldError unless all studies of the earlier file are among those of f.
func (f *File) Holds(earlier *File) error {
	var both [2][]Cell
	for i, file := range []*File{f, earlier} {
		file, err := file.moved(filepath.Abs)
		if err != nil {
			return err
		}
		if both[i], err = file.Cells(); err != nil {
			return err
		}
	}
	cells, old := both[0], both[1]
	for _, c := range old {
		if !slices.ContainsFunc(cells, func(d Cell) bool { return reflect.DeepEqual(c, d) }) {
			found := "a study that is now missing or different, " + c.Name
			return optgap.BadField(earlier.source.name, found, "the same studies or more: name another folder")
		}
	}
	return nil
}

// Spec returns the study of the cell, and the names of the fields that the file gives. The caller
// has yet to name the trace. An error is an *optgap.FieldError.
func (c Cell) Spec() (s spec.Spec, given []string, err error) {
	s = spec.Default()
	values := maps.Clone(c.Options)
	if values == nil {
		values = make(map[string]string)
	}
	put := func(name, value string) {
		if value != "" && value != "0" {
			values[name] = value
		}
	}
	put("drive", c.Drive)
	put("method", strings.Join(c.Methods, ","))
	put("policies", strings.Join(c.Policies, ","))
	for _, name := range field.Names(c.Limit) {
		put(name, field.Text(c.Limit, name))
	}
	for _, name := range []string{"jobs", "machine", "reservations"} {
		put(name, field.Text(c.Trace, name))
	}
	if given, err = field.SetAll(&s, values); err != nil {
		return s, nil, err
	}
	s.Canonical()
	if c.Seed != nil && (c.Trace.Generate == nil || s.Seeded()) { // the seed may be for the jobs alone
		s.Seed, given = *c.Seed, append(given, "seed")
	}
	return s, given, nil
}

// Drawing returns how the jobs of a cell with Trace.Generate are drawn, and the names of the fields
// that the file gives. An error is an *optgap.FieldError.
func (c Cell) Drawing() (d workload.Drawing, given []string, err error) {
	d = workload.DefaultDrawing()
	if given, err = field.SetAll(&d, c.Trace.Generate); err != nil {
		return d, nil, err
	}
	if c.Seed != nil {
		d.Seed, given = *c.Seed, append(given, "seed")
	}
	if d.Jobs > workload.MostJobs {
		expected := fmt.Sprintf("at most %d, as a study holds all jobs", workload.MostJobs)
		return d, given, optgap.BadField("jobs", d.Jobs, expected)
	}
	return d, given, d.CheckJobs()
}

// Check refuses a study whose values are out of range or have no effect, and a trace that does not
// exist. shard is the shard of each study; "": the whole study. The error names the place in the
// file.
func (f *File) Check(shard string) error {
	cells, err := f.Cells()
	if err != nil {
		return err
	}
	for _, c := range cells {
		if err := c.check(shard); err != nil {
			return f.Locate(c, err)
		}
	}
	return nil
}

func (c Cell) check(shard string) error {
	s, given, err := c.Spec()
	s.Shard = shard
	if err := cmp.Or(err, s.CheckEffects(given), s.Validate()); err != nil {
		return err
	}
	if schedulers.IsRecorded(c.Drive) && (c.Factor != 1 || c.Trace.Generate != nil) {
		return optgap.BadField("drive", c.Drive+" with jobs that no log tells of", "a trace as its log has it, factor 1")
	}
	if c.Trace.File != "" {
		if _, err := os.Stat(c.Trace.File); err != nil {
			return fmt.Errorf("%w: %w", &missing{"file"}, err)
		}
	}
	if c.Trace.Generate == nil {
		return nil
	}
	d, _, err := c.Drawing()
	if err != nil {
		return err
	}
	_, err = d.Generator()
	return err
}

// missing marks an error about a file that a field names and that cannot be opened.
type missing struct{ field string }

func (m *missing) Error() string { return "--" + m.field }

// Locate returns an error about a cell together with a place in the file, such as
// "study.yaml:7:10". The place is where the file gives the cell the value of the error's field.
// Without such a place, the name of the cell stands there. Names of fields become those of flags.
func (f *File) Locate(c Cell, err error) error {
	var (
		wrong  *optgap.FieldError
		unused *spec.Unused
		file   *missing
	)
	name := ""
	switch {
	case errors.As(err, &wrong):
		name, _, _ = strings.Cut(wrong.Field, " ") // of "set PARAMETER"
		err = optgap.BadField("--"+wrong.Field, wrong.Found, wrong.Expected)
	case errors.As(err, &unused):
		name, err = unused.Field, fmt.Errorf("study: %w", err)
	case errors.As(err, &file):
		name = file.field
	}
	return fmt.Errorf("%s: %w", cmp.Or(f.placeOfFlag(c, name), c.Name), err)
}

// placeOfFlag returns the place at which the file gives the cell the value of a flag, such as
// "study.yaml:7:10"; "": there is none.
func (f *File) placeOfFlag(c Cell, flag string) string {
	if flag == "" || f.overridden[flag] {
		return ""
	}
	trace, path := f.traceOf(c), "options."+flag
	switch {
	case flag == "drive":
		path = fmt.Sprintf("drives.%d", slices.Index(f.Drives, c.Drive))
	case flag == "method":
		path = "methods"
	case flag == "policies":
		path = "policies"
	case flag == "seed":
		path = "seeds"
	case slices.Contains(limitFlags, flag):
		path = fmt.Sprintf("limits.%d.%s", slices.Index(f.Limits, c.Limit), flag)
	case flag == "file" || slices.Contains(traceFlags, flag):
		path = trace + "." + flag
	}
	places := f.source.places
	return cmp.Or(places[path], places[trace+".generate."+flag], places[trace+".generate"])
}
