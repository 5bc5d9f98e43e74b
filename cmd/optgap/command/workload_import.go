package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func workloadImportCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a trace of the log of one's own machine",
		ArgsUsage: "FILE[.gz]|- ...",
		Description: `Reads the files of one log and writes all jobs as a trace in the Standard Workload
Format. Submissions count from the first one. The wait time is that of the log, so that
scheduler recorded of simulate shows what the machine did. What is no job, has not
ended or cannot be read is left out and counted by reason.

   optgap workload import --from slurm --machine 1024 --out jobs.swf.gz sacct.txt
   optgap simulate --scheduler recorded,easy,fcfs jobs.swf.gz

Formats:
` + importFormats() + `
For slurm, run sacct so, with your dates:

   a=JobID,JobIDRaw,User,Group,Partition,QOS,State,Submit,Eligible,Start,End
   b=ElapsedRaw,Suspended,TimelimitRaw,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes
   SLURM_TIME_FORMAT=%s sacct --allusers --allocations --duplicates --parsable2 \
     --starttime 2026-01-01 --endtime 2026-07-01 --format $a,$b >sacct.txt

Columns are known by the header, and may be fewer. Without SLURM_TIME_FORMAT=%s the
times are those of a clock, which shows an hour twice when summer time ends: --time-zone
names its zone. For pbs, give all files of server_priv/accounting in the order of their
days.

Names are not kept, unless --keep-names asks for it. Where the log does not tell how
many processors the machine has, the trace has no MaxProcs line without --machine.`,
		Flags:  console.Limited(importFlags(), importEffects()),
		Action: func(c *cli.Context) error { return workloadImport(c, s) },
	}
}

func importFormats() string {
	var b strings.Builder
	for _, f := range importing.Formats() {
		fmt.Fprintf(&b, "   %-8s %s\n", f.Name, f.About)
	}
	return b.String()
}

// importFormatNames are the values of --from.
func importFormatNames() []string {
	return namesOf(importing.Formats, func(f importing.Format) string { return f.Name })()
}

func importFlags() []cli.Flag {
	c := categoryTrace
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out",
		Usage: "write to `FILE` instead of the standard output, compressed if it ends in .gz",
	}
	return []cli.Flag{
		&cli.StringFlag{
			Category: c, Name: "from", Usage: "`FORMAT` of the log: " + console.Alternatives("", importFormatNames()),
		},
		&cli.Int64Flag{
			Category: c, Name: "machine", Usage: "`PROCESSORS` of the machine, or its nodes; 0: as the log says, or unknown",
		},
		&cli.StringFlag{
			Category: c, Name: "count", Value: importing.Processors,
			Usage: "`WHAT` the width of a job counts: " + console.Alternatives("", importing.Counts()),
		},
		&cli.StringFlag{
			Category: c, Name: "time-zone",
			Usage: "`ZONE` of times that have none, such as Europe/Berlin, and of the trace; by default UTC",
		},
		&cli.BoolFlag{
			Category: c, Name: "keep-names",
			Usage: "the header tells the names of users, groups, queues and partitions, which are numbers",
		},
		&cli.BoolFlag{
			Category: c, Name: "strict",
			Usage: "a record that contradicts itself or cannot be read is an error; otherwise it is counted",
		},
		console.OutputFile(out, ".swf", ".swf.gz"),
		console.QuietFlag(),
	}
}

func importEffects() []console.Effect {
	ofMachine := console.Need{
		Only: "with --from slurm or pbs",
		Met:  func(c *cli.Context) bool { return !strings.EqualFold(c.String("from"), "batsim") },
	}
	return []console.Effect{console.Only("count time-zone keep-names", ofMachine)}
}

func workloadImport(c *cli.Context, s console.Streams) error {
	if c.NArg() == 0 {
		return console.Arguments(c, 1, 1, "at least one, the files of the log")
	}
	if c.String("from") == "" {
		return &optgap.FieldError{
			Field: "--from", Found: "none", Expected: "one of " + strings.Join(importFormatNames(), ", "),
		}
	}
	im, err := importing.New(c.String("from"), importing.Options{
		Machine: c.Int64("machine"), Count: strings.ToLower(c.String("count")), TimeZone: c.String("time-zone"),
		KeepNames: c.Bool("keep-names"), Strict: c.Bool("strict"),
	})
	if err != nil {
		return named(c, err)
	}
	notes := []string{"optgap workload import --from " + strings.ToLower(c.String("from"))}
	for _, path := range c.Args().Slice() {
		source, err := importFile(im, path, s)
		if err != nil {
			return err
		}
		notes = append(notes, source)
	}
	trace, err := im.Trace(notes...)
	if err != nil {
		return err
	}
	n := console.NewNotes(s, c.Bool("quiet"))
	for _, w := range trace.Warnings() {
		n.Say("%s", w)
	}
	path := c.String("out")
	if path == "" {
		return trace.Write(s.Out)
	}
	if err := stream.WriteFile(path, trace.Write); err != nil {
		return err
	}
	n.Say("%s in %s", format.Count(int64(trace.Jobs()), "job"), path)
	return nil
}

// importFile reads a file of the log. It returns its name and checksum as provenance.
func importFile(im *importing.Importer, path string, s console.Streams) (source string, err error) {
	in, err := stream.Open(path, s.In)
	if err != nil {
		return "", err
	}
	defer in.Close()
	name := filepath.Base(in.Name())
	if err := im.Read(in, name); err != nil {
		return "", err
	}
	return "source: " + name + ", SHA-256 " + in.SHA256(), nil
}
