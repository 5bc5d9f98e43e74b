package command

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const (
	slurmName  = "slurm"
	mostShards = 8 // unless --shards asks for more
)

// slurmFlags are those of a study that is written as a job array.
func (o *studying) slurmFlags() []cli.Flag {
	return console.In(groupSlurm,
		console.Flag(&o.sbatch, "sbatch", "more `OPTIONS` of sbatch for both jobs, such as '--time=2:00:00 "+
			"--partition=long'").Only(console.WithFlag(slurmName)),
		console.Flag(&o.shards, "shards", "`N` tasks, each with a share of the steps; fewer where there are fewer steps").
			Only(console.WithFlag(slurmName)),
		console.Flag(&o.slurm, slurmName, "write into the new `DIR` the scripts that run the study, or those of --file, "+
			"as a job array: nothing is solved now").WritesInto(study.SlurmFiles()...),
	)
}

// array returns the job array that the flags ask for, with the flags and the trace of the
// command line for its tasks. Files are named by absolute paths. With --file, flags on which
// results depend are not among them: the file that the tasks get has their values.
func (o *studying) array() (a study.SlurmArray, err error) {
	shaping := field.Names(spec.Spec{})
	for _, f := range console.Options(o.Command) {
		name := f.Name
		if !f.IsSet() || slices.Contains([]string{slurmName, "shards", "sbatch", "quiet", "rejects", "workers"}, name) {
			continue
		}
		if o.file != "" && (name == studyFileName || slices.Contains(shaping, name)) {
			continue
		}
		value := f.Text()
		switch {
		case name == "plans":
			value, err = spec.MovePlans(value, absolute)
		case f.File != nil:
			value, err = absolute(value)
		}
		if err != nil {
			return a, err
		}
		values := []string{value}
		if _, lines := f.Variable.(*field.Lines); lines {
			values = field.ParseLines(value)
		}
		for _, value := range values {
			a.Arguments = append(a.Arguments, "--"+name+"="+value)
		}
	}
	for _, path := range o.Args().Slice() {
		if path, err = absolute(path); err != nil {
			return a, err
		}
		a.Trace = append(a.Trace, path)
	}
	a.Shards, a.Workers, a.Options = o.shards, 1, o.sbatch
	if o.IsSet("workers") {
		a.Workers = o.work.Workers
	}
	a.Arguments = append(a.Arguments, fmt.Sprintf("--workers=%d", a.Workers))
	if a.Program, err = os.Executable(); err != nil {
		return a, err
	}
	return a, a.Validate()
}

// absolute returns the absolute path of a file that tasks read.
func absolute(path string) (string, error) {
	if path == stream.Stdin {
		return "", console.Usage("study: found the standard input with --slurm, expected a file that the tasks can read")
	}
	return filepath.Abs(path)
}

// writeSlurm writes a study as a job array.
func (o *studying) writeSlurm(st *study.Prepared) error {
	a, err := o.array()
	if err != nil {
		return err
	}
	st.Select.Shard = harness.Shard{Number: 1, Of: a.Shards}
	if err := st.Validate(); err != nil {
		return err
	}
	first, _, err := st.Trace.Choose(o.Context, st.Select)
	if err != nil {
		return err
	}
	if first.Of == 0 {
		return noStepFits(st)
	}
	a.Shards = min(a.Shards, first.Of)
	return o.writeArray(a, first.Of, st.Plan(first.Of))
}

// writeStudies writes the studies of a study file as a job array, whose tasks have a shard of
// each.
func (o *studying) writeStudies(b *study.Batch) error {
	a, err := o.array()
	if err != nil {
		return err
	}
	steps, plans, err := b.Array(o.Context, &a, o.slurm, o.Say)
	if err != nil {
		return err
	}
	if steps == 0 {
		return console.Usage("%s: no step fits in any of %s", o.file, format.Count(int64(len(b.Cells)), "study"))
	}
	return o.writeArray(a, steps, plans...)
}

// taskMemory returns the bytes that a task may take whose workers may take so much each; 0 for
// "auto". The program itself takes ownMemory.
func taskMemory(memory string, workers int) (int64, error) {
	if memory == spec.Auto {
		return 0, nil
	}
	each, err := spec.Size("memory", memory)
	if each > math.MaxInt64/2/int64(workers) {
		return 0, nil // more than any machine has
	}
	return each*int64(workers) + ownMemory, err
}

const ownMemory = 1 << 30

// noStepFits is the error about a selection that leaves nothing. It names what selects.
func noStepFits(st *study.Prepared) error {
	s, jobs := st.Select, format.Count(int64(len(st.Trace.Jobs)), "job")
	var given []string
	for _, o := range s.Steps.Fields() {
		if text := o.Text(); text != "0" && o.Variable != &s.Every {
			given = append(given, "--"+o.Name+" "+text)
		}
	}
	if given == nil {
		return console.Usage("%s: no step fits: the trace has %s, and two never wait together", st.Trace.Name, jobs)
	}
	return console.Usage("%s: no step fits %s: the trace has %s", st.Trace.Name, strings.Join(given, " "), jobs)
}

// writeArray writes the scripts of an array that has shards of studies with so many steps, and says so.
func (o *studying) writeArray(a study.SlurmArray, steps int, plans ...study.Plan) error {
	worst, limited := time.Duration(0), true // how long a task may take
	for _, p := range plans {
		p.Workers = a.Workers
		worst += p.Shared(a.Shards).Worst(0)
		limited = limited && !p.Endless()
		memory, err := taskMemory(p.Spec.Memory, a.Workers)
		if err != nil {
			return err
		}
		a.Memory = max(a.Memory, memory)
	}
	if err := a.Write(o.slurm); err != nil {
		return err
	}
	most := ""
	if worst > 0 && limited {
		minutes := int64(math.Ceil(1.1*worst.Minutes() + float64(startUp/time.Minute)))
		most = fmt.Sprintf(" of at most about %s (--sbatch '--time=%d' has minutes)", console.InWords(worst), minutes)
	}
	o.Say("%s in %s%s: sh %s", format.Count(int64(steps), "step"), format.Count(int64(a.Shards), "task"), most,
		format.Shell(filepath.Join(o.slurm, study.SlurmSubmit)))
	return nil
}

// startUp is ample for reading and replaying a trace.
const startUp = 5 * time.Minute
