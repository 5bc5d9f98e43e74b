// Package folder keeps runs on disk: their problems, their results and their identity. Studies,
// sweeps, moldable runs and the experiments of papers have folders of one form: an info file with a
// seal, a file of problems, a file of results, and a summary. They differ by the types in a
// [Layout].
//
// What becomes of a problem, from its start to a stored line:
//
//  1. [Open] locks the folder, and reads what an earlier run with the same identity has left there.
//  2. [Folder.Problem] appends the problem to the file of problems, unless the earlier run did.
//  3. Package harness hands the problem to a free worker, which calls [Folder.Once] for each result.
//  4. Once returns the result of the earlier run, or does the work and appends the new result. The result
//     outlives this process from then on.
//  5. [Folder.Close] puts the results in order, writes the summary, and seals the info file.
//
// [Read] reads the results so far, and [Merge] makes one folder of those of all shards of a run.
//
// The package may change at any time.
package folder

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// Files names the files of one kind of run. Info is a JSON object, Problems and Results are JSON
// lines, and Summary is a table as CSV.
type Files struct {
	Format                           string // of the info file
	Info, Problems, Results, Summary string
}

// Names returns the names of all files.
func (f Files) Names() []string { return []string{f.Info, f.Problems, f.Results, f.Summary} }

// In returns the paths of the files in a folder.
func (f Files) In(dir string) Files {
	at := func(name string) string { return filepath.Join(dir, name) }
	return Files{f.Format, at(f.Info), at(f.Problems), at(f.Results), at(f.Summary)}
}

// HeldIn reports whether a folder has the info file.
func (f Files) HeldIn(dir string) bool {
	info, err := os.Stat(f.In(dir).Info)
	return err == nil && info.Mode().IsRegular()
}

// Layout says what the folders of one kind of run hold. P are problems, R results and K their keys.
type Layout[P, R any, K comparable] struct {
	Files

	ReadProblems record.Lines[P]
	ReadResults  record.Lines[R]
	ProblemKey   func(P) K
	ResultKey    func(R) K
	Compare      func(a, b K) int // the order of results, and of problems

	Limits     []string     // arguments that may change where unfinished results are sought again
	Unfinished func(R) bool // a limit or a failure ended the work on the result; nil: none is with Start.Retry
	// Lists are arguments that do no more than list the problems. They may differ from those of an
	// earlier run where Asked is true for all problems of that run. The run is then a longer one.
	Lists []string
	Asked func(K) bool // reports whether the run has the problem; needed with Lists
	// Unordered tells that problems may come in any order. Close then sorts them.
	Unordered bool

	// Rows returns the rows of the summary, as CSV. Digest returns what the info file says of the
	// results; nil: nothing. Both get the results in order.
	Rows   func(results []R) table.Table
	Digest func(results []R) Digest
}

// Folder is the folder of a run that is under way. Problems are appended in their order, results as
// they come. A nil Folder knows nothing and keeps nothing. Results may come side by side.
type Folder[P, R any, K comparable] struct {
	dir    string
	layout Layout[P, R, K]
	lock   *os.File
	info   Info
	stored map[K]bool // keys of the problems in the file of problems
	known  map[K]R    // results of earlier runs
	retry  bool       // see Start

	problems *os.File
	mu       sync.Mutex // of what follows
	results  *os.File   // nil: closed
	synced   time.Time  // when appended lines were last put on the disk
}

// unfinished begins the names of files and folders that are about to replace others.
const unfinished = ".optgap-"

// Start says which run begins in a folder.
type Start struct {
	Identity
	Skipped map[string]int // jobs of the trace that are left out, by reason
	// Retry: unfinished results of the earlier run are sought again. A new result replaces the
	// earlier one. The arguments that limit the work may be others than before.
	Retry bool
}

// Open creates the folder, or opens that of an earlier run with the same Identity to go on with it.
// Without a name nothing is kept, and the folder is nil.
// An error that wraps an optgap.FieldError refuses a folder of another run, one with files of the
// layout's names that belong to no run, one that is not [Intact], and one in which another run is
// at work.
func Open[P, R any, K comparable](
	dir string,
	layout Layout[P, R, K],
	s Start,
) (_ *Folder[P, R, K], err error) {
	if dir == "" {
		return nil, nil
	}
	s.Format = layout.Format
	f := &Folder[P, R, K]{
		dir:    dir,
		layout: layout,
		info:   newInfo(s),
		retry:  s.Retry,
		stored: make(map[K]bool),
		known:  make(map[K]R),
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f.lock, err = Lock(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.release()
		}
	}()
	earlier, err := f.resume()
	if err != nil {
		return nil, err
	}
	sweep(dir)
	if err := f.writeInfo(); err != nil { // the run is under way
		return nil, err
	}
	if err := f.restore(earlier); err != nil {
		return nil, err
	}
	f.problems, err = f.appendTo(layout.Problems)
	if err != nil {
		return nil, err
	}
	f.results, err = f.appendTo(layout.Results)
	if err != nil || len(earlier.Problems) == 0 {
		return f, err
	}
	if err := f.info.keep(dir, layout.Problems, layout.Results); err != nil {
		return nil, err
	}
	return f, f.writeInfo()
}

// restore notes the problems and results of an earlier run. It writes their files again, where a
// line may be cut off, or a result there twice.
func (f *Folder[P, R, K]) restore(earlier Content[P, R]) error {
	for _, p := range earlier.Problems {
		f.stored[f.layout.ProblemKey(p)] = true
	}
	for _, r := range earlier.Results {
		f.known[f.layout.ResultKey(r)] = r
	}
	return f.layout.writeLines(context.Background(), f.dir, &earlier)
}

// Lock keeps other runs out of a folder until the file is closed. An *optgap.FieldError says that
// another one is at work there.
func Lock(dir string) (*os.File, error) {
	lock, err := os.Open(dir)
	if err == nil && isLocked(lock) {
		return nil, errors.Join(
			optgap.BadField(dir, "another run at work in it", "a folder to itself"),
			lock.Close(),
		)
	}
	return lock, err
}

// isLocked reports whether another run has locked the folder, and otherwise locks it. On a file
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

func (f *Folder[P, R, K]) appendTo(name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(f.dir, name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
}

// release closes all files, and so lets other runs in.
func (f *Folder[P, R, K]) release() error {
	var errs []error
	for _, file := range []*os.File{f.problems, f.results, f.lock} {
		if file != nil {
			errs = append(errs, file.Close())
		}
	}
	f.results = nil
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

// Asks notes in the info file how many results the folder is to hold at the end, and of how many
// problems some are chosen; 0: of none.
func (f *Folder[P, R, K]) Asks(results, of int) error {
	if f == nil {
		return nil
	}
	f.info.Asked = results
	f.info.Of = of
	return f.writeInfo()
}

// Known returns the result of an earlier run with the key; false: there is none, or it is sought
// again.
func (f *Folder[P, R, K]) Known(key K) (r R, ok bool) {
	if f == nil {
		return r, false
	}
	r, ok = f.known[key]
	if ok && f.retry && f.layout.Unfinished != nil {
		ok = !f.layout.Unfinished(r)
	}
	return r, ok
}

// Renew forgets the results of earlier runs, so that all are sought again.
func (f *Folder[P, R, K]) Renew() {
	if f != nil {
		f.known = nil
	}
}

// Once returns the result with the key: that of an earlier run, or that of the work, which it
// keeps. It keeps no result after the end of the context, as that may be the result of the
// interruption.
func (f *Folder[P, R, K]) Once(
	ctx context.Context,
	key K,
	work func(context.Context) (R, error),
) (R, error) {
	if r, ok := f.Known(key); ok {
		return r, nil
	}
	r, err := work(ctx)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return r, err
	}
	return r, f.Result(r)
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
	return record.WriteLine(f.problems, p)
}

// Result appends a result. From then on the result outlives this process. At most once a second,
// all lines are put on the disk as well, and so outlive the machine. A result that comes after
// Close is dropped.
func (f *Folder[P, R, K]) Result(r R) error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.results == nil {
		return nil
	}
	if err := record.WriteLine(f.results, r); err != nil {
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
	f.mu.Lock()
	defer f.mu.Unlock()
	c, err := f.layout.readLines(f.dir)
	if err == nil && f.info.Files != nil {
		f.info.Files = nil // as the lines are about to be sorted
		err = f.writeInfo()
	}
	if err == nil {
		c.Info = f.info
		c.Info.end(complete)
		err = f.layout.write(context.Background(), f.dir, &c)
	}
	return errors.Join(err, f.release())
}

func (f *Folder[P, R, K]) writeInfo() error { return replace(f.dir, f.layout.Info, f.info.write) }

// write writes all files of a run that has ended.
func (l Layout[P, R, K]) write(ctx context.Context, dir string, c *Content[P, R]) error {
	if err := l.writeLines(ctx, dir, c); err != nil {
		return err
	}
	err := replace(dir, l.Summary, func(w io.Writer) (err error) {
		c.Info.Digest, err = l.summarise(c.Results, w)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", l.Summary, err)
	}
	if err := c.Info.keep(dir, l.Names()[1:]...); err != nil {
		return err
	}
	return replace(dir, l.Info, c.Info.write)
}

// summarise writes the rows of results, and returns what the info file says of them.
func (l Layout[P, R, K]) summarise(results []R, csv io.Writer) (d Digest, err error) {
	if l.Digest != nil {
		d = l.Digest(results)
	}
	return d, l.Rows(results).Write(csv, table.CSV)
}

// sort sorts the results, and their texts with them.
func (l Layout[P, R, K]) sort(c *Content[P, R]) {
	order := lists.Places[int](len(c.Results))
	slices.SortFunc(
		order,
		func(a, b int) int { return l.Compare(l.ResultKey(c.Results[a]), l.ResultKey(c.Results[b])) },
	)
	c.Results = lists.Each(order, func(i int) R { return c.Results[i] })
	if c.texts != nil {
		c.texts = lists.Each(order, func(i int) []byte { return c.texts[i] })
	}
}

// writeLines writes the problems and the results. It sorts the results, and the problems where the
// layout allows another order or a longer run, or where they are those of shards.
func (l Layout[P, R, K]) writeLines(ctx context.Context, dir string, c *Content[P, R]) error {
	if l.Unordered || len(l.Lists) > 0 || c.texts != nil {
		slices.SortFunc(
			c.Problems,
			func(a, b P) int { return l.Compare(l.ProblemKey(a), l.ProblemKey(b)) },
		)
	}
	l.sort(c)
	results := linesOf(c.Results)
	if c.texts != nil {
		results = func(w io.Writer) error {
			for _, line := range c.texts {
				if _, err := w.Write(line); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if err := replace(dir, l.Problems, linesOf(c.Problems)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return replace(dir, l.Results, results)
}

// linesOf returns a function that writes the values as JSON lines.
func linesOf[T any](values []T) func(io.Writer) error {
	return func(w io.Writer) error { return record.WriteLines(w, values) }
}

// replace writes a file under another name, and then puts it in the place of the old file at once.
func replace(dir, name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(dir, unfinished+name+"-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	w := bufio.NewWriterSize(file, 1<<20)
	// On the disk before the rename: after a crash of the machine, one of the two files is whole.
	if err := errors.Join(write(w), w.Flush(), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(dir, name))
}
