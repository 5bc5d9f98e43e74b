package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
)

func doctorCommand() *console.Command {
	var p printing
	return &console.Command{
		Name:  "doctor",
		Usage: "say what is found on this machine",
		Description: `Prints the versions of the programs, cores and memory. A small step is solved by
HiGHS in a child process, as studies do.

   optgap doctor
   optgap doctor --format json

The exit code is 1 where something that a study needs is missing, and 0 otherwise.`,
		Flags: console.Flags{p.formatFlag("one object")},
		Run: func(c *console.Call) error {
			f := find(c.Context, trySolver)
			if err := c.Context.Err(); err != nil {
				return err
			}
			return f.print(c.Out, p)
		},
	}
}

// doctorFormat names the version of the JSON form of a finding.
const doctorFormat = "optgap-doctor/1"

// finding describes this machine.
type finding struct {
	Format string `json:"format"`
	// as in study folders
	Versions map[string]string `json:"versions"`
	System   string            `json:"system"`
	child.Host
	Missing []string `json:"missing"` // what a study needs and is not there
	// of highs: the versions that all tests have passed with
	Tested map[string][]string `json:"tested"`
}

// print prints the finding. What is missing is an error then.
func (f finding) print(w io.Writer, p printing) error {
	tables := []table.Table{f.table()}
	err := printAs(w, p, answer[finding]{lines: []finding{f}, rows: f.table, tables: tables})
	if err == nil && len(f.Missing) > 0 {
		err = errors.New("missing: " + strings.Join(f.Missing, "; "))
	}
	return err
}

// find looks at this machine. try tries the solver in a child process that may take so many bytes.
func find(ctx context.Context, try func(ctx context.Context, memory int64) error) finding {
	f := finding{
		Format:   doctorFormat,
		Versions: folder.Versions(console.Version()),
		System:   runtime.GOOS + "/" + runtime.GOARCH,
		Host:     child.LookAtHost("/"),
		Missing:  []string{},
	}
	f.Versions["highs"] = ilp.SolverVersion()
	f.Tested = map[string][]string{"highs": ilp.TestedSolverVersions()}
	if err := try(ctx, f.Memory.Usable()); err != nil {
		f.Missing = append(f.Missing, "the solver in a child process: "+err.Error())
	}
	return f
}

// trySolver solves two jobs that need the whole machine. The optimum starts the short
// one first.
func trySolver(ctx context.Context, memory int64) error {
	const enough = 30 * time.Second
	o := method.Options{NoBounds: true, Limits: exact.Limits{TimeLimit: enough, Memory: memory}}
	solving, err := study.NewSolving([]method.Method{method.ILP}, o, study.Work{Children: true})
	if err != nil {
		return err
	}
	defer solving.Close()
	r, err := solving.Solvers[0].Solve(ctx, &optgap.Step{
		Format: optgap.StepFormat, Machine: 2, History: optgap.History{{Time: 0, Free: 2}},
		Jobs: []optgap.Job{{ID: 1, Width: 2, Estimate: 60}, {ID: 2, Width: 2, Estimate: 10}},
	})
	switch {
	case err != nil:
		return err
	case r.Error != "":
		return errors.New(r.Error)
	case r.Status != optgap.StatusOptimal:
		return fmt.Errorf(
			"found status %s of a step with two jobs, expected %s",
			r.Status,
			optgap.StatusOptimal,
		)
	}
	return nil
}

// table returns the finding for people to read.
func (f finding) table() table.Table {
	rows := [][]string{
		{"optgap", f.Versions["optgap"]},
		{"go", f.Versions["go"]},
		{"HiGHS", testedText(f.Versions["highs"], f.Tested["highs"])},
		{"system", f.System},
		{"cores", fmt.Sprintf("%d online, %d allowed", f.Cores.Online, f.Cores.Allowed)},
		{
			"memory",
			fmt.Sprintf(
				"%s, %s available",
				bytesText(f.Memory.Total),
				bytesText(f.Memory.Available),
			),
		},
		{"memory limit", limitText(f.Memory.Limit)},
		{"missing", cmp.Or(strings.Join(f.Missing, "; "), "nothing")},
	}
	return table.Table{Columns: table.Words("what", "found"), Rows: rows}
}

// testedText says whether a version is one of those that the tests have passed with.
func testedText(version string, tested []string) string {
	if slices.Contains(tested, version) {
		return version + ", with which all tests pass"
	}
	return fmt.Sprintf(
		"%s; all tests pass with %s: try make test",
		version,
		strings.Join(tested, " and "),
	)
}

func bytesText(n int64) string {
	if n == 0 {
		return "unknown"
	}
	return humanize.IBytes(uint64(n))
}

func limitText(n int64) string {
	if n == 0 {
		return "none by control groups"
	}
	return bytesText(n)
}
