package algorithm

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/account"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/heuristics/moldable"
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

// Key identifies a result of a run, by the name of the instance and the algorithm.
type Key struct{ Name, Algorithm string }

// Compare orders keys by the name of the instance, then by algorithm as All does.
func (k Key) Compare(other Key) int {
	return cmp.Or(
		cmp.Compare(k.Name, other.Name), cmp.Compare(rank(k.Algorithm), rank(other.Algorithm)),
		cmp.Compare(k.Algorithm, other.Algorithm),
	)
}

// rank returns the index of an algorithm among All. An unknown one comes last.
func rank(name string) int {
	for i, a := range All() {
		if a.Name == name {
			return i
		}
	}
	return len(All())
}

// Folder is the folder of a run that is under way. Its problems are instances.
type Folder = folder.Folder[record.Moldable, record.MoldableResult, Key]

// layout is that of a run's folder.
func layout() folder.Layout[record.Moldable, record.MoldableResult, Key] {
	return folder.Layout[record.Moldable, record.MoldableResult, Key]{
		Format: FolderFormat, Info: infoFile, Problems: instancesFile, Results: ResultsFile, Summary: SummaryFile,
		ReadProblems: readInstances, ReadResults: record.ReadMoldableResults,
		ProblemKey: func(in record.Moldable) Key { return Key{Name: in.Name} },
		ResultKey:  KeyOf, Compare: Key.Compare, Digest: Digest, MeasuredBy: account.MeasuredBy(),
		Limits: Limits(), Unfinished: record.MoldableResult.Unfinished, Unordered: true,
	}
}

// OpenFolder creates the folder of a run, or opens it to go on; see folder.Open.
func OpenFolder(dir string, start folder.Start) (*Folder, error) {
	return folder.Open(dir, layout(), start)
}

// MergeFolders joins the folders of all shards of a run; see folder.Merge.
func MergeFolders(
	ctx context.Context, out string, shards []string,
) ([]record.MoldableResult, folder.Info, error) {
	return folder.Merge(ctx, out, shards, layout())
}

// HoldsRun tells whether a folder holds a run.
func HoldsRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, infoFile))
	return err == nil
}

// EachInstance calls visit with each instance of a run's folder, and with those of the results that
// are about the instance. The results are in order.
func EachInstance(
	dir string, results []record.MoldableResult, visit func(*moldable.Instance, []record.MoldableResult) error,
) error {
	of := make(map[string][]record.MoldableResult)
	for _, r := range results {
		of[r.Name] = append(of[r.Name], r)
	}
	file := filepath.Join(dir, instancesFile)
	text, err := os.Open(file)
	if err != nil {
		return err
	}
	defer text.Close()
	for in, err := range record.ReadMoldable(text, file) {
		if err == nil {
			err = visit(in, of[in.Name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Limits returns the names of the arguments that limit an algorithm. A run that seeks unfinished
// results again may have other values of these arguments alone.
func Limits() []string { return []string{"time-limit", "memory", "nodes"} }

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

// Digest writes the rows of all results. The info file says nothing of results.
func Digest(results []record.MoldableResult, csv io.Writer) (folder.Digest, error) {
	if err := Rows(results).Write(csv, table.CSV); err != nil {
		return folder.Digest{}, fmt.Errorf("%s: %w", SummaryFile, err)
	}
	return folder.Digest{}, nil
}

// Derive returns what follows from the results in the folder of a run; see folder.Derive.
func Derive(dir string) (folder.Digest, []byte, error) {
	return folder.Derive(filepath.Join(dir, ResultsFile), record.ReadMoldableResults, Digest)
}
