package sections

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// readExperiments reads the experiments of a paper about modelled jobs in the folder, or in those
// within it, one for each reading. found tells that there are any.
func (s *source) readExperiments() (found bool, err error) {
	inner, _ := os.ReadDir(s.path)
	inner = slices.DeleteFunc(inner, func(e os.DirEntry) bool { return !e.IsDir() })
	names := lists.Each(inner, os.DirEntry.Name)
	for _, within := range append([]string{""}, names...) {
		dir := filepath.Join(s.path, within)
		if err := folder.Intact(dir); err != nil {
			return true, err
		}
		_, info := folder.FindInfo(dir)
		if !strings.HasPrefix(info.Format, "optgap-aida2000/") {
			continue
		}
		e := Experiment{Source: s.of(within, info)}
		if err := readPoints(filepath.Join(dir, "points.csv"), &e); err != nil {
			return true, err
		}
		found = true
		s.add(e, len(e.Points), dir, false)
	}
	return found, nil
}

// readPoints reads the means of experiments. A run that was killed has none.
func readPoints(path string, e *Experiment) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return &record.LineError{File: path, Line: wrong.Line, Err: wrong.Err}
	}
	if err != nil || len(lines) == 0 {
		return err
	}
	e.Rows = table.Table{Columns: table.Words(lines[0]...), Rows: lines[1:]}
	for i, line := range lines[1:] {
		var p Point
		for k, name := range lines[0] {
			// One experiment has no interval.
			if !slices.Contains(field.Names(p), name) ||
				name == "utilisation_ci95" && line[k] == "" {
				continue
			}
			if err := field.Set(&p, name, line[k]); err != nil {
				return &record.LineError{File: path, Line: i + 2, Err: err}
			}
		}
		e.Points = append(e.Points, p)
	}
	return nil
}
