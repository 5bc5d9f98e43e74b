package verifyfolder

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/verify"
)

// derive derives again what follows from the results, and holds it against the info file and the
// summary. A run that is under way has neither. Another version may derive other values.
func (o *Opened) derive(rep *verify.Report, version string) error {
	if o.info.Ended.IsZero() || o.info.Versions["optgap"] != version {
		return nil
	}
	digest, summary, err := o.family.derive(o.Folder)
	if err != nil {
		return err
	}
	rep.Compare(o.aboutInfo(), o.info.Digest, digest, "as follows from the results")
	text, err := os.ReadFile(o.Summary)
	if err != nil {
		return err
	}
	about := verify.Fault{File: filepath.Base(o.Summary)}
	found, failed := rows(text)
	expected, err := rows(summary)
	if rep.Hold(failed == nil, about, "rows", failed, "a table") &&
		rep.Hold(len(found) == len(expected), about, "rows", len(found), "%d", len(expected)) {
		for i, row := range expected { // one by one, as a large table as a whole takes much memory
			about.Field = fmt.Sprintf("row %d.", i)
			rep.Compare(about, found[i], row, "as the result says")
		}
	}
	return err
}

// compare holds the lines of a file against those that are expected. key tells them apart. It returns the keys of
// expected lines that are missing, which are no faults here.
func compare[T any](
	rep *verify.Report, path string, found, expected []T, why string, key func(place int, line T) string,
) (missing []string) {
	of := make(map[string]T)
	for i, line := range expected {
		of[key(i, line)] = line
	}
	there := make(map[string]bool)
	for i, line := range found {
		name, about := key(i, line), verify.Fault{File: filepath.Base(path), Line: i + 1}
		there[name] = true
		if want, ok := of[name]; rep.Hold(ok, about, "line", name, "none, %s", why) {
			about.Field = name + ": "
			rep.Compare(about, line, want, why)
		}
	}
	for i, line := range expected {
		if name := key(i, line); !there[name] {
			missing = append(missing, name)
		}
	}
	return missing
}

// rows returns the cells of a table by the names of their columns. The first row has the names.
func rows(text []byte) (all []map[string]string, err error) {
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	for _, row := range table {
		cells := make(map[string]string)
		for k, cell := range row {
			cells[table[0][k]] = cell
		}
		all = append(all, cells)
	}
	return all, err
}
