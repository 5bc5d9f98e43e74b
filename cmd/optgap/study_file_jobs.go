package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/matrix"
	"github.com/optgap/optgap/bench/method"
	"github.com/optgap/optgap/bench/sample"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/bench/transform"
	"github.com/optgap/optgap/bench/workload"
)

// contextOf returns the context of a command with the values of its flags and an
// argument; "": none.
func contextOf(parent *cli.Context, command *cli.Command, values [][2]string, argument string) (*cli.Context, error) {
	set := flag.NewFlagSet(command.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range command.Flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	if argument != "" {
		if err := set.Parse([]string{"--", argument}); err != nil {
			return nil, err
		}
	}
	c := cli.NewContext(parent.App, set, nil)
	c.Context, c.Command = parent.Context, command
	for _, v := range values {
		if err := giveFlag(c, v[0], v[1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// giveFlag gives a flag its value.
func giveFlag(c *cli.Context, name, value string) error {
	if err := c.Set(name, value); err != nil {
		return &optgap.FieldError{Field: "--" + name, Found: strconv.Quote(value), Expected: expectedBy(c, name)}
	}
	return nil
}

// seeded tells whether some method makes random choices.
func seeded(c *cli.Context) bool { return usesMethod(c, method.BiCriteria, method.ILP, method.Exact) }

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
