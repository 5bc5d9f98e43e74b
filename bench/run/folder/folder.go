// Package folder keeps runs on disk: their problems, their results and what
// identifies them, each result from the moment it exists.
//
//	Open -> Problem, Result ... -> Close   a run, or the continuation of one
//	Read                                   what a run has left so far
//	Merge                                  one folder of those of all shards of a run
//
// It knows nothing of what the problems are: a Layout names the files, reads them
// and tells problems and results apart.
package folder

import (
	"errors"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Layout says what the folders of one kind of run hold. P are problems, R results
// and K their keys.
type Layout[P, R any, K comparable] struct {
	Format string // of the info file
	// The names of the files: Info is a JSON object, Problems and Results are JSON
	// lines, and Summary is what Digest writes.
	Info, Problems, Results, Summary string

	ReadProblems func(r io.Reader, file string) iter.Seq2[P, error]
	ReadResults  func(r io.Reader, file string) iter.Seq2[R, error]
	// BriefProblem and BriefResult read a single line. Merge uses them. They may leave
	// out what keys and Digest do not need.
	BriefProblem func(line []byte) (P, error)
	BriefResult  func(line []byte) (R, error)
	ProblemKey   func(P) K
	ResultKey    func(R) K
	ProblemOf    func(K) K        // the key of the problem of a result, by the key of that
	Compare      func(a, b K) int // the order of results, and of problems

	MeasuredBy map[string]string // for the info file
	Free       []string          // arguments that an earlier run may have had otherwise
	// Lists are arguments that do no more than list the problems. An earlier run may have
	// had others where Asked is true for all of its problems: the run is a longer one then.
	Lists []string
	Asked func(K) bool // needed with Lists
	// Unordered tells that problems may come in any order. Close puts them in order then.
	Unordered bool

	// Digest writes the summary of the results, which are in order, and returns what
	// the info file says of them.
	Digest func(results []R, summary io.Writer) (Digest, error)
}

// Folder is the folder of a run that is under way. Problems are appended in their
// order, results as they come; Close sorts the results.
type Folder[P, R any, K comparable] struct {
	dir      string
	layout   Layout[P, R, K]
	lock     *os.File
	info     Info
	problems *os.File
	results  *os.File
	stored   map[K]bool // keys of the problems in their file
	known    map[K]R
	synced   time.Time // when appended lines were last put on the disk
}

// unfinished begins the names of files that are about to replace another.
const unfinished = ".optgap-"

// Open creates the folder, or opens that of an earlier run with the same Identity
// to go on with it. A folder with another run, or with files of the layout's names
// that belong to none, is an error that wraps an *optgap.FieldError; so is one in
// which another run is at work.
func Open[P, R any, K comparable](
	dir string, layout Layout[P, R, K], id Identity, skipped map[string]int,
) (_ *Folder[P, R, K], err error) {
	id.Format = layout.Format
	f := &Folder[P, R, K]{dir: dir, layout: layout, stored: make(map[K]bool), info: newInfo(id, skipped)}
	f.info.MeasuredBy = layout.MeasuredBy
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if f.lock, err = os.Open(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.release()
		}
	}()
	if isLocked(f.lock) {
		return nil, &optgap.FieldError{Field: dir, Found: "another run at work in it", Expected: "a folder to itself"}
	}
	if err := f.resume(); err != nil {
		return nil, err
	}
	if err := f.writeInfo(); err != nil {
		return nil, err
	}
	if f.problems, err = f.appendTo(layout.Problems); err != nil {
		return nil, err
	}
	f.results, err = f.appendTo(layout.Results)
	return f, err
}

// isLocked tells whether somebody else has locked the folder, and locks it where nobody
// has. A file system without locks has to do without. A run that was killed at the moment
// at which it started a process leaves its lock to that process until it runs its program.
// So the answer that the folder is locked takes a while.
func isLocked(dir *os.File) bool {
	for limit := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != syscall.EWOULDBLOCK {
			return false
		}
		if time.Now().After(limit) {
			return true
		}
	}
}

// patience is ample for a process to start, on a busy machine too.
const patience = 2 * time.Second

func (f *Folder[P, R, K]) path(name string) string { return filepath.Join(f.dir, name) }

func (f *Folder[P, R, K]) appendTo(name string) (*os.File, error) {
	return os.OpenFile(f.path(name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
}

// release closes what is open and lets other runs in.
func (f *Folder[P, R, K]) release() error {
	var errs []error
	for _, file := range []*os.File{f.problems, f.results, f.lock} {
		if file != nil {
			errs = append(errs, file.Close())
		}
	}
	return errors.Join(errs...)
}

// LimitedBy notes in the info file how the work of this run is limited.
func (f *Folder[P, R, K]) LimitedBy(how map[string]string) error {
	f.info.LimitedBy = how
	return f.writeInfo()
}

// Known returns the result with the key that the earlier runs have left.
func (f *Folder[P, R, K]) Known(key K) (R, bool) {
	r, ok := f.known[key]
	return r, ok
}

// Keys returns the keys of the results that the earlier runs have left, in any order.
func (f *Folder[P, R, K]) Keys() iter.Seq[K] { return maps.Keys(f.known) }

// Problem appends a problem, unless an earlier run has.
func (f *Folder[P, R, K]) Problem(p P) error {
	key := f.layout.ProblemKey(p)
	if f.stored[key] {
		return nil
	}
	f.stored[key] = true
	return record.NewWriter(f.problems).Write(p)
}

// Result appends a result. From then on it outlives this process. It is put on the disk, and
// so outlives the machine, unless that was done less than a second ago.
func (f *Folder[P, R, K]) Result(r R) error {
	if err := record.NewWriter(f.results).Write(r); err != nil {
		return err
	}
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	f.synced = time.Now()
	return errors.Join(f.problems.Sync(), f.results.Sync())
}

// syncEvery is how often appended lines are put on the disk, at most.
const syncEvery = time.Second

// Replace puts a result in the place of the earlier run's with the key, which stays until
// then.
func (f *Folder[P, R, K]) Replace(old K, r R) error {
	if f.layout.ResultKey(r) == old {
		return f.Result(r) // of two lines with one key the later holds
	}
	results, err := f.storedResults()
	if err != nil {
		return err
	}
	delete(results, old)
	results[f.layout.ResultKey(r)] = r
	if err := f.rewrite(results); err != nil {
		return err
	}
	f.results.Close() // of the file that is gone
	f.results, err = f.appendTo(f.layout.Results)
	return err
}

// Close sorts the results and writes the summary and the info file. complete tells
// that every problem has all its results.
func (f *Folder[P, R, K]) Close(complete bool) error {
	return errors.Join(f.finish(complete), f.release())
}

func (f *Folder[P, R, K]) finish(complete bool) error {
	results, err := f.storedResults()
	if err != nil {
		return err
	}
	if err := errors.Join(f.rewrite(results), f.sortProblems()); err != nil {
		return err
	}
	var digest Digest
	err = f.replace(f.layout.Summary, func(w io.Writer) (err error) {
		digest, err = f.layout.Digest(f.sorted(results), w)
		return err
	})
	if err != nil {
		return err
	}
	f.info.end(complete, digest)
	return f.writeInfo()
}

func (f *Folder[P, R, K]) sorted(by map[K]R) []R {
	results := make([]R, 0, len(by))
	for _, k := range slices.SortedFunc(maps.Keys(by), f.layout.Compare) {
		results = append(results, by[k])
	}
	return results
}

// rewrite replaces the file of results by results in order.
func (f *Folder[P, R, K]) rewrite(results map[K]R) error {
	return f.replace(f.layout.Results, func(w io.Writer) error {
		lines := record.NewWriter(w)
		for _, r := range f.sorted(results) {
			if err := lines.Write(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// sortProblems puts the problems in order, where an earlier run may have had fewer.
func (f *Folder[P, R, K]) sortProblems() error {
	if len(f.layout.Lists) == 0 && !f.layout.Unordered {
		return nil
	}
	var problems []P
	err := visitLines(f.path(f.layout.Problems), f.layout.ReadProblems, func(p P) { problems = append(problems, p) })
	if err != nil {
		return err
	}
	slices.SortFunc(problems, func(a, b P) int { return f.layout.Compare(f.layout.ProblemKey(a), f.layout.ProblemKey(b)) })
	return f.replace(f.layout.Problems, func(w io.Writer) error {
		lines := record.NewWriter(w)
		for _, p := range problems {
			if err := lines.Write(p); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *Folder[P, R, K]) writeInfo() error { return f.replace(f.layout.Info, f.info.write) }

// replace writes a file beside the old one and puts it in its place at once.
func (f *Folder[P, R, K]) replace(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(f.dir, unfinished+name+"-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	// On the disk first: of a machine that vanishes, either file is left whole.
	if err := errors.Join(write(file), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), f.path(name))
}
