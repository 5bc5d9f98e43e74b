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

// Merge joins the folders of all shards of a run, each complete, into the folder out. out is the
// folder that a run without shards would have left, but for times: each line is copied. Merge
// returns the results, as far as Layout.BriefResult reads them, and the content of the info file.
//
// An error that wraps an *optgap.FieldError names the folder and the field that does not fit:
// another run, version or argument; a shard that is missing, there twice or unfinished; problems
// that two shards have or that lack results. out must not exist, or must be empty. It appears once
// all is done.
//
// Lines are streamed. Only the results that are returned stay in memory.
func Merge[P, R any, K comparable](
	out string, dirs []string, layout Layout[P, R, K],
) (results []R, info Info, err error) {
	if len(dirs) == 0 {
		return nil, info, &optgap.FieldError{Field: "shards", Found: "no folder", Expected: "the folders of all shards"}
	}
	if err := CheckApart(out, dirs); err != nil {
		return nil, info, err
	}
	all, err := parts(dirs, layout.Info, layout.Format)
	if err != nil {
		return nil, info, err
	}
	m := &merger[P, R, K]{layout: layout, parts: all, info: merged(all)}
	err = Create(out, m.write)
	return m.results, m.info, err
}

// merger merges the shards of one run.
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
	if err := m.info.keep(dir, m.layout.kept()...); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, m.layout.Info), m.info.write)
}

// lines merges the files of problems and of results.
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

// join copies one problem after the other, each with its results. These must come from the shard of
// the problem, and all problems must have as many results.
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

// stray is the error about a result without a problem in its shard.
func (m *merger[P, R, K]) stray(result line[R, K]) error {
	return result.wrong("a result of no problem of this shard", "one for a line of "+m.layout.Problems)
}

// writeFile writes a new file through a buffer, and puts it on the disk.
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
