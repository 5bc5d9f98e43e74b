package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// timelessFile returns the content of a file without what depends on the clock.
func timelessFile(name string, text []byte) ([]byte, error) {
	switch filepath.Ext(name) {
	case ".json", ".jsonl":
		if filepath.Base(name) == "paper.json" { // tables for people, with times among their texts
			return nil, nil
		}
		return timelessJSON(text)
	case ".csv":
		return timelessCSV(text)
	}
	return text, nil
}

// timely reports whether a field depends on the clock, by its name.
func timely(name string) bool {
	return strings.Contains(name, "seconds") ||
		slices.Contains(strings.Fields("power primal_integral progress peak_memory_bytes started ended command seal"), name)
}

// timelessJSON returns JSON objects without what depends on the clock, one on a line and
// fields sorted. Numbers keep their bytes.
func timelessJSON(text []byte) ([]byte, error) {
	var out bytes.Buffer
	d, e := json.NewDecoder(bytes.NewReader(text)), json.NewEncoder(&out)
	for d.UseNumber(); d.More(); {
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		if err := e.Encode(withoutTimes(v)); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func withoutTimes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(name string, _ any) bool { return timely(name) })
		if _, kept := v["lines"]; kept { // of a file, which may hold times
			delete(v, "sha256")
		}
		for _, inner := range v {
			withoutTimes(inner)
		}
	case []any:
		for _, inner := range v {
			withoutTimes(inner)
		}
	}
	return v
}

// timelessCSV blanks the columns that depend on the clock.
func timelessCSV(text []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var out bytes.Buffer
	names := slices.Clone(rows[0])
	for _, row := range rows {
		for i, name := range names {
			if timely(name) {
				row[i] = ""
			}
		}
		fmt.Fprintln(&out, strings.Join(row, ","))
	}
	return out.Bytes(), nil
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(found, expected string) string {
	a, b := strings.Split(found, "\n"), strings.Split(expected, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\nfound    %s\nexpected %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("found %d lines, expected %d", len(a), len(b))
}
