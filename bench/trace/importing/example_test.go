package importing_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
)

func Example() {
	const sacct = `JobID|User|State|Submit|Start|ElapsedRaw|TimelimitRaw|AllocCPUS
17|alice|COMPLETED|1792879200|1792879260|3600|120|64
17.batch||COMPLETED|1792879260|1792879260|3600||32
18|bob|TIMEOUT|1792879230|1792879300|601|10|1
`
	im := must.Get(importing.New("slurm", importing.Options{Machine: 128}))
	must.Do(im.Read(strings.NewReader(sacct), "sacct.txt"))
	trace := must.Get(im.Trace("from sacct.txt"))
	if err := trace.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ; Version: 2.2
	// ; MaxProcs: 128
	// ; MaxJobs: 2
	// ; MaxRecords: 2
	// ; UnixStartTime: 1792879200
	// ; Note: from sacct.txt
	// ; Note: left out: 1 step of a job
	// 17 0 60 3600 64 -1 -1 64 7200 -1 1 1 -1 -1 -1 -1 -1 -1
	// 18 30 70 601 1 -1 -1 1 600 -1 0 2 -1 -1 -1 -1 -1 -1
}
