package command

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// make faults asks for more interrupts than every test run.
var (
	stops    = flag.Int("stops", 8, "`N` interrupts by TestProgramsEnd")
	stopSeed = flag.Uint64("stop-seed", 1, "seed of when and how TestProgramsEnd interrupts")
)

// stubborn is a scheduler that starts the jobs in their order. Nothing but SIGKILL ends it: no other signal, and no end
// of its input or of its connection. The first argument is the address at which it listens, or "lines", or "still" for
// one that does nothing.
func stubborn() {
	signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
	var free int64
	var waiting []stubbornJob
	widths := map[string]int64{} // of the jobs that run, by id
	answer := func(text []byte) []byte {
		var m struct {
			Now    float64
			Events []struct {
				Type string
				Data struct {
					Job   stubbornJob
					JobID string `json:"job_id"`
					All   int64  `json:"nb_resources"`
				}
			}
		}
		must.Do(json.Unmarshal(text, &m))
		var started []string
		for _, e := range m.Events {
			switch free += e.Data.All; e.Type {
			case "JOB_SUBMITTED":
				waiting = append(waiting, e.Data.Job)
			case "JOB_COMPLETED":
				free += widths[e.Data.JobID]
			}
		}
		for ; len(waiting) > 0 && waiting[0].Res <= free; waiting = waiting[1:] {
			j := waiting[0]
			free -= j.Res
			widths[j.ID] = j.Res
			const start = `{"timestamp":%v,"type":"EXECUTE_JOB","data":{"job_id":%q}}`
			started = append(started, fmt.Sprintf(start, m.Now, j.ID))
		}
		return fmt.Appendf(nil, `{"now":%v,"events":[%s]}`, m.Now, strings.Join(started, ","))
	}
	switch how := os.Args[1]; how {
	case "still":
	case "lines":
		in := bufio.NewScanner(os.Stdin)
		for in.Buffer(nil, 1<<20); in.Scan(); {
			fmt.Println(string(answer(in.Bytes())))
		}
	default:
		socket := zmq4.NewRep(context.Background())
		must.Do(socket.Listen(how))
		for {
			message, err := socket.Recv()
			if err != nil {
				break
			}
			must.Do(socket.Send(zmq4.NewMsg(answer(message.Bytes()))))
		}
	}
	for {
		time.Sleep(time.Hour)
	}
}

type stubbornJob struct {
	ID  string
	Res int64
}

// TestProgramsEnd: the programs of schedulers end with optgap, also those that refuse to, and whatever they have
// started: where it is done, where it is interrupted at any moment, and where it is killed.
func TestProgramsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("runs some commands several times")
	}
	if len(processesWith(os.Args[0])) == 0 {
		t.Skip("the system does not tell of processes")
	}
	const simulate, study = "simulate --scheduler mine trace.swf",
		"study --method policies --no-bounds --policies fcfs,mine --max-steps 4 trace.swf"
	const lines, overZMQ = "lines", "tcp://127.0.0.1:{port}"
	for i, of := range [][2]string{{simulate, lines}, {simulate, overZMQ}, {study, lines}, {study, overZMQ}} {
		t.Run(of[0]+" "+of[1], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir() // which tells the programs apart from all others
			writeFile(filepath.Join(dir, "trace.swf"), head(swf.Sample(), 85))
			command := fmt.Sprintf("stubborn still %s & exec stubborn '%s' %[1]s", dir, of[1])
			if of[1] == overZMQ {
				command = "zmq:" + overZMQ + " " + command
			}
			random := rand.New(rand.NewPCG(*stopSeed, uint64(i)))
			run := func() *running { return start(dir, of[0], "--scheduler-command", "mine="+command) }
			ended := func(r *running, how string) {
				t.Helper()
				code := r.wait(t)
				found := processesWith(dir)
				for limit := time.Now().Add(time.Minute); len(found) > 0; found = processesWith(dir) {
					if time.Now().After(limit) {
						for pid := range found {
							syscall.Kill(pid, syscall.SIGKILL)
						}
						t.Fatalf("%s: exit code %d, left are %v", how, code, found)
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
			begin := time.Now()
			r := run()
			ended(r, "done")
			took := time.Since(begin)
			if code := r.command.ProcessState.ExitCode(); code != 0 {
				t.Fatalf("exit code %d: %s", code, r.stderr.String())
			}
			for n := range (*stops + 3 - i) / 4 {
				disturb := func(how string, signal func(pid int) error) {
					r := run()
					r.signalled(t, took, random, signal)
					ended(r, how)
					if code := r.command.ProcessState.ExitCode(); code > 0 && code != console.ExitInterrupted {
						t.Errorf("%s: exit code %d: %s", how, code, r.stderr.String())
					}
				}
				who := 1 - 2*random.IntN(2) // the process, or its group as a terminal does
				disturb("interrupted", func(pid int) error { return syscall.Kill(who*pid, syscall.SIGINT) })
				if n%2 == 0 {
					disturb("killed", func(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) })
				}
			}
		})
	}
}

// processesWith returns the processes whose command lines hold a text.
func processesWith(text string) map[int]string {
	found := map[int]string{}
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		line, _ := os.ReadFile(file)
		var pid int
		if _, err := fmt.Sscanf(file, "/proc/%d/", &pid); err == nil && strings.Contains(string(line), text) {
			found[pid] = strings.ReplaceAll(string(line), "\x00", " ")
		}
	}
	return found
}
