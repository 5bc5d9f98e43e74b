package bench

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
)

// StudyFormat names the version of study.json.
const StudyFormat = "optgap-study/1"

// Config is what identifies a study: two runs with equal configurations find the
// same, times apart.
type Config struct {
	Format    string            `json:"format"`
	Trace     string            `json:"trace"`
	SHA256    string            `json:"sha256"`    // of the trace file as read
	Arguments map[string]string `json:"arguments"` // flags that the results depend on
	Versions  map[string]string `json:"versions"`  // optgap, go, highs
}

// stored is study.json.
type stored struct {
	Config
	CPUs     int              `json:"cpus"`
	System   string           `json:"system"`
	Started  time.Time        `json:"started"`
	Ended    time.Time        `json:"ended,omitzero"`
	Complete bool             `json:"complete"`
	Skipped  map[string]int   `json:"skipped,omitempty"` // jobs of the trace by reason
	Summary  *summary.Summary `json:"summary,omitempty"` // of a single method
	// Methods holds a summary for each of several methods.
	Methods map[string]*summary.Summary `json:"methods,omitempty"`
}

// Store is a study's folder: study.json, steps.jsonl, results.jsonl, summary.csv.
// Steps are appended in their order, results as they come; Close sorts them.
type Store struct {
	dir      string
	lock     *os.File
	info     stored
	steps    *os.File
	results  *os.File
	hasSteps map[int]bool // indices of the steps in steps.jsonl
	known    map[Key]record.Result
}

// The files of a Store, and how those begin that are about to replace one.
const (
	infoFile    = "study.json"
	stepsFile   = "steps.jsonl"
	resultsFile = "results.jsonl"
	summaryFile = "summary.csv"
	unfinished  = ".optgap-"
)

// OpenStore creates the folder, or opens that of an earlier run of the same
// study to go on with it. A folder with another study, or with files of a
// Store's names that belong to none, is an error that wraps an
// *optgap.FieldError; so is one in which another run is at work.
func OpenStore(dir string, c Config, system string, cpus int, skipped map[string]int) (_ *Store, err error) {
	c.Format = StudyFormat
	s := &Store{
		dir: dir, hasSteps: make(map[int]bool),
		info: stored{Config: c, CPUs: cpus, System: system, Started: time.Now().UTC().Truncate(time.Second), Skipped: skipped},
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if s.lock, err = os.Open(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.release()
		}
	}()
	if err := syscall.Flock(int(s.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == syscall.EWOULDBLOCK {
		return nil, &optgap.FieldError{Field: dir, Found: "another run at work in it", Expected: "a folder to itself"}
	} // a file system without locks has to do without
	if err := s.resume(); err != nil {
		return nil, err
	}
	if err := s.writeInfo(); err != nil {
		return nil, err
	}
	if s.steps, err = s.appendTo(stepsFile); err != nil {
		return nil, err
	}
	s.results, err = s.appendTo(resultsFile)
	return s, err
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

func (s *Store) appendTo(name string) (*os.File, error) {
	return os.OpenFile(s.path(name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
}

// release closes what is open and lets other runs in.
func (s *Store) release() error {
	var errs []error
	for _, f := range []*os.File{s.steps, s.results, s.lock} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// Known returns the results of the earlier run.
func (s *Store) Known() map[Key]record.Result { return s.known }

// Step appends a step, unless an earlier run has.
func (s *Store) Step(step *optgap.Step) error {
	if s.hasSteps[step.Index] {
		return nil
	}
	s.hasSteps[step.Index] = true
	return record.NewWriter(s.steps).Write(step)
}

// Found appends a result; from then on it outlives this process.
func (s *Store) Found(r record.Result) error { return record.NewWriter(s.results).Write(r) }

// Close sorts the results by step and method and writes summary.csv, and the
// summary of each method into study.json. complete tells that every selected step
// has all its results.
func (s *Store) Close(complete bool) error {
	return errors.Join(s.finish(complete), s.release())
}

func (s *Store) finish(complete bool) error {
	if err := s.readResults(); err != nil {
		return err
	}
	if err := s.rewrite(); err != nil {
		return err
	}
	results := s.sorted()
	if err := s.replace(summaryFile, func(f *os.File) error { return summary.Rows(results).Write(f, table.CSV) }); err != nil {
		return err
	}
	s.info.Ended, s.info.Complete = time.Now().UTC().Truncate(time.Second), complete
	s.info.Summary, s.info.Methods = summaries(results)
	return s.writeInfo()
}

// summaries returns the summary of the results of one method, or those of each of
// several.
func summaries(results []record.Result) (*summary.Summary, map[string]*summary.Summary) {
	by := make(map[string][]record.Result)
	for _, r := range results {
		by[r.Method] = append(by[r.Method], r)
	}
	switch len(by) {
	case 0:
		return nil, nil
	case 1:
		return summary.Of(results), nil
	}
	all := make(map[string]*summary.Summary)
	for method, own := range by {
		all[method] = summary.Of(own)
	}
	return nil, all
}

func (s *Store) sorted() []record.Result {
	results := make([]record.Result, 0, len(s.known))
	for _, k := range slices.SortedFunc(maps.Keys(s.known), Key.Compare) {
		results = append(results, s.known[k])
	}
	return results
}

// rewrite replaces results.jsonl by the known results in order.
func (s *Store) rewrite() error {
	return s.replace(resultsFile, func(f *os.File) error {
		w := record.NewWriter(f)
		for _, r := range s.sorted() {
			if err := w.Write(r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) writeInfo() error {
	return s.replace(infoFile, func(f *os.File) error {
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		return e.Encode(s.info)
	})
}

// replace writes a file beside the old one and puts it in its place at once.
func (s *Store) replace(name string, write func(*os.File) error) error {
	f, err := os.CreateTemp(s.dir, unfinished+name+"-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), s.path(name))
}
