package audit

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

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
	rep.Compare(verify.Fault{File: o.family.Info}, plain(info.Digest), plain(digest), "as follows from the results")
	text, err := os.ReadFile(filepath.Join(o.Folder, o.family.Summary))
	if err != nil {
		return err
	}
	return compareRows(rep, verify.Fault{File: o.family.Summary}, text, summary)
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
	if !rep.Hold(len(rows) == len(want), about, "rows", len(rows), "%d, with that of the names", len(want)) {
		return nil
	}
	for i := range want {
		about.Line = i + 1
		if !rep.Hold(len(rows[i]) == len(want[i]), about, "columns", len(rows[i]), "%d", len(want[i])) {
			return nil
		}
		if !slices.Equal(rows[i], want[i]) { // a row without a difference is one check
			rep.Compare(about, cells(want[0], rows[i]), cells(want[0], want[i]), "as the result says")
		}
	}
	return nil
}

// cells returns the cells of a row by the names of the columns.
func cells(names, row []string) map[string]string {
	all := make(map[string]string)
	for i, cell := range row {
		all[names[i]] = cell
	}
	return all
}

// plain returns the JSON form of a value as maps, slices, texts and numbers with all their digits.
func plain(value any) (decoded any) {
	text, err := json.Marshal(value)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = cmp.Or(err, d.Decode(&decoded)); err != nil {
		return err.Error()
	}
	return decoded
}
