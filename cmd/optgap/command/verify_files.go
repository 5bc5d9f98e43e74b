package command

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/algorithm"
	"github.com/optgap/optgap/bench/dutot2004"
	"github.com/optgap/optgap/bench/folder"
	"github.com/optgap/optgap/bench/method"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/verify"
)

// verifiedRun is the results that are checked and what they are about.
type verifiedRun struct {
	results  string
	problems string // "": in no file, see generated
	info     string // of a folder; "": none
	// generated tells that the problems are the instances of points.
	generated bool
}

// verifiedFiles returns what the arguments stand for.
func verifiedFiles(c *cli.Context) (r verifiedRun, err error) {
	first, second := c.Args().Get(0), c.Args().Get(1)
	if c.NArg() == 2 {
		if first == stream.Stdin && second == stream.Stdin {
			return r, usage("verify: found - twice, expected the standard input to be one of the files at most")
		}
		return verifiedRun{results: first, problems: second}, nil
	}
	stat, err := os.Stat(first)
	if err == nil && !stat.IsDir() || first == stream.Stdin {
		return r, usage("verify: found one file, %s, expected a study's folder, or a file of results and one of steps", first)
	}
	r.results, r.problems = bench.FolderFiles(first)
	if info, results, instances := algorithm.FolderFiles(first); isFile(info) {
		return verifiedRun{info: info, results: results, problems: instances}, nil
	}
	if info, results, points := dutot2004.FolderFiles(first); isFile(info) {
		return verifiedRun{info: info, results: results, problems: points, generated: true}, nil
	}
	r.info = filepath.Join(first, bench.FileNames()[0])
	return r, err
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// complete tells whether the run in a folder has ended.
func (r verifiedRun) complete() (bool, error) {
	info, err := folder.ReadInfo(r.info)
	return info.Complete, err
}

// check checks the results against their steps or instances. The results tell which.
func (v *verified) check(c *cli.Context, s streams, results *stream.Reader, optimumJobs int) (verify.Report, error) {
	problems, err := stream.Open(v.run.problems, s.in)
	if err != nil {
		return verify.Report{}, err
	}
	defer problems.Close()
	lines := bufio.NewReaderSize(newInterruptible(c.Context, results), 1<<16)
	found, about := verify.Input{Name: results.Name(), Reader: lines}, verify.Input{Name: problems.Name(), Reader: newInterruptible(c.Context, problems)}
	v.moldable = v.run.generated || isMoldable(lines)
	if !v.moldable {
		return verify.Files(found, about, verify.Options{OptimumJobs: optimumJobs, Methods: method.ResultNames()})
	}
	for _, flag := range []string{"replay", "optimum-jobs"} {
		if c.IsSet(flag) {
			return verify.Report{}, usage("verify: found --%s, which has no effect on moldable results", flag)
		}
	}
	o := verify.MoldableOptions{Algorithms: algorithm.Names(algorithm.All())}
	if v.run.generated {
		return verify.MoldableResults(record.ReadMoldableResults(found.Reader, found.Name), dutot2004.ReadInstances(about.Reader, about.Name), o)
	}
	return verify.MoldableFiles(found, about, o)
}

// isMoldable tells whether the first line is a moldable result. Nothing is read for good.
func isMoldable(r *bufio.Reader) bool {
	const enough = 512 // the format comes first, as optgap writes it
	head, err := r.Peek(enough)
	if err != nil && err != io.EOF {
		return false
	}
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return bytes.Contains(first, []byte(`"`+record.MoldableResultFormat+`"`))
}
