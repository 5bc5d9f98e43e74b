package benchdiff

import (
	"fmt"
	"io"

	"golang.org/x/perf/benchfmt"

	"github.com/optgap/optgap"
)

// A Set is the output of go test -bench.
type Set struct {
	Name     string
	Warnings []string // on lines that look like results and are not
	names    []string // of the benchmarks, in the order of their appearance
	values   map[value][]float64
	units    []string // in the order of their appearance
	known    benchfmt.UnitMetadataMap
}

// A value names one value of a benchmark.
type value struct{ name, unit string }

// Read reads the output of go test -bench. The output may have several packages and runs.
// file is the name in errors. Times are in seconds, sizes in bytes.
func Read(r io.Reader, file string) (*Set, error) {
	s := &Set{Name: file, values: map[value][]float64{}}
	known, units := map[string]bool{}, map[string]bool{}
	reader := benchfmt.NewReader(r, file)
	for reader.Scan() {
		switch line := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			s.Warnings = append(s.Warnings, line.Error())
		case *benchfmt.Result:
			name := "Benchmark" + line.Name.String()
			if pkg := line.GetConfig("pkg"); pkg != "" {
				name = pkg + " " + name
			}
			if !known[name] {
				known[name], s.names = true, append(s.names, name)
			}
			for _, v := range line.Values {
				if !units[v.Unit] {
					units[v.Unit], s.units = true, append(s.units, v.Unit)
				}
				s.values[value{name, v.Unit}] = append(s.values[value{name, v.Unit}], v.Value)
			}
		}
	}
	s.known = reader.Units()
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(s.names) == 0 {
		return nil, &optgap.FieldError{Field: file, Found: "no result of a benchmark", Expected: "at least one"}
	}
	return s, nil
}
