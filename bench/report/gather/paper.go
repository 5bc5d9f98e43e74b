package gather

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
)

// PaperFile is the file with the report of a paper's experiment, in the folder of its results.
const PaperFile = "paper.json"

const paperFormat = "optgap-paper/1"

// WritePaper keeps a report in the folder of its results.
func WritePaper(dir string, p sections.Paper) error {
	p.Format = paperFormat
	return stream.WriteFile(filepath.Join(dir, PaperFile), func(w io.Writer) error { return record.NewWriter(w).Write(p) })
}

// addPaper adds the report of a paper's experiment in the folder, where there is one.
func (s *source) addPaper(content *sections.Content) error {
	name := filepath.Join(s.path, PaperFile)
	text, err := os.ReadFile(name)
	if err != nil { // a file, or a folder without a report
		return nil
	}
	p := sections.Paper{Name: s.name}
	if err := json.Unmarshal(text, &p); err != nil {
		return &record.LineError{File: name, Line: 1, Err: err}
	}
	s.paper = true
	content.Papers = append(content.Papers, p)
	return nil
}
