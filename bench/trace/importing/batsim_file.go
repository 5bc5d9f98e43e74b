package importing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/optgap/optgap"
)

// batsimFile reads the object of a workload member by member. Jobs and profiles are in any order,
// so all jobs are kept.
type batsimFile struct {
	d        *json.Decoder
	jobs     []*batsimJob
	profiles map[string]batsimProfile
	machine  int64 // nb_res; 0: none
	lists    int   // members jobs read
}

// read reads the object.
func (f *batsimFile) read() error {
	if err := f.expect(json.Delim('{'), "a workload of Batsim, an object"); err != nil {
		return err
	}
	for f.d.More() {
		name, err := f.d.Token()
		if err != nil {
			return err
		}
		if err := f.member(name); err != nil {
			return err
		}
	}
	if _, err := f.d.Token(); err != nil {
		return err
	}
	if f.lists == 0 {
		return &optgap.FieldError{Field: "jobs", Found: "none", Expected: "a list"}
	}
	if _, err := f.d.Token(); err != io.EOF {
		return &optgap.FieldError{Field: "JSON", Found: "more after the workload", Expected: "one workload in a file"}
	}
	return nil
}

// member reads the value of a member of the workload.
func (f *batsimFile) member(name json.Token) error {
	switch name {
	case "nb_res":
		if err := f.d.Decode(&f.machine); err != nil {
			return err
		}
		if f.machine < 1 {
			return &optgap.FieldError{Field: "nb_res", Found: fmt.Sprint(f.machine), Expected: "at least 1"}
		}
		return nil
	case "jobs":
		f.lists++
		return f.each('[', "a list of jobs", func() error {
			var j batsimJob
			if err := f.d.Decode(&j); err != nil {
				return err
			}
			j.ID = slices.Clone(j.ID)
			f.jobs = append(f.jobs, &j)
			return j.check()
		})
	case "profiles":
		return f.each('{', "an object of profiles", f.profile)
	}
	var ignored json.RawMessage
	return f.d.Decode(&ignored)
}

// profile reads the name and the value of a profile.
func (f *batsimFile) profile() error {
	name, err := f.d.Token()
	if err != nil {
		return err
	}
	var p batsimProfile
	if err := f.d.Decode(&p); err != nil {
		return err
	}
	f.profiles[fmt.Sprint(name)] = p
	return p.check()
}

// each reads a list or an object. next reads an element.
func (f *batsimFile) each(open json.Delim, expected string, next func() error) error {
	if err := f.expect(open, expected); err != nil {
		return err
	}
	for f.d.More() {
		if err := next(); err != nil {
			return err
		}
	}
	_, err := f.d.Token()
	return err
}

// expect reads a token, which has to be that one.
func (f *batsimFile) expect(open json.Delim, expected string) error {
	t, err := f.d.Token()
	if err == nil && t != open {
		err = &optgap.FieldError{Field: "JSON", Found: fmt.Sprint(t), Expected: expected}
	}
	return err
}

// blanks returns the number of bytes before the next value. The offset of a json.SyntaxError does
// not count from the beginning of the file.
func (f *batsimFile) blanks() int64 {
	rest, _ := io.ReadAll(f.d.Buffered())
	return int64(len(rest)-len(bytes.TrimLeft(rest, ", \t\r\n"))) + 1
}

// lineCounter tells in which line an offset of a file is. Offsets are asked for in ascending order.
type lineCounter struct {
	from   io.Reader
	read   int64   // bytes
	ends   []int64 // offsets of the line ends that at has not passed
	line   int     // after the line ends that at has passed, from 1
	failed error   // of from, but for the end of the file
}

// Read reads from the file.
func (c *lineCounter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			c.ends = append(c.ends, c.read+int64(i))
		}
	}
	c.read += int64(n)
	if err != nil && err != io.EOF {
		c.failed = err
	}
	return n, err
}

// at returns the line of an offset.
func (c *lineCounter) at(offset int64) int {
	for len(c.ends) > 0 && c.ends[0] < offset {
		c.ends = c.ends[1:]
		c.line++
	}
	return c.line
}
