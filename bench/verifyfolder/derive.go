package verifyfolder

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/run/folder"
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
		compare(rep, about.File, found, expected, "as the result says", "")
	}
	return err
}

// object is the JSON form of a line. One of CSV has the cells by the names of the columns.
type object map[string]any

// key tells the lines of a file apart by the fields of the names; "": by their place.
func (o object) key(place int, names string) string {
	if names == "" {
		return fmt.Sprint("row ", place+1)
	}
	var parts []string
	for name := range strings.FieldsSeq(names) {
		if v, ok := o[name]; ok {
			parts = append(parts, fmt.Sprint(name, " ", v))
		}
	}
	return strings.Join(parts, ", ")
}

// compare holds the lines of a file against those that are expected, where names are those of the fields that tell
// them apart; see object.key. It returns the keys of expected lines that are missing, which are no faults here.
func compare(rep *verify.Report, file string, found, expected []object, why, names string) (missing []string) {
	of := make(map[string]object)
	for i, object := range expected {
		of[object.key(i, names)] = object
	}
	there := make(map[string]bool)
	for i, object := range found {
		key, about := object.key(i, names), verify.Fault{File: file, Line: i + 1}
		there[key] = true
		if want := of[key]; rep.Hold(want != nil, about, "line", key, "none, %s", why) {
			about.Field = key + ": "
			rep.Compare(about, object, want, why)
		}
	}
	for i, object := range expected {
		if key := object.key(i, names); !there[key] {
			missing = append(missing, key)
		}
	}
	return missing
}

// rows returns the rows of a table.
func rows(text []byte) (all []object, err error) {
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	for i, row := range table {
		o := make(object)
		for k, cell := range row {
			o[table[0][k]] = cell
		}
		if i > 0 {
			all = append(all, o)
		}
	}
	return all, err
}

// objectsIn reads the objects of a file of JSON lines.
func objectsIn(path string) (all []object, err error) {
	file, err := folder.OpenLines(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	for line := range bytes.Lines(text) {
		o, _ := verify.Parts(json.RawMessage(line)).(map[string]any)
		all = append(all, o)
	}
	return all, err
}
