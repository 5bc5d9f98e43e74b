package gather

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/record/frame"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/diff"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
)

// Read reads folders and files of any kind. Each has the name of its folder or file. Those of one
// name are told apart by their paths. Folders within a folder have the names of both, or their own
// where no other path is given. stdin is the file "-", nil if there is none. empty is called with
// the path of each folder that has no result yet, which is left out, nil if nothing is.
func Read(paths []string, stdin io.Reader, empty func(path string)) (sections.Content, error) {
	if empty == nil {
		empty = func(string) {}
	}
	same := map[string]int{}
	for _, path := range paths {
		same[baseOf(path)]++
	}
	var content sections.Content
	for _, path := range paths {
		s := source{path: path, name: baseOf(path), alone: len(paths) == 1}
		if same[s.name] > 1 {
			s.name = filepath.Clean(path)
		}
		if err := s.add(&content, stdin, empty); err != nil {
			return sections.Content{}, err
		}
	}
	return content, sameObjective(content.Studies)
}

// sameObjective refuses results of studies that minimise different averages.
func sameObjective(studies []sections.Study) error {
	for _, s := range studies {
		for i := range s.Results {
			first := studies[0].Results[0].ObjectiveName
			if err := record.SameObjective(s.Name, first, s.Results[i].ObjectiveName); err != nil {
				return err
			}
		}
	}
	return nil
}

// baseOf returns the name of a folder or file without those above it.
func baseOf(path string) string { return filepath.Base(filepath.Clean(path)) }

// source is a folder or file that is read.
type source struct {
	path, name string
	alone      bool          // no other path is given
	paper      bool          // it is the folder of a paper's experiment
	cells      []matrix.Cell // of the study file from which a folder of studies was made, nil if there is none
}

// add adds what a source holds.
func (s source) add(content *sections.Content, stdin io.Reader, empty func(path string)) error {
	if err := s.addPaper(content); err != nil {
		return err
	}
	if found, err := s.addExperiments(content, empty); found || err != nil {
		return err
	}
	if found, err := s.addOffline(content, empty); found || err != nil {
		return err
	}
	in, err := diff.Open(s.path, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	if s.cells, err = cellsOf(s.path, in.Kind); err != nil {
		return err
	}
	place := func(f *diff.File) int { return slices.IndexFunc(s.cells, s.isIn(f)) }
	slices.SortStableFunc(in.Files, func(a, b *diff.File) int { return place(a) - place(b) })
	for _, f := range in.Files {
		found, err := s.addFile(content, in.Kind, f)
		if err != nil {
			return err
		}
		if found == 0 {
			empty(filepath.Join(s.path, filepath.FromSlash(f.Folder)))
		}
		if found == 0 && f.Info.Format != "" && !f.Info.Complete {
			content.Missing++
		}
	}
	for _, c := range s.cells {
		if !slices.ContainsFunc(in.Files, func(f *diff.File) bool { return s.isIn(f)(c) }) {
			content.Missing++
		}
	}
	return nil
}

// addFile adds one file of a source, and returns how many results it has. A file without results
// adds nothing.
func (s source) addFile(content *sections.Content, kind *frame.Kind, f *diff.File) (found int, err error) {
	switch kind {
	case frame.Studies:
		own, err := s.readStudy(f)
		return addPart(&content.Studies, own, len(own.Results)), err
	case sweep.Kind:
		runs, err := record.Collect(sweep.ReadRuns(f, f.Name))
		return addPart(&content.Sweeps, sections.Sweep{Source: s.of(f), Runs: runs}, len(runs)), err
	}
	results, err := record.Collect(record.ReadMoldableResults(f, f.Name))
	own := sections.Moldable{Source: s.of(f), Results: results, Rows: experiment.Rows(results)}
	return addPart(&content.Moldables, own, len(results)), err
}

// addPart adds a part of a page that has results, and returns their number.
func addPart[P any](parts *[]P, part P, results int) int {
	if results > 0 {
		*parts = append(*parts, part)
	}
	return results
}

// of returns a file of a source under the name by which it is shown.
func (s source) of(f *diff.File) sections.Source {
	within := filepath.FromSlash(f.Folder)
	of := sections.Source{Name: filepath.Join(s.name, within), Info: f.Info, Part: s.paper}
	if s.alone && within != "" {
		of.Name = within
	}
	return of
}

// readStudy reads the folder of a study, or a file of results, which has no steps.
func (s source) readStudy(f *diff.File) (own sections.Study, err error) {
	own.Source = s.of(f)
	if f.Info.Format == "" {
		own.Results, err = record.Collect(record.InParallel(record.ParseShownResult)(f, f.Name))
		return own, err
	}
	dir := filepath.Join(s.path, filepath.FromSlash(f.Folder))
	content, err := folder.Read(dir, study.Shown)
	own.Info, own.Steps, own.Results = content.Info, content.Problems, content.Results
	return own, err
}
