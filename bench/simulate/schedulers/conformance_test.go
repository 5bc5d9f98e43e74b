package schedulers_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// TestConformance: testdata/conformance has the starts of these schedulers, in both readings and both orders. Jobs with
// numbers in the order of the file have them by the file.
func TestConformance(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "testdata", "conformance")
	f := must.Get(os.Open(filepath.Join(dir, "starts.csv")))
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())
	want := map[string][]string{} // starts by trace, reading, order and job
	for _, row := range rows[1:] {
		want[strings.Join(row[:4], ",")] = row[4:]
	}
	traces := must.Get(filepath.Glob(filepath.Join(dir, "*.swf")))
	for _, path := range traces {
		in := must.Get(os.Open(path))
		name := filepath.Base(path)
		trace := must.Get(swf.Load(in, name, swf.Options{Strict: true}))
		in.Close()
		for _, kind := range []string{"together,number", "each,number", "together,file", "each,file"} {
			jobs := slices.Clone(trace.Jobs)
			byFile := strings.HasSuffix(kind, "file")
			for i := range jobs {
				if byFile {
					jobs[i].ID = int64(i)
				}
			}
			for k, scheduler := range rows[0][4:] {
				s := must.Get(schedulers.New(scheduler, trace.Machine, jobs, schedulers.Options{}))
				if strings.HasPrefix(kind, "each") {
					s = slowreplay.EachEnd(s)
				}
				out := must.Get(replay.Run(t.Context(), jobs, s))
				for i, start := range out.Starts {
					id := strconv.FormatInt(trace.Jobs[i].ID, 10)
					starts, ok := want[name+","+kind+","+id]
					if !ok && byFile {
						starts = want[name+","+strings.Replace(kind, "file", "number", 1)+","+id]
					}
					if starts == nil || starts[k] != strconv.FormatInt(start, 10) {
						t.Errorf("%s, %s, %s: job %s starts at %d, expected one of %v", name, kind, scheduler, id, start, starts)
					}
				}
			}
		}
	}
	must.Equal(t, len(traces), 60, "traces")
}
