package folder

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
)

// Merge joins the folders of all shards of a run, each complete, into one. out is the
// folder that a run without shards would have left, but for times: each line is taken
// over as it is. Merge returns the results, as far as Layout.BriefResult reads them, and
// what the info file says.
//
// An error that wraps an *optgap.FieldError names the folder and the field that does
// not fit: another run, version or argument; a shard that is missing, there twice or
// unfinished; problems that two shards have or that lack results. out must not exist,
// or be empty, and appears at once when all is done.
//
// Lines are streamed. What stays in memory is the results that are returned.
func Merge[P, R any, K comparable](
	out string, dirs []string, layout Layout[P, R, K],
) (results []R, info Info, err error) {
	if len(dirs) == 0 {
		return nil, info, &optgap.FieldError{Field: "shards", Found: "no folder", Expected: "the folders of all shards"}
	}
	all, err := parts(dirs, layout.Info, layout.Format)
	if err != nil {
		return nil, info, err
	}
	m := &merger[P, R, K]{layout: layout, parts: all, info: merged(all)}
	err = Create(out, m.write)
	return m.results, m.info, err
}

// merger merges one run.
type merger[P, R any, K comparable] struct {
	layout  Layout[P, R, K]
	parts   []part
	info    Info
	results []R
}

// write writes the files of the merged folder.
func (m *merger[P, R, K]) write(dir string) error {
	if err := m.lines(dir); err != nil {
		return err
	}
	err := writeFile(filepath.Join(dir, m.layout.Summary), func(w io.Writer) (err error) {
		m.info.Digest, err = m.layout.Digest(m.results, w)
		return err
	})
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, m.layout.Info), m.info.write)
}

// lines merges the problems, and the results of each.
func (m *merger[P, R, K]) lines(dir string) error {
	problems := newSorted(files(m.parts, m.layout.Problems), m.layout.BriefProblem, m.layout.ProblemKey, m.layout.Compare)
	defer problems.stop()
	results := newSorted(files(m.parts, m.layout.Results), m.layout.BriefResult, m.layout.ResultKey, m.layout.Compare)
	defer results.stop()
	return writeFile(filepath.Join(dir, m.layout.Problems), func(toProblems io.Writer) error {
		return writeFile(filepath.Join(dir, m.layout.Results), func(toResults io.Writer) error {
			return m.join(problems, results, toProblems, toResults)
		})
	})
}

// join takes one problem after the other, and the results that its own shard has for it.
// All problems have as many results.
func (m *merger[P, R, K]) join(problems *sorted[P, K], results *sorted[R, K], toProblems, toResults io.Writer) error {
	each := -1
	result, more, err := results.next()
	if err != nil {
		return err
	}
	for {
		problem, ok, err := problems.next()
		if err != nil {
			return err
		}
		if !ok && more {
			return m.stray(result)
		}
		if !ok {
			return nil
		}
		if _, err := toProblems.Write(problem.text); err != nil {
			return err
		}
		n := 0
		for more && m.layout.Compare(m.layout.ProblemOf(result.key), problem.key) <= 0 {
			if m.layout.ProblemOf(result.key) != problem.key || result.file != problem.file {
				return m.stray(result)
			}
			if _, err := toResults.Write(result.text); err != nil {
				return err
			}
			m.results = append(m.results, result.value)
			n++
			if result, more, err = results.next(); err != nil {
				return err
			}
		}
		if each < 0 {
			each = n
		}
		if n != each || n == 0 {
			found := fmt.Sprintf("%d results in %s", n, m.layout.Results)
			return problem.wrong(found, fmt.Sprintf("%d, as of each problem", max(each, 1)))
		}
	}
}

// stray is the error about a result whose problem is not there.
func (m *merger[P, R, K]) stray(result line[R, K]) error {
	return result.wrong("a result of no problem of this shard", "one for a line of "+m.layout.Problems)
}

// writeFile writes a new file through a buffer, and onto the disk.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err := write(w); err != nil {
		return errors.Join(err, file.Close())
	}
	return errors.Join(w.Flush(), file.Sync(), file.Close())
}
