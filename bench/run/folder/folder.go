// Package folder keeps runs on disk: their problems, their results and their identity. A result is
// kept from the moment at which it is known.
//
//	Open -> Problem, Result ... -> Close   a run, or the continuation of one
//	Read                                   the results of a run so far
//	Merge                                  one folder from those of all shards of a run
//
// The package does not know what the problems are. A Layout names the files, reads them and tells
// problems and results apart.
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

// Layout says what the folders of one kind of run hold. P are problems, R results and K their keys.
type Layout[P, R any, K comparable] struct {
	Format string // of the info file
	// The names of the files. Info is a JSON object, Problems and Results are JSON lines, and Digest
	// writes Summary.
	Info, Problems, Results, Summary string

	ReadProblems func(r io.Reader, file string) iter.Seq2[P, error]
	ReadResults  func(r io.Reader, file string) iter.Seq2[R, error]
	ProblemKey   func(P) K
	ResultKey    func(R) K
	Compare      func(a, b K) int // the order of results, and of problems

	MeasuredBy map[string]string // for the info file; see account.MeasuredBy
	Limits     []string          // arguments that may change where unfinished results are sought again
	Unfinished func(R) bool      // a limit or a failure ended the work on the result; needed with Start.Retry
	// Lists are arguments that do no more than list the problems. They may differ from those of an
	// earlier run where Asked is true for all problems of that run. The run is then a longer one.
	Lists []string
	Asked func(K) bool // tells whether the run has the problem; needed with Lists
	// Unordered tells that problems may come in any order. Close then sorts them.
	Unordered bool

	// Digest writes the summary of the results, which are in order. It returns what the info file says
	// of the results.
	Digest func(results []R, summary io.Writer) (Digest, error)
}

// kept returns the names of the files besides the info file.
func (l Layout[P, R, K]) kept() []string { return []string{l.Problems, l.Results, l.Summary} }

// Folder is the folder of a run that is under way. Problems are appended in their order, results as
// they come. Close sorts the results. A nil Folder knows nothing and keeps nothing.
type Folder[P, R any, K comparable] struct {
	dir      string
	layout   Layout[P, R, K]
	lock     *os.File
	info     Info
	problems *os.File
	results  *os.File
	stored   map[K]bool // keys of the problems in the file of problems
	known    map[K]R    // results of earlier runs
	retry    bool       // see Start
	synced   time.Time  // when appended lines were last put on the disk
}

// unfinished begins the names of files and folders that are about to replace others.
const unfinished = ".optgap-"

// Start says which run begins in a folder.
type Start struct {
	Identity
	Skipped map[string]int // jobs of the trace that are left out, by reason
	// Retry: unfinished results of the earlier run are sought again. A new result replaces the earlier
	// one. The arguments that limit the work may be others than before.
	Retry bool
}

// Open creates the folder, or opens that of an earlier run with the same Identity to go on with it.
// An error that wraps an optgap.FieldError refuses a folder of another run, one with files of the
// layout's names that belong to no run, and one in which another run is at work.
func Open[P, R any, K comparable](dir string, layout Layout[P, R, K], s Start) (_ *Folder[P, R, K], err error) {
	s.Format = layout.Format
	f := &Folder[P, R, K]{dir: dir, layout: layout, stored: make(map[K]bool), info: newInfo(s), retry: s.Retry}
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
	if err := f.begin(); err != nil {
		return nil, err
	}
	if f.problems, err = f.appendTo(layout.Problems); err != nil {
		return nil, err
	}
	f.results, err = f.appendTo(layout.Results)
	return f, err
}

// begin removes what killed runs have left, and writes the info file, which says from then on that the
// run is under way. Then it leaves the last result of each key in the file of results.
func (f *Folder[P, R, K]) begin() error {
	f.sweep()
	if err := f.writeInfo(); err != nil || len(f.known) == 0 {
		return err
	}
	return f.rewrite(f.known)
}

// isLocked tells whether another run has locked the folder, and otherwise locks it. On a file
// system without locks, no folder is locked.
//
// A run may be killed at the moment at which it starts a process. That process keeps the lock until
// it runs its program. So isLocked tries again for a while before it says that the folder is
// locked.
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

// patience is how long isLocked tries. It is ample for a process to start, on a busy machine too.
const patience = 2 * time.Second

func (f *Folder[P, R, K]) path(name string) string { return filepath.Join(f.dir, name) }

func (f *Folder[P, R, K]) appendTo(name string) (*os.File, error) {
	return os.OpenFile(f.path(name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
}

// release closes all files, and so lets other runs in.
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
	if f == nil {
		return nil
	}
	f.info.LimitedBy = how
	return f.writeInfo()
}

// Asks notes in the info file how many results the folder is to hold at the end.
func (f *Folder[P, R, K]) Asks(results int) error {
	if f == nil {
		return nil
	}
	f.info.Asked = results
	return f.writeInfo()
}

// Known returns the result of an earlier run with the key; false: there is none, or it is sought
// again.
func (f *Folder[P, R, K]) Known(key K) (r R, ok bool) {
	if f == nil {
		return r, false
	}
	if r, ok = f.known[key]; ok && f.retry {
		ok = !f.layout.Unfinished(r)
	}
	return r, ok
}

// Problem appends a problem, unless the file has it already.
func (f *Folder[P, R, K]) Problem(p P) error {
	if f == nil {
		return nil
	}
	key := f.layout.ProblemKey(p)
	if f.stored[key] {
		return nil
	}
	f.stored[key] = true
	return record.NewWriter(f.problems).Write(p)
}

// Result appends a result. From then on the result outlives this process. At most once a second,
// all lines are put on the disk as well, and so outlive the machine.
func (f *Folder[P, R, K]) Result(r R) error {
	if f == nil {
		return nil
	}
	if err := record.NewWriter(f.results).Write(r); err != nil {
		return err
	}
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	f.synced = time.Now()
	return errors.Join(f.problems.Sync(), f.results.Sync())
}

// syncEvery is the least time between two writes of appended lines to the disk.
const syncEvery = time.Second

// Close sorts the results, writes the summary and the info file, and lets other runs in. complete
// tells that every problem has all its results.
func (f *Folder[P, R, K]) Close(complete bool) error {
	if f == nil {
		return nil
	}
	return errors.Join(f.finish(complete), f.release())
}

// finish sorts the results, and writes the summary and the info file.
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
	if err := f.info.keep(f.dir, f.layout.kept()...); err != nil {
		return err
	}
	return f.writeInfo()
}

// sorted returns the results in their order.
func (f *Folder[P, R, K]) sorted(by map[K]R) []R {
	results := make([]R, 0, len(by))
	for _, k := range slices.SortedFunc(maps.Keys(by), f.layout.Compare) {
		results = append(results, by[k])
	}
	return results
}

// rewrite replaces the file of results by one with the given results, in order.
func (f *Folder[P, R, K]) rewrite(results map[K]R) error {
	return f.replace(f.layout.Results, linesOf(f.sorted(results)))
}

// linesOf returns a function that writes the values as JSON lines.
func linesOf[T any](values []T) func(io.Writer) error {
	return func(w io.Writer) error { return record.WriteLines(w, values) }
}

// sortProblems sorts the file of problems, where the layout allows another order or a longer run.
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
	return f.replace(f.layout.Problems, linesOf(problems))
}

func (f *Folder[P, R, K]) writeInfo() error { return f.replace(f.layout.Info, f.info.write) }

// replace writes a file under another name, and then puts it in the place of the old file at once.
func (f *Folder[P, R, K]) replace(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(f.dir, unfinished+name+"-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	// On the disk before the rename: after a crash of the machine, one of the two files is whole.
	if err := errors.Join(write(file), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), f.path(name))
}
