package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/process"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/testdata"
)

// What a study of the embedded sample takes unless flags say otherwise: about a
// minute.
const (
	sampleName      = "kth-like.swf"
	sampleSteps     = "40"
	sampleTimeLimit = "5s"
)

func studyCommand(s streams) *cli.Command {
	flags := append(traceFlags(), []cli.Flag{
		reservationsFlag(),
		&cli.IntFlag{Category: categorySteps, Name: "from", Usage: "`INDEX` of the first step to look at"},
		&cli.IntFlag{Category: categorySteps, Name: "min-waiting", Usage: "only steps with at least `N` waiting jobs"},
		&cli.IntFlag{Category: categorySteps, Name: "max-waiting", Usage: "only steps with at most `N` waiting jobs; 0: any number"},
		&cli.IntFlag{Category: categorySteps, Name: "every", Value: 1, Usage: "of those, each `N`th"},
		&cli.IntFlag{Category: categorySteps, Name: "max-steps", Usage: "of those, at most `N`, evenly spread; 0: all"},
		&cli.StringFlag{Category: categoryOutput, Name: "format", Value: "table", Usage: "table, csv or json (one result per line)"},
		&cli.IntFlag{Category: categoryOutput, Name: "rows", Value: 40, Usage: "rows of the table, evenly spread over the steps; 0: all. Averages are over all"},
		&cli.StringFlag{Category: categoryOutput, Name: "out", Usage: "`DIR` for steps.jsonl, results.jsonl, summary.csv, study.json; an interrupted study goes on there"},
		&cli.BoolFlag{Category: categoryOutput, Name: "quiet", Usage: "no progress and no notes on standard error"},
		&cli.BoolFlag{Category: categorySolver, Name: "in-process", Usage: "solve within this process: without the child processes that keep a failing solver from ending the study"},
	}...)
	return &cli.Command{
		Name:      "study",
		Usage:     "replay a trace and measure its self-tuning steps: the main job",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under self-tuning dynP (advanced decider, ARTwW). At each
submission that leaves two or more jobs waiting it solves the planning problem
and prints one row of the paper's Table 1. Without TRACE it takes a generated
sample of 400 jobs, of which it studies 40 steps with 5 s each.

   optgap study
   optgap study --max-waiting 12 --max-steps 200 --time-scale 60s TRACE.swf.gz
   optgap study --out results --format csv TRACE.swf.gz >table1.csv`,
		Flags:  append(flags, solverFlags()...),
		Action: func(c *cli.Context) error { return study(c, s) },
	}
}

// traceFlags are those of every command that reads a trace.
func traceFlags() []cli.Flag {
	c := categoryTrace
	return []cli.Flag{
		&cli.Int64Flag{Category: c, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"},
		&cli.IntFlag{Category: c, Name: "jobs", Usage: "read only the first `N` usable jobs; 0: all"},
		&cli.BoolFlag{Category: c, Name: "strict", Usage: "a job that cannot be used is an error"},
		&cli.StringFlag{Category: c, Name: "rejects", Usage: "write the jobs that cannot be used to `FILE`"},
	}
}

// loadTrace reads the trace that the command names, and its SHA-256.
func loadTrace(c *cli.Context, s streams, name string) (_ *swf.Trace, sha string, err error) {
	o := swf.Options{Machine: c.Int64("machine"), MaxJobs: c.Int("jobs"), Strict: c.Bool("strict")}
	in, err := stream.Open(name, s.in)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	if path := c.String("rejects"); path != "" {
		if sameFile(path, name) {
			return nil, "", usage("--rejects: found %s, the trace itself, expected another file", path)
		}
		f, err := stream.Create(path)
		if err != nil {
			return nil, "", err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		o.Rejects = f
	}
	t, err := swf.Load(in, filepath.Base(in.Name()), o)
	if err != nil {
		return nil, "", err
	}
	if _, err := io.Copy(io.Discard, in); err != nil { // what a limit on the jobs left unread
		return nil, "", err
	}
	return t, in.SHA256(), nil
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

// sample writes the embedded trace into a temporary file, so that it is read
// like any other.
func sample() (path string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "optgap")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, sampleName)
	return path, func() { os.RemoveAll(dir) }, os.WriteFile(path, testdata.KTHLike(), 0o666)
}

// sampleDefaults sets the flags that have other defaults for the sample.
func sampleDefaults(c *cli.Context) error {
	for name, value := range map[string]string{"max-steps": sampleSteps, "time-limit": sampleTimeLimit} {
		if c.IsSet(name) {
			continue
		}
		if err := c.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

func study(c *cli.Context, s streams) error {
	if err := arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	form, err := format(c, "table", "csv", "json")
	if err != nil {
		return err
	}
	if c.NArg() == 0 {
		if err := sampleDefaults(c); err != nil {
			return err
		}
	}
	o, err := solverOptions(c)
	if err != nil {
		return err
	}
	if n := c.Int("rows"); n < 0 {
		return &optgap.FieldError{Field: "--rows", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	selection := bench.Selection{
		From: c.Int("from"), Every: c.Int("every"), MaxSteps: c.Int("max-steps"), MinWaiting: c.Int("min-waiting"), MaxWaiting: c.Int("max-waiting"),
	}
	if err := selection.Validate(); err != nil {
		return err
	}
	path := c.Args().First()
	if path == "" {
		var remove func()
		if path, remove, err = sample(); err != nil {
			return err
		}
		defer remove()
	}
	t, sha, err := loadTrace(c, s, path)
	if err != nil {
		return err
	}
	notes := newNotes(s.err, c.Bool("quiet"))
	for _, w := range t.Warnings() {
		notes.say("%s", w)
	}
	requests, requestsSHA, err := loadReservations(c, s, path)
	if err != nil {
		return err
	}
	st := &bench.Study{Trace: bench.Trace{Name: t.Name, Machine: t.Machine, Jobs: t.Jobs, Reservations: requests}, Select: selection}
	st.Fan.Workers = c.Int("workers")
	if st.Fan.Workers > runtime.NumCPU() {
		notes.say("%d workers on %d processors: computation times will suffer", st.Fan.Workers, runtime.NumCPU())
	}
	solve, end, err := solver(c, o)
	if err != nil {
		return err
	}
	defer end()
	st.Fan.Solve = solve
	cfg := config(c, t.Name, sha)
	if requestsSHA != "" {
		cfg.Arguments["reservations"] = requestsSHA
	}
	return runStudy(c, s, st, notes, form, t, cfg)
}

// runStudy runs the study, stores its results and prints them.
func runStudy(c *cli.Context, s streams, st *bench.Study, notes *notes, form string, t *swf.Trace, cfg bench.Config) error {
	var store *bench.Store
	if dir := c.String("out"); dir != "" {
		skipped := map[string]int{}
		for reason, n := range t.Skipped.All() {
			skipped[reason.String()] = n
		}
		var err error
		if store, err = bench.OpenStore(dir, cfg, runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU(), skipped); err != nil {
			return err
		}
		st.Known, st.Step, st.Fan.Found = store.Known(), store.Step, store.Found
	}
	var bar *bar
	st.Reserved = func(decisions []reservation.Decision) { sayReserved(notes, decisions) }
	st.Chosen = func(total, known int) {
		notes.say("%s: %d jobs on %d processors, %d steps to study", t.Name, len(t.Jobs), t.Machine, total)
		if known > 0 {
			notes.say("%d of them are there from an earlier run", known)
		}
		bar = notes.bar(total)
	}
	out := &printer{w: s.out, format: form}
	failures := &failures{}
	st.Fan.Result = func(_ *optgap.Step, r record.Result) error {
		bar.step()
		failures.count(r)
		return out.result(r)
	}
	err := st.Run(c.Context)
	bar.end()
	if store != nil {
		err = errors.Join(err, store.Close(err == nil))
	}
	if len(out.results) == 0 && err == nil {
		return usage("%s: no step fits: the trace has %d jobs; see --min-waiting, --max-waiting, --from", t.Name, len(t.Jobs))
	}
	if err := out.end(fmt.Sprintf("%s, %d processors: self-tuning steps against the optimum", t.Name, t.Machine), c.Int("rows")); err != nil {
		return err
	}
	return errors.Join(err, failures.report(notes))
}

// solver returns the function that solves a step: children of this program, or
// this process.
func solver(c *cli.Context, o bench.Options) (bench.SolveFunc, func(), error) {
	if c.Bool("in-process") || o.Method == bench.Policies {
		return func(ctx context.Context, step *optgap.Step) record.Result { return bench.Measure(ctx, step, o) }, func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	command := []string{self, "solve", "--format", "json", "--workers", "1"}
	for _, name := range solverFlagNames() {
		switch {
		case name == "workers":
		case name == "memory":
			if o.ILP.Memory > 0 {
				command = append(command, "--memory", strconv.FormatInt(o.ILP.Memory, 10)+"B")
			}
		case c.IsSet(name):
			command = append(command, "--"+name+"="+fmt.Sprint(c.Value(name)))
		}
	}
	p := &process.Pool{Command: append(command, "-"), Method: o.Method, TimeLimit: patience(o)}
	if o.ILP.Memory > 0 {
		p.Memory = o.ILP.Memory + o.ILP.Memory/4 // the child itself stops at its limit, if it can
	}
	return p.Solve, p.Close, nil
}

// patience returns how long a child may take over a step, limits of the method
// and of two linear programs for bounds included; 0: any time.
func patience(o bench.Options) time.Duration {
	limit := o.ILP.TimeLimit
	if !o.NoBounds {
		limit += 2 * min(o.Bounds.TimeLimit, maxPatience)
	}
	if o.ILP.TimeLimit == 0 || limit > maxPatience || limit < 0 {
		return 0
	}
	return limit*3/2 + grace
}

const (
	grace       = 30 * time.Second // for what no limit covers
	maxPatience = 1000 * time.Hour
)

func solverFlagNames() []string {
	var names []string
	for _, f := range solverFlags() {
		names = append(names, f.Names()[0])
	}
	return names
}

// config returns what the results of a study depend on.
func config(c *cli.Context, trace, sha string) bench.Config {
	arguments := map[string]string{}
	for _, f := range c.Command.Flags {
		switch name := f.Names()[0]; name {
		case "out", "format", "rows", "quiet", "rejects", "reservations", "workers", "help", "in-process":
		default:
			arguments[name] = fmt.Sprint(c.Value(name))
		}
	}
	return bench.Config{
		Trace: trace, SHA256: sha, Arguments: arguments,
		Versions: map[string]string{"optgap": version(), "go": runtime.Version(), "highs": ilp.SolverVersion()},
	}
}

// failures counts the steps for which the run itself failed.
type failures struct {
	results, failed int
	first           *record.Result
}

func (f *failures) count(r record.Result) {
	f.results++
	if r.Status != record.Error && r.Status != record.Crashed {
		return
	}
	f.failed++
	if f.first == nil {
		f.first = &record.Result{Index: r.Index, Error: r.Error}
	}
}

// report notes failures, which are rows of the table otherwise; where nothing
// else happened they are the command's.
func (f *failures) report(n *notes) error {
	if f.failed == 0 {
		return nil
	}
	err := fmt.Errorf("%d of %d steps failed, first step %d: %s", f.failed, f.results, f.first.Index, f.first.Error)
	if f.failed == f.results {
		return err
	}
	n.say("%v", err)
	return nil
}

// printer prints results as they come, or a table at the end.
type printer struct {
	w       io.Writer
	format  string
	results []record.Result
}

func (p *printer) result(r record.Result) error {
	if p.format == "json" {
		p.results = append(p.results[:0], r) // the last one tells that there were any
		return record.NewWriter(p.w).Write(r)
	}
	r.Starts = nil // the table does not show them
	p.results = append(p.results, r)
	return nil
}

func (p *printer) end(title string, rows int) error {
	switch {
	case len(p.results) == 0 || p.format == "json":
		return nil
	case p.format == "csv":
		return report.Rows(p.results).Write(p.w, report.TableCSV)
	}
	sum := report.Summarise(p.results)
	shown := p.results
	if rows > 0 && len(shown) > rows {
		shown = make([]record.Result, rows)
		for k := range shown {
			shown[k] = p.results[k*len(p.results)/rows]
		}
		title += fmt.Sprintf(" (%d of %d steps shown)", rows, len(p.results))
	}
	tables := []report.Table{report.Table1(title, shown, sum)}
	if sum.Compared > 0 {
		tables = append(tables, report.PowerTable(p.results[0].Method, sum))
	}
	if len(sum.RatiosToBounds) > 0 {
		tables = append(tables, report.BoundsTable(sum))
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(p.w)
		}
		if err := t.Write(p.w, report.TableText); err != nil {
			return err
		}
	}
	return nil
}
