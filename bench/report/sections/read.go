package sections

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
)

// Read reads folders and files of any kind. Each has the name of its folder or file. Those of one
// name are told apart by their paths. Folders within a folder have the names of both, or their own
// where no other path is given. stdin is the file "-", nil if there is none. empty is called with
// the path of each folder that has no result yet, which is left out, nil if nothing is.
func Read(
	paths []string,
	stdin io.Reader,
	empty func(path string),
) (content Content, err error) {
	if empty == nil {
		empty = func(string) {}
	}
	same := map[string]int{}
	for _, path := range paths {
		same[baseOf(path)]++
	}
	for _, path := range paths {
		s := source{
			path:    path,
			name:    baseOf(path),
			alone:   len(paths) == 1,
			Content: &content,
			stdin:   stdin,
			empty:   empty,
		}
		if same[s.name] > 1 {
			s.name = filepath.Clean(path)
		}
		if err := s.read(); err != nil {
			return Content{}, err
		}
	}
	return content, sameObjective(content.Studies)
}

// sameObjective refuses results of studies that minimise different averages.
func sameObjective(studies []Study) error {
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
	alone      bool // no other path is given
	paper      bool // it is the folder of a paper's experiment

	*Content // what is read
	stdin    io.Reader
	empty    func(path string)
}

// of returns what is shown of a folder within the source, or of the source itself, "".
func (s *source) of(within string, info folder.Info) Source {
	of := Source{Name: filepath.Join(s.name, within), Info: info, OfPaper: s.paper}
	if s.alone && within != "" {
		of.Name = within
	}
	return of
}

// add adds a part with so many results. A folder without any lacks what was asked for, unless that
// is complete.
func (s *source) add(p Part, results int, dir string, complete bool) {
	of, ofStudy := p.(Study)
	switch {
	case results == 0:
		if s.empty(dir); !complete {
			s.Missing++
		}
	case ofStudy:
		s.Studies = append(s.Studies, of)
	default:
		s.Parts = append(s.Parts, p)
	}
}

// read reads what the source holds.
func (s *source) read() error {
	if err := folder.Intact(s.path); err != nil {
		return err
	}
	if err := s.readPaper(); err != nil {
		return err
	}
	for _, read := range []func() (found bool, err error){s.readExperiments, s.readOffline} {
		if found, err := read(); found || err != nil {
			return err
		}
	}
	in, err := frame.Open(s.path, s.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	names, err := s.studyNames(in.Kind)
	if err != nil {
		return err
	}
	place := func(f *frame.File) int { return slices.Index(names, f.Folder) }
	slices.SortStableFunc(in.Files, func(a, b *frame.File) int { return place(a) - place(b) })
	for _, f := range in.Files {
		dir := filepath.Join(s.path, filepath.FromSlash(f.Folder))
		part, results, err := s.readFile(in.Kind, f, dir)
		if err != nil {
			return err
		}
		s.add(part, results, dir, f.Info.Format == "" || f.Info.Complete)
	}
	folders := lists.Each(in.Files, func(f *frame.File) string { return f.Folder })
	for _, name := range names {
		if !slices.Contains(folders, name) {
			s.Missing++
		}
	}
	return nil
}

// readFile reads one file of results, in a folder, and returns how many it has.
func (s *source) readFile(
	kind *frame.Kind,
	f *frame.File,
	dir string,
) (part Part, results int, err error) {
	of := s.of(filepath.FromSlash(f.Folder), f.Info)
	switch kind {
	case frame.Studies:
		own := Study{Source: of}
		if f.Info.Format == "" { // a file, which has no steps
			own.Results, err = record.Collect(study.Shown.ReadResults(f, f.Name))
		} else {
			var content folder.Content[optgap.Step, record.Result]
			content, err = folder.Read(dir, study.Shown)
			own.Info = content.Info
			own.Steps = content.Problems
			own.Results = content.Results
		}
		return own, len(own.Results), err
	case frame.Replays:
		runs, err := record.Collect(sweep.ReadRuns(f, f.Name))
		return Sweep{Source: of, Runs: runs}, len(runs), err
	}
	all, err := record.Collect(record.ReadMoldableResults(f, f.Name))
	return Moldable{Source: of, Results: all}, len(all), err
}

// studyNames returns the names of the studies of the study file from which a folder was made, in
// the order of the file, or nil if the source is no such folder.
func (s *source) studyNames(kind *frame.Kind) ([]string, error) {
	if info, err := os.Stat(s.path); kind != frame.Studies || err != nil || !info.IsDir() {
		return nil, nil // other results, standard input, or a file
	}
	lines, err := study.LinesIn(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return lists.Each(lines, func(l study.Line) string { return l.Name }), err
}

// readOffline reads the bound on a whole trace, with its rungs. found tells that the source is the
// folder of one.
func (s *source) readOffline() (found bool, err error) {
	if !clairvoyant.Layout.HeldIn(s.path) {
		return false, nil
	}
	c, err := folder.Read(s.path, clairvoyant.Layout)
	if err != nil {
		return true, err
	}
	o := Offline{Source: s.of("", c.Info)}
	if len(c.Results) > 0 {
		o.Best = c.Results[0]
		o.Ladder, o.Rungs, err = clairvoyant.Stored(s.path, &o.Best)
	}
	if err == nil {
		s.add(o, len(c.Results), s.path, false)
	}
	return true, err
}

const paperFormat = "optgap-paper/1"

// WritePaper keeps a report in the folder of its results.
func WritePaper(dir string, p Paper) error {
	p.Format = paperFormat
	p.Seal = ""
	path := filepath.Join(dir, folder.PaperFile)
	return stream.WriteFile(path, func(w io.Writer) error { return folder.WriteSealed(w, p) })
}

// readPaper reads the report of a paper's experiment in the folder, where there is one.
func (s *source) readPaper() error {
	name := filepath.Join(s.path, folder.PaperFile)
	text, err := os.ReadFile(name)
	if err != nil { // a file, or a folder without a report
		return nil
	}
	p := Paper{Name: s.name}
	if err := json.Unmarshal(text, &p); err != nil {
		return &record.LineError{File: name, Line: 1, Err: err}
	}
	s.paper = true
	s.Papers = append(s.Papers, p)
	return nil
}
