package command

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// verifiedRun is the results that are checked and what they are about.
type verifiedRun struct {
	results  string
	problems string // "": in no file, see generated
	dir      string // of all; "": none
	info     string // of the folder
	ofFile   bool   // one of the studies of a study file
	// generated tells that the problems are the instances of points.
	generated bool
}

// verifiedRuns returns what the arguments stand for: one run, or those of a study file.
func verifiedRuns(c *cli.Context) (runs []verifiedRun, err error) {
	first, second := c.Args().Get(0), c.Args().Get(1)
	if c.NArg() == 2 {
		if first == stream.Stdin && second == stream.Stdin {
			return nil, console.Usage("verify: found - twice, expected the standard input to be one of the files at most")
		}
		return []verifiedRun{{results: first, problems: second}}, nil
	}
	if !study.HoldsBatch(first) {
		run, err := verifiedFolder(first)
		return []verifiedRun{run}, err
	}
	dirs, err := study.Folders(first)
	for _, dir := range dirs {
		runs = append(runs, studyRun(dir, true))
	}
	return runs, err
}

// verifiedFolder returns what a folder holds.
func verifiedFolder(first string) (r verifiedRun, err error) {
	stat, err := os.Stat(first)
	if err == nil && !stat.IsDir() || first == stream.Stdin {
		return r, console.Usage("verify: found one file, %s, expected a study's folder, or a file of results and one of steps", first)
	}
	if info, results, instances := algorithm.FolderFiles(first); isFile(info) {
		return verifiedRun{dir: first, info: info, results: results, problems: instances}, nil
	}
	if info, runs, settings := sweep.FolderFiles(first); isFile(info) {
		return verifiedRun{dir: first, info: info, results: runs, problems: settings}, nil
	}
	if info, results, points := dutot2004.FolderFiles(first); isFile(info) {
		return verifiedRun{dir: first, info: info, results: results, problems: points, generated: true}, nil
	}
	return studyRun(first, false), err
}

// studyRun is the study in a folder, which may be one of a study file.
func studyRun(dir string, ofFile bool) verifiedRun {
	results, steps := study.FolderFiles(dir)
	return verifiedRun{results: results, problems: steps, dir: dir, info: filepath.Join(dir, study.FileNames()[0]), ofFile: ofFile}
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
func (v *verified) check(c *cli.Context, s console.Streams, results *stream.Reader, optimumJobs int) (verify.Report, error) {
	problems, err := stream.Open(v.run.problems, s.In)
	if err != nil {
		return verify.Report{}, err
	}
	defer problems.Close()
	lines := bufio.NewReaderSize(stream.NewInterruptible(c.Context, results), 1<<16)
	found, about := verify.Input{Name: results.Name(), Reader: lines}, verify.Input{Name: problems.Name(), Reader: stream.NewInterruptible(c.Context, problems)}
	v.moldable, v.replays = v.run.generated || begins(lines, record.MoldableResultFormat), begins(lines, sweep.RunFormat)
	if !v.moldable && !v.replays {
		return verify.Files(found, about, verify.Options{OptimumJobs: optimumJobs, Methods: method.ResultNames()})
	}
	for _, flag := range []string{"replay", "optimum-jobs"} {
		if c.IsSet(flag) {
			return verify.Report{}, console.Usage("verify: found --%s, which has no effect on moldable results and on replays", flag)
		}
	}
	if v.replays {
		return verify.SweepFiles(found, about)
	}
	o := verify.MoldableOptions{Algorithms: algorithm.Names(algorithm.All())}
	if v.run.generated {
		return verify.MoldableResults(record.ReadMoldableResults(found.Reader, found.Name), dutot2004.ReadInstances(about.Reader, about.Name), o)
	}
	return verify.MoldableFiles(found, about, o)
}

// begins tells whether the first line has the format. Nothing is read for good.
func begins(r *bufio.Reader, format string) bool {
	const enough = 512 // the format comes first, as optgap writes it
	head, err := r.Peek(enough)
	if err != nil && err != io.EOF {
		return false
	}
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return bytes.Contains(first, []byte(`"`+format+`"`))
}
