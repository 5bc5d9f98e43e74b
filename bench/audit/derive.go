package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/verify"
)

// derive derives again what follows from the results, and holds it against the info file and the
// summary. A run that is under way has neither. Another version may derive other values.
func (o *Opened) derive(rep *verify.Report, version string) error {
	info := o.state.info
	if info.Ended.IsZero() || info.Versions["optgap"] != version {
		return nil
	}
	digest, summary, err := o.family.derive(o.Folder)
	if err != nil {
		return err
	}
	expected, err := fieldsOf(digest)
	if err != nil {
		return err
	}
	found, err := fieldsOf(info.Digest)
	if err != nil {
		return err
	}
	compareFields(rep, verify.Fault{File: o.family.Info}, found, expected)
	text, err := os.ReadFile(filepath.Join(o.Folder, o.family.Summary))
	if err != nil {
		return err
	}
	return compareRows(rep, verify.Fault{File: o.family.Summary}, text, summary)
}

// fieldsOf returns the leaves of a value's JSON form by their paths.
func fieldsOf(d folder.Digest) (map[string]any, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	leaves := make(map[string]any)
	addLeaves(leaves, "", value)
	return leaves, nil
}

func addLeaves(leaves map[string]any, path string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			at := name
			if path != "" {
				at = path + "." + name
			}
			addLeaves(leaves, at, inner)
		}
	case []any:
		for i, inner := range v {
			addLeaves(leaves, fmt.Sprintf("%s[%d]", path, i), inner)
		}
	default:
		leaves[path] = v
	}
}

// compareFields holds what an info file says of the results against what follows from them.
func compareFields(rep *verify.Report, about verify.Fault, found, expected map[string]any) {
	all := maps.Clone(expected)
	maps.Copy(all, found)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		was, there := found[path]
		want, known := expected[path]
		a, b := "none", "none"
		if there {
			a = fmt.Sprint(was)
		}
		if known {
			b = fmt.Sprint(want)
		}
		rep.Hold(same(a, b), about, path, a, b+", as follows from the results")
	}
}

// compareRows holds a summary against the one that follows from the results.
func compareRows(rep *verify.Report, about verify.Fault, found, expected []byte) error {
	rows, err := csv.NewReader(bytes.NewReader(found)).ReadAll()
	if err != nil {
		rep.Hold(false, about, "row", err, "one for each result")
		return nil
	}
	want, err := csv.NewReader(bytes.NewReader(expected)).ReadAll()
	if err != nil {
		return err
	}
	if !rep.Hold(len(rows) == len(want), about, "rows", len(rows), fmt.Sprintf("%d, with that of the names", len(want))) {
		return nil
	}
	for i := range want {
		about.Line = i + 1
		if !rep.Hold(len(rows[i]) == len(want[i]), about, "columns", len(rows[i]), fmt.Sprint(len(want[i]))) {
			return nil
		}
		for k, cell := range want[i] { // a row is one check
			if was := rows[i][k]; !same(was, cell) {
				about.Field, about.Found = want[0][k], strconv.Quote(was)
				about.Expected = strconv.Quote(cell) + ", as the result says"
				rep.Fault(about)
			}
		}
	}
	return nil
}

// same compares texts. Numbers may differ by the rounding of another processor.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, wrong := strconv.ParseFloat(a, 64)
	y, alsoWrong := strconv.ParseFloat(b, 64)
	const rounding = 1e-12
	return wrong == nil && alsoWrong == nil && math.Abs(x-y) <= rounding*max(math.Abs(x), math.Abs(y))
}
