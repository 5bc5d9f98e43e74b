package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
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
	CPUs     int             `json:"cpus"`
	System   string          `json:"system"`
	Started  time.Time       `json:"started"`
	Ended    time.Time       `json:"ended,omitzero"`
	Complete bool            `json:"complete"`
	Skipped  map[string]int  `json:"skipped,omitempty"` // jobs of the trace by reason
	Summary  *report.Summary `json:"summary,omitempty"`
}

// Store is a study's folder: study.json, steps.jsonl, results.jsonl, summary.csv.
// Results are appended as they come, in any order; Close sorts them.
type Store struct {
	dir     string
	info    stored
	steps   *os.File
	results *os.File
	known   map[int]record.Result
}

// OpenStore creates the folder, or opens that of an earlier run of the same
// study to go on with it. A folder with another study is an error.
func OpenStore(dir string, c Config, system string, cpus int, skipped map[string]int) (*Store, error) {
	c.Format = StudyFormat
	s := &Store{dir: dir, info: stored{Config: c, CPUs: cpus, System: system, Started: time.Now().UTC().Truncate(time.Second), Skipped: skipped}}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := s.resume(); err != nil {
		return nil, err
	}
	if err := s.writeInfo(); err != nil {
		return nil, err
	}
	var err error
	if s.steps, err = os.Create(s.path("steps.jsonl")); err != nil {
		return nil, err
	}
	s.results, err = os.OpenFile(s.path("results.jsonl"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	return s, err
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

// resume reads what an earlier run of the same study left.
func (s *Store) resume() error {
	text, err := os.ReadFile(s.path("study.json"))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(s.path("results.jsonl")); err == nil {
			return fmt.Errorf("%s: found results.jsonl without study.json, expected an empty folder or that of an earlier study", s.dir)
		}
		return nil
	}
	if err != nil {
		return err
	}
	var before stored
	if err := json.Unmarshal(text, &before); err != nil {
		return fmt.Errorf("%s: %w", s.path("study.json"), err)
	}
	if field, a, b := differing(before.Config, s.info.Config); field != "" {
		return fmt.Errorf("%s holds another study: its %s is %q, expected %q: name another folder", s.dir, field, a, b)
	}
	s.info.Started = before.Started
	if s.known, err = s.read(); err != nil {
		return err
	}
	return s.rewrite() // without a line that a killed run cut off
}

// differing returns the first field in which two configurations differ.
func differing(a, b Config) (field, va, vb string) {
	for _, f := range []struct{ name, a, b string }{{"format", a.Format, b.Format}, {"trace", a.Trace, b.Trace}, {"SHA-256", a.SHA256, b.SHA256}} {
		if f.a != f.b {
			return f.name, f.a, f.b
		}
	}
	for _, m := range []struct {
		name string
		a, b map[string]string
	}{{"argument", a.Arguments, b.Arguments}, {"version", a.Versions, b.Versions}} {
		if reflect.DeepEqual(m.a, m.b) {
			continue
		}
		for _, keys := range []map[string]string{m.a, m.b} {
			for k := range keys {
				if m.a[k] != m.b[k] {
					return m.name + " " + k, m.a[k], m.b[k]
				}
			}
		}
	}
	return "", "", ""
}

// read returns the stored results by step index. A last line that is cut off is
// passed over: the run was killed while it wrote.
func (s *Store) read() (map[int]record.Result, error) {
	name := s.path("results.jsonl")
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := make(map[int]record.Result)
	var bad error
	for r, err := range record.ReadResults(f, name) {
		if bad != nil {
			return nil, bad
		}
		if err != nil {
			bad = err
			continue
		}
		known[r.Index] = r
	}
	return known, nil
}

// Known returns the results of the earlier run by step index.
func (s *Store) Known() map[int]record.Result { return s.known }

// Step appends a step.
func (s *Store) Step(step *optgap.Step) error { return record.NewWriter(s.steps).Write(step) }

// Found appends a result, and keeps it for good before it returns.
func (s *Store) Found(r record.Result) error {
	if err := record.NewWriter(s.results).Write(r); err != nil {
		return err
	}
	return nil
}

// Close sorts the results by step and writes summary.csv and the summary into
// study.json. complete tells that every selected step has its result.
func (s *Store) Close(complete bool) error {
	if err := errors.Join(s.steps.Close(), s.results.Close()); err != nil {
		return err
	}
	var err error
	if s.known, err = s.read(); err != nil {
		return err
	}
	if err := s.rewrite(); err != nil {
		return err
	}
	results := s.sorted()
	if err := s.replace("summary.csv", func(f *os.File) error { return report.Rows(results).Write(f, report.TableCSV) }); err != nil {
		return err
	}
	s.info.Ended, s.info.Complete = time.Now().UTC().Truncate(time.Second), complete
	if len(results) > 0 {
		s.info.Summary = report.Summarise(results)
	}
	return s.writeInfo()
}

func (s *Store) sorted() []record.Result {
	indices := make([]int, 0, len(s.known))
	for index := range s.known {
		indices = append(indices, index)
	}
	slices.Sort(indices)
	results := make([]record.Result, len(indices))
	for i, index := range indices {
		results[i] = s.known[index]
	}
	return results
}

// rewrite replaces results.jsonl by the known results in order.
func (s *Store) rewrite() error {
	return s.replace("results.jsonl", func(f *os.File) error {
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
	return s.replace("study.json", func(f *os.File) error {
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		return e.Encode(s.info)
	})
}

// replace writes a file beside the old one and puts it in its place at once.
func (s *Store) replace(name string, write func(*os.File) error) error {
	f, err := os.CreateTemp(s.dir, name+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), s.path(name))
}
