package algorithm

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/run/host"
	"github.com/optgap/optgap/heuristics/moldable"
)

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
	if i := slices.Index(Names(All()), name); i >= 0 {
		return i
	}
	return len(All())
}

// Folder is the folder of a run that is under way. Its problems are instances.
type Folder = folder.Folder[record.Moldable, record.MoldableResult, Key]

// Layout is that of a run's folder.
var Layout = folder.Layout[record.Moldable, record.MoldableResult, Key]{
	Files: folder.Files{
		Format: "optgap-moldable-run/1",
		Info:   "moldable.json", Problems: "instances.jsonl", Results: "results.jsonl", Summary: "summary.csv",
	},
	ReadProblems: readInstances, ReadResults: record.ReadMoldableResults,
	ProblemKey: func(in record.Moldable) Key { return Key{Name: in.Name} },
	ResultKey:  KeyOf, Compare: Key.Compare, Digest: Digest, MeasuredBy: host.MeasuredBy,
	Limits: Limits(), Unfinished: record.MoldableResult.Unfinished, Unordered: true,
}

// EachInstance calls visit with each instance of a run, and with those of the results, which are in order,
// that are about the instance.
func EachInstance(
	c folder.Content[record.Moldable, record.MoldableResult],
	visit func(*moldable.Instance, []record.MoldableResult) error,
) error {
	of := make(map[string][]record.MoldableResult)
	for _, r := range c.Results {
		of[r.Name] = append(of[r.Name], r)
	}
	for _, stored := range c.Problems {
		in, err := stored.Instance()
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
	return harness.Map(record.ReadMoldable(r, file), func(in *moldable.Instance) (record.Moldable, error) {
		return record.MoldableOf(in), nil
	})
}

// Digest writes the rows of all results. The info file says nothing of results.
func Digest(results []record.MoldableResult, csv io.Writer) (folder.Digest, error) {
	return folder.Digest{}, Rows(results).Write(csv, table.CSV)
}
