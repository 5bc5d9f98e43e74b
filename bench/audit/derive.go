package audit

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
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
	compareFields(rep, verify.Fault{File: o.family.Info}, info.Digest, digest)
	text, err := os.ReadFile(filepath.Join(o.Folder, o.family.Summary))
	if err != nil {
		return err
	}
	return compareRows(rep, verify.Fault{File: o.family.Summary}, text, summary)
}

// compareFields holds what an info file says of the results against what follows from them.
func compareFields(rep *verify.Report, about verify.Fault, found, expected folder.Digest) {
	a, b := jsonFields(found), jsonFields(expected)
	paths := differing(a, b)
	rep.Checks += len(a) - len(paths)
	for _, path := range paths {
		rep.Hold(false, about, path, a[path], b[path]+", as follows from the results")
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
