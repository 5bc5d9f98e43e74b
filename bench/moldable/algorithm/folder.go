package algorithm

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// FolderFormat names the version of moldable.json.
const FolderFormat = "optgap-moldable-run/1"

// The files of a run's folder.
const (
	infoFile      = "moldable.json"
	instancesFile = "instances.jsonl"
	ResultsFile   = "results.jsonl"
	SummaryFile   = "summary.csv"
)

// FileNames returns the names of the files in a run's folder.
func FileNames() []string { return []string{infoFile, instancesFile, ResultsFile, SummaryFile} }

// FolderFiles returns the paths of the info file, the results and the instances in a
// run's folder.
func FolderFiles(dir string) (info, results, instances string) {
	return filepath.Join(dir, infoFile), filepath.Join(dir, ResultsFile), filepath.Join(dir, instancesFile)
}

// Key tells the results of a run apart.
type Key struct{ Name, Algorithm string }

// Compare orders keys by name, and then as algorithms stand.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Name, other.Name), cmp.Compare(place(k.Algorithm), place(other.Algorithm)), cmp.Compare(k.Algorithm, other.Algorithm))
}

// place returns where an algorithm stands among all.
func place(name string) int {
	for i, a := range All() {
		if a.Name == name {
			return i
		}
	}
	return len(All())
}

// Folder is the folder of a run that is under way. Its problems are instances.
type Folder = folder.Folder[record.Moldable, record.MoldableResult, Key]

// OpenFolder creates the folder of a run, or opens it to go on; see folder.Open.
func OpenFolder(dir string, id folder.Identity) (*Folder, error) {
	return folder.Open(dir, folder.Layout[record.Moldable, record.MoldableResult, Key]{
		Format: FolderFormat, Info: infoFile, Problems: instancesFile, Results: ResultsFile, Summary: SummaryFile,
		ReadProblems: readInstances, ReadResults: record.ReadMoldableResults,
		ProblemKey: func(in record.Moldable) Key { return Key{Name: in.Name} },
		ResultKey:  KeyOf, Compare: Key.Compare, Digest: Digest,
	}, id, nil)
}

// KeyOf returns the key of a result.
func KeyOf(r record.MoldableResult) Key { return Key{r.Name, r.Algorithm} }

// readInstances reads instances in the form in which they are stored.
func readInstances(r io.Reader, file string) iter.Seq2[record.Moldable, error] {
	return func(yield func(record.Moldable, error) bool) {
		for in, err := range record.ReadMoldable(r, file) {
			stored := record.Moldable{}
			if err == nil {
				stored = record.MoldableOf(in)
			}
			if !yield(stored, err) {
				return
			}
		}
	}
}

// Digest writes the rows of all results. The info file says nothing of them.
func Digest(results []record.MoldableResult, csv io.Writer) (folder.Digest, error) {
	if err := Rows(results).Write(csv, table.CSV); err != nil {
		return folder.Digest{}, fmt.Errorf("%s: %w", SummaryFile, err)
	}
	return folder.Digest{}, nil
}

// Store keeps the results of runs. A folder is one.
type Store interface {
	Known(Key) (record.MoldableResult, bool)
	Result(record.MoldableResult) error
}

// Known returns the results of the instance with the name that the store has. ok is
// false where there is no store, or where it lacks that of an algorithm.
func Known(s Store, name string, algorithms []Algorithm) (results []record.MoldableResult, ok bool) {
	if s == nil {
		return nil, false
	}
	for _, a := range algorithms {
		r, ok := s.Known(Key{name, a.Name})
		if !ok {
			return nil, false
		}
		results = append(results, r)
	}
	return results, true
}

// Keep puts results into the store, if there is one.
func Keep(s Store, results []record.MoldableResult) error {
	if s == nil {
		return nil
	}
	for _, r := range results {
		if err := s.Result(r); err != nil {
			return err
		}
	}
	return nil
}
