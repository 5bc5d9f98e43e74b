package command

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/run/slurm"
	"github.com/optgap/optgap/bench/study"
)

const (
	slurmName  = "slurm"
	mostShards = 8 // unless --shards asks for more
)

// slurmFlags are those of a study that is written as a job array.
func slurmFlags() []cli.Flag {
	c := categorySlurm
	return []cli.Flag{
		outputFolder(&cli.StringFlag{Category: c, Name: slurmName, Usage: "write into the new `DIR` the scripts that run the study, or those of --file, as a job array: nothing is solved now"}, slurm.FileNames()...),
		&cli.IntFlag{Category: c, Name: "shards", Value: mostShards, Usage: "`N` tasks, each with a share of the steps; fewer where there are fewer steps"},
		&cli.StringFlag{Category: c, Name: "sbatch", Usage: "more `OPTIONS` of sbatch for both jobs, such as '--time=2:00:00 --partition=long'"},
	}
}

// slurmArguments returns the flags and the trace of the command line, for the tasks.
// Files are named by absolute paths. With --file, flags on which results depend are not
// among them: the file that the tasks get has their values.
func slurmArguments(c *cli.Context) (a slurm.Array, err error) {
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if !c.IsSet(name) || categoryOf(f) == categorySlurm || slices.Contains([]string{"quiet", "rejects", "workers"}, name) {
			continue
		}
		if c.IsSet(studyFileName) && (shapesResults(f) || name == studyFileName) {
			continue
		}
		value := flagText(c, name)
		if optionOf(f).file != nil {
			if value, err = absolute(value); err != nil {
				return a, err
			}
		}
		a.Arguments = append(a.Arguments, "--"+name+"="+value)
	}
	for _, path := range c.Args().Slice() {
		if path, err = absolute(path); err != nil {
			return a, err
		}
		a.Trace = append(a.Trace, path)
	}
	a.Shards, a.Workers, a.Options = c.Int("shards"), 1, c.String("sbatch")
	if c.IsSet("workers") {
		if a.Workers, err = workers(c); err != nil {
			return a, err
		}
	}
	a.Arguments = append(a.Arguments, fmt.Sprintf("--workers=%d", a.Workers))
	if a.Program, err = os.Executable(); err != nil {
		return a, err
	}
	return a, named(c, a.Validate())
}

// absolute returns the absolute path of a file that tasks read.
func absolute(path string) (string, error) {
	if path == stream.Stdin {
		return "", usage("study: found the standard input with --%s, expected a file that the tasks can read", slurmName)
	}
	return filepath.Abs(path)
}

// writeSlurm writes the study as a job array. a is what slurmArguments returns.
func writeSlurm(c *cli.Context, st *study.Study, notes *notes, a slurm.Array) (err error) {
	if a.Memory, err = taskMemory(c, a.Workers); err != nil {
		return err
	}
	st.Select.Shard = shard.Shard{Number: 1, Of: a.Shards}
	if err := named(c, st.Validate()); err != nil {
		return err
	}
	first, err := st.Select.Choose(c.Context, st.Trace)
	if err != nil {
		return err
	}
	if first.Of == 0 {
		return noStepFits(st)
	}
	a.Shards = min(a.Shards, first.Of)
	p := plan{steps: first.Of, methods: len(st.Solvers), workers: a.Workers, limit: limitOf(c)}
	return writeArray(c, notes, a, first.Of, p.shared(a.Shards).worst(0))
}

// writeSlurm writes the studies as a job array, whose tasks have a shard of each. a is what
// slurmArguments returns.
func (m *studies) writeSlurm(a slurm.Array) error {
	plans, err := m.plans()
	if err != nil {
		return err
	}
	steps := 0
	for _, p := range plans {
		steps += p.steps
	}
	if steps == 0 {
		return usage("%s: no step fits in any of %s", m.c.String(studyFileName), studiesCount(len(plans)))
	}
	a.Shards = min(a.Shards, steps)
	worst, limited := time.Duration(0), true
	for i, cell := range m.cells {
		plans[i].workers = a.Workers
		worst += plans[i].shared(a.Shards).worst(0)
		limited = limited && (plans[i].limit.all > 0 || !m.searches(cell))
		c, err := m.context(cell, "none", "")
		if err != nil {
			return err
		}
		memory, err := taskMemory(c, a.Workers)
		if err != nil {
			return err
		}
		a.Memory = max(a.Memory, memory)
	}
	if !limited {
		worst = 0
	}
	var file bytes.Buffer
	if err := m.file.Write(&file, m.c.String(slurmName)); err != nil {
		return err
	}
	a.StudyFile = file.Bytes()
	return writeArray(m.c, m.notes, a, steps, worst)
}

// plans returns what each study is going to do.
func (m *studies) plans() (plans []plan, err error) {
	err = m.inTemporary(func() error {
		for _, cell := range m.cells {
			if cell.Drive == study.DriveOptimum {
				return m.placed(cell, &optgap.FieldError{Field: "--drive", Found: study.DriveOptimum + " with --" + slurmName, Expected: "another drive: the steps of this one cannot be shared out, as each follows from the schedules of those before it"})
			}
			p, _, err := m.plan(cell, "")
			if err != nil {
				return m.placed(cell, err)
			}
			if p.steps == 0 {
				m.notes.say("%s: no step fits", cell.Name)
			}
			plans = append(plans, p)
		}
		return nil
	})
	return plans, err
}

// taskMemory returns what a task may take where --memory names it; 0: it does not. The
// program itself takes ownMemory.
func taskMemory(c *cli.Context, workers int) (int64, error) {
	if c.String("memory") == "auto" {
		return 0, nil
	}
	each, err := memoryLimit(c.String("memory"), workers)
	if each > math.MaxInt64/2/int64(workers) {
		return 0, nil // more than any machine has
	}
	return each*int64(workers) + ownMemory, err
}

const ownMemory = 1 << 30

// noStepFits is the error about a selection that leaves nothing.
func noStepFits(st *study.Study) error {
	return usage("%s: no step fits: the trace has %d jobs; see --min-waiting, --max-waiting, --from-step", st.Trace.Name, len(st.Trace.Jobs))
}

// writeArray writes the scripts, and says so. worst is how long a task may take; 0: nobody
// knows.
func writeArray(c *cli.Context, n *notes, a slurm.Array, steps int, worst time.Duration) error {
	dir := c.String(slurmName)
	if err := a.Write(dir); err != nil {
		return err
	}
	n.say("%s in %s", format.Count(int64(steps), "step"), format.Count(int64(a.Shards), "task"))
	if worst > 0 {
		n.say("a task takes at most about %s: --sbatch '--time=%d' has minutes", inWords(worst), int64(math.Ceil(1.1*worst.Minutes()+float64(startUp/time.Minute))))
	}
	n.say("submit: sh %s", slurm.Quote(filepath.Join(dir, slurm.Submit)))
	return nil
}

// startUp is ample for reading and replaying a trace.
const startUp = 5 * time.Minute
