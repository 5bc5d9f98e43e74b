package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
)

// workload returns the path of the jobs of a cell. Those that no file of the user holds
// are written, once in a run and with the same bytes in each.
func (m *studies) workload(cell matrix.Cell) (string, error) {
	if cell.Trace.File != "" && cell.Factor == 1 {
		return cell.Trace.File, nil
	}
	path := filepath.Join(m.workloads, cell.Workload()+".swf")
	if m.written[path] {
		return path, nil
	}
	if err := os.MkdirAll(m.workloads, 0o777); err != nil {
		return "", err
	}
	err := stream.WriteFile(path, func(w io.Writer) error { return m.writeJobs(w, cell) })
	m.written[path] = err == nil
	return path, err
}

// writeJobs writes the jobs of a cell.
func (m *studies) writeJobs(w io.Writer, cell matrix.Cell) error {
	from, err := m.jobs(cell)
	if err != nil {
		return err
	}
	defer from.Close()
	if cell.Factor == 1 {
		_, err := io.Copy(w, from)
		return err
	}
	t, err := transform.Read(swf.NewReader(from, cell.Trace.Name), 0, func(*swf.Error) {}) // malformed lines are left out, as studies do
	if err != nil {
		return err
	}
	shrink, err := transform.Shrink(cell.Factor)
	if err != nil {
		return err
	}
	t.Records = until(m.c.Context, t.Records)
	if t, err = transform.Apply(t, shrink); err != nil {
		return err
	}
	_, err = t.Write(w)
	return err
}

// jobs opens the jobs of a cell, as they are before its factor.
func (m *studies) jobs(cell matrix.Cell) (io.ReadCloser, error) {
	switch {
	case cell.Trace.Sample:
		return io.NopCloser(bytes.NewReader(sample.KTHLike())), nil
	case cell.Trace.File != "":
		return stream.Open(cell.Trace.File, nil)
	}
	c, g, err := m.generator(cell)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := generateInto(&b, c, g, c.Int64("jobs")); err != nil {
		return nil, named(c, err)
	}
	return io.NopCloser(&b), nil
}

// generator returns what optgap workload generate would draw the jobs of a cell from.
func (m *studies) generator(cell matrix.Cell) (*cli.Context, workload.Generator, error) {
	values := sorted(cell.Trace.Generate)
	if cell.Seed != nil {
		values = append(values, [2]string{"seed", fmt.Sprint(*cell.Seed)})
	}
	command := workloadGenerateCommand(m.s)
	command.HelpName = programName + " workload generate"
	c, err := contextOf(m.c, command, values, "")
	if err != nil {
		return nil, nil, err
	}
	if n := c.Int64("jobs"); n < 1 {
		return nil, nil, &optgap.FieldError{Field: "--jobs", Found: fmt.Sprint(n), Expected: "at least 1"}
	}
	if err := checkEffects(c); err != nil {
		return nil, nil, err
	}
	g, err := generatorOf(c, m.s)
	return c, g, named(c, err)
}
