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

	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/shard"
	"github.com/optgap/optgap/bench/slurm"
	"github.com/optgap/optgap/bench/stream"
)

const (
	slurmName  = "slurm"
	mostShards = 8 // unless --shards asks for more
)

// slurmFlags are those of a study that is written as a job array.
func slurmFlags() []cli.Flag {
	c := categorySlurm
	return []cli.Flag{
		outputFolder(&cli.StringFlag{Category: c, Name: slurmName, Usage: "write into the new `DIR` the scripts that run the study as a job array: nothing is solved now"}, slurm.FileNames()...),
		&cli.IntFlag{Category: c, Name: "shards", Value: mostShards, Usage: "`N` tasks, each with a share of the steps; fewer where there are fewer steps"},
		&cli.StringFlag{Category: c, Name: "sbatch", Usage: "more `OPTIONS` of sbatch for both jobs, such as '--time=2:00:00 --partition=long'"},
	}
}

// slurmArguments returns the flags and the trace of the command line, for the tasks.
// Files are named by absolute paths.
func slurmArguments(c *cli.Context) (a slurm.Array, err error) {
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if !c.IsSet(name) || categoryOf(f) == categorySlurm || slices.Contains([]string{"quiet", "rejects", "workers"}, name) {
			continue
		}
		value := fmt.Sprint(c.Value(name))
		if list, ok := c.Value(name).(cli.StringSlice); ok {
			value = strings.Join(list.Value(), ",")
		}
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
	return a, nil
}

// absolute returns the absolute path of a file that tasks read.
func absolute(path string) (string, error) {
	if path == stream.Stdin {
		return "", usage("study: found the standard input with --%s, expected a file that the tasks can read", slurmName)
	}
	return filepath.Abs(path)
}

// writeSlurm writes the study as a job array. a is what slurmArguments returns.
func writeSlurm(c *cli.Context, st *bench.Study, notes *notes, a slurm.Array) (err error) {
	a.Shards, a.Workers, a.Options = c.Int("shards"), 1, c.String("sbatch")
	if c.IsSet("workers") {
		a.Workers = st.Workers
	}
	a.Arguments = append(a.Arguments, fmt.Sprintf("--workers=%d", a.Workers))
	if a.Program, err = os.Executable(); err != nil {
		return err
	}
	if a.Memory, err = taskMemory(c, a.Workers); err != nil {
		return err
	}
	if err := named(c, a.Validate()); err != nil {
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
	if err := a.Write(c.String(slurmName)); err != nil {
		return err
	}
	sayArray(c, notes, a, first.Of, len(st.Solvers))
	return nil
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
func noStepFits(st *bench.Study) error {
	return usage("%s: no step fits: the trace has %d jobs; see --min-waiting, --max-waiting, --from-step", st.Trace.Name, len(st.Trace.Jobs))
}

// sayArray says what was written, and how long a task may take.
func sayArray(c *cli.Context, n *notes, a slurm.Array, steps, methods int) {
	dir := c.String(slurmName)
	n.say("%s in %s", format.Count(int64(steps), "step"), format.Count(int64(a.Shards), "task"))
	p := plan{steps: (steps + a.Shards - 1) / a.Shards, methods: methods, workers: a.Workers, limit: limitOf(c)}
	if worst := p.worst(0); p.limit.text != "" && worst > 0 {
		n.say("a task takes at most about %s: --sbatch '--time=%d' has minutes", inWords(worst), int64(math.Ceil(1.1*worst.Minutes()+float64(startUp/time.Minute))))
	}
	n.say("submit the study: sh %s", slurm.Quote(filepath.Join(dir, slurm.Submit)))
}

// startUp is ample for reading and replaying a trace.
const startUp = 5 * time.Minute
