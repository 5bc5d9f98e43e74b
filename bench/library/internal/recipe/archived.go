package recipe

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
)

// Archived is a trace of an archive. The library has no data of its jobs.
type Archived struct {
	File string `yaml:"file"` // name in the archive, without .gz
	From string `yaml:"from"` // address of the file, or of the page that has it
	// Jobs is the number of lines of jobs that are used, from the first; 0: all.
	Jobs int `yaml:"jobs,omitempty"`
	// SHA256 is the checksum of these lines. It does not depend on the comments, on the lines after them and on
	// the compression:
	//
	//	zcat FILE.gz | grep -v '^;' | head -n JOBS | sha256sum
	SHA256 string `yaml:"sha256"`
}

// String says which trace it is, where it is, and how it is known.
func (a *Archived) String() string {
	lines := "its lines of jobs"
	if a.Jobs > 0 {
		lines = fmt.Sprintf("its first %d lines of jobs", a.Jobs)
	}
	return fmt.Sprintf("%s, plain or as .gz, of %s; the sha256 of %s is %s", a.File, a.From, lines, a.SHA256)
}

// checksum is a SHA-256 in hexadecimal.
var checksum = regexp.MustCompile("^[0-9a-f]{64}$")

// validate refuses values out of their range, with an *optgap.FieldError.
func (a *Archived) validate() error {
	switch {
	case a.File == "" || strings.ContainsAny(a.File, `/\`):
		return optgap.BadField("trace.file", strconv.Quote(a.File), "the name of a file, without a folder")
	case a.From == "":
		return optgap.BadField("trace.from", `""`, "the address of the trace")
	case a.Jobs < 0:
		return optgap.BadField("trace.jobs", a.Jobs, "at least 1, or 0 for all")
	case !checksum.MatchString(a.SHA256):
		return optgap.BadField("trace.sha256", strconv.Quote(a.SHA256), "64 hexadecimal digits, in small letters")
	}
	return nil
}

// text returns the comments and the used lines of jobs of the trace in a folder. A file that is missing
// or has another checksum is an *optgap.FieldError.
func (a *Archived) text(dir string) (io.Reader, error) {
	in, err := a.open(dir)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var text bytes.Buffer
	sum, jobs := sha256.New(), 0
	lines := bufio.NewReader(in)
	for err == nil && (a.Jobs == 0 || jobs < a.Jobs) {
		var line []byte
		line, err = lines.ReadBytes('\n')
		text.Write(line)
		if len(line) > 0 && line[0] != ';' {
			sum.Write(line)
			jobs++
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if found := hex.EncodeToString(sum.Sum(nil)); found != a.SHA256 {
		return nil, optgap.BadField(in.Name(), fmt.Sprintf("%d lines of jobs with sha256 %s", jobs, found), a.String())
	}
	return &text, nil
}

// open opens the file of the trace, compressed or not.
func (a *Archived) open(dir string) (*stream.Reader, error) {
	for _, name := range []string{a.File, a.File + ".gz"} {
		in, err := stream.Open(filepath.Join(dir, name), nil)
		if !errors.Is(err, fs.ErrNotExist) {
			return in, err
		}
	}
	return nil, optgap.BadField("traces", "no "+a.File+" in "+strconv.Quote(dir), a.String())
}

// Traces returns the names of the files of the traces of archives.
func (r *Recipe) Traces() []string {
	return lists.Each(r.Archived(), func(a *Archived) string { return a.File })
}

// Archived returns the traces of archives that the recipe needs; none: it makes its steps from nothing.
func (r *Recipe) Archived() (all []*Archived) {
	for _, w := range r.Workloads {
		if w.Trace != nil {
			all = append(all, w.Trace)
		}
	}
	return all
}
