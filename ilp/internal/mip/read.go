package mip

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ReadSolution reads a solution file as MIPLIB, SCIP and Gurobi write them: a
// column's name and its value on each line, columns of value 0 left out or not.
// Comments (#), =obj= and the status lines above the values are skipped; =infeas=
// gives an empty solution.
func ReadSolution(r io.Reader) (map[string]float64, error) {
	values := map[string]float64{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' || line[0] == '=' ||
			strings.HasPrefix(line, "solution status:") || strings.HasPrefix(line, "objective value:") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 2 {
			return nil, fmt.Errorf("mip: solution line %d: %q is no name with a value", n, line)
		}
		v, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || math.IsNaN(v) {
			return nil, fmt.Errorf("mip: solution line %d: value %q", n, fields[1])
		}
		if _, twice := values[fields[0]]; twice {
			return nil, fmt.Errorf("mip: solution line %d: %s again", n, fields[0])
		}
		values[fields[0]] = v
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("mip: reading a solution: %w", err)
	}
	return values, nil
}
