package study

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
)

// SlurmArray is a job array of the batch system Slurm. It runs the shards of a study, or of the studies of
// a study file. A second job joins the shards and reports on them. Every task can be run again at any time:
// a shard goes on where it was cut short.
type SlurmArray struct {
	Program   string   // absolute path of optgap
	Arguments []string // flags of optgap study, other than --shard and --out
	Trace     []string // the arguments after the flags: an absolute path, or none
	StudyFile []byte   // the file study.yaml in the folder, which the tasks run, nil if there is none
	Shards    int
	Workers   int    // processors of a task
	Memory    int64  // bytes that a task may take; 0: Slurm's default
	Options   string // more options of sbatch, for both jobs, as scripts hold them
}

// The files of the folder. The jobs print into files of logsFolder.
const (
	SlurmSubmit    = "submit.sh"
	shardJob       = "shard.sbatch"
	mergeJob       = "merge.sbatch"
	slurmStudyFile = "study.yaml"
	logsFolder     = "logs"
)

// SlurmFiles returns the names of all files and folders in the folder, also of those that the jobs
// make.
func SlurmFiles() []string {
	return []string{SlurmSubmit, shardJob, mergeJob, slurmStudyFile, logsFolder, "shards", "merged", "report.html"}
}

var (
	//go:embed submit.sh.tmpl
	submitText string
	//go:embed shard.sbatch.tmpl
	shardText string
	//go:embed merge.sbatch.tmpl
	mergeText string
)

// Validate refuses, with an *optgap.FieldError, values that no script can be made of.
func (a SlurmArray) Validate() error {
	expected := ""
	switch {
	case a.Shards < 1 || a.Shards > harness.MostShards:
		expected = fmt.Sprintf("1 to %d", harness.MostShards)
		return optgap.BadField("shards", a.Shards, expected)
	case strings.ContainsAny(a.Options, "\n\r"):
		expected = "options on one line"
	case a.Options != "" && !strings.HasPrefix(strings.TrimSpace(a.Options), "-"):
		expected = "options of sbatch, such as '--time=2:00:00 --partition=long'"
	default:
		return nil
	}
	return optgap.BadField("sbatch", strconv.Quote(a.Options), expected)
}

// Write makes the folder; see folder.Create.
func (a SlurmArray) Write(dir string) error {
	if err := a.Validate(); err != nil {
		return err
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	return folder.Create(dir, func(unready string) error {
		for _, f := range []struct {
			name, text string
			mode       os.FileMode
		}{{SlurmSubmit, submitText, 0o777}, {shardJob, shardText, 0o666}, {mergeJob, mergeText, 0o666}} {
			if err := a.script(filepath.Join(unready, f.name), f.text, f.mode, full); err != nil {
				return err
			}
		}
		if a.StudyFile != nil {
			if err := os.WriteFile(filepath.Join(unready, slurmStudyFile), a.StudyFile, 0o666); err != nil {
				return err
			}
		}
		return os.Mkdir(filepath.Join(unready, logsFolder), 0o777) // Slurm makes no folders
	})
}

// script writes a script from a template. dir is the absolute path of the folder in which the
// script works.
func (a SlurmArray) script(name, text string, mode os.FileMode, dir string) error {
	t, err := template.New(filepath.Base(name)).Funcs(template.FuncMap{"quote": format.Shell}).Parse(text)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	if err := t.Execute(io.Writer(f), struct {
		SlurmArray
		Dir string
	}{a, dir}); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Megabytes is the memory of a task in Slurm's unit, 2^20 bytes, rounded up.
func (a SlurmArray) Megabytes() int64 { return (a.Memory + 1<<20 - 1) >> 20 }
