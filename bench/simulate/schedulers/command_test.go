package schedulers_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// TestMain: the test binary is the program of schedulers too, see as.
func TestMain(m *testing.M) {
	switch role := os.Getenv("ROLE"); role {
	case "":
		os.Exit(m.Run())
	case "instant":
		instant()
	default:
		play(role)
	}
}

// as returns the command of a scheduler that is the test binary in a role.
func as(role, arguments string) string {
	return "ROLE=" + role + " exec '" + must.Get(os.Executable()) + "' " + arguments
}

// instant starts each job at once, by as little work as possible.
func instant() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		_, now, _ := strings.Cut(in.Text(), `{"now":`)
		now, _, _ = strings.Cut(now, ",")
		reply := ""
		if _, job, ok := strings.Cut(in.Text(), `"JOB_SUBMITTED"`); ok {
			_, id, _ := strings.Cut(job, `"job_id":`)
			id, _, _ = strings.Cut(id, "}")
			reply = `{"timestamp":` + now + `,"type":"EXECUTE_JOB","data":{"job_id":` + id + `}}`
		}
		must.Get(os.Stdout.WriteString(`{"now":` + now + `,"events":[` + reply + "]}\n"))
	}
}

// told is a message as a scheduler reads it.
type told struct {
	Now    float64
	Events []struct {
		Timestamp float64
		Type      string
		Data      struct {
			JobID string `json:"job_id"`
			Alloc string
			Job   struct{ Res int64 }
		}
	}
}

// play reads messages, and replies to all but the first as the role says. It starts jobs of the machine's width one by
// one, so that a machine of 4 processors has one at a time.
func play(role string) {
	in, n, calls, waiting := bufio.NewScanner(os.Stdin), 0, 20_000, []string(nil)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var m told
		must.Do(json.Unmarshal(in.Bytes(), &m))
		n++
		now, reply := m.Now, []string{}
		if delay, ok := strings.CutPrefix(role, "busy="); ok && n > 1 {
			now += must.Get(strconv.ParseFloat(delay, 64))
		}
		say := func(kind, data string, values ...any) {
			data = fmt.Sprintf(data, values...)
			reply = append(reply, fmt.Sprintf(`{"timestamp":%v,"type":%q,"data":{%s}}`, now, kind, data))
		}
		for _, e := range m.Events {
			id := fmt.Sprintf("\"job_id\":%q", e.Data.JobID)
			switch {
			case role == "checked" && e.Type == "JOB_COMPLETED" && e.Data.Alloc != "1 3":
				os.Exit(9)
			case role == "patient" && e.Type == "NOTIFY":
				for _, id := range waiting {
					say("EXECUTE_JOB", id)
				}
			case role == "patient" && e.Type == "JOB_SUBMITTED":
				waiting = append(waiting, id)
			case e.Type == "JOB_SUBMITTED" && role == "later":
				say("CALL_ME_LATER", `"timestamp":%v`, m.Now+0.5)
			case e.Type == "JOB_SUBMITTED" && role == "often":
				for i := range calls { // the last ones first
					say("CALL_ME_LATER", `"timestamp":%d`, 61-i%50)
				}
			case e.Type == "REQUESTED_CALL" && role == "often":
				if calls--; calls == 0 {
					say("EXECUTE_JOB", `"job_id":"w0!1"`)
				}
			case e.Type == "REQUESTED_CALL":
				now += 0.25
				say("EXECUTE_JOB", `"job_id":"w0!1"`)
			case e.Type != "JOB_SUBMITTED" || role == "lazy":
			case role == "dead":
				fmt.Fprintln(os.Stderr, "out of ideas")
				os.Exit(3)
			case role == "hung":
				time.Sleep(time.Hour)
			case role == "nonsense":
				fmt.Println("hello")
				return
			case role == "closed":
				os.Stdout.Close()
				time.Sleep(time.Hour)
			case role == "past":
				now--
			case role == "forever":
				now = 1e300
			case role == "half":
				fmt.Print(`{"now":1,`)
				time.Sleep(time.Hour)
			case role == "deaf":
				must.Do(os.Stdin.Close())
			case role == "long":
				fmt.Println(strings.Repeat(" ", 65<<20))
			case role == "coloured":
				fmt.Fprintln(os.Stderr, "\x1b[31mred\u009b\xff\ttab é")
				os.Exit(3)
			case role == "unknown":
				say("EXECUTE_JOB", `"job_id":"w0!77"`)
			case role == "rejecting":
				say("REJECT_JOB", id)
			case role == "rejecting coloured":
				say("REJECT_JOB", `"job_id":"\u001b[31mred"`)
			case role == "killing":
				say("KILL_JOB", id)
			case role == "sleepy":
				say("CALL_ME_LATER", "")
			case role == "list":
				say("EXECUTE_JOB", id+`,"alloc":[0,1]`)
			case role == "metadata":
				say("SET_JOB_METADATA", id+`,"metadata":"seen"`)
				say("EXECUTE_JOB", id+`,"alloc":null`)
			case role == "checked":
				say("EXECUTE_JOB", id+`,"alloc":"1,3"`)
			case strings.HasPrefix(role, "alloc="):
				say("EXECUTE_JOB", id+`,"alloc":%q`, strings.TrimPrefix(role, "alloc="))
			case role == "twice":
				say("EXECUTE_JOB", id)
				say("EXECUTE_JOB", id)
			default: // prompt
				say("EXECUTE_JOB", id)
			}
		}
		fmt.Printf("{\"now\":%v,\"events\":[%s]}\n", now, strings.Join(reply, ","))
	}
	if role == "deaf" {
		time.Sleep(time.Hour)
	}
}

// commanded replays jobs under the scheduler of a command.
func commanded(
	ctx context.Context, text string, limit time.Duration, machine int64, jobs []optgap.TraceJob,
) ([]int64, error) {
	all, err := schedulers.ParseCommands([]string{"mine=" + text}, limit)
	if err != nil {
		return nil, err
	}
	s, err := schedulers.New("Mine", machine, jobs, schedulers.Options{Commands: all})
	if err != nil {
		return nil, err
	}
	out, err := replay.Run(ctx, jobs, s)
	if err != nil {
		return nil, err
	}
	return out.Starts, nil
}

// oneAfterAnother are two jobs of which each has two of four processors.
var oneAfterAnother = []optgap.TraceJob{
	{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10, Submit: 100}, RunTime: 5},
	{Job: optgap.Job{ID: 2, Width: 2, Estimate: 10, Submit: 200}, RunTime: 5},
}

// TestFaults: what a program does wrong ends the replay with the number of the message, and with its reason.
func TestFaults(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]string{
		"dead": "message 2: the program has ended: exit status 3; it said: out of ideas",
		// A slow machine may lose the first message already.
		"hung": ": found no answer within 500ms, and this replay is lost: give the same command a longer --decision-limit",
		"half": ": found no answer within 500ms, and",
		"deaf": "message 3: the program has closed its input",
		"long": "message 2: found an answer of more than 64 MiB, expected a shorter one",
		"forever": "reply to message 2: found now 1e+300, expected at most 31536120, " + // 200 - 100 + 2·10 + a year
			"a year after all jobs one after the other",
		"coloured":           "exit status 3; it said: \\x1b[31mred\\u009b\\xff\ttab é",
		"rejecting coloured": `found REJECT_JOB of \x1b[31mred, expected`,
		"nonsense":           `reply to message 2: found "hello", expected {"now":1, "events":[...]}`,
		"closed":             "message 2: the program has closed its output",
		"past":               "reply to message 2: found now 0, expected at least 1, that of the message",
		"unknown":            `reply to message 2: found EXECUTE_JOB of "w0!77", expected a waiting job`,
		"twice":              `reply to message 2: found EXECUTE_JOB of "w0!1", expected a waiting job`,
		"rejecting":          "reply to message 2: found REJECT_JOB of w0!1, expected that every job starts",
		"killing": `reply to message 2: found "KILL_JOB", expected EXECUTE_JOB, CALL_ME_LATER, ` +
			`NOTIFY or SET_JOB_METADATA`,
		"sleepy": "reply to message 2: found a CALL_ME_LATER without a later timestamp, expected one after 1",
		"lazy":   "reply to message 3: found no start of a job, expected one, as 2 wait and none runs",
		"alloc=0-1-2": `reply to message 2: found EXECUTE_JOB of w0!1 with alloc "0-1-2", expected processors from 0 to 3, ` +
			`such as 0-3 7`,
		"list":      `found EXECUTE_JOB of w0!1 with alloc [0,1], expected text such as "0-3 7"`,
		"alloc=3-4": `alloc "3-4", expected processors from 0 to 3`,
		"alloc=0-2": `alloc "0-2", expected 2 processors`,
		"alloc=1,1": `alloc "1,1", expected free processors, each once: 1 is none`,
	} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			limit := time.Hour
			if role == "hung" || role == "half" {
				limit = 500 * time.Millisecond
			}
			_, err := commanded(t.Context(), as("'"+role+"'", ""), limit, 4, oneAfterAnother)
			var fault *heuristics.Fault
			if !errors.As(err, &fault) || fault.Scheduler != "mine" || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, expected a fault: %s", err, want)
			}
		})
	}
	jobs := slices.Clone(oneAfterAnother)
	jobs[1].Submit, jobs[1].Width = 102, 3
	_, err := commanded(t.Context(), as("prompt", ""), 0, 4, jobs)
	want := "scheduler mine at second 102: reply to message 3: found EXECUTE_JOB of w0!2 with 1 processors too few free"
	must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "error", err, "expected", want)
}

// TestMoments: jobs start at the moment of the reply, rounded up, and have the processors that it names.
func TestMoments(t *testing.T) {
	t.Parallel()
	for role, want := range map[string][]int64{
		"prompt": {100, 200}, "checked": {100, 200}, "metadata": {100, 200}, "patient": {200, 200},
		"later": {102}, // called at 0.5, which is 1; the reply is at 1.25
		"often": {160}, // the last call is at 61 of the clock
	} {
		starts := must.Get(commanded(t.Context(), as(role, ""), 0, 4, oneAfterAnother[:len(want)]))
		must.EqualSlices(t, starts, want, role)
	}
}

// TestBusy: what happens while a program decides is told in one message afterwards. Each decision takes 5 s, and the
// clock is at 1 in second 100. Job 1 starts at 105. Jobs 2 to 5 are told at 105 and start at 110. Job 1 ends at 112, so
// that the program decides until 117. Then it hears of job 6, and of the ends of 2 to 5 then. Job 7 is told at
// 122. A decision of 5 ms ends before the next second, in which all begin that were submitted together.
func TestBusy(t *testing.T) {
	t.Parallel()
	var jobs []optgap.TraceJob
	for i, at := range []int64{100, 100, 100, 100, 100, 114, 119} {
		job := optgap.Job{ID: int64(i + 1), Width: 1, Estimate: 60, Submit: at}
		jobs = append(jobs, optgap.TraceJob{Job: job, RunTime: 7})
	}
	for role, want := range map[string][]int64{
		"busy=5": {105, 110, 110, 110, 110, 122, 127}, "busy=0.005": {101, 101, 101, 101, 101, 115, 120},
		"busy=0": {100, 100, 100, 100, 100, 114, 119},
	} {
		log := filepath.Join(t.TempDir(), "log")
		starts := must.Get(commanded(t.Context(), "tee '"+log+"' | "+as(role, ""), 0, 8, jobs))
		must.EqualSlices(t, starts, want, role)
		if role != "busy=5" {
			continue
		}
		var heard []string
		for line := range strings.Lines(string(must.Get(os.ReadFile(log)))) {
			var m told
			must.Do(json.Unmarshal([]byte(line), &m))
			text := fmt.Sprintf("%v:", m.Now)
			for _, e := range m.Events {
				text += fmt.Sprintf(" %s %v", e.Type[len(e.Type)-5:], e.Timestamp)
			}
			heard = append(heard, text)
		}
		want := []string{
			"0: EGINS 0", "1: ITTED 1", "6: ITTED 1 ITTED 1 ITTED 1 ITTED 1", "13: LETED 13",
			"18: ITTED 15 LETED 18 LETED 18 LETED 18 LETED 18", "23: ITTED 20 OTIFY 20",
			"30: LETED 30", "35: LETED 35", "40: _ENDS 40",
		}
		must.EqualSlices(t, heard, want, "messages")
	}
}

// TestNobodyListens: a connection has the limit of a decision.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	command := "zmq:tcp://127.0.0.1:{port} exec sleep 1000"
	_, err := commanded(t.Context(), command, 300*time.Millisecond, 4, oneAfterAnother)
	must.Refuse(t, err, "message 1: found no answer within 300ms")
	_, err = commanded(t.Context(), "zmq:tcp://127.0.0.1:{port} echo no such port; exit 4", 0, 4, oneAfterAnother)
	want := "message 1: the program has ended: exit status 4; it said: no such port"
	must.Refuse(t, err, want)
}

// TestCommandsRefused: text that is no command, and names that are taken.
func TestCommandsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"mine":                           `found "mine", expected NAME=COMMAND or NAME=zmq:ADDRESS`,
		"mine=zmq:28000":                 "expected an address such as tcp://127.0.0.1:28000 after zmq:",
		"mine=zmq:tcp://a":               "expected an address such as tcp://127.0.0.1:28000 after zmq:",
		"mine=zmq:ipc://":                "expected an address such as tcp://127.0.0.1:28000 after zmq:",
		"mine=zmq:inproc://a":            "expected an address such as tcp://127.0.0.1:28000 after zmq:",
		"mine=zmq:tcp://a:{port}":        "expected an address alone, or one with {port} before a command",
		"mine=zmq:tcp://a:2 python3 x.p": "expected an address alone, or one with {port} before a command",
		"my own=x":                       `found "my own", expected 1 to 32 lower-case letters`,
		"Easy=x":                         `found "easy" a second time`,
		"all=x":                          `found "all", expected a name other than all, optimum, `,
		"dynP=x":                         `found "dynp", expected a name other than all`,
		"Exact=x":                        `found "exact", expected a name other than all`,
		"other=x":                        `found "other" a second time`,
	} {
		_, err := schedulers.ParseCommands([]string{"other=x", text}, 0)
		must.Refuse(t, err, want, text)
	}
	alone := must.Get(schedulers.ParseCommands([]string{"mine=zmq:tcp://127.0.0.1:28000"}, 0))[0]
	must.Hold(t, alone.CheckReplays(1) == nil && alone.CheckReplays(2) != nil,
		alone, "serves one replay")
	must.AboutField(t, must.Err(batsim.New(alone, batsim.Replay{Machine: math.MaxInt32}, nil)), "machine")
}

// TestExamples: the scheduler in Perl starts each job when the built-in one of its kind does.
func TestExamples(t *testing.T) {
	t.Parallel()
	if exec.Command("perl", "-MJSON::PP", "-e", "1").Run() != nil {
		t.Skip("there is no perl")
	}
	jobs := loadedTrace(600, 1, 30)
	want := starts(jobs, must.Get(schedulers.New("first-fit-sjf", benchMachine, jobs, schedulers.Options{})))
	found, err := commanded(t.Context(), "perl ../../../examples/perl/first_fit.pl", time.Minute, benchMachine, jobs)
	must.Hold(t, err == nil && slices.Equal(found, want), "error", err, "or other starts")
}

// BenchmarkDecisions: messages to a program that answers at once, and back.
//
//	go test -run '^$' -bench Decisions ./bench/simulate/schedulers
func BenchmarkDecisions(b *testing.B) {
	jobs := loadedTrace(20000, 0.1, 0)
	if testing.Short() {
		jobs = jobs[:2000]
	}
	for i := range jobs {
		jobs[i].Width = 1
	}
	for b.Loop() {
		must.Get(commanded(b.Context(), as("instant", ""), 0, 1<<10, jobs))
	}
	b.ReportMetric(float64(2*len(jobs)*b.N)/b.Elapsed().Seconds(), "decisions/s")
}

// TestPeers: whatever a program sends over ZeroMQ, the replay ends within its limit, and by a fault that says why.
func TestPeers(t *testing.T) {
	t.Parallel()
	const (
		greeting = "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00NULL"
		rest     = 48 // bytes of the greeting that are 0
		ready    = "\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03REP"
		none     = "found no ZeroMQ at tcp://"
		late     = "found no answer within 500ms, and this replay is lost"
		tooLong  = "found an answer of more than 64 MiB, expected a shorter one"
	)
	greeted := greeting + strings.Repeat("\x00", rest)
	open := greeted + ready
	frame := func(flags byte, size uint64) string {
		return string(binary.BigEndian.AppendUint64([]byte{flags}, size))
	}
	for name, of := range map[string]struct{ says, forever, want string }{
		"silence":               {"", "", late},
		"half a greeting":       {greeting, "", late},
		"a greeting":            {greeted, "", late},
		"all but a reply":       {open, "", late},
		"half a reply":          {open + "\x01\x00\x00\x20{", "", late},
		"pings":                 {open, "\x04\x07\x04PING\x00\x00", late},
		"HTTP":                  {"HTTP/1.1 400 Bad Request\r\n" + strings.Repeat(" ", 64), "", none},
		"an old version":        {strings.Replace(greeted, "\x7f\x03", "\x7f\x01", 1), "", none},
		"a publisher":           {greeted + strings.Replace(ready, "REP", "PUB", 1), "", `peer="PUB" not compatible`},
		"no name of a property": {greeted + "\x04\x08\x05READY\x01a", "", none},
		"a long name":           {greeted + "\x04\x09\x05READY\x03ab", "", none},
		"a greeting of 2^62":    {greeted + frame(6, 1<<62), "", tooLong},
		"a frame of 2^62":       {open + "\x01\x00" + frame(2, 1<<62), "", tooLong},
		"a frame of 2^64 - 1":   {open + "\x01\x00" + frame(2, 1<<64-1), "", tooLong},
		"a frame of 2^40":       {open + "\x01\x00" + frame(2, 1<<40), "", tooLong},
		"a broken command":      {open + "\x04\x02\x09P", "", "message 1: zmq4: could not unmarshal ZMTP recv msg: "},
		"frames":                {open, "\x01\x00", tooLong},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := listen(t, func(c net.Conn) {
				c.Write([]byte(of.says))
				for err := error(nil); err == nil && of.forever != ""; {
					_, err = c.Write(bytes.Repeat([]byte(of.forever), 1000))
				}
				io.Copy(io.Discard, c) // until the connection is closed
			})
			limit := time.Hour
			if of.want == late {
				limit = 500 * time.Millisecond
			}
			_, err := commanded(t.Context(), "zmq:"+address, limit, 4, oneAfterAnother)
			var fault *heuristics.Fault
			if !errors.As(err, &fault) || !strings.HasPrefix(fault.Reason, "message 1: ") ||
				!strings.Contains(fault.Reason, of.want) || strings.Contains(fault.Reason, "has closed") {
				t.Errorf("error %v, expected a fault: %s", err, of.want)
			}
		})
	}
}

// TestPings: a command before a reply is none, and a reply may have 64 MiB.
func TestPings(t *testing.T) {
	t.Parallel()
	address := listen(t, func(conn net.Conn) {
		c := must.Get(zmq4.Open(conn, null.Security(), zmq4.Rep, nil, true, nil))
		for at := range 2 {
			must.Get(c.RecvMsg())
			must.Do(c.SendCmd("PING", make([]byte, 2)))
			pong := must.Get(c.RecvMsg())
			must.Equal(t, pong.Type, zmq4.CmdMsg, pong)
			reply := fmt.Sprintf(`{"now":%d,"events":[{"timestamp":%[1]d,"type":"EXECUTE_JOB","data":{"job_id":"w0!1"}}]}`, at)
			if at == 0 {
				reply = strings.Repeat(" ", 64<<20-200) + `{"now":0,"events":[]}`
			}
			must.Do(c.SendMsg(zmq4.NewMsgFrom(nil, []byte(reply))))
		}
		must.Get(c.RecvMsg())
	})
	_, err := commanded(t.Context(), "zmq:"+address, time.Hour, 4, oneAfterAnother)
	must.Refuse(t, err, "message 3: the program has closed the connection")
}

// listen returns the address at which one connection is served.
func listen(t *testing.T, serve func(net.Conn)) string {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })
	go func() {
		if c, err := l.Accept(); err == nil {
			defer c.Close()
			serve(c)
		}
	}()
	return "tcp://" + l.Addr().String()
}
