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
	found, err := rows(text)
	if !rep.Hold(err == nil, about, "rows", err, "a table") {
		return nil
	}
	expected, err := rows(summary)
	if err == nil && rep.Hold(len(found) == len(expected), about, "rows", len(found), "%d", len(expected)) {
		compare(rep, o.Summary, found, expected, "as the result says", func(place int, _ map[string]string) string {
			return fmt.Sprint("row ", place+1)
		})
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

// rows returns the cells of a table's rows by the names of their columns.
func rows(text []byte) (all []map[string]string, err error) {
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	for i, row := range table {
		cells := make(map[string]string)
		for k, cell := range row {
			cells[table[0][k]] = cell
		}
		if i > 0 {
			all = append(all, cells)
		}
	}
	return all, err
}
