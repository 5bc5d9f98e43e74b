package command

import (
	"io"
	"iter"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/diff"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// readReported reads folders and files of any kind. Each has the name of its folder or file. Those of
// one name are told apart by their paths. Folders within a folder have the names of both, or their own
// where there is no other folder.
func readReported(paths []string, stdin io.Reader, n *console.Notes) (content page.Content, err error) {
	named := map[string]int{}
	for _, path := range paths {
		named[filepath.Base(filepath.Clean(path))]++
	}
	for _, path := range paths {
		name := filepath.Base(filepath.Clean(path))
		if named[name] > 1 {
			name = filepath.Clean(path)
		}
		if err := addReported(&content, path, name, len(paths) == 1, stdin, n); err != nil {
			return page.Content{}, err
		}
	}
	return content, nil
}

// addReported adds what a folder or file holds. alone: there is no other. Of several folders in one,
// those without results yet are left out, with a note.
func addReported(content *page.Content, path, name string, alone bool, stdin io.Reader, n *console.Notes) error {
	in, err := diff.Open(path, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	for _, f := range in.Files {
		within := filepath.FromSlash(f.Folder)
		own, found := filepath.Join(name, within), 0
		if alone && within != "" {
			own = within
		}
		switch in.Kind {
		case diff.Studies:
			study, err := readStudy(path, f)
			if err != nil {
				return err
			}
			if study.Name, found = own, len(study.Results); found > 0 {
				content.Studies = append(content.Studies, study)
			}
		case diff.Replays:
			runs, err := collected(sweep.ReadRuns(f, f.Name))
			if err != nil {
				return err
			}
			if found = len(runs); found > 0 {
				content.Sweeps = append(content.Sweeps, page.Sweep{Name: own, Info: f.Info, Runs: runs})
			}
		case diff.Moldables:
			results, err := collected(record.ReadMoldableResults(f, f.Name))
			if err != nil {
				return err
			}
			if found = len(results); found > 0 {
				content.Moldables = append(content.Moldables, page.Moldable{Name: own, Info: f.Info, Results: results, Rows: algorithm.Rows(results)})
			}
		default:
			return &optgap.FieldError{Field: path, Found: string(in.Kind), Expected: "results of studies, replays or moldable results"}
		}
		if found == 0 {
			n.Say("%s: no result", filepath.Join(path, within))
		}
	}
	return nil
}

// readStudy reads the folder of a study, or a file of results, which has no steps.
func readStudy(path string, f *diff.File) (page.Study, error) {
	if f.Info.Format == "" {
		results, err := collected(record.InParallel(record.ParseShownResult)(f, f.Name))
		return page.Study{Results: results}, err
	}
	content, err := study.ReadShown(filepath.Join(path, filepath.FromSlash(f.Folder)))
	return page.Study{Info: content.Info, Steps: content.Problems, Results: content.Results}, err
}

// collected returns what is read, or the first error.
func collected[T any](read iter.Seq2[T, error]) (all []T, err error) {
	for v, err := range read {
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}
