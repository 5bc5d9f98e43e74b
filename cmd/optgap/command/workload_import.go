package command

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func workloadImportCommand() *console.Command {
	var (
		out, from, mapFile string
		columns            []string
		o                  = importing.Options{Count: importing.Processors}
	)
	ofMachine := console.WithValue("from", "slurm", "pbs", "csv")
	ofTable := console.WithValue("from", "csv")
	return &console.Command{
		Name:      "import",
		Usage:     "make a trace of the log of one's own machine",
		ArgsUsage: "FILE[.gz]|- ...",
		Description: `Reads the files of one log and writes all jobs as a trace in the Standard Workload
Format. Submissions count from the first one. The wait time is that of the log, so that
scheduler recorded of simulate shows what the machine did. What is no job, has not
ended or cannot be read is left out and counted by reason.

   optgap workload import --from slurm --machine 1024 --out jobs.swf.gz sacct.txt
   optgap simulate --scheduler recorded,easy,fcfs jobs.swf.gz
   optgap workload import --from csv --columns submit=at,start=begin,end=end,width=gpus log.csv
   optgap workload import --from csv --map examples/import/helios.yaml cluster_log.csv

Formats:
` + importFormats() + `
For slurm, run sacct so, with your dates:

   a=JobID,JobIDRaw,Cluster,User,Group,Partition,QOS,State,Submit,Eligible,Start,End
   b=ElapsedRaw,Suspended,TimelimitRaw,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes
   c=AllocTRES,ReqTRES
   SLURM_TIME_FORMAT=%s sacct --allusers --allocations --duplicates --noconvert \
     --parsable2 --starttime 2026-01-01 --endtime 2026-07-01 --format $a,$b,$c >sacct.txt

With --count gpus the width of a job is its GPUs, and jobs without any are left out.

Columns are known by the header, and may be fewer. Ids are those of a cluster: --cluster
chooses one where the log has several. Without SLURM_TIME_FORMAT=%s the
times are those of a clock, which shows an hour twice when summer time ends: --time-zone
names its zone. For pbs, give all files of server_priv/accounting in the order of their
days.

For csv, the first line names the columns. A job has submit, start or wait, end or runtime,
width or nodes; it may have limit, id, user, group, queue, partition, status. Times are
seconds or ISO 8601, without zone of --time-zone. Behind a colon stands another unit: ms,
us, ns; of lengths also minutes and hours; of widths percent; of a status slurm or exit,
the numbers of Slurm's tables or what a program returned; of times a layout, the moment
2006-01-02 15:04:05 as the log writes it. A width may be a product, such as
node_num*gpus_per_node.

Names are not kept, unless --keep-names asks for it. Where the log does not tell how
many processors the machine has, the trace has no MaxProcs line without --machine.`,
		Flags: console.Flags{
			groupTrace,
			console.Flag(&from, "from", "`FORMAT` of the log: "+console.Alternatives("", importFormatNames())).
				Takes(importFormatNames),
			console.Flag(
				&o.Machine,
				"machine",
				"`PROCESSORS` of the machine, or its nodes; 0: as the log says, or unknown",
			),
			console.Flag(&o.Count, "count", "`WHAT` the width of a job counts: "+console.Alternatives("", importing.Counts())).
				Takes(importing.Counts).
				Only(ofMachine),
			console.Flag(&columns, "columns", "`FIELD=COLUMN,...`: which column is which field of a job").
				Only(ofTable),
			console.Flag(
				&mapFile,
				"map",
				"`FILE.yaml` with columns, and header where the log has none; --columns changes it",
			).Reads().Only(ofTable),
			console.Flag(&o.Cluster, "cluster", "`NAME` of the cluster whose jobs are read, where the log has several").
				Only(console.WithValue("from", "slurm")),
			console.Flag(
				&o.TimeZone,
				"time-zone",
				"`ZONE` of times that have none, such as Europe/Berlin, and of the trace; by default UTC",
			).Only(ofMachine),
			console.Flag(
				&o.KeepNames,
				"keep-names",
				"the header tells the names of users, groups, queues and partitions, which are numbers",
			).Only(ofMachine),
			console.Flag(
				&o.Strict,
				"strict",
				"a record that contradicts itself or cannot be read is an error; otherwise it is counted",
			),
			outFlag(&out, ".swf", ".swf.gz"),
		},
		Least: 1, Most: -1, What: "at least one, the files of the log",
		Run: func(c *console.Call) error {
			if mapFile != "" {
				var err error
				o.Map, err = readMap(mapFile, c.In)
				if err != nil {
					return err
				}
			}
			if err := o.Map.Add(columns...); err != nil {
				return err
			}
			im, err := importing.New(from, o)
			if err != nil {
				return err
			}
			notes := []string{"optgap workload import --from " + strings.ToLower(from)}
			sources, err := lists.Try(
				c.Args().Slice(),
				func(path string) (string, error) { return importFile(im, path, c.In) },
			)
			if err != nil {
				return err
			}
			trace, err := im.Trace(append(notes, sources...)...)
			if err != nil {
				return err
			}
			c.SayAll(trace.Warnings()...)
			return c.Write(out, trace.Write)
		},
	}
}

// readMap reads a Map of columns. Errors name the file.
func readMap(path string, stdin io.Reader) (importing.Map, error) {
	in, err := stream.Open(path, stdin)
	if err != nil {
		return importing.Map{}, err
	}
	defer in.Close()
	m, err := importing.ReadMap(in)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return m, err
}

func importFormats() string {
	return console.Listed(
		8,
		importing.Formats(),
		func(f importing.Format) (string, string) { return f.Name, f.About },
	)
}

// importFormatNames are the values of --from.
func importFormatNames() []string {
	return namesOf(importing.Formats, func(f importing.Format) string { return f.Name })()
}

// importFile reads a file of the log. It returns its name and checksum as provenance.
func importFile(
	im *importing.Importer,
	path string,
	stdin io.Reader,
) (source string, err error) {
	in, err := stream.Open(path, stdin)
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
