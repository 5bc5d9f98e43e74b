package importing_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
)

// sacct returns the output of sacct for so many jobs, a line each, by the clock of a zone with summer time.
func sacct(jobs int) []byte {
	zone := must.Get(time.LoadLocation("Europe/Berlin"))
	var text bytes.Buffer
	text.WriteString("JobID|JobIDRaw|User|Group|Partition|QOS|State|Submit|Eligible|Start|End|ElapsedRaw|Suspended|" +
		"TimelimitRaw|Timelimit|ReqCPUS|AllocCPUS|ReqNodes|AllocNodes|NNodes\n")
	clock := func(second int) string {
		return time.Unix(1_700_000_000+int64(second), 0).In(zone).Format("2006-01-02T15:04:05")
	}
	for i := range jobs {
		submit, wait, ran, width := 37*i, i%5000, 1+i%9000, 1+i%1024
		fmt.Fprintf(&text, "%d|%d|u%d|g%d|batch|normal|COMPLETED|%s|%s|%s|%s|%d|00:00:00|2880|2-00:00:00|%d|%d|1|%d|%d\n",
			i+1, i+1, i%300, i%20, clock(submit), clock(submit), clock(submit+wait), clock(submit+wait+ran), ran,
			width, width, 1+width/64, 1+width/64)
	}
	return text.Bytes()
}

// BenchmarkSlurm measures the import of what sacct prints, up to the written trace. It reports how much memory a line
// of the read log takes.
//
//	go test -run '^$' -bench Slurm -count 10 ./bench/trace/importing
func BenchmarkSlurm(b *testing.B) {
	sizes := []int{10_000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, lines := range sizes {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			data := sacct(lines)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			before := must.Heap()
			var trace *importing.Trace
			for b.Loop() {
				im, err := importing.New("slurm", importing.Options{TimeZone: "Europe/Berlin"})
				if err == nil {
					err = im.Read(bytes.NewReader(data), "sacct.txt")
				}
				if err == nil {
					trace, err = im.Trace()
				}
				if err == nil {
					err = trace.Write(io.Discard)
				}
				must.Do(err)
				if trace.Jobs() != lines {
					b.Fatalf("found %d jobs, expected %d", trace.Jobs(), lines)
				}
			}
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			b.ReportMetric((must.Heap()-before)/float64(lines), "held-B/line")
			runtime.KeepAlive(trace)
			runtime.KeepAlive(data)
		})
	}
}
